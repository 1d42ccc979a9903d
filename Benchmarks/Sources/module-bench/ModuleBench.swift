import Foundation
import JavaScriptModules
import JavaScriptRuntime
import JavaScriptSyntax

/// Measures modules beside what other tools need for the same work.
///
///     module-bench [--json FILE] [--rounds N] [--filter TEXT]
///
/// Needs Debian's packages nodejs, node-acorn, node-typescript and esbuild.
@main
struct ModuleBench {
  private var rounds = 7
  private var filter = ""
  private var rows: [Measurement] = []

  static func main() async throws {
    var bench = ModuleBench()
    var json: String?
    var arguments = CommandLine.arguments.dropFirst()
    while let option = arguments.popFirst() {
      let value = arguments.popFirst() ?? ""
      switch option {
      case "--json": json = value
      case "--rounds": bench.rounds = max(1, Int(value) ?? bench.rounds)
      case "--filter": bench.filter = value
      default:
        FileHandle.standardError.write(Data("usage: module-bench [--json FILE] [--rounds N] [--filter TEXT]\n".utf8))
        exit(2)
      }
    }
    try await bench.parsing()
    try await bench.loading()
    try await bench.calling()
    try await bench.scripts()
    if let json {
      try Data("[\n\(bench.rows.map(\.json).joined(separator: ",\n"))\n]\n".utf8).write(to: URL(fileURLWithPath: json))
    }
  }

  private mutating func measure(
    _ name: String, against: String, other: () async throws -> Double, ours: () async throws -> Double
  ) async throws {
    guard filter.isEmpty || name.contains(filter) else { return }
    let row = try await Measurement.paired(name, against: against, rounds: rounds, other: other, ours: ours)
    print(row.line)
    rows.append(row)
  }

  // MARK: Parsing

  /// TypeScript's compiler, 10.8 MB: as a script, and as a module.
  private mutating func parsing() async throws {
    let path = "/usr/share/nodejs/typescript/lib/typescript.js"
    let script = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    let module = script + Array("\nexport default ts;\n".utf8)
    let scratch = try Scratch()
    let modulePath = try scratch.write("typescript.mjs", module)
    let options = ParserOptions(stackBudget: 4 << 20)
    func parseScript() async throws -> Double {
      try await time {
        let text = try ScriptText(parsing: script.span, kind: .functionBody, importFunction: "_", options: options)
        precondition(text.code.utf8.count == script.count)
      }
    }
    func parseModule() async throws -> Double {
      try await time {
        let text = try ModuleText(parsing: module.span, options: options)
        precondition(text.localExports == ["default"])
      }
    }
    for (kind, file, parse) in [("script", path, parseScript), ("module", modulePath, parseModule)] {
      try await measure(
        "parse and edit a \(kind) of 10.8 MB", against: "acorn in Node, parse only",
        other: {
          try Tool.node(
            """
            const { parse } = require("acorn");
            const text = require("fs").readFileSync(\(Tool.quoted(file)), "utf8");
            const times = [];
            for (let i = 0; i < 4; i++) {
              const start = performance.now();
              parse(text, { ecmaVersion: "latest", sourceType: "\(kind)" });
              times.push(performance.now() - start);
            }
            console.log(Math.min(...times) * 1e6);
            """)
        }, ours: parse)
      try await measure(
        "parse and edit a \(kind) of 10.8 MB", against: "esbuild, transform, whole process",
        other: {
          try await time {
            _ = try Tool.run("esbuild", [file, "--outfile=\(scratch.path)/out.js", "--log-level=error"])
          }
        }, ours: parse)
    }
  }

  // MARK: Loading

  /// 1,000 small modules, each of which imports up to three others.
  private mutating func loading() async throws {
    let scratch = try Scratch()
    var files: [String: String] = [:]
    for number in 0..<1_000 {
      let imported = (1...3).map { number * 3 + $0 }.filter { $0 < 1_000 }
      let lines = imported.map { "import { value as v\($0), add as add\($0) } from \"./m\($0).js\";" }
      let sum = imported.map { " + add\($0)(v\($0), 1)" }.joined()
      files["m\(number).js"] = """
        \(lines.joined(separator: "\n"))
        const names = ["a", "b", "c"];
        export const value = names.length\(sum);
        export function add(left, right) {
          if (typeof left !== "number") throw new TypeError("no number");
          return left + right;
        }
        export class Point\(number) {
          constructor(x, y) { this.x = x; this.y = y; }
          get length() { return Math.hypot(this.x, this.y); }
        }

        """
    }
    for (name, text) in files { _ = try scratch.write(name, Array(text.utf8)) }
    _ = try Tool.run(
      "esbuild",
      [
        "\(scratch.path)/m0.js", "--bundle", "--format=iife", "--outfile=\(scratch.path)/bundle.js",
        "--log-level=error",
      ])
    let bundle = try String(contentsOfFile: "\(scratch.path)/bundle.js", encoding: .utf8)

    func load(_ modules: ModuleConfiguration?) async throws -> Double {
      var configuration = RuntimeConfiguration()
      configuration.modules = modules
      let runtime = try await JavaScriptRuntime(configuration)
      let duration = try await time {
        if modules == nil {
          try await runtime.evaluate(bundle, url: "bundle.js")
        } else {
          try await runtime.import("./m0.js")
        }
      }
      await runtime.close()
      return duration
    }
    let warm = ModuleConfiguration(try .files(under: scratch.path))
    try await measure(
      "1,000 modules, parsed before", against: "esbuild's bundle of them", other: { try await load(nil) },
      ours: { try await load(warm) })
    try await measure(
      "1,000 modules, parsed now", against: "esbuild's bundle of them", other: { try await load(nil) },
      ours: { try await load(ModuleConfiguration(try .files(under: scratch.path))) })
    let engine = try EngineAlone(files)
    try await measure(
      "1,000 modules, by the engine alone", against: "esbuild's bundle of them", other: { try await load(nil) },
      ours: { try engine.run() })
  }

  // MARK: Calling

  /// A function of another module, called in a loop beside one of the same module.
  private mutating func calling() async throws {
    let output = Output()
    var configuration = RuntimeConfiguration()
    configuration.console = .handler { _, text in output.add(text) }
    configuration.modules = ModuleConfiguration(
      .memory([
        "step.js": "export function step(value) { return (value * 3 + 1) & 0xffff; }",
        "main.js": """
        import { step as imported } from "./step.js";
        function local(value) { return (value * 3 + 1) & 0xffff; }
        function measureLocal() {
          let value = 1;
          const start = performance.now();
          for (let i = 0; i < 2000000000; i++) value = local(value);
          return [performance.now() - start, value];
        }
        function measureImported() {
          let value = 1;
          const start = performance.now();
          for (let i = 0; i < 2000000000; i++) value = imported(value);
          return [performance.now() - start, value];
        }
        globalThis.measure = (which) => {
          const [time, value] = which === "local" ? measureLocal() : measureImported();
          globalThis.last ??= value;
          if (value !== globalThis.last) throw new Error("the loops differ");
          console.log(time * 1e6);
        };
        """,
      ]))
    let runtime = try await JavaScriptRuntime(configuration)
    try await runtime.import("./main.js")
    func loop(_ which: String) async throws -> Double {
      try await runtime.evaluate("measure('\(which)')", url: "measure.js")
      guard let time = Double(output.take()) else { throw ToolError(message: "the loop printed no time") }
      return time
    }
    try await measure(
      "2,000,000,000 calls of an imported function", against: "calls of a local one",
      other: { try await loop("local") },
      ours: { try await loop("imported") })
    await runtime.close()
  }

  // MARK: Scripts

  /// A script without imports, in a runtime that could import.
  private mutating func scripts() async throws {
    let loader = ModuleConfiguration(.memory([:]))
    func run(_ modules: ModuleConfiguration?) async throws -> Double {
      var configuration = RuntimeConfiguration()
      configuration.modules = modules
      return try await time {
        for _ in 0..<20 {
          let runtime = try await JavaScriptRuntime(configuration)
          try await runtime.evaluate(program: "globalThis.value = 1 + 1; await null", url: "script.js")
          await runtime.close()
        }
      } / 20
    }
    try await measure(
      "start, run a script, close", against: "a runtime without a loader", other: { try await run(nil) },
      ours: { try await run(loader) })
  }
}
