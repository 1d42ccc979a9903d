import Testing

@testable import JavaScriptSyntax

/// Tests of what coverage asks about a text.
@Suite struct ScriptOutlineTests {
  @Test(arguments: [
    ("function a() {} async function b() {} function* c() {} async function* d() {}", ["a", "b*", "c*", "d*"]),
    ("const a = () => 1, b = async (x, y = (1)) => x, c = z => z, d = function () {};", ["a", "b*", "c", "d"]),
    ("f(() => 1, async x => x, function () {}, function own() {});", ["-", "-*", "-", "own"]),
    (
      "class C { m() {} async n() {} *o() {} async *p() {} get q() { return 1 } #r() {} [s]() {} 't-u'() {} }",
      ["m", "n*", "o*", "p*", "q", "#r", "-", "t-u"]
    ),
    ("class C { a = (1 + 2); b = () => 3; static c = 4; static { f(); } constructor() {} }", ["b", "constructor"]),
    (
      "o = { a: () => 1, 'b': function () {}, c() {}, d: (1) }; o.e = () => 2; return_ => { return () => 3; };",
      ["a", "b", "c", "e", "-", "-"]
    ),
    ("let { a = () => 1 } = {}; for (const b of [() => 1]) if (b) (c);", ["a", "-"]),
  ])
  func `the names of functions`(text: String, expected: [String]) {
    let functions = ScriptOutline(parsing: text).functions
    #expect(functions.map { ($0.name ?? "-") + ($0.isSuspendable ? "*" : "") } == expected)
  }

  @Test func `the words are where code begins`() {
    let outline = ScriptOutline(parsing: "if (a) {\n  '\u{1F600}'; b;\n} else { /* c */ }\n`${1}`")
    #expect(outline.words.map { [$0.line, $0.column] } == [[1, 1], [1, 5], [2, 3], [2, 9], [4, 1], [4, 4]])
  }

  @Test func `a text with an error has no outline`() {
    let outline = ScriptOutline(parsing: "function a() {} ]")
    #expect(outline.functions.isEmpty)
    #expect(outline.words.isEmpty)
  }
}
