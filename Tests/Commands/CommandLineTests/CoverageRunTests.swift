import Foundation
import Testing

/// Tests of `causeway run --coverage`.
@Suite(.timeLimit(.minutes(5))) struct CoverageRunTests {
  private static let files = [
    "main.ts": """
    import { half } from "./numbers.ts";
    import { used } from "package";
    interface Named { name: string }
    const greet = (one: Named): string => one.name ? "Hello " + one.name : "nobody";
    export default async function* all(): AsyncGenerator<number> {
      yield half(8);
      if (scriptArgs[0]) {
        yield 3;
      }
    }
    greet({ name: "you" });
    for await (const one of all()) used(one);
    const never = () => {
      console.log("never");
    };

    """,
    "numbers.ts":
      "export const half = (n: number): number => {\n  return n / 2;\n};\nexport function twice(n: number) {\n  return 2 * n;\n}\n",
    "node_modules/package/package.json": "{ \"name\": \"package\", \"main\": \"index.js\", \"type\": \"module\" }",
    "node_modules/package/index.js": "export const used = (n) => n;\n",
  ]

  @Test func `modules in TypeScript are counted at their own lines, and runs are added`() throws {
    let scratch = try Scratch(CoverageRunTests.files)
    let folder = scratch.directory.appendingPathComponent("coverage")
    let main = scratch.directory.appendingPathComponent("main.ts")
    let first = try CommandLine.run("run", "--coverage", folder.path, main.path)
    #expect(first.status == 0)
    #expect(first.output.isEmpty)
    let rows = first.errors.split(separator: "\n").map { $0.split(separator: " ", omittingEmptySubsequences: true) }
    #expect(rows.first { $0.first == "main.ts" }?.joined(separator: " ").contains("8, 14") == true, "\(first.errors)")
    #expect(!first.errors.contains("index.js"))
    let counts = folder.appendingPathComponent("lcov.info")
    var text = try String(contentsOf: counts, encoding: .utf8)
    #expect(text.contains("DA:4,1\n"))
    #expect(text.contains("DA:8,0\n"))
    #expect(text.contains("FN:4,greet\nFNDA:1,greet\n"))
    #expect(text.contains("FN:5,all\nFNDA:1,all\n"))
    #expect(text.contains("FN:13,never\nFNDA:0,never\n"))
    #expect(text.contains("BRDA:4,0,72,0\n"))
    #expect(text.contains("FN:4,twice\nFNDA:0,twice\n"))

    #expect(try CommandLine.run("run", "--coverage", folder.path, main.path, "more").status == 0)
    text = try String(contentsOf: counts, encoding: .utf8)
    #expect(text.contains("DA:6,2\n"))
    #expect(text.contains("DA:8,1\n"))
    let page = try String(contentsOf: folder.appendingPathComponent("index.html"), encoding: .utf8)
    #expect(page.contains("<b>2</b>  yield half(8);"))
    #expect(page.contains("<mark title=\"did not run\">"))

    // The counts of a file that has changed are those of its last run.
    try "import './numbers.ts';\n".write(to: main, atomically: true, encoding: .utf8)
    try "export const half = 1;\n".write(
      to: scratch.directory.appendingPathComponent("numbers.ts"), atomically: true, encoding: .utf8)
    #expect(try CommandLine.run("run", "--coverage", folder.path, main.path).status == 0)
    text = try String(contentsOf: counts, encoding: .utf8)
    #expect(!text.contains("twice"))
  }

  @Test func `a script without modules, one that throws and one that is stopped are counted`() throws {
    let scratch = try Scratch([
      "plain.js": "let n = 0;\nif (n) {\n  n = 1;\n}\n", "throws.js": "const a = 1;\nthrow new Error('no');\nf();\n",
      "loop.js": "let n = 0;\nwhile (true) {\n  n++;\n}\n",
    ])
    let folder = scratch.directory.appendingPathComponent("coverage").path
    func run(_ name: String, _ options: String...) throws -> CommandLine.Result {
      try CommandLine.run(
        ["run", "--coverage", folder] + options + [scratch.directory.appendingPathComponent(name).path])
    }
    #expect(try run("plain.js").status == 0)
    #expect(try run("throws.js").status == 1)
    let last = try run("loop.js", "--timeout", "1")
    #expect(last.status == 1)
    let text = try String(contentsOfFile: folder + "/lcov.info", encoding: .utf8)
    #expect(text.contains("plain.js\nFNF:0\nFNH:0\nBRDA:3,0,3,0\n"), "\(text)")
    #expect(text.contains("DA:2,1\nDA:3,0\n"))
    #expect(text.contains("throws.js"))
    #expect(text.contains("loop.js"), "\(last.errors)")
    #expect(text.contains("DA:3,"), "\(last.errors)")
    #expect(last.errors.contains("exceeded"))
  }

  @Test func `a directory that cannot be used is refused before the program runs`() throws {
    let scratch = try Scratch(["file": "", "bad/lcov.info": "DA:1,1\n", "main.js": "console.log('ran')\n"])
    let main = scratch.directory.appendingPathComponent("main.js").path
    for (folder, reason) in [("file", "directory"), ("bad", "Line 1")] {
      let result = try CommandLine.run(
        "run", "--coverage", scratch.directory.appendingPathComponent(folder).path, main)
      #expect(result.status == 2)
      #expect(result.errors.contains(reason), "\(result.errors)")
      #expect(result.output.isEmpty)
    }
    let both = try CommandLine.run("run", "--coverage", scratch.directory.path, "--inspect", main)
    #expect(both.status == 2)
    #expect(both.errors.contains("one inspector"))
  }

  @Test(arguments: [10, 400]) func `deeply nested code is counted`(levels: Int) throws {
    let nested = String(repeating: "(() => ", count: levels) + "inner" + String(repeating: ")()", count: levels)
    let scratch = try Scratch(["main.cjs": "function inner() {\n  return 1;\n}\n\(nested)();\n"])
    let folder = scratch.directory.appendingPathComponent("coverage")
    let main = scratch.directory.appendingPathComponent("main.cjs")
    let result = try CommandLine.run("run", "--coverage", folder.path, main.path)
    #expect(result.status == 0, "\(result.errors)")
    let counts = try String(contentsOf: folder.appendingPathComponent("lcov.info"), encoding: .utf8)
    #expect(counts.contains("FN:1,inner\nFNDA:1,inner\n"), "\(counts.prefix(400))")
    #expect(counts.contains("DA:2,1\n"), "\(counts.prefix(400))")
  }
}
