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

  @Test func `a cycle of imports that reads a variable too early names it where it is read`() throws {
    let scratch = try Scratch([
      "a.mjs": "import { b } from './b.mjs';\nexport const a = b + 1;\nexport default 5;",
      "b.mjs": "import { a } from './a.mjs';\n\nexport const b = a + 1;",
      "c.mjs": "import five, * as all from './d.mjs';\nexport let c = 1;\nexport default five;",
      "d.mjs":
        "import * as all from './c.mjs';\nlet codes = [];\nfor (const name of ['c', 'default']) try { all[name] } catch (error) { codes.push(`${error.name}: ${error.message}`) }\nconsole.log(codes.join('\\n'));\nsetTimeout(() => console.log(all.c, all.default));\nexport default 6;",
    ])
    let early = try CommandLine.run("run", "\(scratch.directory.path)/a.mjs")
    #expect(early.status == 1)
    #expect(early.errors.hasPrefix("ReferenceError: Cannot access 'a' before initialization.\n"), "\(early.errors)")
    #expect(
      early.errors.contains("b.mjs:3:") && early.errors.contains("  3 | export const b = a + 1;\n"), "\(early.errors)")
    let late = try CommandLine.run("run", "\(scratch.directory.path)/c.mjs")
    #expect(
      late.output
        == "ReferenceError: Cannot access 'c' before initialization.\nReferenceError: Cannot access 'default' before initialization.\n1 6\n",
      "\(late.output)\(late.errors)")
  }

  @Test func `a file without an extension is what its text is, in a package of modules as well`() throws {
    let scratch = try Scratch([
      "main.cjs": "console.log(require('p/common'), require('p/module').x)",
      "node_modules/p/package.json":
        #"{"name":"p","type":"module","exports":{"./common":"./common","./module":"./module"}}"#,
      "node_modules/p/common": "module.exports = typeof require",
      "node_modules/p/module": "export const x = typeof require",
    ])
    let result = try CommandLine.run("run", "\(scratch.directory.path)/main.cjs")
    #expect(result.output == "function undefined\n", "\(result.errors)")
  }

  @Test func `an error of JSON.parse has its place, on the first line too`() throws {
    for (name, text) in [
      ("a.ts", #"console.log(JSON.parse("{a"));"#), ("b.mjs", #"export {}; console.log(JSON.parse("{a"));"#),
      ("c.js", "\nconst f = () => JSON.parse('{a');\nf();"), ("d.js", "new RegExp('(');"),
    ] {
      let scratch = try Scratch([name: text])
      let result = try CommandLine.run("run", "\(scratch.directory.path)/\(name)")
      #expect(result.status == 1)
      #expect(result.errors.hasPrefix("SyntaxError: ") && result.errors.contains("^\n"), "\(result.errors)")
    }
  }
}
