import Testing

@testable import JavaScriptModules

/// The rules of https://nodejs.org/api/packages.html, with files in memory.
@Suite struct PackageTests {
  private func package(_ manifest: String, _ files: [String] = []) -> Resolving {
    var all = ["main.js": "", "node_modules/p/package.json": manifest]
    for file in files { all["node_modules/p/" + file] = "" }
    return Resolving(all)
  }

  private func message(_ body: () throws(ModuleError) -> String) -> String {
    do throws(ModuleError) {
      return "resolved to " + (try body())
    } catch {
      return "\(error.code): \(error.message)"
    }
  }

  @Test func `a package is looked for upwards`() throws {
    let resolve = Resolving([
      "node_modules/a/index.js": "", "src/node_modules/b/index.js": "", "src/node_modules/a/index.js": "",
      "src/node_modules/b/node_modules/c/index.js": "", "node_modules/@s/d/index.js": "",
      "node_modules/@s/d/sub.js": "",
    ])
    #expect(try resolve("a", from: "main.js") == "node_modules/a/index.js")
    #expect(try resolve("a", from: "src/x/main.js") == "src/node_modules/a/index.js")
    #expect(try resolve("c", from: "src/node_modules/b/index.js") == "src/node_modules/b/node_modules/c/index.js")
    #expect(try resolve("@s/d", from: "src/main.js") == "node_modules/@s/d/index.js")
    #expect(try resolve("@s/d/sub.js", from: "src/main.js") == "node_modules/@s/d/sub.js")
    #expect(message { () throws(ModuleError) in try resolve("@s/e") }.contains("Did you mean @s/d?"))
    #expect(message { () throws(ModuleError) in try resolve("@s") }.hasPrefix("INVALID_ARGUMENT"))
  }

  @Test func `main names the entry of a package without exports`() throws {
    #expect(try package(#"{"main": "lib"}"#, ["lib/index.js"])("p") == "node_modules/p/lib/index.js")
    #expect(try package(#"{"main": "x"}"#, ["x.js"])("p") == "node_modules/p/x.js")
    #expect(try package(#"{"main": "gone"}"#, ["index.js"])("p") == "node_modules/p/index.js")
    #expect(message { () throws(ModuleError) in try package("{}")("p") }.contains("has no entry"))
  }

  @Test func `import of a subpath is exact and require tries extensions`() throws {
    let resolve = package("{}", ["a.js", "d/index.js"])
    #expect(message { () throws(ModuleError) in try resolve("p/a") }.contains("Did you mean"))
    #expect(try resolve("p/a", by: .require) == "node_modules/p/a.js")
    #expect(try resolve("p/d", by: .require) == "node_modules/p/d/index.js")
    #expect(message { () throws(ModuleError) in try resolve("p/../../main.js") }.contains("leads outside its package"))
  }

  @Test func `require of a subpath with a final slash finds the directory beside a file of its name`() throws {
    let resolve = Resolving(["node_modules/p/a.js": "", "node_modules/p/a.json": "", "node_modules/p/a/index.js": ""])
    #expect(try resolve("p/a", by: .require) == "node_modules/p/a.js")
    #expect(try resolve("p/a/", by: .require) == "node_modules/p/a/index.js")
    #expect(try resolve("p/a/b/..", by: .require) == "node_modules/p/a/index.js")
  }

  @Test func `exports of one text close the package`() throws {
    let resolve = package(#"{"name": "p", "exports": "./a.js"}"#, ["a.js", "b.js"])
    #expect(try resolve("p") == "node_modules/p/a.js")
    #expect(
      message { () throws(ModuleError) in try resolve("p/b.js") }.hasPrefix(
        "NOT_FOUND: The package p does not export ./b.js"))
  }

  @Test func `conditions are tried in their order`() throws {
    let resolve = package(
      #"{"exports": {"causeway": {"browser": "./no.js"}, "node": "./node.js", "require": "./r.cjs", "import": "./i.js", "default": "./d.js"}}"#,
      ["i.js", "r.cjs", "d.js", "node.js"])
    #expect(try resolve("p") == "node_modules/p/node.js")
    #expect(try resolve("p", by: .require) == "node_modules/p/node.js")
    let other = package(
      #"{"exports": {"browser": "./no.js", "require": "./r.cjs", "import": "./i.js", "node": "./node.js"}}"#,
      ["i.js", "r.cjs", "node.js"])
    #expect(try other("p") == "node_modules/p/i.js")
    #expect(try other("p", by: .require) == "node_modules/p/r.cjs")
  }

  @Test func `own conditions count before import`() throws {
    let loader = TreeModuleLoader.memory(
      [
        "node_modules/p/package.json": #"{"exports": {"worker": "./w.js", "default": "./d.js"}}"#,
        "node_modules/p/w.js": "",
      ],
      conditions: ["worker"])
    let url = try loader.resolve("p", from: ModuleURL("memory:///main.js")!, by: .import)
    #expect(url.description == "memory:///node_modules/p/w.js")
  }

  @Test func `subpaths have patterns, of which the longest counts`() throws {
    let resolve = package(
      #"{"exports": {"./f/*": "./src/*.js", "./f/internal/*": null, "./f/i*": "./i/*.js", "./x/*.css": "./css/*/*.css"}}"#,
      ["src/a.js", "src/b/c.js", "i/cons.js", "css/s/s.css"])
    #expect(try resolve("p/f/a") == "node_modules/p/src/a.js")
    #expect(try resolve("p/f/b/c") == "node_modules/p/src/b/c.js")
    #expect(try resolve("p/f/icons") == "node_modules/p/i/cons.js")
    #expect(try resolve("p/x/s.css") == "node_modules/p/css/s/s.css")
    #expect(message { () throws(ModuleError) in try resolve("p/f/internal/x") }.hasPrefix("NOT_FOUND"))
    #expect(message { () throws(ModuleError) in try resolve("p/f/") }.hasPrefix("NOT_FOUND"))
    #expect(message { () throws(ModuleError) in try resolve("p/f/../../../main") }.hasPrefix("INVALID_ARGUMENT"))
    #expect(message { () throws(ModuleError) in try resolve("p/f/%2e%2e/x") }.hasPrefix("INVALID_ARGUMENT"))
    #expect(message { () throws(ModuleError) in try resolve("p/f/../\u{301}x") }.hasPrefix("INVALID_ARGUMENT"))
  }

  @Test func `a target of stars that is too long is refused before it is made`() {
    let stars = String(repeating: "*", count: 100_000)
    let resolve = package(##"{"name": "p", "exports": {"./*": "./\##(stars)"}, "imports": {"#*": "q\##(stars)"}}"##)
    let match = String(repeating: "a", count: 8_000)
    #expect(message { () throws(ModuleError) in try resolve("p/" + match) }.contains("is too long"))
    let from = "node_modules/p/a.js"
    #expect(message { () throws(ModuleError) in try resolve("#" + match, from: from) }.contains("is too long"))
  }

  @Test func `of a list the first that is valid counts`() throws {
    let resolve = package(
      #"{"exports": {".": ["../out.js", {"browser": "./b.js"}, "./a.js"], "./n": [null], "./e": []}}"#, ["a.js"])
    #expect(try resolve("p") == "node_modules/p/a.js")
    #expect(message { () throws(ModuleError) in try resolve("p/n") }.hasPrefix("NOT_FOUND"))
    #expect(message { () throws(ModuleError) in try resolve("p/e") }.hasPrefix("NOT_FOUND"))
  }

  @Test(arguments: [
    "../a.js", "/a.js", "a.js", "./../a.js", "./a/../../b.js", "./node_modules/x.js", "./a//b.js", "./%2e%2e/a.js",
    "file:///etc/passwd", "./a%2f..%2fb.js", "..\\a.js", "./..\\a.js", "./NODE_modules/x",
  ]) func `a target that leaves its package is refused`(target: String) {
    let escaped = target.replacing("\\", by: "\\\\")
    let text = message { () throws(ModuleError) in try package(#"{"exports": "\#(escaped)"}"#)("p") }
    #expect(text.hasPrefix("INVALID_ARGUMENT") && text.contains("not a valid target"), "\(text)")
  }

  @Test func `exports that mix subpaths and conditions are malformed`() {
    for exports in [#"{".": "./a.js", "import": "./b.js"}"#, #"{"1": "./a.js"}"#, "true"] {
      #expect(
        message { () throws(ModuleError) in try package(#"{"exports": \#(exports)}"#)("p") }.contains("malformed"))
    }
  }

  @Test func `a package names itself`() throws {
    let resolve = Resolving([
      "package.json": #"{"name": "me", "exports": {".": "./main.js", "./x": "./lib/x.js"}}"#, "main.js": "",
      "lib/x.js": "",
    ])
    #expect(try resolve("me", from: "lib/x.js") == "main.js")
    #expect(try resolve("me/x") == "lib/x.js")
    #expect(message { () throws(ModuleError) in try resolve("me/y") }.contains("Did you mean me/x?"))
  }

  @Test func `a name that begins with a hash is one of the package's imports`() throws {
    let resolve = Resolving([
      "package.json":
        ##"{"imports": {"#a": "./lib/a.js", "#i/*": "./lib/*.js", "#dep": {"require": "dep", "default": "dep/sub.js"}, "#http": "http", "#out": "../x.js"}}"##,
      "lib/a.js": "", "node_modules/dep/index.js": "", "node_modules/dep/sub.js": "",
    ])
    #expect(try resolve("#a") == "lib/a.js")
    #expect(try resolve("#i/a", from: "lib/b.js") == "lib/a.js")
    #expect(try resolve("#dep") == "node_modules/dep/sub.js")
    #expect(try resolve("#dep", by: .require) == "node_modules/dep/index.js")
    #expect(message { () throws(ModuleError) in try resolve("#b") }.contains("Did you mean #a?"))
    #expect(
      message { () throws(ModuleError) in try resolve("#a", from: "node_modules/dep/index.js") }.contains("NOT_FOUND"))
    #expect(message { () throws(ModuleError) in try resolve("#http") }.hasPrefix("UNIMPLEMENTED"))
    #expect(message { () throws(ModuleError) in try resolve("#out") }.hasPrefix("INVALID_ARGUMENT"))
    #expect(message { () throws(ModuleError) in try resolve("#") }.hasPrefix("INVALID_ARGUMENT"))
  }

  @Test func `a built-in module goes before a package of its name, which a slash asks for`() throws {
    let resolve = Resolving(["node_modules/events/index.js": "", "node_modules/http/index.js": ""])
    #expect(try resolve.url("events") == "node:events")
    #expect(try resolve.url("node:path/posix") == "node:path/posix")
    #expect(try resolve("events/", by: .require) == "node_modules/events/index.js")
    #expect(try resolve("http") == "node_modules/http/index.js")
  }

  @Test func `a package may load modules of Node's that do not exist here, and other code may not`() throws {
    let resolve = Resolving(["node_modules/p/index.js": "", "node_modules/p/package.json": "{}", "main.js": ""])
    for kind in [ModuleRequestKind.import, .require] {
      #expect(try resolve.url("http", from: "node_modules/p/index.js", by: kind) == "node:http")
      #expect(try resolve.url("node:child_process", from: "node_modules/p/index.js", by: kind) == "node:child_process")
      #expect(message { () throws(ModuleError) in try resolve("http", by: kind) }.hasPrefix("UNIMPLEMENTED"))
      #expect(
        message { () throws(ModuleError) in try resolve("node:nothing", from: "node_modules/p/index.js", by: kind) }
          == "UNIMPLEMENTED: No such built-in module: node:nothing.")
    }
  }

  @Test func `imports of a package may name a built-in module`() throws {
    let resolve = package(
      ##"{"name": "p", "imports": {"#path": "node:path", "#util/*": "util/*", "#http": "http"}}"##, ["index.js"])
    #expect(try resolve.url("#path", from: "node_modules/p/index.js") == "node:path")
    #expect(try resolve.url("#util/types", from: "node_modules/p/index.js") == "node:util/types")
    #expect(try resolve.url("#http", from: "node_modules/p/index.js", by: .require) == "node:http")
  }

  @Test func `require finds a file in node_modules that has the name of a package`() throws {
    let resolve = Resolving(["node_modules/single.js": "", "node_modules/other/index.js": ""])
    #expect(try resolve("single", by: .require) == "node_modules/single.js")
    #expect(message { () throws(ModuleError) in try resolve("single") }.hasPrefix("NOT_FOUND"))
  }

  @Test func `a broken package.json says where`() {
    let error = #expect(throws: ModuleError.self) { try package("{\n  \"exports\": ,\n}")("p") }
    #expect(error?.place == "memory:///node_modules/p/package.json:2:14")
    #expect(message { () throws(ModuleError) in try package("[]")("p") }.contains("is not a JSON object"))
  }

  @Test func `prototype names are no members`() {
    #expect(
      message { () throws(ModuleError) in try package(#"{"exports": {".": {"__proto__": "./a.js"}}}"#)("p") }.hasPrefix(
        "NOT_FOUND"))
    #expect(message { () throws(ModuleError) in try Resolving(["main.js": ""])("__proto__") }.hasPrefix("NOT_FOUND"))
  }
}
