// Formats minified scripts, sheets and pages.
const { js, css, html } = require("js-beautify");
const { readFileSync } = require("fs");
console.log(js(readFileSync("node_modules/prismjs/components/prism-php.min.js", "utf8"), { indent_size: 2 }));
console.log(js(readFileSync("node_modules/prismjs/components/prism-markdown.min.js", "utf8"), { brace_style: "end-expand", keep_array_indentation: true, wrap_line_length: 100 }));
console.log(css(readFileSync("node_modules/bootstrap/dist/css/bootstrap.min.css", "utf8"), { indent_size: 4, newline_between_rules: false }));
console.log(html("<!doctype html><html><head><style>a{b:c}</style><script>if(a){b()}else{c()}</script></head><body><div><p>text <b>bold</b><br>more<ul><li>one<li>two</ul><pre>  kept\n  as is</pre><img src=x alt='a very long attribute that is long enough' class=y></div></body></html>", { wrap_line_length: 60, wrap_attributes: "force", indent_inner_html: true }));
