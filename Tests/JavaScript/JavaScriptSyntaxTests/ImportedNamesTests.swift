import Testing

@testable import JavaScriptSyntax

/// Tests of expressions that use the names of imports.
@Suite struct ImportedNamesTests {
  private let names = ImportedNames(
    parsing: """
      import first, { second as two, type Gone } from "a";
      import * as all from "b";
      import { "a b" as odd, $ } from "c";
      let m0, h: Gone = first + two + all + odd + $;
      """, ParserOptions(language: .typeScript))

  private func translated(_ expression: String, without hidden: Set<String> = []) -> String {
    names.translated(expression, names: names.names(in: expression).subtracting(hidden))
  }

  /// What stands before a translated expression, for these names.
  private func head(_ getters: String) -> String {
    "{ const m0 = { \(getters), get m0$1() { return m0$1; }, get m1() { return m1; }, get m2() { return m2; } };\n"
  }

  @Test func `imports are read from their modules, under the names that the code has for those`() {
    #expect(
      translated("first(two)")
        == head("get first() { return m0$1.default; }, get two() { return m0$1.second; }")
        + "(0,m0.first)(m0.two)\n}")
    #expect(translated("odd") == head("get odd() { return m2[\"a b\"]; }") + "m0.odd\n}")
    #expect(translated("({ $ })") == head("get $() { return m2.$; }") + "({ $: m0.$ })\n}")
    #expect(translated("let m0 = $;\nm0 + $").hasSuffix("\nlet m0 = m0$2.$;\nm0 + m0$2.$\n}"))
  }

  @Test func `the variable of a module is no object that is made for an expression`() {
    let names = ImportedNames(parsing: "import { a } from 'a'; a;", ParserOptions())
    let text = names.translated("a", names: ["a"])
    #expect(
      text == "{ const m0$1 = { get a() { return m0.a; }, get m0() { return m0; } };\nm0$1.a\n}")
  }

  @Test(arguments: [
    "all.first", "x.first", "'first'", "(first) => first", "let first = 1; first", "Gone", "", "first +", "1 // two",
    "first) { } ; (",
  ])
  func `an expression that uses none, or has an error, stays as it is`(expression: String) {
    #expect(translated(expression) == expression)
  }

  @Test func `names that variables hide stay as they are`() {
    #expect(translated("first + two", without: ["first", "two"]) == "first + two")
    #expect(translated("first + two", without: ["first"]).hasSuffix("\nfirst + m0.two\n}"))
  }

  @Test func `a text with an error imports nothing`() {
    #expect(ImportedNames(parsing: "import { a } from 'b'; ]", ParserOptions()).names(in: "a").isEmpty)
  }

  @Test func `a condition has the imports of its place, but not those that a variable hides there`() {
    let source = """
      import { a, b } from "m";
      function f(a: number) {
        return a
          + b;
      }
      class C {
        m() {
          b();
        }
      }
      """
    let options = ParserOptions(language: .typeScript)
    let names = ImportedNames(parsing: source, options)
    func condition(_ text: String, _ line: Int, _ column: Int? = nil) -> String {
      names.translated(text, line: line, column: column, in: source, options)
    }
    #expect(condition("a > b", 2) == "(m0.a > m0.b\n)")
    #expect(condition("a > b", 3) == "(a > m0.b\n)")
    // Within an expression, and in a class: the next place where a statement may stand counts.
    #expect(condition("b === 1", 4) == "(m0.b === 1\n)")
    #expect(condition("b", 7) == "(m0.b\n)")
    #expect(condition("c > 1", 3) == "c > 1")
    #expect(condition("a >", 3) == "a >")
    #expect(condition("a", 1_000_000) == "a")
    #expect(condition("a) ; (b", 2) == "(m0.a) ; (m0.b\n)")
  }
}
