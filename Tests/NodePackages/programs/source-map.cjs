const { SourceMapGenerator, SourceMapConsumer, SourceNode } = require("source-map");
const map = new SourceMapGenerator({ file: "out.js" });
map.addMapping({ generated: { line: 1, column: 5 }, source: "in.js", original: { line: 3, column: 2 }, name: "x" });
const consumer = new SourceMapConsumer(map.toString());
console.log(map.toString(), consumer.originalPositionFor({ line: 1, column: 6 }), new SourceNode(1, 0, "a.js", ["x", "y"]).toStringWithSourceMap({ file: "b.js" }).code);
