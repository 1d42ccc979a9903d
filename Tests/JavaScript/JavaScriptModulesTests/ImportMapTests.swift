import Testing

@testable import JavaScriptModules

@Suite struct ImportMapTests {
  private func map(_ text: String) throws(ModuleError) -> ImportMap {
    let loader = TreeModuleLoader(MemoryFiles(), base: ModuleURL("file:///app/")!)
    return try ImportMap(Array(text.utf8), url: ModuleURL("file:///app/map.json")!) { (url) throws(ModuleError) in
      try loader.check(url)
    }
  }

  private func resolve(_ specifier: String, _ map: ImportMap, from: String = "file:///app/main.js") throws -> String? {
    try map.resolve(specifier, from: ModuleURL(from)!)?.description
  }

  @Test func `specifiers and prefixes are mapped`() throws {
    let map = try map(
      #"{"imports": {"a": "./lib/a.js", "lib/": "./lib/", "lib/x/": "./other/", "./b.js": "./c.js", "/app/d.js": "/app/e.js"}}"#
    )
    #expect(try resolve("a", map) == "file:///app/lib/a.js")
    #expect(try resolve("lib/b.js", map) == "file:///app/lib/b.js")
    #expect(try resolve("lib/x/b.js", map) == "file:///app/other/b.js")
    #expect(try resolve("./b.js", map) == "file:///app/c.js")
    #expect(try resolve("../app/d.js", map) == "file:///app/e.js")
    #expect(try resolve("a/b", map) == nil)
    #expect(try resolve("./z.js", map) == nil)
  }

  @Test func `a scope counts before the rest, the longest first`() throws {
    let map = try map(
      #"{"imports": {"a": "./1.js"}, "scopes": {"./lib/": {"a": "./2.js"}, "./lib/x/": {"a": "./3.js"}, "./m.js": {"a": "./4.js"}}}"#
    )
    #expect(try resolve("a", map) == "file:///app/1.js")
    #expect(try resolve("a", map, from: "file:///app/lib/y.js") == "file:///app/2.js")
    #expect(try resolve("a", map, from: "file:///app/lib/x/y.js") == "file:///app/3.js")
    #expect(try resolve("a", map, from: "file:///app/m.js") == "file:///app/4.js")
  }

  @Test func `null forbids a specifier`() throws {
    let map = try map(#"{"imports": {"a": null, "b/": null}}"#)
    for specifier in ["a", "b/c"] {
      let error = #expect(throws: ModuleError.self) { try resolve(specifier, map) }
      #expect(error?.code == .failedPrecondition)
    }
  }

  @Test func `a prefix is not climbed out of`() throws {
    let map = try map(#"{"imports": {"lib/": "./lib/"}}"#)
    let error = #expect(throws: ModuleError.self) { try resolve("lib/../secret.js", map) }
    #expect(error?.code == .invalidArgument)
  }

  @Test(arguments: [
    ("[]", ModuleError.Code.invalidArgument), (#"{"import": {}}"#, .invalidArgument),
    (#"{"imports": []}"#, .invalidArgument),
    (#"{"imports": {"": "./a"}}"#, .invalidArgument), (#"{"imports": {"a": "b"}}"#, .invalidArgument),
    (#"{"imports": {"a": 1}}"#, .invalidArgument), (#"{"imports": {"a/": "./a"}}"#, .invalidArgument),
    (#"{"scopes": {"x": {}}}"#, .invalidArgument), (#"{"integrity": {"./a.js": 1}}"#, .invalidArgument),
    (#"{"imports": {"a": "../../etc/x.js"}}"#, .permissionDenied),
    (#"{"imports": {"a": "/etc/x.js"}}"#, .permissionDenied),
    (#"{"imports": {"a": "https://x/y.js"}}"#, .unimplemented), (#"{"imports": {"#, .invalidArgument),
  ]) func `a malformed map is refused`(text: String, code: ModuleError.Code) {
    let error = #expect(throws: ModuleError.self) { try map(text) }
    #expect(error?.code == code)
  }

  @Test func `a map has a limit of entries`() {
    var limits = ModuleLimits()
    limits.importMapEntries = 2
    let text = Array(#"{"imports": {"a": "./a", "b": "./b"}, "scopes": {"./x/": {}}}"#.utf8)
    let error = #expect(throws: ModuleError.self) {
      try ImportMap(text, url: ModuleURL("file:///m.json")!, limits: limits)
    }
    #expect(error?.code == .resourceExhausted)
  }

  @Test func `integrity is found by the module's URL`() throws {
    let map = try map(#"{"integrity": {"./a.js": "sha256-x"}}"#)
    #expect(map.integrity(of: ModuleURL("file:///app/a.js")!) == "sha256-x")
    #expect(map.integrity(of: ModuleURL("file:///app/b.js")!) == nil)
  }
}
