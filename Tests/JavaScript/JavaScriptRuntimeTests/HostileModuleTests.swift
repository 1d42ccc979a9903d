import JavaScriptModules
import TestSupport
import Testing

@testable import JavaScriptRuntime

@Suite(.timeLimit(.minutes(5))) struct HostileModuleTests {
  @Test func `a module that never gives its thread back is stopped`() async throws {
    let error = await #expect(throws: JavaScriptError.self) {
      try await printed(["main.js": "import './x.js'", "x.js": "for (;;) {} export {}"]) {
        $0.evaluationLimit = .milliseconds(200)
      }
    }
    #expect(error?.code == .timeLimit)
  }

  @Test func `modules that require one another at depth end with an error`() async throws {
    var files = ["main.cjs": "try { require('./m0.mjs') } catch (e) { console.log(e.name) }"]
    for index in 0..<3_000 {
      files["m\(index).mjs"] = "import './c\(index).cjs'"
      files["c\(index).cjs"] = "require('./m\(index + 1).mjs')"
    }
    files["m3000.mjs"] = "export {}"
    let lines = try await printed(files, entry: "./main.cjs")
    #expect(lines == ["RangeError"] || lines.isEmpty)
  }

  @Test func `a graph of many modules is linked and evaluated`() async throws {
    var files = ["main.js": "import { n } from './m0.js'; console.log(n)"]
    for index in 0..<2_000 {
      files["m\(index).js"] = "export * from './m\(index + 1).js'; export * from './m\((index * 7 + 3) % 2_000).js'"
    }
    files["m2000.js"] = "export const n = 'deep'"
    #expect(try await printed(files) == ["deep"])
  }

  @Test func `a loader that says another URL changes what relative names mean, and reaches nothing else`() async throws
  {
    struct Lying: ModuleLoader {
      let files = TreeModuleLoader.memory(["a.js": "import './b.js'", "b.js": "console.log('b')"])
      var base: ModuleURL { files.base }
      func resolve(
        _ specifier: String, from referrer: ModuleURL, by kind: ModuleRequestKind
      ) throws(ModuleError) -> ModuleURL {
        try files.resolve(specifier, from: referrer, by: kind)
      }
      func load(_ url: ModuleURL, as format: ModuleFormat?) async throws -> ModuleSource {
        var source = try files.loadNow(url, as: format)
        if url.path == "/a.js" { source.url = ModuleURL("file:///etc/passwd")! }
        return source
      }
    }
    let error = await #expect(throws: JavaScriptError.self) {
      try await printed([:], entry: "./a.js") { $0.modules = ModuleConfiguration(Lying()) }
    }
    #expect(error?.details?.code == "UNIMPLEMENTED")
  }

  @Test func `JSON modules have own properties only`() async throws {
    let lines = try await printed([
      "main.js": """
      Object.defineProperty(Object.prototype, 'polluted', { set() { console.log('set') }, configurable: true });
      const { default: d } = await import('./d.json', { with: { type: 'json' } });
      console.log(Object.keys(d).join(), d.x, Object.getPrototypeOf(d) === Object.prototype);
      """, "d.json": #"{"__proto__": {"x": 1}, "polluted": 2, "constructor": 3}"#,
    ])
    #expect(lines == ["__proto__,polluted,constructor undefined true"])
  }

  @Test func `names of the language's own objects are names like any other`() async throws {
    let lines = try await printed([
      "main.js":
        "import * as ns from './x.js'; import { __proto__ as p, constructor as c } from './x.js'; console.log(p, c, Object.keys(ns).join(), ns.__proto__, ns.toString)",
      "x.js": "const a = 1, b = 2; export { a as __proto__, b as constructor, a as then2 }",
    ])
    #expect(lines == ["1 2 __proto__,constructor,then2 1 undefined"])
  }

  @Test func `imports that are open when the runtime reloads are given up`() async throws {
    struct Slow: ModuleLoader {
      let base = ModuleURL("x:///")!
      let asked = Signal()
      func load(_ url: ModuleURL, as format: ModuleFormat?) async throws -> ModuleSource {
        if url.path == "/slow.js" {
          asked.fire()
          try await untilCancelled()
        }
        return ModuleSource(url: url, text: "console.log('fresh')", format: .module)
      }
    }
    let printed = Printed()
    var configuration = printed.configuration
    let loader = Slow()
    configuration.modules = ModuleConfiguration(loader)
    let runtime = try await JavaScriptRuntime(configuration)
    let importing = Task { try await runtime.import("./slow.js") }
    await loader.asked.wait()
    try await runtime.reload()
    await #expect(throws: JavaScriptError.self) { try await importing.value }
    try await runtime.import("./x.js")
    await runtime.close()
    #expect(printed.all == ["fresh"])
  }
}
