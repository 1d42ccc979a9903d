import Testing

@testable import JavaScriptModules

@Suite struct ModuleURLTests {
  @Test(arguments: [
    ("file:///a/b.js", "file:///a/b.js"),
    ("FILE:///a/./b/../c.js?x#y", "file:///a/c.js?x#y"),
    ("file:///a/%2E%2e/b.js", "file:///b.js"),
    ("https://Example.com/ä b.js", "https://example.com/%C3%A4%20b.js"),
    ("https://example.com", "https://example.com/"),
    ("node:fs", "node:fs"),
    ("file://localhost/a", "file:///a"),
    ("https://h/a\\b", "https://h/a/b"),
    ("https://h/..", "https://h/"),
  ]) func `an absolute URL is normalised`(text: String, normal: String) {
    #expect(ModuleURL(text)?.description == normal)
  }

  @Test(arguments: ["", "a", "./a.js", "/a", "1:2", ":", "x:", "https://ä.example/x"])
  func `what is no absolute URL is none`(text: String) {
    #expect(ModuleURL(text) == nil)
  }

  @Test(arguments: [
    ("./c.js", "file:///a/c.js"), ("../c.js", "file:///c.js"), ("../../../c.js", "file:///c.js"),
    ("/c.js", "file:///c.js"), ("./", "file:///a/"), ("..", "file:///"), ("./c.js?v=1#f", "file:///a/c.js?v=1#f"),
    ("https://x/y.js", "https://x/y.js"), ("./%20ü", "file:///a/%20%C3%BC"),
  ]) func `a reference is resolved against a URL`(reference: String, result: String) {
    #expect(ModuleURL("file:///a/b.js")?.resolving(reference)?.description == result)
  }

  @Test func `a bare specifier is no reference`() {
    #expect(ModuleURL("file:///a/b.js")?.resolving("lodash") == nil)
  }

  @Test func `a path becomes a URL and is the same again`() {
    for path in ["/a/b.js", "/100% sure?.js", "/a#b/c\\d/é.js", "/e\u{301}.js", "/a:b"] {
      #expect(Array((ModuleURL(filePath: path).filePath ?? "").utf8) == Array(path.utf8))
    }
  }

  @Test func `a URL that is too long is none`() {
    #expect(ModuleURL("file:///" + String(repeating: "a", count: 9_000)) == nil)
  }

  @Test func `a NUL and broken UTF-8 are no path`() {
    #expect(ModuleURL("file:///a%00b")?.filePath == nil)
    #expect(ModuleURL("file:///a%FFb")?.filePath == nil)
  }

  @Test func `a combining character hides no dots`() {
    #expect(ModuleURL("file:///a/b/../\u{301}c")?.description == "file:///a/%CC%81c")
  }
}
