import Testing

@testable import JavaScriptModules

@Suite struct ResolutionTests {
  private let resolve = Resolving([
    "main.js": "", "Upper.js": "", "lib/a.js": "", "lib/b.ts": "", "lib/c.mts": "", "lib/index.js": "",
    "with space.js": "",
    "lib/data.json": "{}", "pkg/package.json": #"{"main": "./entry"}"#, "pkg/entry.js": "", "e\u{301}.js": "",
  ])

  @Test(arguments: [
    ("./lib/a.js", "lib/a.js"), ("/lib/a.js", "lib/a.js"), ("memory:///lib/a.js", "lib/a.js"),
    ("./lib/../lib/./a.js", "lib/a.js"), ("./lib//a.js", "lib/a.js"), ("./lib/a.js?x=1", "lib/a.js?x=1"),
    ("./with%20space.js", "with%20space.js"), ("./lib/b.js", "lib/b.ts"), ("./lib/c.mjs", "lib/c.mts"),
  ]) func `a path names a file`(specifier: String, path: String) throws {
    #expect(try resolve(specifier) == path)
  }

  @Test(arguments: [
    ("./lib/x.js", ModuleError.Code.notFound, "Module not found: memory:///lib/x.js."),
    ("./upper.js", .notFound, "Did you mean memory:///Upper.js? The names differ in case."),
    ("./lib/a", .notFound, "Did you mean memory:///lib/a.js? The extension is required."),
    ("./lib", .failedPrecondition, "is a directory, not a module. Did you mean memory:///lib/index.js?"),
    ("./lib/", .failedPrecondition, "is a directory"),
    ("./maim.js", .notFound, "Did you mean memory:///main.js?"),
    ("", .invalidArgument, "empty"),
    ("./lib%2fa.js", .invalidArgument, "encoded slash"),
    ("./lib%5Ca.js", .invalidArgument, "encoded slash"),
    ("https://example.com/x.js", .unimplemented, "this loader loads memory: URLs only"),
    ("data:text/javascript,1", .unimplemented, "this loader loads memory: URLs only"),
    ("node:http", .unimplemented, "Use the http plugin."),
    ("http", .unimplemented, "Use the http plugin."),
    ("dns/promises", .unimplemented, "node:dns/promises"),
    ("./a\0b", .invalidArgument, "NUL"),
    ("lodash", .notFound, "There is no package lodash in node_modules"),
    ("\u{e9}.js", .notFound, "no package"),
    ("./\u{e9}.js", .notFound, "Module not found"),
  ]) func `what names no module is an error that says why`(specifier: String, code: ModuleError.Code, part: String) {
    let error = #expect(throws: ModuleError.self) { try resolve(specifier) }
    #expect(error?.code == code)
    #expect(error?.message.contains(part) == true, "\(error?.message ?? "")")
  }

  @Test func `a specifier that is too long is refused`() {
    let error = #expect(throws: ModuleError.self) { try resolve("./" + String(repeating: "a/", count: 5_000)) }
    #expect(error?.code == .resourceExhausted)
  }

  @Test(arguments: [
    ("./lib/a", "lib/a.js"), ("./lib", "lib/index.js"), ("./lib/", "lib/index.js"), ("./pkg", "pkg/entry.js"),
    ("./lib/data", "lib/data.json"), ("./lib/b", "lib/b.ts"), ("./lib/b.js", "lib/b.ts"),
    ("./with space", "with%20space.js"),
  ]) func `require tries extensions and directories`(specifier: String, path: String) throws {
    #expect(try resolve(specifier, by: .require) == path)
  }

  @Test func `require of the directory itself finds its index`() throws {
    #expect(try resolve(".", from: "lib/a.js", by: .require) == "lib/index.js")
    #expect(try resolve("..", from: "lib/x/y.js", by: .require) == "lib/index.js")
  }

  @Test func `require cannot climb out of the root`() {
    let error = #expect(throws: ModuleError.self) { try resolve("../../../etc/passwd", from: "lib/a.js", by: .require) }
    #expect(error?.code == .permissionDenied)
  }

  @Test func `only the root's own URLs are loaded`() {
    let loader = TreeModuleLoader(
      MemoryFiles(["a.js": "1"]), base: ModuleURL("file:///srv/app/")!)
    for text in ["file:///etc/passwd", "file:///srv/app/../secret.js", "file:///srv/application/x.js"] {
      let error = #expect(throws: ModuleError.self) {
        try loader.resolve(text, from: ModuleURL("file:///srv/app/main.js")!, by: .import)
      }
      #expect(error?.code == .permissionDenied)
    }
  }
}
