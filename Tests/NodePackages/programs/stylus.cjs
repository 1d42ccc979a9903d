const stylus = require("stylus");
stylus("body\n  font 12px Helvetica, Arial\n  a\n    color darken(#fff, 20%)\n    &:hover\n      margin 1px + 2").render((error, css) => console.log(error, css));
stylus("a\n  b c d(").render((error) => console.log(error.name));
