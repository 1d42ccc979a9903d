import JSON5 from "json5";
console.log(JSON5.parse("{a: 1, /* c */ 'b': [.5, +Infinity, 0xFF,], c: 'line \\\ncontinued'}"), JSON5.stringify({ a: [1, "x"], "b-c": null }, null, 2));
try { JSON5.parse("{a: }"); } catch (error) { console.log(error.name, error.message, error.lineNumber, error.columnNumber); }
