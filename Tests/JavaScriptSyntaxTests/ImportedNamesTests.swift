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

  @Test func `imports are read from their modules, under the names that the code has for those`() {
    #expect(
      translated("first(two)")
        == "{ const m0 = { get first() { return m0$1.default; }, get two() { return m0$1.second; } };\n(0,m0.first)(m0.two)\n}"
    )
    #expect(translated("odd") == "{ const m0 = { get odd() { return m2[\"a b\"]; } };\nm0.odd\n}")
    #expect(translated("({ $ })").contains("{ $: m0.$ }"))
    #expect(translated("let m0 = $;\nm0 + $").hasSuffix("\nlet m0 = m0$1.$;\nm0 + m0$1.$\n}"))
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
}
