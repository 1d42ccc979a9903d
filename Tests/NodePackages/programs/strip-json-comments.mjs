import strip from "strip-json-comments";
console.log(strip('{ // a\n "b": /* c */ 1, }'), strip('{"a": "// no"} // yes', { whitespace: false }), strip("[1,]", { trailingCommas: true }));
