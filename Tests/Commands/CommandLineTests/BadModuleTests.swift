import Foundation
import Testing

/// What `causeway run` prints for programs whose modules are wrong: a code, the place, its line with a caret, the imports
/// that led there.
@Suite(.timeLimit(.minutes(5))) struct BadModuleTests {
  struct Sample: CustomTestStringConvertible {
    let testDescription: String
    var files: [String: String]
    var arguments: [String] = []
    /// Parts of the printed error, in their order; `ROOT` stands for the URL of the program's directory.
    let parts: [String]

    init(_ name: String, _ files: [String: String], arguments: [String] = [], _ parts: String...) {
      testDescription = name
      self.files = files
      self.arguments = arguments
      self.parts = parts
    }
  }

  static let samples = [
    Sample(
      "a missing file", ["main.mjs": "import './a.mjs'", "a.mjs": "// first\nimport { x } from './gone.mjs';"],
      "TypeError: Module not found: ROOT/gone.mjs.\n    imported by ROOT/main.mjs [NOT_FOUND]",
      "ROOT/a.mjs:2:19\n  2 | import { x } from './gone.mjs';\n    |                   ^"),
    Sample(
      "another case", ["main.mjs": "import './Lib.mjs'", "lib.mjs": ""],
      "Module not found: ROOT/Lib.mjs. Did you mean ROOT/lib.mjs? The names differ in case. [NOT_FOUND]",
      "ROOT/main.mjs:1:8\n  1 | import './Lib.mjs'\n    |        ^"),
    Sample(
      "a directory", ["main.mjs": "import './lib'", "lib/index.js": ""],
      "ROOT/lib is a directory, not a module. Did you mean ROOT/lib/index.js? [FAILED_PRECONDITION]",
      "  1 | import './lib'\n    |        ^"),
    Sample(
      "a name that is not exported",
      ["main.mjs": "import {\n  greeet,\n} from './b.mjs'", "b.mjs": "export let greet"],
      "SyntaxError: ROOT/b.mjs has no export named 'greeet'. Did you mean 'greet'? [NOT_FOUND]",
      "ROOT/main.mjs:2:3\n  2 |   greeet,\n    |   ^"),
    Sample(
      "a name that two stars export",
      [
        "main.mjs": "import { x } from './a.mjs'", "a.mjs": "export * from './b.mjs'; export * from './c.mjs'",
        "b.mjs": "export let x", "c.mjs": "export let x",
      ],
      "ROOT/a.mjs has conflicting star exports named 'x'. [NOT_FOUND]",
      "  1 | import { x } from './a.mjs'\n    |          ^"),
    Sample(
      "a cycle of stars",
      [
        "main.mjs": "import { x } from './a.mjs'", "a.mjs": "export * from './b.mjs'",
        "b.mjs": "export * from './a.mjs'",
      ],
      "ROOT/a.mjs has no export named 'x'. [NOT_FOUND]", "  1 | import { x } from './a.mjs'"),
    Sample(
      "a package without an entry", ["main.mjs": "import 'p'", "node_modules/p/package.json": #"{"main": "./gone"}"#],
      "The package ROOT/node_modules/p has no entry", "[NOT_FOUND]", "  1 | import 'p'\n    |        ^"),
    Sample(
      "a package without this export",
      ["main.mjs": "import 'p'", "node_modules/p/package.json": #"{"name": "p", "exports": {"./x": "./x.js"}}"#],
      "The package p does not export . for import", "[NOT_FOUND]", "  1 | import 'p'\n    |        ^"),
    Sample(
      "a broken package.json",
      ["main.mjs": "import 'p'", "node_modules/p/package.json": "{\n  \"name\": \"p\",\n  \"main\": ./x.js\n}"],
      "package.json is not valid JSON: Expected a value.\n    imported by ROOT/main.mjs [INVALID_ARGUMENT]",
      "package.json:3:11\n  3 |   \"main\": ./x.js\n    |           ^"),
    Sample(
      "broken JSON", ["main.mjs": "import a from './b.json' with { type: 'json' }", "b.json": "{\n \"a\": }"],
      "ROOT/b.json is not valid JSON: Expected a value.\n    imported by ROOT/main.mjs [INVALID_ARGUMENT]",
      "ROOT/b.json:2:7\n  2 |  \"a\": }\n    |       ^"),
    Sample(
      "JSON without its attribute", ["main.mjs": "import a from './b.json'", "b.json": "{}"],
      "import it with { type: \"json\" }. [FAILED_PRECONDITION]",
      "  1 | import a from './b.json'\n    |               ^"),
    Sample(
      "an unknown attribute", ["main.mjs": "\nimport a from './b.json' with { type: 'css' }", "b.json": "{}"],
      "The import type 'css' is not supported: use json, text or bytes. [UNIMPLEMENTED]", "  2 | import a"),
    Sample(
      "an error of syntax", ["main.mjs": "import './a.mjs'", "a.mjs": "let a = 1;\nlet b = ;"],
      "SyntaxError: ';' is not allowed here. Expected an expression.\n    imported by ROOT/main.mjs [INVALID_ARGUMENT]",
      "ROOT/a.mjs:2:9\n  2 | let b = ;\n    |         ^"),
    Sample(
      "an error of TypeScript's syntax", ["main.mjs": "import './a.ts'", "a.ts": "const a: string = ;"],
      "imported by ROOT/main.mjs [INVALID_ARGUMENT]",
      "ROOT/a.ts:1:19\n  1 | const a: string = ;\n    |                   ^"),
    Sample(
      "an error of syntax in CommonJS", ["main.mjs": "import './a.cjs'", "a.cjs": "exports.a = 1;\nlet b = ;"],
      "SyntaxError: ';' is not allowed here.", "ROOT/a.cjs:2:9\n  2 | let b = ;\n    |         ^"),
    Sample(
      "deep nesting",
      ["main.mjs": "import './a.mjs'", "a.mjs": "x;\nlet a = " + String(repeating: "(", count: 10_000)],
      "SyntaxError: The code is nested too deeply to be parsed.\n    imported by ROOT/main.mjs [INVALID_ARGUMENT]",
      "ROOT/a.mjs:2:", "  2 | ("),
    Sample(
      "a file outside of the root", ["main.mjs": "import '../../x.mjs'"],
      "is outside ROOT/, the root of this program's modules. [PERMISSION_DENIED]",
      "  1 | import '../../x.mjs'\n    |        ^"),
    Sample(
      "a module that throws", ["main.mjs": "import './a.mjs'", "a.mjs": "\nthrow new TypeError('no')"],
      "TypeError: no", "ROOT/a.mjs:2:20\n  2 | throw new TypeError('no')\n    |                    ^"),
    Sample(
      "a module that never ends", ["main.mjs": "import './a.mjs'", "a.mjs": "await new Promise(() => {})"],
      "no timer, call or stream is left; it is waiting for the top-level await of ROOT/a.mjs."),
    Sample(
      "an import map that leads out", ["main.mjs": "import 'x'", "map.json": #"{"imports": {"x": "../../x.js"}}"#],
      arguments: ["--import-map", "ROOT/map.json"],
      "is outside ROOT/, the root of this program's modules. (ROOT/map.json)"),
    Sample(
      "an import map that is no JSON", ["main.mjs": "import 'x'", "map.json": "{\n  \"imports\" {}\n}"],
      arguments: ["--import-map", "ROOT/map.json"],
      "ROOT/map.json is not valid JSON: Expected ':' after the name of a member. (ROOT/map.json:2:13)"),
  ]

  @Test(arguments: samples) func `an error says what is wrong, where, and what led there`(_ sample: Sample) throws {
    let scratch = try Scratch()
    let root = scratch.directory.resolvingSymlinksInPath()
    for (path, text) in sample.files {
      let url = root.appendingPathComponent(path)
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: url, atomically: true, encoding: .utf8)
    }
    let arguments = sample.arguments.map { $0.replacing("ROOT", with: root.path) }
    let result = try CommandLine.run(["run", "--root", root.path] + arguments + [root.path + "/main.mjs"])
    #expect(result.status != 0)
    #expect(result.output == "")
    var rest = result.errors[...]
    for part in sample.parts {
      let part = part.replacing("ROOT", with: "file://" + root.path)
      guard let range = rest.range(of: part) else {
        Issue.record("\(part)\n…is not in…\n\(result.errors)")
        return
      }
      rest = rest[range.upperBound...]
    }
  }

  @Test func `a module that is no UTF-8 shows where`() throws {
    let scratch = try Scratch()
    let path = scratch.directory.resolvingSymlinksInPath().path
    try Data("import './a.mjs'".utf8).write(to: URL(filePath: path + "/main.mjs"))
    try Data(Array("let a = 1;\nlet b = '".utf8) + [0xFF, 0x27]).write(to: URL(filePath: path + "/a.mjs"))
    let result = try CommandLine.run("run", "--root", path, path + "/main.mjs")
    #expect(result.status == 1)
    #expect(result.errors.contains("SyntaxError: The text is not UTF-8.\n    imported by file://\(path)/main.mjs"))
    #expect(result.errors.contains("a.mjs:2:10\n  2 | let b = '\u{FFFD}'\n    |          ^"))
  }

  @Test func `a module of 100 MB is refused by its size`() throws {
    let scratch = try Scratch()
    let path = scratch.directory.resolvingSymlinksInPath().path
    try Data("import './a.mjs'".utf8).write(to: URL(filePath: path + "/main.mjs"))
    // A sparse file: nothing of it is on the disk.
    let file = try FileHandle(forWritingTo: scratch.file("a.mjs", "1"))
    try file.truncate(atOffset: 100 << 20)
    try file.close()
    let result = try CommandLine.run("run", "--root", path, path + "/main.mjs")
    #expect(result.status == 1)
    #expect(result.errors.contains("bytes, over the limit of 33554432 for a module. [RESOURCE_EXHAUSTED]"))
    #expect(result.errors.contains("main.mjs:1:8\n  1 | import './a.mjs'\n    |        ^"))
  }
}
