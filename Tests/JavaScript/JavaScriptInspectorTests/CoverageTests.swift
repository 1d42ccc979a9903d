import JavaScriptSyntax
import Testing

@testable import JavaScriptInspector

/// Tests of counting code.
@Suite struct CoverageTests {
  private static let text =
    "(async () => { function f(a) {\n  if (a) {\n    g(1);\n  } else g(2);\n}\r\nconst h = async () => { g(3); };\n"
    + "function g() {}\nf(1); f(2);\n})()"

  /// The answer of JavaScriptCoreGTK's `Runtime.getBasicBlocks` when this text had run: start, end, count.
  private static let ranges = [
    (13, 14, 1), (68, 79, 1), (101, 102, 1), (118, 131, 1), (25, 39, 2), (66, 67, 2), (0, 0, 1), (132, 134, 1),
    (113, 117, 2), (55, 65, 0), (7, 12, 1), (132, 131, 1), (40, 54, 2), (0, 134, 1), (80, 100, 0), (1, 131, 1),
    (103, 117, 1), (13, 131, 1), (15, 67, 1),
    // A function that suspends may begin with a part that never runs.
    (1, 15, 0),
  ].map { ScriptCoverage.Range(start: $0.0, end: $0.1, count: $0.2) }

  /// That of `Debugger.getBreakpointLocations`, counted from 1, and a place that is not in the text.
  private static let statements = [
    (1, 1), (2, 7), (3, 5), (4, 10), (5, 1), (6, 1), (6, 25), (6, 31), (7, 15), (8, 1), (8, 7), (9, 1), (99, 1),
  ].map { ModuleText.Position(line: $0.0, column: $0.1) }

  private func coverage() -> FileCoverage {
    ScriptCoverage(
      text: CoverageTests.text, prefixLength: 15, ranges: CoverageTests.ranges, statements: CoverageTests.statements
    ).file("/a.js", lineCount: 8)
  }

  @Test func `a file has the counts of its innermost parts`() {
    let file = coverage()
    #expect(file.lines == [2: 2, 3: 2, 4: 0, 6: 1, 8: 1])
    #expect(file.functions.map(\.name) == ["f", "h", "g"])
    #expect(file.functions.map(\.count) == [2, 0, 2])
    #expect(file.functions.map(\.line) == [1, 6, 7])
    #expect(file.blocks.map { [$0.line, $0.column, $0.count] } == [[3, 5, 2], [4, 10, 0]])
    #expect(file.missedLines == [4...4])
    #expect(FileCoverage.shares(of: [file]).map(\.percent) == [80, 66, 50])
    #expect(FileCoverage.shares(of: []).map(\.percent) == [nil, nil, nil])
  }

  @Test func `parts outside of the text are passed over`() {
    let file = ScriptCoverage(
      text: "f();", prefixLength: 0,
      ranges: [(-1, 2), (3, 2), (0, 4), (0, .max), (.min, 0), (1, 3)].map { .init(start: $0.0, end: $0.1, count: 7) },
      statements: [(1, 1), (0, 0), (1, .max), (.max, 1)].map { ModuleText.Position(line: $0.0, column: $0.1) }
    ).file("/a.js", lineCount: 1)
    #expect(file.lines.isEmpty)
  }

  @Test func `runs are merged, and a written text is read`() throws {
    let first = coverage()
    var file = try #require(try LCOV.read(LCOV.text([first])).first)
    #expect(file == first)
    file.merge(first)
    #expect(file.lines == [2: 4, 3: 4, 4: 0, 6: 2, 8: 2])
    #expect(file.functions.map(\.count) == [4, 0, 4])
    #expect(file.blocks.map(\.count) == [4, 0])
  }

  @Test func `blocks of a function that ran only later are added`() throws {
    var file = try #require(try LCOV.read("SF:/a\nFN:1,f\nFNDA:0,f\nDA:2,0\nend_of_record\n").first)
    file.merge(try #require(try LCOV.read("SF:/a\nFN:1,f\nFNDA:1,f\nBRDA:2,0,5,-\nDA:2,1\nend_of_record\n").first))
    #expect(file.blocks == [.init(line: 2, column: 5, count: 0)])
    #expect(file.lines == [2: 1])
  }

  @Test func `counts of a file that has changed are dropped`() throws {
    var file = try #require(try LCOV.read("SF:/a\nDA:1,5\nDA:2,5\nend_of_record").first)
    let changed = try #require(try LCOV.read("SF:/a\nDA:1,1\nDA:3,1\nend_of_record").first)
    file.merge(changed)
    #expect(file == changed)
  }

  @Test func `sums end at the largest number`() throws {
    var file = try #require(try LCOV.read("SF:/a\nDA:1,9223372036854775807\nend_of_record").first)
    file.merge(file)
    #expect(file.lines == [1: .max])
  }

  @Test(arguments: [
    "DA:1,1", "SF:/a\nDA:0,1", "SF:/a\nDA:x", "SF:/a\nDA:1,-1", "SF:/a\nDA:1,99999999999999999999", "FN:1,f",
    "SF:/a\nFN:1", "SF:/a\nFNDA:1,f", "SF:/a\nBRDA:1,0,x,1", "SF:/a\nBRDA:1,0,1", "SF:/a\nBRDA:1,0,1,-1",
  ])
  func `nonsense is refused`(text: String) {
    #expect(throws: InspectorError.self) { try LCOV.read(text) }
  }

  @Test func `the page escapes names and marks what did not run`() throws {
    var file = FileCoverage(path: "/nowhere/<b>&\"/a.js")
    file.lines = [1: 0]
    let html = CoveragePage(files: [file, FileCoverage(path: "/nowhere/b.js")]).html
    #expect(html.contains("&lt;b>&amp;&quot;/a.js"))
    #expect(!html.contains("<b>&"))
    #expect(html.contains("cannot be read"))
    #expect(CoveragePage.commonFolder(of: [file]) == "/nowhere/<b>&\"/")
    #expect(CoveragePage.commonFolder(of: []).isEmpty)
  }
}
