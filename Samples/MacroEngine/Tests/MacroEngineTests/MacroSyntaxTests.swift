import MacroEngine
import Testing

@Suite(.timeLimit(.minutes(5))) struct MacroSyntaxTests {
  /// The error of each source is at «.
  @Test(arguments: [
    ("function() { let x = «; }", "';' is not allowed here. Expected an expression."),
    ("function() {\n  setInner(1 «}\n}", "Expected ')' to close the arguments of line 2, not '}'."),
    ("function() {\n  a «b\n}", "Expected ';' or a new line after the statement, not 'b'."),
    ("function() {\n  let a = «'abc\n}", "The string is not terminated"),
    ("function() { let a; let «a; }", "'a' is already declared in line 1."),
    ("function() { var «else = 1 }", "'else' is not allowed here."),
    ("function() { foo(1, «, 2) }", "',' is not allowed here."),
    ("function() { @ «}", "'}' is not allowed here. Expected a decorator"),
    ("function() { if (x «{ } }", "Expected ')' to close the condition of line 1, not '{'."),
    ("function() { var é = '👍' «y }", "Expected ';' or a new line after the statement, not 'y'."),
    ("functon() «{ }", "Expected ')'"),
    ("function() {}«; more()", "Expected ')'"),
    ("function() { «/* no end }", "The comment is not terminated: '*/' is missing."),
  ])
  func `an error has its line and column`(marked: String, message: String) throws {
    let before = marked.prefix { $0 != "«" }
    let error = try #require(MacroSyntax.check(marked.replacing("«", with: "")))
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
    #expect(MacroSyntax.check(source) == nil)
  }

  @Test(arguments: ["function() {", "function() {\n  if (x) {\n}", ""])
  func `the error of an incomplete source is at its end`(source: String) throws {
    let error = try #require(MacroSyntax.check(source))
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(error.line == lines.count)
    #expect(error.column == lines.last!.utf16.count + 1)
    #expect(error.message.contains("not complete"))
  }

  @Test func `checking does not run the source`() {
    #expect(MacroSyntax.check("0); globalThis.ran = true; (0") == nil)
    #expect(MacroSyntax.check("(() => { while (true) {} })()") == nil)
  }

  @Test func `hostile sources get a result`() {
    for source in [
      String(repeating: "(", count: 60_000), String(repeating: "[", count: 60_000), "\0", "\u{2028}", "😀",
      String(repeating: "a ", count: 30_000), "function() { " + String(repeating: "x;", count: 20_000) + " ] }",
      String(repeating: "x", count: 70_000),
    ] {
      #expect(MacroSyntax.check(source) != nil || source == "\u{2028}")
    }
  }
}
