import Foundation
import Testing

@Suite(.timeLimit(.minutes(5))) struct CheckTests {
  @Test func `all errors of a program are shown with their lines, and nothing runs`() throws {
    let scratch = try Scratch([
      "package.json": #"{"type": "module"}"#,
      "main.ts": "import { rea } from './lib.js';\nconsole.log('ran', rea);\nimport './gone.js';\n",
      "lib.ts": "export const read: number = 1;\nimport './worse.js'", "worse.js": "export {};\nlet x = ;",
    ])
    let result = try CommandLine.run("check", "\(scratch.directory.path)/main.ts")
    #expect(result.status == 1)
    #expect(result.output == "")
    #expect(result.errors.contains("has no export named 'rea'. Did you mean 'read'?"))
    #expect(
      result.errors.contains(
        "main.ts:1:10\n  1 | import { rea } from './lib.js';\n    |          ^\n"), "\(result.errors)")
    #expect(result.errors.contains("  2 | let x = ;\n    |         ^\n"))
    #expect(result.errors.contains("\n    imported by file://\(scratch.directory.path)/lib.ts\n"))
    #expect(result.errors.contains("Module not found: file://\(scratch.directory.path)/gone.js."))
    #expect(result.errors.hasSuffix("\ncauseway: 3 errors in 2 files.\n"))
  }

  @Test func `built-in modules are known, with the names that they export`() throws {
    let scratch = try Scratch([
      "ok.mjs": "import { test } from 'node:test';\nimport { expect } from 'causeway:test';\nimport path from 'path';",
      "bad.mjs": "import { tset } from 'node:test';",
    ])
    let result = try CommandLine.run("check", "\(scratch.directory.path)/ok.mjs")
    #expect(result.status == 0 && result.output == "1 file, no errors.\n", "\(result.errors)")
    let bad = try CommandLine.run("check", "\(scratch.directory.path)/bad.mjs")
    #expect(bad.status == 1 && bad.errors.contains("Did you mean 'test'?"), "\(bad.errors)")
  }

  @Test func `an error looks as it does when the program runs`() throws {
    let scratch = try Scratch(["main.mjs": "import { x } from './b.mjs'", "b.mjs": "export const y = 1"])
    let path = "\(scratch.directory.path)/main.mjs"
    let checked = try CommandLine.run("check", path).errors.components(separatedBy: "\n\n")[0]
    let ran = try CommandLine.run("run", path).errors
    #expect(ran.hasPrefix(checked), "\(ran)\n\(checked)")
  }

  @Test func `a correct program is counted, and types are left to tsc`() throws {
    let scratch = try Scratch([
      "main.ts": "import { a } from './a.js'; const b: string = a; export { b }", "a.ts": "export const a = 1",
      "script.js": "#!/usr/bin/env causeway\nawait 1; return",
    ])
    let result = try CommandLine.run("check", "\(scratch.directory.path)/main.ts")
    #expect(result.status == 0)
    #expect(result.errors == "")
    #expect(result.output == "2 files, no errors. Types are not checked: use tsc --noEmit.\n")
    let script = try CommandLine.run("check", "\(scratch.directory.path)/script.js")
    #expect(script.output == "1 file, no errors.\n")
  }

  @Test func `a folder is searched, without packages, hidden folders and declarations`() throws {
    let scratch = try Scratch([
      "package.json": "{}", "a.js": "let let", "src/b.mts": "const x: number = ;", "node_modules/p/c.js": "let let",
      ".hidden/d.js": "let let", "src/e.d.ts": "let let", "notes.txt": "let let",
    ])
    let result = try CommandLine.run("check", scratch.directory.path)
    #expect(result.status == 1)
    #expect(result.errors.hasSuffix("causeway: 2 errors in 1 file.\n"), "\(result.errors)")
    let several = try CommandLine.run("check", "\(scratch.directory.path)/a.js", "\(scratch.directory.path)/src")
    #expect(several.errors.contains("a.js:1:5") && several.errors.contains("b.mts:1:19"), "\(several.errors)")
  }

  @Test func `modules of Node are known, those that are not available are named, and neither counts as a file`() throws
  {
    let scratch = try Scratch([
      "main.ts":
        "import { join } from 'node:path';\nimport { EventEmitter } from 'events';\nimport x from 'data:text/javascript,export default 1';\nconsole.log(join, EventEmitter, x)",
      "bad.mjs": "import { jion } from 'node:path';\nimport 'node:dgram';\nimport 'node:nothing'",
    ])
    let good = try CommandLine.run("check", "\(scratch.directory.path)/main.ts")
    #expect(good.status == 0 && good.errors == "", "\(good.errors)")
    #expect(
      good.output.hasPrefix("1 file, no errors.") || good.output.hasPrefix("2 files, no errors."), "\(good.output)")
    let bad = try CommandLine.run("check", "\(scratch.directory.path)/bad.mjs")
    #expect(bad.status == 1)
    for text in [
      "no export named 'jion'. Did you mean 'join'?",
      "node:dgram is a built-in module of Node that is not available here", "No such built-in module: node:nothing",
    ] {
      #expect(bad.errors.contains(text), "\(bad.errors)")
    }
  }

  @Test func `errors are printed as JSON`() throws {
    let scratch = try Scratch(["main.mjs": "import './gone.mjs'", "ok.mjs": "export {}"])
    let result = try CommandLine.run("check", "--json", "\(scratch.directory.path)/main.mjs")
    #expect(result.status == 1)
    #expect(result.errors == "")
    let object = try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    let errors = try #require(object["errors"] as? [[String: Any]])
    #expect(errors.count == 1 && object["files"] as? Int == 1)
    #expect(errors[0]["code"] as? String == "NOT_FOUND")
    #expect(errors[0]["url"] as? String == "file://\(scratch.directory.path)/main.mjs")
    #expect(errors[0]["line"] as? Int == 1 && errors[0]["column"] as? Int == 8)
    let correct = try CommandLine.run("check", "--json", "\(scratch.directory.path)/ok.mjs")
    #expect(correct.status == 0)
    #expect(correct.output.contains("\"errors\" : []") || correct.output.contains("\"errors\" : [\n\n  ]"))
  }

  @Test func `what cannot be read is wrong usage`() throws {
    let scratch = try Scratch(["empty/notes.txt": "", "binary.js": "\u{0}", "map.json": "{"])
    let path = scratch.directory.path
    for arguments in [
      ["check"], ["check", "\(path)/none.js"], ["check", "\(path)/empty"],
      ["check", "--root", "\(path)/none", "\(path)/binary.mjs"],
    ] {
      let result = try CommandLine.run(arguments)
      #expect(result.status == 2, "\(arguments) \(result.errors)")
      #expect(result.errors != "")
      #expect(result.output == "")
    }
  }
}
