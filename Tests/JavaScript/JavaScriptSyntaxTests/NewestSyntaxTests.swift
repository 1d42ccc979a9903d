import JavaScriptSyntax
import Testing

/// Syntax that is newer than the compiler whose conformance tests are run, and syntax of TypeScript's that is code.
@Suite struct NewestSyntaxTests {
  private let typeScript = ParserOptions(language: .typeScript)

  private func body(_ source: String, _ options: ParserOptions) throws -> String {
    let lines = try ModuleText(parsing: source, options: options).code.split(
      separator: "\n", omittingEmptySubsequences: false)
    return lines.dropFirst().dropLast().joined(separator: "\n")
  }

  /// Compares without blanks: those stand for types.
  private func expect(_ source: String, _ expected: String) throws {
    let result = try body(source, typeScript)
    #expect(result.filter { $0 != " " } == expected.filter { $0 != " " })
    #expect(result.split(separator: "\n", omittingEmptySubsequences: false).count == source.lineCount)
  }

  @Test(arguments: [
    // TypeScript 4.9
    ("a satisfies B; ({ a: 1 }) satisfies C<D>['e'] as F", "a; ({ a: 1 })"),
    ("let a = b satisfies C ? d : e", "let a = b ? d : e"),
    ("satisfies = 1; a\nsatisfies\nb", "satisfies = 1; a\nsatisfies\nb"),
    // 5.0
    ("function f<const T extends readonly U[]>(a: T) {}", "function f(a) {}"),
    ("class A<const T> { f<const U>(): void {} }", "class A { f() {} }"),
    ("<const T,>(a: T) => a", "(a) => a"),
    ("export type * from 'a'; export type * as b from 'c'; export {}", ";;;"),
    // 5.2
    ("type A = [first: B, second?: C, ...D[]]; a", "; a"),
    // 5.3
    ("import a from 'a' with { type: 'json' }; a", "; m0.default"),
    ("import type A from 'a' with { 'resolution-mode': 'import' }; 1", "; 1"),
    ("type A = typeof import('a', { with: { 'resolution-mode': 'require' } }); a", "; a"),
    // 5.5
    ("function f(a: unknown): a is B { return a }", "function f(a) { return a }"),
    // Older, and seldom
    ("abstract class A { abstract get b(): C; abstract set b(c: C); abstract accessor: D }", "class A { ; ; ; }"),
    ("class A { declare get; declare set: B; get = 1; declare static c }", "class A { ; ; get = 1; ; }"),
    ("class A { declare readonly b: C; protected declare d; override e() {} }", "class A { ; ; e() {} }"),
    ("let a: new () => B, c: abstract new () => D, e: unique symbol, f: asserts", "let a, c, e, f"),
    ("type A = { get b(): C; set b(c) }; interface D { get; set }; e", "; ; ; e"),
    ("function f<in out T>() {} class A<in T, out U> {}", "function f() {} class A {}"),
    ("type A<T> = T extends [infer H extends B, ...infer R] ? H : never; a", "; a"),
    ("a?.b!.c?.<D>(e); a![0]!", "a?.b.c?.(e); a[0]"),
  ])
  func `types become blank`(_ source: String, _ expected: String) throws { try expect(source, expected) }

  @Test(arguments: [
    (
      "enum A {\n  B,\n  C = 'c',\n}",
      "var A;(function (A) {\n A[A[\"B\"] = 0] = \"B\";\n A[\"C\"] = \"c\";\n})(A || (A = {}));"
    ),
    (
      "export namespace A {\n  export const b = 1;\n  const c = b;\n}",
      "var A;(function (A) {\n ;  A.b = 1;\n const c = A.b;\n})(A || (A = {}));"
    ),
    (
      "class A {\n  constructor(\n    private a: B,\n    readonly c = 1,\n  ) {\n    d(this.a);\n  }\n}",
      "class A { a; c;\n constructor(\n a,\n c = 1,\n ) {; this.a = a; this.c = c;\n d(this.a);\n }\n}"
    ),
    ("import a = require('a');\na.b;", ";\nm0.default.b;"),
    ("import a = b.c;\nimport d = a.e;\na; d;", "const a = b.c;\nconst d = a.e;\na; d;"),
  ])
  func `code that TypeScript adds stays in its own lines`(_ source: String, _ expected: String) throws {
    try expect(source, expected)
  }

  @Test(arguments: [
    ("import a = b.c; import d = a.e;", ";;"),
    ("import a = a.b; 1", "; 1"),
    (
      "import a = b; namespace a2 { import c = a.d; export const e = c; }",
      "const a = b; var a2; (function (a2) { const c = a.d; ; a2.e = c; })(a2 || (a2 = {}));"
    ),
    ("import a = b; function f(a) { return a } { let a; a }", "; function f(a) { return a } { let a; a }"),
    (
      "namespace A { export const b = 1 } namespace A { b; { let b; b } function f(b) { b } }",
      """
      var A; (function (A) { ; A.b = 1 })(A || (A = {})); (function (A) { A.b; { let b; b } function f(b) { b } })\
      (A || (A = {}));
      """
    ),
    (
      "namespace A { export class B {} } namespace A { new B(); namespace C { new B() } }",
      """
      var A; (function (A) { class B {} A.B = B; })(A || (A = {})); (function (A) { new A.B(); let C; (function (C) \
      { new A.B() })(C || (C = {})); })(A || (A = {}));
      """
    ),
    (
      "enum A { B = f(), C = B } enum D { B = g(), E = ((B) => B)(B) }",
      """
      var A; (function (A) { A[A["B"] = f()] = "B"; A[A["C"] = A.B] = "C" })(A || (A = {})); var D; (function (D) \
      { D[D["B"] = g()] = "B"; D[D["E"] = ((B) => B)(D.B)] = "E" })(D || (D = {}));
      """
    ),
  ])
  func `a name means what the innermost scope has under it`(_ source: String, _ expected: String) throws {
    try expect(source, expected)
  }

  @Test(arguments: [
    (
      "class A { b(@c d) {} }",
      """
      A decorator of a parameter is TypeScript's older form: set experimentalDecorators in the tsconfig.json, or decorate the \
      method or the class.
      """
    ),
    ("class A { @b abstract c }", "An 'abstract' or 'declare' field must not have decorators."),
    ("class A { @b c(): D; c() {} }", "Only a method with a body may have decorators."),
    (
      "class A { @b c; [await d]() {} }",
      """
      'await' and 'yield' are not supported in the names and decorators of the elements of a decorated class: assign the \
      value to a constant before the class.
      """
    ),
    ("import a from 'a' assert { type: 'json' }", "'assert' is not supported: write 'with'."),
    ("import defer * as a from 'a'", "'import defer' is not supported."),
    ("import source a from 'a'", "'import source' is not supported."),
  ])
  func `unsupported syntax is refused by its name`(_ source: String, _ message: String) {
    #expect {
      try ModuleText(parsing: source, options: typeScript)
    } throws: { error in
      let error = error as? SyntaxError
      return error?.code == .unsupported && error?.message == message
    }
  }

  @Test(arguments: [
    ("declare type\nA = B", "A line must not end between 'type' and its declaration.", 1, 9),
    ("declare namespace\nA {}", "A line must not end between 'namespace' and its declaration.", 1, 9),
    (
      "class A { declare get b(): C }",
      "A getter or setter must have a body unless it is abstract; 'declare' is for fields.",
      1, 23
    ),
    (
      "class A { set b(c) }", "A getter or setter must have a body unless it is abstract; 'declare' is for fields.", 1,
      15
    ),
    ("import a = 1", "A number is not allowed here. Expected the name of a namespace or of one of its members.", 1, 12),
    ("import a = b[0]", "Expected ';' or a new line after the statement, not '['.", 1, 13),
  ])
  func `errors of TypeScript's syntax name what is wrong`(
    _ source: String, _ message: String, _ line: Int, _ column: Int
  ) {
    #expect {
      try ModuleText(parsing: source, options: typeScript)
    } throws: { error in
      let error = error as? SyntaxError
      return error?.message == message && error?.line == line && error?.column == column
    }
  }
}

extension String {
  /// How many lines it has.
  fileprivate var lineCount: Int { split(separator: "\n", omittingEmptySubsequences: false).count }
}
