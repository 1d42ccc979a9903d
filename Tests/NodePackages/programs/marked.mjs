import { marked, Lexer } from "marked";
console.log(marked.parse("# Title\n\n* one\n* **two** [link](http://a.b 'c')\n\n| a | b |\n|---|:-:|\n| 1 | 2 |\n\n```js\nx < 1\n```\n"), new Lexer().lex("a\n\n> b").map((token) => token.type));
