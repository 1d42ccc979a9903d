import JavaScriptModules
import Testing

@testable import JavaScriptRuntime

/// Errors of imports name the place in the program's own text.
@Suite(.timeLimit(.minutes(5))) struct ModuleErrorPlaceTests {
  /// The place of the error that a dynamic import rejects with, by an uncaught rejection.
  private func place(_ files: [String: String]) async throws -> String? {
    let error = await #expect(throws: JavaScriptError.self) { try await printed(files) }
    return error?.details?.location
  }

  @Test func `a failed import() is located at its call`() async throws {
    // Missing, refused when it is resolved, wrong attributes, and the same behind an await and within a function.
    let programs = [
      ["main.js": "\nawait import('./gone.js')"], ["main.js": "\nawait import('nothing')"],
      ["main.js": "\nawait import('./a.json')", "a.json": "1"],
    ]
    for files in programs { #expect(try await place(files) == "memory:///main.js:2:13") }
    let late = try await place([
      "main.js": "import { load } from './x.js'\nawait load()",
      "x.js": "export async function load() {\n  await 0\n  return await import('./gone.js') }",
    ])
    #expect(late == "memory:///x.js:3:22")
    // In scripts and CommonJS the column counts the longer text that stands in place of `import`.
    let common = try await place([
      "main.js": "import load from './x.cjs'\nawait load()",
      "x.cjs": "module.exports = async () => {\n  await import('./gone.js') }",
    ])
    #expect(common?.hasPrefix("memory:///x.cjs:2:") == true)
  }

  @Test func `an error below an import() keeps its own place`() async throws {
    let wrong = ["main.js": "\nawait import('./x.js')", "x.js": "\n\nlet = ;"]
    #expect(try await place(wrong)?.hasPrefix("memory:///x.js:3:") == true)
    #expect(
      try await place(["main.js": "\nawait import('./x.js')", "x.js": "\n\nimport './gone.js'"])
        == "memory:///x.js:3:8")
    let name = ["main.js": "\nawait import('./x.js')", "x.js": "\nimport { a } from './y.js'", "y.js": ""]
    #expect(try await place(name) == "memory:///x.js:2:10")
    #expect(
      try await place(["main.js": "\nawait import('./x.js')", "x.js": "\n\nthrow new Error('here')"])
        == "memory:///x.js:3:16")
  }

  @Test func `a failed require() is located at its call`() async throws {
    let place = try await place(["main.cjs": "\n\nrequire('./gone.js')", "main.js": "import './main.cjs'"])
    #expect(place == "memory:///main.cjs:3:8")
  }

  @Test func `a failed import() of a script or a program is located at its call`() async throws {
    var configuration = RuntimeConfiguration()
    configuration.modules = ModuleConfiguration(.memory(["x.js": ""]))
    let runtime = try await JavaScriptRuntime(configuration)
    let program = await #expect(throws: JavaScriptError.self) {
      try await runtime.evaluate(program: "\nawait import('./gone.js')", url: "app.js")
    }
    #expect(program?.details?.location?.hasPrefix("app.js:2:") == true)
    try await runtime.evaluate("let found\nimport('./gone.js').catch((error) => { found = error })", url: "script.js")
    await runtime.waitUntilIdle()
    #expect(try await runtime.evaluateForPrompt("found.stack.includes('script.js:2:')") == "true")
    await runtime.close()
  }
}

/// A context connects its modules for the first import.
@Suite(.timeLimit(.minutes(5))) struct LateModuleTests {
  @Test func `a loader that is not used leaves nothing in the context`() async throws {
    var configuration = RuntimeConfiguration()
    configuration.modules = ModuleConfiguration(.memory(["x.js": "export default 3"]))
    let runtime = try await JavaScriptRuntime(configuration)
    try await runtime.evaluate("let had = '__im' + 'port__' in globalThis")
    try await runtime.evaluate("let found; import('./x.js').then((module) => { found = module.default })")
    await runtime.waitUntilIdle()
    #expect(try await runtime.evaluateForPrompt("[had, found].join()") == "'false,3'")
    await runtime.close()
  }

  @Test func `a script that changes the built-ins before the first import changes no module`() async throws {
    let printed = Printed()
    var configuration = printed.configuration
    configuration.modules = ModuleConfiguration(
      .memory([
        "main.js": "import { a } from './x.js'; console.log(a, await import('./y.cjs').then((m) => m.default))",
        "x.js": "import './main.js'; export const a = 1", "y.cjs": "module.exports = 2",
      ]))
    let runtime = try await JavaScriptRuntime(configuration)
    try await runtime.evaluate(
      """
      const fail = () => { throw new Error("changed") };
      for (const prototype of [Object.getPrototypeOf(function* () {}).prototype, Object.getPrototypeOf(async function* () {}).prototype])
        prototype.next = fail;
      Object.defineProperty(Array.prototype, 0, { set: fail, configurable: true });
      Reflect.apply = Reflect.ownKeys = Object.freeze = Function.prototype.call = fail;
      """)
    try await runtime.run(module: "./main.js")
    await runtime.close()
    #expect(printed.all == ["1 2"])
  }
}
