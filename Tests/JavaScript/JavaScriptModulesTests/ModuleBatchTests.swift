import Testing

@testable import JavaScriptModules

@Suite(.timeLimit(.minutes(5))) struct ModuleBatchTests {
  private func load(
    _ files: [String: String], from entry: String = "main.js",
    _ change: (inout ModuleConfiguration) throws -> Void = { _ in }
  ) async throws -> [LoadedModule] {
    var configuration = ModuleConfiguration(.memory(files))
    try change(&configuration)
    return try await load(configuration, entry)
  }

  private func load(_ configuration: ModuleConfiguration, _ entry: String) async throws -> [LoadedModule] {
    let key = ModuleKey(url: configuration.loader.base.resolving("./" + entry)!)
    return try await ModuleBatch(configuration, known: KnownModules(), knownBytes: 0).load(key)
  }

  @Test func `a module is loaded with all below it, each once`() async throws {
    let modules = try await load([
      "main.js": "import './a.js'; import './b.js'", "a.js": "import './c.js'",
      "b.js": "import './c.js'; import './main.js'",
      "c.js": "export {}",
    ])
    #expect(modules.map { $0.url.path } == ["/main.js", "/a.js", "/b.js", "/c.js"])
  }

  @Test func `an error has the place and the chain of imports`() async {
    let error = await #expect(throws: ModuleError.self) {
      try await load([
        "main.js": "import './a.js'", "a.js": "export {};\nexport * from './b.js'", "b.js": "import './gone.js'",
      ])
    }
    #expect(error?.code == .notFound)
    #expect(error?.place == "memory:///b.js:1:8")
    #expect(error?.chain == ["memory:///main.js", "memory:///a.js"])
    #expect(error?.specifier == "./gone.js")
  }

  @Test func `of several errors the first one is told`() async {
    for _ in 0..<20 {
      let error = await #expect(throws: ModuleError.self) {
        try await load(["main.js": "import './a.js'; import './b.js'", "a.js": "let let = 1", "b.js": "import 'x'"])
      }
      #expect(error?.referrer == "memory:///a.js")
    }
  }

  @Test func `an error of syntax has its place`() async {
    let error = await #expect(throws: ModuleError.self) { try await load(["main.js": "export {};\nlet x = ;"]) }
    #expect(error?.isSyntaxError == true)
    #expect(error?.place == "memory:///main.js:2:9")
  }

  @Test func `attributes decide what is loaded`() async throws {
    let modules = try await load([
      "main.js":
        "import a from './a.json' with { type: 'json' }; import b from './a.json' with { type: 'text' }; import c from './x.bin' with { type: 'bytes' }",
      "a.json": "{}", "x.bin": "x",
    ])
    #expect(modules.map(\.key.format) == [nil, .json, .text, .bytes])
  }

  @Test(arguments: [
    ("import './a.json'", ModuleError.Code.failedPrecondition, "with { type: \"json\" }"),
    ("import './a.js' with { type: 'json' }", .failedPrecondition, "is not a JSON module"),
    ("import './a.json' with { type: 'css' }", .unimplemented, "The import type 'css' is not supported"),
    ("import './a.json' with { lazy: 'yes' }", .unimplemented, "The import attribute 'lazy' is not supported"),
    ("import './bad.json' with { type: 'json' }", .invalidArgument, "is not valid JSON"),
    ("import 'node:http'", .unimplemented, "http plugin"),
  ]) func `what cannot be imported says why`(text: String, code: ModuleError.Code, part: String) async {
    let error = await #expect(throws: ModuleError.self) {
      try await load(["main.js": text, "a.json": "{}", "a.js": "export {}", "bad.json": "{\n x"])
    }
    #expect(error?.code == code)
    #expect(error?.message.contains(part) == true, "\(error?.message ?? "")")
  }

  @Test func `limits of modules and bytes hold`() async throws {
    let files = ["main.js": "import './a.js'; import './b.js'", "a.js": "export {}", "b.js": "export {}"]
    for change in [
      { (limits: inout ModuleLimits) in limits.modules = 2 }, { $0.totalBytes = 40 }, { $0.sourceBytes = 10 },
    ] as [@Sendable (inout ModuleLimits) -> Void] {
      let error = await #expect(throws: ModuleError.self) { try await load(files) { change(&$0.limits) } }
      #expect(error?.code == .resourceExhausted)
    }
  }

  @Test func `an endless chain of modules ends at the limit`() async {
    struct Endless: ModuleLoader {
      let base = ModuleURL("x:///")!
      func load(_ url: ModuleURL, as format: ModuleFormat?) async throws -> ModuleSource {
        ModuleSource(url: url, text: "import './\(url.path.count)/x.js'", format: .module)
      }
    }
    var configuration = ModuleConfiguration(Endless())
    configuration.limits.modules = 50
    let error = await #expect(throws: ModuleError.self) { try await load(configuration, "main.js") }
    #expect(error?.code == .resourceExhausted)
  }

  @Test func `what another loader throws is an error of the import`() async {
    struct Failing: ModuleLoader {
      struct Trouble: Error {}
      let base = ModuleURL("x:///")!
      func load(_ url: ModuleURL, as format: ModuleFormat?) async throws -> ModuleSource { throw Trouble() }
    }
    let error = await #expect(throws: ModuleError.self) { try await load(ModuleConfiguration(Failing()), "main.js") }
    #expect(error?.code == .unknown)
    #expect(error?.message.contains("Trouble") == true)
  }

  @Test func `an import map and its integrity are obeyed`() async throws {
    let files = ["main.js": "import 'a'", "b.js": "abc"]
    let map =
      #"{"imports": {"a": "./b.js"}, "integrity": {"./b.js": "sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="}}"#
    let url = ModuleURL("memory:///map.json")!
    let modules = try await load(files) { $0.importMap = try ImportMap(Array(map.utf8), url: url) }
    #expect(modules.map { $0.url.path } == ["/main.js", "/b.js"])
    let other = ["main.js": "import 'a'", "b.js": "abd"]
    let error = await #expect(throws: ModuleError.self) {
      try await load(other) { $0.importMap = try ImportMap(Array(map.utf8), url: url) }
    }
    #expect(error?.code == .dataLoss)
  }

  @Test func `names that are passed on between CommonJS modules are found`() async throws {
    let modules = try await load([
      "main.js": "import { x } from './a.cjs'", "a.cjs": "module.exports = require('./b.cjs')",
      "b.cjs": "exports.x = 1; exports.y = require('./a.cjs')",
    ])
    guard case .commonJS(let text) = modules[1].content else { return #expect(Bool(false)) }
    #expect(text.names == ["x", "y"])
  }

  @Test func `code as deep as bundlers write it is parsed, and deeper code is an error`() async throws {
    let deep = String(repeating: "(", count: 300) + "1" + String(repeating: ")", count: 300)
    #expect(try await load(["main.js": "export default \(deep)"]).count == 1)
    let error = await #expect(throws: ModuleError.self) {
      try await load(["main.js": "export default " + String(repeating: "(", count: 1_000_000)])
    }
    #expect(error?.isSyntaxError == true)
  }

  @Test func `bytes that are no UTF-8 are an error`() async {
    var files = MemoryFiles()
    files.add("main.js", [0x78, 0xFF])
    let loader = TreeModuleLoader(files, base: ModuleURL("memory:///")!)
    await #expect(throws: ModuleError.self) { try await load(ModuleConfiguration(loader), "main.js") }
  }
}
