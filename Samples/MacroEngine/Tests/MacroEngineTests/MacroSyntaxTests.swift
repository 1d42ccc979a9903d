import MacroEngine
import Testing

@Suite(.timeLimit(.minutes(5))) struct MacroSyntaxTests {
  /// The error of each source is at «.
  @Test(arguments: [
    ("function() { let x = «; }", "Unexpected token ';'"),
    ("function() {\n  setInner(1 «}\n}", "Unexpected token '}'"),
    ("function() {\n  a «b\n}", "Unexpected identifier 'b'"),
    ("function() {\n  let a = «'abc\n}", "Unexpected EOF"),
    ("function() { let a; let «a; }", "Cannot declare a let variable twice"),
    ("function() { var «else = 1 }", "Cannot use the keyword 'else'"),
    ("function() { foo(1, «, 2) }", "Unexpected token ','"),
    ("function() { «@ }", "Invalid character"),
    ("function() { if (x «{ } }", "Unexpected token '{'"),
    ("function() { var é = '👍' «y }", "Unexpected identifier 'y'"),
    ("functon() «{ }", "Unexpected token '{'"),
    ("function() {}«; more()", "Unexpected token ';'"),
  ])
  func `an error has its line and column`(marked: String, message: String) throws {
    let before = marked.prefix { $0 != "«" }
    let error = try #require(MacroSyntax.shared.check(marked.replacing("«", with: "")))
    #expect(error.code == .syntax)
    #expect(error.message.hasPrefix(message))
    #expect(error.line == before.count { $0 == "\n" } + 1)
    #expect(error.column == before.split(separator: "\n", omittingEmptySubsequences: false).last!.utf16.count + 1)
  }

  @Test(arguments: [
    "function() {}", "() => 1", "async function() { await null }", "function named() {}", "function() {} // end",
    "/* first */ function() { return `${'a'}` }", "function() { return /[/]}/ }",
  ])
  func `a valid source has no error`(source: String) {
    #expect(MacroSyntax.shared.check(source) == nil)
  }

  @Test(arguments: ["function() {", "function() {\n  if (x) {\n}", "", "function() { /* no end }"])
  func `the error of an incomplete source is at its end`(source: String) throws {
    let error = try #require(MacroSyntax.shared.check(source))
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(error.line == lines.count)
    #expect(error.column == lines.last!.utf16.count + 1)
    #expect(error.message.contains("not complete"))
  }

  @Test func `checking does not run the source`() {
    #expect(MacroSyntax.shared.check("0); globalThis.ran = true; (0") == nil)
    #expect(MacroSyntax.shared.check("(() => { while (true) {} })()") == nil)
  }

  @Test func `hostile sources get a result`() {
    for source in [
      String(repeating: "(", count: 60_000), String(repeating: "[", count: 60_000), "\0", "\u{2028}", "😀",
      String(repeating: "a ", count: 30_000), "function() { " + String(repeating: "x;", count: 20_000) + " ] }",
      String(repeating: "x", count: 70_000),
    ] {
      #expect(MacroSyntax.shared.check(source) != nil || source == "\u{2028}")
    }
  }
}
