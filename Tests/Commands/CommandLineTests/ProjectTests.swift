import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct ProjectTests {
  /// Runs TypeScript's compiler in a directory.
  private func compile(_ directory: String) throws -> CommandLine.Result {
    try CommandLine.finishInShell("cd '\(directory)' && tsc --noEmit --pretty false")
  }

  @Test func `a new project runs, and has no errors`() throws {
    let scratch = try Scratch()
    let path = "\(scratch.directory.path)/My App"
    let made = try CommandLine.run("init", path)
    #expect(made.status == 0, "\(made.errors)")
    #expect(made.output == "Created a project in \(path). To run it: causeway run \(path)/app.ts\n")
    let ran = try CommandLine.run("run", "\(path)/app.ts")
    #expect(ran.errors == "")
    #expect(ran.output.contains("lo (loopback) is "))
    let checked = try CommandLine.run("check", path)
    #expect(checked.status == 0, "\(checked.errors)")
    #expect(checked.output == "3 files, no errors. Types are not checked: use tsc --noEmit.\n")
    let compiled = try compile(path)
    #expect(compiled.output == "" && compiled.status == 0, "\(compiled.output)")
  }

  @Test func `the test of a new project passes, and fails where the program is wrong`() throws {
    let scratch = try Scratch()
    let path = scratch.directory.path
    #expect(try CommandLine.run("init", path).status == 0)
    let passed = try CommandLine.run("test", path)
    #expect(passed.status == 0, "\(passed.output)\(passed.errors)")
    #expect(passed.output.contains("\n2 tests in 1 file: 2 passed. 1 m of virtual time in "), "\(passed.output)")
    let program = try String(contentsOfFile: "\(path)/describe.ts", encoding: .utf8)
    try program.replacingOccurrences(of: ") is ", with: ") was ")
      .write(toFile: "\(path)/describe.ts", atomically: true, encoding: .utf8)
    let failed = try CommandLine.run("test", path)
    #expect(failed.status == 1)
    #expect(failed.output.contains("+ 'lo (loopback) was unknown'"), "\(failed.output)")
  }

  @Test func `the scripts of a new project name files that it has`() throws {
    let scratch = try Scratch()
    let path = scratch.directory.path
    #expect(try CommandLine.run("init", path).status == 0)
    let file = URL(fileURLWithPath: "\(path)/package.json")
    let manifest = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
    let scripts = try #require((manifest as? [String: Any])?["scripts"] as? [String: String])
    #expect(scripts.keys.sorted() == ["check", "start", "test"])
    for script in ["start", "test"] {
      let arguments = try #require(scripts[script]).replacingOccurrences(of: "causeway ", with: "")
      let ran = try CommandLine.finishInShell("cd '\(path)' && \"$0\" \(arguments)")
      #expect(ran.status == 0, "\(script): \(ran.errors)")
    }
  }

  @Test func `nothing is overwritten`() throws {
    let scratch = try Scratch(["app.ts": "mine", "old/tsconfig.json": "mine", "file": ""])
    let path = scratch.directory.path
    let result = try CommandLine.run("init", path)
    #expect(result.status == 2)
    #expect(result.errors == "causeway: \(path) already contains app.ts: nothing was written.\n")
    #expect(try FileManager.default.contentsOfDirectory(atPath: path).contains("types") == false)
    #expect(try CommandLine.run("init", "\(path)/old/").errors.contains("already contains tsconfig.json"))
    let file = try CommandLine.run("init", "\(path)/file")
    #expect(file.status == 2)
    #expect(file.errors.hasPrefix("causeway: Cannot write \(path)/file/app.ts: "), "\(file.errors)")
    let repeated = try CommandLine.run("init", "\(path)/old")
    #expect(repeated.errors.contains("already contains tsconfig.json"))
  }

  @Test func `the package of types is written again, and nothing else is`() throws {
    let scratch = try Scratch(["other/package.json": "{}"])
    let path = "\(scratch.directory.path)/types/causeway"
    #expect(try CommandLine.run("types", path).status == 0)
    try Data().write(to: URL(fileURLWithPath: "\(path)/globals.d.ts"))
    #expect(try CommandLine.run("types", path).status == 0)
    #expect(try String(contentsOfFile: "\(path)/globals.d.ts", encoding: .utf8).contains("declare var console"))
    let other = try CommandLine.run("types", "\(scratch.directory.path)/other")
    #expect(other.status == 2)
    #expect(other.errors.contains("already contains package.json"))
    #expect(try CommandLine.run("types", "--format", "js", path).status == 2)
    #expect(try CommandLine.run("types", "\(scratch.directory.path)/a b").status == 2)
  }

  @Test func `a program that uses the modules of Node is typed, and runs`() throws {
    let scratch = try Scratch()
    let path = scratch.directory.path
    #expect(try CommandLine.run("init", path).status == 0)
    let program = try String(contentsOf: repositoryFile("Tests/Fixtures/node/uses-of-modules.ts"), encoding: .utf8)
    try program.write(toFile: "\(path)/uses.ts", atomically: true, encoding: .utf8)
    // A CommonJS module has more globals, if the project names their declarations.
    try "const b: Buffer = Buffer.from(__filename);\nmodule.exports = require('node:path').basename(b.toString());\n"
      .write(toFile: "\(path)/name.cts", atomically: true, encoding: .utf8)
    let configuration = """
      {
        "extends": "./types/causeway/tsconfig.json",
        "include": ["**/*.ts", "**/*.cts"],
        "files": ["types/causeway/node/commonjs.d.cts"]
      }
      """
    try configuration.write(toFile: "\(path)/tsconfig.json", atomically: true, encoding: .utf8)
    let compiled = try compile(path)
    #expect(compiled.output == "" && compiled.status == 0, "\(compiled.output)")
    let ran = try CommandLine.run("run", "\(path)/uses.ts")
    #expect(ran.status == 0 && ran.output == "done\n", "\(ran.output)\(ran.errors)")
  }

  @Test func `the compiler finds mistakes in the use of what is declared`() throws {
    let scratch = try Scratch()
    let path = scratch.directory.path
    #expect(try CommandLine.run("init", path).status == 0)
    let wrong = [
      "const a: number = import.meta.url;", "document.title;", "bridge.plugins.nope;", "fetch(1, 2, 3);",
      "import text from './x.txt'; const c: number = text;", "bridge.plugins.network.status(1, 2, 3);",
      "setTimeout('code');", "new URL(1);", "crypto.subtle.nope;",
    ]
    for (index, line) in wrong.enumerated() {
      try "\(line)\nexport {};\n".write(toFile: "\(path)/wrong\(index).ts", atomically: true, encoding: .utf8)
    }
    let result = try compile(path)
    for index in wrong.indices { #expect(result.output.contains("wrong\(index).ts(1,"), "\(wrong[index])") }
    #expect(!result.output.contains("types/causeway"))
  }
}
