import Testing

@testable import JavaScriptRuntime

@Suite struct SourceCacheTests {
  @Test func `lines end at JavaScript's line terminators`() {
    var cache = SourceCache()
    cache.add("a\nb\r\nc\rd\u{2028}e\u{2029}f\u{0B}g\u{85}h\n", url: "x.js")
    let lines = (0...8).map { cache.line($0, of: "x.js").map(String.init) }
    #expect(lines == [nil, "a", "b", "c", "d", "e", "f\u{0B}g\u{85}h", "", nil])
    #expect(cache.line(1, of: "y.js") == nil)
  }

  @Test func `the text around a position is counted in UTF-16, with the prefix of a program`() {
    var cache = SourceCache()
    cache.add("\u{e9}\u{1F600}(x)", url: "script.js")
    cache.add("f(x)\ng(y)", url: "program.js", prefixLength: Program.prefix.utf16.count)
    #expect(cache.textAround(line: 1, column: 5, of: "script.js") == "(x")
    #expect(cache.textAround(line: 1, column: 7, of: "script.js") == ")")
    #expect(cache.textAround(line: 1, column: 8, of: "script.js") == "")
    for (line, column) in [(1, 1), (0, 5), (2, 2), (1, 1000), (-1, -1)] {
      #expect(cache.textAround(line: line, column: column, of: "script.js") == "")
    }
    let prefix = cache.prefixLength(of: "program.js")
    #expect(cache.prefixLength(of: "script.js") == 0)
    #expect(cache.textAround(line: 1, column: prefix + 3, of: "program.js") == "(x")
    #expect(cache.textAround(line: 1, column: 9, of: "program.js") == "")
    #expect(cache.textAround(line: 2, column: 3, of: "program.js") == "(y")
  }

  @Test func `a source that replaces another has its own lines`() {
    var cache = SourceCache()
    cache.add("a\nb", url: "x.js", prefixLength: Program.prefix.utf16.count)
    #expect(cache.line(2, of: "x.js") == "b")
    cache.add("c", url: "x.js")
    #expect(cache.line(2, of: "x.js") == nil)
    #expect(cache.line(1, of: "x.js") == "c")
    #expect(cache.prefixLength(of: "x.js") == 0)
  }
}
