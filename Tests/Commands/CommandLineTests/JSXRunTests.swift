import Foundation
import Testing

/// Programs with elements, and what a tsconfig.json says about them.
@Suite(.timeLimit(.minutes(5))) struct JSXRunTests {
  /// A package whose functions return their arguments.
  private static let react = [
    "node_modules/react/package.json":
      #"{"exports": {".": "./index.js", "./jsx-runtime": "./runtime.js", "./jsx-dev-runtime": "./dev.js"}}"#,
    "node_modules/react/index.js": "exports.createElement = (...a) => ['createElement', ...a]; exports.Fragment = 'F'",
    "node_modules/react/runtime.js":
      "exports.jsx = (...a) => ['jsx', ...a]; exports.jsxs = (...a) => ['jsxs', ...a]; exports.Fragment = 'F'",
    "node_modules/react/dev.js": "exports.jsxDEV = (...a) => ['jsxDEV', ...a]; exports.Fragment = 'F'",
  ]

  private func run(_ files: [String: String], _ program: String, _ command: String = "run") throws -> CommandLine.Result
  {
    let scratch = try Scratch(JSXRunTests.react.merging(files) { $1 })
    return try CommandLine.run(command, "\(scratch.directory.path)/\(program)")
  }

  @Test(arguments: ["a.jsx", "a.tsx", "src/a.jsx"])
  func `a module and a CommonJS module have the functions of react`(_ name: String) throws {
    let text = "console.log(JSON.stringify(<p key='k'>a{1}</p>))"
    for text in [text, "import 'react'; \(text)"] {
      let result = try run([name: text], name)
      #expect(result.errors == "" && result.output == #"["jsxs","p",{"children":["a",1]},"k"]"# + "\n")
    }
  }

  @Test func `a tsconfig.json chooses the functions and the files`() throws {
    let classic = try run(
      [
        "src/a.tsx": "import React from 'react'; import { n } from '~/b'; console.log(JSON.stringify(<p a={n}/>))",
        "lib/b.ts": "export const n: number = 2",
        "tsconfig.json":
          "{ // comment\n \"compilerOptions\": { \"jsx\": \"react\", \"paths\": { \"~/*\": [\"./lib/*\"] }, }, }",
      ], "src/a.tsx")
    #expect(classic.errors == "" && classic.output == #"["createElement","p",{"a":2}]"# + "\n")
    let development = try run(
      [
        "a.tsx": "console.log(JSON.stringify((\n  <p/>)[5].lineNumber))",
        "tsconfig.json": #"{"compilerOptions": {"jsx": "react-jsxdev"}}"#,
      ], "a.tsx")
    #expect(development.errors == "" && development.output == "2\n")
  }

  @Test func `an error of an element or of a tsconfig.json is shown with its line`() throws {
    let open = try run(["a.jsx": "const a = (\n  <p>\n);"], "a.jsx")
    #expect(open.status == 1 && open.errors.contains("a.jsx:3:3"), "\(open.errors)")
    let malformed = try run(["a.ts": "1", "tsconfig.json": "{\n  \"extends\": 1\n}"], "a.ts")
    #expect(malformed.status == 1 && malformed.errors.contains("tsconfig.json:2:14"), "\(malformed.errors)")
    let thrown = try run(["a.tsx": "const f = () => { throw new Error('no') };\n<p\n  a={f()}/>"], "a.tsx")
    #expect(thrown.errors.contains("a.tsx:3:"), "\(thrown.errors)")
  }

  @Test func `a program without the package says what to do`() throws {
    let scratch = try Scratch(["a.tsx": "console.log(<p/>)", "b.js": "console.log(<p/>)"])
    for command in ["run", "check"] {
      let result = try CommandLine.run(command, "\(scratch.directory.path)/a.tsx")
      #expect(result.status == 1 && result.errors.contains("jsxImportSource"), "\(result.errors)")
    }
    let script = try CommandLine.run("run", "\(scratch.directory.path)/b.js")
    #expect(script.status == 1 && script.errors.contains("JSX is read in files named .jsx and .tsx only"))
  }
}
