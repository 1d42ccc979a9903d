import JavaScriptSyntax
import Testing

/// TypeScript and JSX as JavaScript that an engine loads itself.
@Suite struct PageTextTests {
  private func page(_ source: String, isModule: Bool = false, jsx: JSXOptions? = nil) throws -> String {
    try PageText(
      parsing: Array(source.utf8).span, isModule: isModule, options: ParserOptions(language: .typeScript, jsx: jsx)
    ).code
  }

  /// Compares without blanks.
  private func expect(_ source: String, _ expected: String, jsx: JSXOptions? = nil) throws {
    #expect(try page(source, jsx: jsx).filter { $0 != " " } == expected.filter { $0 != " " })
  }

  @Test func `a script stays a script`() throws {
    try expect("var a: number = 1; import('b')", "var a = 1; import('b')")
    #expect(try page("", isModule: true) == "\nexport {};")
  }

  @Test(arguments: [
    ("import a, { b as c, T } from 'x';\na; c", "import { default as a, b as c } from \"x\"; ;\na; c\n"),
    ("import * as a from 'x' with { type: 'json' }; a", "import * as a from \"x\" with { \"type\": \"json\" }; ; a\n"),
    ("import 'x'; import type { T } from 'y'; import { U } from 'z'", "import \"x\"; ;;;\n"),
    ("export const a: T = 1, [b] = c", "const a = 1, [b] = c\nexport { a as a, b as b };"),
    ("export enum E { A }", "var E;(function (E) { E[E[\"A\"] = 0] = \"A\" })(E || (E = {}));\nexport { E as E };"),
    ("export default a as T\n(b)", "export default (a); \n(b)\nexport {};"),
    ("export default function () {}", "function d() {}\nexport { d as default };"),
    ("export default class A<T> {}", "class A {}\nexport { A as default };"),
    ("export * from 'x'; export * as a from 'x'", "import \"x\"; ; ;\nexport * as a from \"x\"; export * from \"x\";"),
    ("export { a as 'b c', type T } from 'x'", "import \"x\"; ;\nexport { a as \"b c\" } from \"x\";"),
    ("import { a } from 'x'; export { a as b }", "import { a as a } from \"x\"; ; ;\nexport { a as b } from \"x\";"),
    ("'use strict'; import.meta.url; await a", "'use strict'; import.meta.url; await a\nexport {};"),
  ])
  func `a module keeps its imports and exports`(_ source: String, _ expected: String) throws {
    try expect(source, expected)
  }

  @Test(arguments: [
    ("import 'x'\n@a class B {}", 2), ("class B { @a c() {} }", 1), ("\nclass B { static accessor [c] }", 2),
    ("\n\nusing a = b", EngineSyntax.parsesUsing ? 0 : 3),
  ])
  func `what needs the runtime's own code is an error in a page`(_ source: String, _ line: Int) throws {
    guard line > 0 else { return #expect(try page(source, isModule: true).contains("using a")) }
    let error = #expect(throws: SyntaxError.self) { try page(source, isModule: true) }
    #expect(error?.code == .unsupported && error?.line == line)
    #expect(error?.message.contains("not supported in files of a page") == true)
  }

  @Test func `elements import their functions`() throws {
    try expect(
      "<a key={b} c/>",
      "import * as j from \"react/jsx-runtime\"; const k = (f, t, a, k, b, ...r) => f(t, { ...a, ...b }, k, ...r);"
        + "k(j.jsx, \"a\", {}, b, { c: true})\n", jsx: JSXOptions())
    try expect("<a/>", "h(\"a\", null)", jsx: JSXOptions(runtime: .classic, factory: "h"))
  }

  @Test func `an error is that of the module`() {
    let error = #expect(throws: SyntaxError.self) { try page("import a from 'b';\nlet b: = 1") }
    #expect(error?.line == 2 && error?.column == 8)
  }
}
