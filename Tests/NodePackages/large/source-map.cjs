// Generates, reads, applies and concatenates maps of a large program.
const { SourceMapGenerator, SourceMapConsumer, SourceNode } = require("source-map");
const text = require("fs").readFileSync("node_modules/underscore/underscore.js", "utf8").split("\n");
const generator = new SourceMapGenerator({ file: "out.js", sourceRoot: "/src" });
text.forEach((line, at) => { for (const found of line.matchAll(/\b[a-zA-Z]\w*/g)) generator.addMapping({ source: "underscore.js", original: { line: at + 1, column: found.index }, generated: { line: Math.floor(at / 10) + 1, column: (at % 10) * 200 + found.index }, name: found[0] }); });
generator.setSourceContent("underscore.js", text.join("\n"));
const raw = generator.toJSON();
console.log(raw.mappings.length, raw.names.length, raw.sources, raw.mappings.slice(0, 2000));
(async () => {
  const consumer = await new SourceMapConsumer(raw);
  console.log(consumer.originalPositionFor({ line: 50, column: 420 }), consumer.generatedPositionFor({ source: "/src/underscore.js", line: 600, column: 10, bias: SourceMapConsumer.LEAST_UPPER_BOUND }), consumer.allGeneratedPositionsFor({ source: "/src/underscore.js", line: 42 }).slice(0, 3), consumer.sourceContentFor("/src/underscore.js").length);
  let count = 0; consumer.eachMapping((mapping) => { count += mapping.generatedColumn; }, null, SourceMapConsumer.ORIGINAL_ORDER); console.log(count);
  const node = new SourceNode(1, 0, "a.js", ["var a = ", new SourceNode(2, 4, "b.js", "b", "name"), ";\n", "c();"]); node.prepend("/* top */\n"); node.setSourceContent("a.js", "x");
  const { code, map } = node.toStringWithSourceMap({ file: "all.js" }); console.log(code, map.toString());
  const nested = SourceMapGenerator.fromSourceMap(await new SourceMapConsumer(map.toString())); nested.applySourceMap(consumer, "b.js"); console.log(nested.toString());
  console.log(SourceNode.fromStringWithSourceMap(code, await new SourceMapConsumer(map.toString())).toString() === code);
  try { await new SourceMapConsumer("{\"version\": 2}"); } catch (error) { console.log(error.message); }
  try { generator.addMapping({ generated: { line: 0, column: -1 } }); } catch (error) { console.log(error.message); }
})();
