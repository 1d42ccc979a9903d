import DebugSupport
import Foundation
import JavaScriptInspector
import Testing

/// Programs that were compiled to JavaScript are debugged and counted in their sources.
@Suite(.serialized, .timeLimit(.minutes(5))) struct DebugMapTests {
  private static let program = [
    "package.json": #"{"type": "module"}"#,
    "src/half.ts": """
    export interface Unused {
      name: string;
    }

    export function half(value: number): number {
      const result: number = value / 2;
      return result;
    }
    export const never = (): string => {
      return "never";
    };

    """,
    "src/main.ts": """
    import { half, never } from "./half.js";

    interface Options { count: number }

    const run = ({ count }: Options): number => {
      let sum = 0;
      for (let index = 0; index < count; index++) {
        sum += half(index);
      }
      return sum;
    };
    console.log(run({ count: 3 }), typeof never);

    """,
  ]

  private static let builds = [
    "esbuild src/main.ts --bundle --format=esm --sourcemap --outfile=dist/main.js --log-level=error",
    "esbuild src/main.ts --bundle --format=esm --minify-whitespace --sourcemap=inline --outfile=dist/main.js --log-level=error",
    "esbuild src/main.ts --bundle --format=iife --sourcemap --outfile=dist/main.cjs --log-level=error",
    "tsc --target es2022 --module node16 --sourceMap --outDir dist src/main.ts",
  ]

  private func build(_ command: String, in scratch: Scratch) throws {
    let result = try CommandLine.finishInShell("cd '\(scratch.directory.path)' && \(command)")
    #expect(result.status == 0, "\(result.output)\(result.errors)")
  }

  private func output(of command: String, in scratch: Scratch) -> URL {
    scratch.directory.appendingPathComponent(command.contains("main.cjs") ? "dist/main.cjs" : "dist/main.js")
  }

  @Test(arguments: builds) func `a compiled program stops in its source`(command: String) throws {
    let scratch = try Scratch(DebugMapTests.program)
    try build(command, in: scratch)
    let (main, half) = (
      scratch.directory.appendingPathComponent("src/main.ts"), scratch.directory.appendingPathComponent("src/half.ts")
    )
    let client = try DebugClient()
    try client.request("initialize")
    try client.request("launch", ["program": .string(output(of: command, in: scratch).path)])
    try client.event("initialized")
    try client.setBreakpoints(half, [["line": 6, "condition": "value == 2"], ["line": 1000]])
    try client.setBreakpoints(main, [["line": 10]])
    try client.request("configurationDone")
    try client.event("stopped")
    var frames = try client.request("stackTrace")["stackFrames"]?.array ?? []
    #expect(frames.first?["line"] == 6, "\(frames)")
    #expect(frames.first?["source"]?["path"]?.string?.hasSuffix("src/half.ts") == true, "\(frames)")
    #expect(frames.dropFirst().first?["line"] == 8, "\(frames)")
    #expect(frames.dropFirst().first?["source"]?["path"]?.string?.hasSuffix("src/main.ts") == true, "\(frames)")
    #expect(try client.evaluate("value") == "2")
    // A breakpoint that is set while the program runs, and one that is taken away.
    #expect(try client.setBreakpoints(half, [["line": 7]]).first?["verified"] == true)
    try client.next()
    try client.event("stopped")
    frames = try client.request("stackTrace")["stackFrames"]?.array ?? []
    #expect(frames.first?["line"] == 7, "\(frames)")
    let sources = try client.request("loadedSources")["sources"]?.array ?? []
    #expect(sources.contains { $0["path"]?.string?.hasSuffix("src/half.ts") == true }, "\(sources)")
    try client.setBreakpoints(half, [])
    try client.next()
    try client.event("stopped")
    #expect(try client.stack().first?.hasSuffix(":10") == true)
    try client.next()
    try client.event("terminated")
    #expect(client.printed.contains("1.5 function"))
    try client.end()
  }

  @Test func `a source that is no file is shown from its map`() throws {
    let scratch = try Scratch(DebugMapTests.program)
    try build(DebugMapTests.builds[1], in: scratch)
    try FileManager.default.removeItem(at: scratch.directory.appendingPathComponent("src"))
    let half = scratch.directory.appendingPathComponent("src/half.ts")
    let client = try DebugClient()
    try client.request("initialize")
    try client.request(
      "launch", ["program": .string(scratch.directory.appendingPathComponent("dist/main.js").path)])
    try client.event("initialized")
    try client.setBreakpoints(half, [["line": 6]])
    try client.request("configurationDone")
    try client.event("stopped")
    let source = try client.request("stackTrace")["stackFrames"]?.array?.first?["source"]
    let reference = try #require(source?["sourceReference"])
    #expect(
      try client.request("source", ["sourceReference": reference])["content"]?.string
        == DebugMapTests.program["src/half.ts"])
    try client.end()
  }

  @Test(arguments: [
    "//# sourceMappingURL=missing.map", "//# sourceMappingURL=.", "//# sourceMappingURL=pipe",
    "//# sourceMappingURL=large.map", "//# sourceMappingURL=text.map", "//# sourceMappingURL=outside.map",
    "//# sourceMappingURL=data:application/json;base64,AAAA", "//# sourceMappingURL=data:,%7B%22version%22%3A3%7D",
    "//# sourceMappingURL=/dev/zero", "//# sourceMappingURL=http://127.0.0.1:1/a.map",
  ]) func `a program whose source map is wrong is debugged and counted as JavaScript`(comment: String) throws {
    let scratch = try Scratch([
      "main.mjs": "let n = 1;\nn += 1;\nconsole.log(n);\n\(comment)\n", "text.map": "no map",
      "outside.map": #"{"version":3,"sources":["a.ts"],"mappings":"AAAA;AACgggggggggggggggggA;AAAAzzzz"}"#,
    ])
    let directory = scratch.directory
    mkfifo(directory.appendingPathComponent("pipe").path, 0o600)
    try Data(count: 17 << 20).write(to: directory.appendingPathComponent("large.map"))
    let main = directory.appendingPathComponent("main.mjs")
    let client = try DebugClient()
    try client.launch(main, lines: [2])
    try client.event("stopped")
    #expect(try client.stack().first?.hasSuffix(":2") == true)
    #expect(try client.evaluate("n") == "1")
    try client.next()
    try client.event("terminated")
    try client.end()
    let folder = directory.appendingPathComponent("coverage")
    #expect(try CommandLine.run("run", "--coverage", folder.path, main.path).status == 0)
    let counts = try String(contentsOf: folder.appendingPathComponent("lcov.info"), encoding: .utf8)
    #expect(counts.contains("main.mjs\n"), "\(counts)")
    #expect(counts.contains("DA:3,1\n"), "\(counts)")
  }

  @Test(arguments: builds) func `a compiled program is counted in its sources`(command: String) throws {
    let scratch = try Scratch(DebugMapTests.program)
    try build(command, in: scratch)
    let folder = scratch.directory.appendingPathComponent("coverage")
    let result = try CommandLine.run("run", "--coverage", folder.path, output(of: command, in: scratch).path)
    #expect(result.status == 0, "\(result.errors)")
    let counts = try String(contentsOf: folder.appendingPathComponent("lcov.info"), encoding: .utf8)
    let half = try #require(counts.split(separator: "SF:").first { $0.contains("src/half.ts\n") }, "\(counts)")
    #expect(half.contains("DA:7,3\n"), "\(counts)")
    #expect(half.contains("DA:10,0\n"), "\(counts)")
    #expect(half.contains("half\nFNDA:3,half\n"), "\(counts)")
    let main = try #require(counts.split(separator: "SF:").first { $0.contains("src/main.ts\n") }, "\(counts)")
    #expect(main.contains("DA:8,3\n"), "\(counts)")
    #expect(!counts.contains("dist/"), "\(counts)")
  }
}
