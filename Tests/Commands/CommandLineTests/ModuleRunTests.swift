import Foundation
import Testing

@Suite(.timeLimit(.minutes(5))) struct ModuleRunTests {
  @Test func `a program has modules, packages and JSON`() throws {
    let scratch = try Scratch([
      "package.json": #"{"type": "module"}"#, "node_modules/p/index.js": "exports.name = 'p'",
      "src/main.js":
        "import { x } from './lib/x.js'; import { name } from 'p'; import d from './d.json' with { type: 'json' }; console.log(x, name, d.y, import.meta.main); setTimeout(() => console.log('end'))",
      "src/lib/x.js": "export const x = await 1", "src/d.json": #"{"y": 2}"#,
    ])
    let result = try CommandLine.run("run", "\(scratch.directory.path)/src/main.js")
    #expect(result.errors == "")
    #expect(result.output == "1 p 2 true\nend\n")
  }

  @Test func `a CommonJS program runs`() throws {
    let scratch = try Scratch([
      "main.js": "console.log(require('./x').a, __filename.endsWith('main.js'))", "x.js": "exports.a = 1",
    ])
    let result = try CommandLine.run("run", "\(scratch.directory.path)/main.js")
    #expect(result.errors == "")
    #expect(result.output == "1 true\n")
  }

  @Test func `a CommonJS program knows where it is`() throws {
    let scratch = try Scratch([
      "main.js": """
      const { resolve } = require('path');
      console.log(module.paths[0] === resolve('node_modules'), require.resolve.paths('./x')[0] === __dirname, process.cwd() === __dirname);
      console.log(process.argv[1] === __filename, process.argv.slice(2), process.stdout.isTTY);
      """
    ])
    let result = try CommandLine.run("run", "\(scratch.directory.path)/main.js", "one")
    #expect(result.errors == "")
    #expect(result.output == "true true true\ntrue [ 'one' ] false\n")
  }

  @Test(arguments: [
    ("Buffer.from('a')", "Buffer", #"import { Buffer } from "node:buffer""#),
    ("process.cwd()", "process", #"import process from "node:process""#),
    ("__dirname", "__dirname", "use import.meta.dirname"),
  ])
  func `a module without a global of Node's is told how to get it`(source: String, name: String, advice: String) throws
  {
    let scratch = try Scratch(["main.mjs": source])
    let result = try CommandLine.run("run", "\(scratch.directory.path)/main.mjs")
    #expect(result.status == 1)
    let hint = "\ncauseway: \(name) is a global of Node, which only CommonJS modules and packages have: \(advice).\n"
    #expect(result.errors.hasSuffix(hint), "\(result.errors)")
  }

  @Test func `an error shows its line, and what led there`() throws {
    let scratch = try Scratch([
      "main.mjs": "import './a.mjs'", "a.mjs": "import { x } from './b.mjs';\nconsole.log(x)",
      "b.mjs": "export const y = 1",
      "c.mjs": "import './a2.mjs'", "a2.mjs": "import './gone.mjs'",
    ])
    let result = try CommandLine.run("run", "\(scratch.directory.path)/main.mjs")
    #expect(result.status == 1)
    #expect(result.errors.contains("has no export named 'x'. Did you mean 'y'?"))
    #expect(result.errors.contains("a.mjs:1:10"))
    let missing = try CommandLine.run("run", "\(scratch.directory.path)/c.mjs")
    #expect(missing.errors.contains("gone.mjs"))
    #expect(missing.errors.contains("imported by file://"))
  }

  @Test func `nothing outside of the root is read`() throws {
    let scratch = try Scratch([
      "secret.js": "export default 1", "app/package.json": "{}", "app/main.js": "import '../secret.js'",
    ])
    let result = try CommandLine.run("run", "\(scratch.directory.path)/app/main.js")
    #expect(result.status == 1)
    #expect(result.errors.contains("is outside "))
    let wider = try CommandLine.run("run", "--root", scratch.directory.path, "\(scratch.directory.path)/app/main.js")
    #expect(wider.status == 0)
  }

  @Test func `an import map says what names mean`() throws {
    let scratch = try Scratch([
      "main.js": "import x from 'x'; console.log(x)", "lib/x.js": "export default 'x'",
      "map.json": #"{"imports": {"x": "./lib/x.js"}}"#, "bad.json": "{",
    ])
    let path = scratch.directory.path
    let result = try CommandLine.run("run", "--import-map", "\(path)/map.json", "\(path)/main.js")
    #expect(result.output == "x\n")
    let bad = try CommandLine.run("run", "--import-map", "\(path)/bad.json", "\(path)/main.js")
    #expect(bad.status == 2)
    #expect(bad.errors.contains("bad.json"))
  }

  @Test func `the prompt imports from the directory that it is started in`() throws {
    let scratch = try Scratch([
      "x.js": "export const a = 41; export default 1", "input": "import d, { a } from './x.js'\na + d\n",
    ])
    let result = try CommandLine.finishInShell("cd '\(scratch.directory.path)' && \"$0\" repl < input")
    #expect(result.output == "42\n")
    #expect(result.errors == "")
  }

  @Test func `code of the command line may be a module`() throws {
    let code = "export const a = 1; console.log(a, import.meta.main)"
    #expect(try CommandLine.run("run", "-e", code).output == "1 true\n")
    #expect(try CommandLine.run("run", "-", input: code).output == "1 true\n")
  }
}
