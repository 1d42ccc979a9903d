import JavaScriptModules
import Testing

@testable import JavaScriptRuntime

@Suite(.timeLimit(.minutes(5))) struct PromptTests {
  private func runtime(_ files: [String: String] = [:]) async throws -> JavaScriptRuntime {
    var configuration = RuntimeConfiguration()
    configuration.modules = ModuleConfiguration(.memory(files))
    return try await JavaScriptRuntime(configuration)
  }

  @Test func `an import declaration at the prompt defines globals`() async throws {
    let runtime = try await runtime([
      "x.js": "export const a = 1, b = 2; export default 3", "d.json": #"{"y": 4}"#,
    ])
    for input in [
      "import d, { a, b as c } from './x.js'", "import * as ns from \"./x.js\";", "import './x.js'",
      "import j from './d.json' with { type: 'json' };", "import { 'a' as s } from './x.js'",
    ] {
      #expect(try await runtime.evaluateForPrompt(input) == "undefined" || input.hasPrefix("import './"))
    }
    #expect(try await runtime.evaluateForPrompt("[d, a, c, ns.b, j.y, s].join()") == "'3,1,2,2,4,1'")
    for input in [
      "import { a } from", "import a b from './x.js'", "import { none.x } from './x.js'",
      "import { z } from './x.js'",
    ] {
      let error = await #expect(throws: JavaScriptError.self) { try await runtime.evaluateForPrompt(input) }
      #expect(error?.details?.name == "SyntaxError")
    }
    await runtime.close()
  }

  /// Each input, and what the prompt prints for it; nil for an error.
  @Test(arguments: [
    [("await 1", "1"), ("await (2)", "2"), ("[await 3, 4]", "[ 3, 4 ]"), ("{ a: await 5 }", "{ a: 5 }")],
    [("let a = await 1, { b } = { b: 2 }", "undefined"), ("[a, b]", "[ 1, 2 ]"), ("a = 3; await a", "3")],
    [("const c = await 1; c + 1", "2"), ("c", "1"), ("const d = 1", "undefined"), ("d + await c", "2")],
    [("var e = 1", "undefined"), ("var e; await e", "1"), ("let f; await f", "undefined"), ("f", "undefined")],
    [("function g() { return 1 } await g()", "1"), ("g()", "1")],
    [("class H { i = await_ } let await_ = 2; new H().i", "2")],
    [("class J { k = 3 } await new J().k", "3"), ("new J().k", "3")],
    [("for (const l of [await 1]) globalThis.m = l; m", "1"), ("for await (const l of [2, 3]) m = l; m", "3")],
    [("import { a as n, default as o } from './x.js'; n + o", "3"), ("[n, o]", "[ 1, 2 ]")],
    [("import * as p from './x.js'; Object.keys(await p)", "[ 'a', 'default' ]")],
    [("(await import('./x.js')).default", "2"), ("import('./x.js') instanceof Promise", "true")],
  ])
  func `an input that awaits or imports has a value and leaves its names`(_ inputs: [(String, String)]) async throws {
    let runtime = try await runtime(["x.js": "export const a = 1; export default 2"])
    for (input, value) in inputs { #expect(try await runtime.evaluateForPrompt(input) == value, "\(input)") }
    await runtime.close()
  }

  @Test func `an error in an input that awaits has its line and column`() async throws {
    let runtime = try await runtime()
    let error = await #expect(throws: JavaScriptError.self) {
      try await runtime.evaluateForPrompt("await 1;\n  nothing()")
    }
    #expect(error?.details?.line == 2)
    let report = try #require(error).report().text
    #expect(report.contains("  2 |   nothing()\n    |   "))
    await runtime.close()
  }

  @Test func `an input that nests deeply may await`() async throws {
    let runtime = try await JavaScriptRuntime(Printed().configuration)
    // Regression: the parser gave up on the small stack of this thread, and the input ran as a script.
    let open = String(repeating: "[", count: 300)
    let close = String(repeating: "]", count: 300)
    let value = try await runtime.evaluateForPrompt("(await \(open)7\(close)).flat(Infinity)")
    #expect(value == "[ 7 ]")
    await runtime.close()
  }
}
