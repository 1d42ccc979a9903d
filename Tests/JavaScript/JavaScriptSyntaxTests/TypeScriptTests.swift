import JavaScriptSyntax
import Testing

/// What remains of TypeScript.
///
/// Expectations show `·` for blanks that stand for types.
@Suite struct TypeScriptTests {
  private let options = ParserOptions(language: .typeScript)

  private func body(_ source: String) throws -> String {
    let code = try ModuleText(parsing: source, options: options).code
    return code.split(separator: "\n", omittingEmptySubsequences: false).dropFirst().dropLast().joined(separator: "\n")
  }

  /// Compares what remains, in which all blanks are as good as one, and checks that no column moved.
  private func expect(_ source: String, _ expected: String, keepsColumns: Bool = true) throws {
    let result = try body(source)
    #expect(collapse(result) == collapse(expected))
    if keepsColumns {
      #expect(result.split(separator: "\n").map(\.count) == source.split(separator: "\n").map(\.count))
    }
  }

  private func collapse(_ text: String) -> String {
    var result = ""
    for character in text.replacing("·", with: " ") where !(character == " " && result.last == " ") {
      result.append(character)
    }
    return result
  }

  @Test(arguments: [
    ("let a: string = b;", "let a· = b;"),
    ("let a!: { b: C }, d: E<F<G>>= h;", "let a·, d·= h;"),
    ("let a: A\n(b)", "let a·\n(b)"),
    ("function f<T extends U = V>(a: A, b?: B, ...c: C[]): a is D {}", "function f·(a·, b·, ...c·)· {}"),
    ("function f(this: A, b) {}", "function f(· b) {}"),
    ("function f(a: string): void;\nfunction f(a) {}", ";·\nfunction f(a) {}"),
    ("(a: A, { b }: B = c, d?) => e;", "(a·, { b }· = c, d·) => e;"),
    ("(a): A => b; async (a: A): Promise<B> => a;", "(a)· => b; async (a·)· => a;"),
    ("<T,>(a: T) => a; async <T>(a: T) => a;", "·(a·) => a; async ·(a·) => a;"),
    ("(a): {\n b: C\n} => d", "(a·\n·\n) => d"),
    ("a ? (b) : c => d;", "a ? (b) : c => d;"),
    ("a ? (b): c => d : e;", "a ? (b)· => d : e;"),
    ("a ? (b, c) : d;", "a ? (b, c) : d;"),
    ("a as B; a as const; a satisfies B<C>; a!; a!.b![c]!();", "a·; a·; a·; a·; a·.b·[c]·();"),
    ("a as B\n(c)", "a ;·\n(c)"),
    ("<A>b; return_(<A>(b).c);", "·b; return_(·(b).c);"),
    ("function f() { return <A>\nb }", "function f() { return (·\nb) }"),
    (
      "a<B>(c); new A<B>(c); a<B>`c`; a<b>c; a < b > (c); f(a<b, c>d)",
      "a·(c); new A·(c); a·`c`; a<b>c; a · (c); f(a<b, c>d)"
    ),
    ("f(x < y, x >= y); <const>a; let b\n!c", "f(x < y, x >= y); ·a; let b\n!c"),
    ("for (const a of b as C[]) ;", "for (const a of b·) ;"),
    ("try {} catch (a: unknown) {}", "try {} catch (a·) {}"),
    ("interface A extends B<C> { d: E }\nf", ";·\nf"),
    ("type A<T> = T extends infer U extends V ? U : `a${T}`;", ";·"),
    (
      "declare const a: A; declare module 'b' { const c: D } declare function f(): void; declare global { }",
      ";· ;· ;· ;·"
    ),
    ("a\ninterface B {}\n(c)", "a\n;·\n(c)"),
    (
      "type = 1; interface\n= 2; declare\nlet a; namespace = 3; abstract\nclass A {}",
      "type = 1; interface\n= 2; declare\nlet a; namespace = 3; abstract\nclass A {}"
    ),
  ])
  func `types become blank`(_ source: String, _ expected: String) throws {
    // Strict code does not have `interface` as a name.
    if source.hasPrefix("type = 1") {
      let text = try ScriptText(parsing: source, importFunction: "i", options: options)
      #expect(text.code == expected)
    } else {
      try expect(source, expected, keepsColumns: !expected.contains("return ("))
    }
  }

  @Test(arguments: [
    ("abstract class A<T> extends B<T> implements C, D { }", "·class A· extends B· · { }"),
    (
      "class A { private readonly b: C = 1; static d?: E; declare f: G; g!: H }",
      "class A { ·b· = 1; static d·; ;· g· }"
    ),
    ("class A { b: C\n[d] = 1 }", "class A { b·\n[d] = 1 }"),
    ("class A { b = 1\nprivate [c] = 2 }", "class A { b = 1\n;·[c] = 2 }"),
    ("class A { [b: string]: C; abstract d(): void; e(): void; e() {} }", "class A { ;· ;· ;· e() {} }"),
    ("class A { get: B\nc }", "class A { get;·\nc }"),
    ("class A { static override async *b<T>(this: A) {} }", "class A { static ·async *b·(·) {} }"),
    (
      "class A { public() {} static static; readonly = 1; declare }",
      "class A { public() {} static static; readonly = 1; declare }"
    ),
    (
      "class A { constructor(private a, public readonly b: B = 1, c) { d } }",
      "class A { a; b; constructor(·a, ·b· = 1, c) {; this.a = a; this.b = b; d } }"
    ),
    (
      "class A extends B { constructor(private a) { 'x'; super(); c } }",
      "class A extends B { a; constructor(·a) { 'x'; super();; this.a = a; c } }"
    ),
  ])
  func `members of classes keep what is code`(_ source: String, _ expected: String) throws {
    try expect(source, expected, keepsColumns: !expected.contains("this."))
  }

  @Test(
    arguments: [
      (
        "import type { A } from 'a'; import { type B, type C as D } from 'b'; import E from 'e'; let f: E;",
        ";· ;· ;· let f·;", []
      ),
      ("import { a, B } from 'a'; import 'c'; a as B", ";· ;· m0.a·", ["a", "c"]),
      ("import type, { a } from 'a'; type; a", ";· m0.default; m0.a", ["a"]),
      ("export type { A } from 'a'; export type * from 'b'; export { type C, d }; let d;", ";· ;· ;· let d;", []),
      ("interface A {} export { A }; export interface B {} export type C = D", ";· ;· ;· ;·", []),
      ("export default interface A {}\nexport = b", ";·\nlet d={default:b};", []),
      (
        "import a = require('a'); import b = c.d; import e = c.f; a(b)", ";· const  b = c.d; ;· (0,m0.default)(b)",
        ["a"]
      ),
    ] as [(String, String, [String])])
  func `imports that only types use go`(_ source: String, _ expected: String, _ requests: [String]) throws {
    try expect(source, expected, keepsColumns: !expected.contains("m0") && !expected.contains("d={"))
    #expect(try ModuleText(parsing: source, options: options).requests.map(\.specifier) == requests)
  }

  @Test(arguments: [
    (
      "enum A { B, C = 4, D }",
      "var A;(function (A) { A[A[\"B\"] = 0] = \"B\"; A[A[\"C\"] = 4] = \"C\"; A[A[\"D\"] = 5] = \"D\" })(A || (A = {}));"
    ),
    (
      "enum A { B = 'x', 'c d' = `y` }", "var A;(function (A) { A[\"B\"] = \"x\"; A[\"c d\"] = \"y\" })(A || (A = {}));"
    ),
    (
      "const enum A { B = 1 << 3, C = B | 1, D = A.C * -2, E = ~0, F = 'a'.length }",
      "var A;(function (A) { A[A[\"B\"] = 8] = \"B\"; A[A[\"C\"] = 9] = \"C\"; A[A[\"D\"] = -18] = \"D\"; A[A[\"E\"] = -1] = \"E\"; A[A[\"F\"] = 'a'.length] = \"F\" })(A || (A = {}));"
    ),
    (
      "enum A { B = `x`.length, C = `${d}`, E = `f` + g }",
      "var A;(function (A) { A[A[\"B\"] = `x`.length] = \"B\"; A[\"C\"] = `${d}`; A[A[\"E\"] = `f` + g] = \"E\" })(A || (A = {}));"
    ),
    ("namespace A { export type B = 1 }", ";·"),
    (
      "namespace A { export var b, c: number = 1, d: string, e = b; export let f: number; f = 2 }",
      "var A;(function (A) { ;· A.c = 1 , A.e = A.b; ;·; A.f = 2 })(A || (A = {}));"
    ),
    (
      "namespace A { export interface B {} export var B = 1; B }",
      "var A;(function (A) { ;· ;· A.B = 1; A.B })(A || (A = {}));"
    ),
    (
      "namespace A { export const b = 1, c = b; function d() { return b } }",
      "var A;(function (A) { ;· A.b = 1, A.c = A.b; function d() { return A.b } })(A || (A = {}));"
    ),
    (
      "namespace A.B { export function c() {} }",
      "var A;(function (A) {let B;(function (B) { ·function c() {} B.c = c; })(B = A.B || (A.B = {}));})(A || (A = {}));"
    ),
    (
      "namespace A { export class B {} export enum C { D } }",
      "var A;(function (A) { ·class B {} A.B = B; let C;(function (C) { C[C[\"D\"] = 0] = \"D\" })(C = A.C || (A.C = {})); })(A || (A = {}));"
    ),
  ])
  func `enums and namespaces become functions`(_ source: String, _ expected: String) throws {
    #expect(try body(source).replacing(" ", with: "") == expected.replacing("·", with: "").replacing(" ", with: ""))
  }

  @Test func `a CommonJS module has its own imports and exports`() throws {
    let text = try ScriptText(
      parsing: "import a = require('a'); export = a.b as C", kind: .functionBody, importFunction: "i", options: options)
    #expect(text.code == "const  a = require('a'); module.exports = a.b     ")
  }

  /// A literal that an assertion begins must not become a block, nor a value a statement.
  ///
  /// A parenthesis behind it moves columns.
  @Test(arguments: [
    ("a.map(b => <C>{ b })", "a.map(b => ( { b }))"),
    ("() => <any><unknown>{}", "() => ( {})"),
    ("async () => <A>{ b, }", "async () => ( { b, })"),
    ("() => <any>{ a: 1 }.a", "() => ( { a: 1 }.a)"),
    ("<any>function () {}()", "( function () {}())"),
    ("<any>class {}", "( class {})"),
    ("<A>{}\n(b)", "( {}\n(b))"),
    ("<A extends B ? C : D>{}", "( {})"),
    ("a = <A>{}", "a = {}"),
    ("a as any < 5; a as number < b; (a as B<C>)", "a < 5; a < b; (a )"),
    ("a + b as c * d", "(a + b ) * d"),
    ("f\na + b as c * d", "f\n;(a + b ) * d"),
    ("-a as b ** c; a ** b as c ** d", "(-a ) ** c; (a ** b ) ** d"),
    ("a + (b as c) * d; a * b as c + d; a < b as c + d", "a + (b ) * d; a * b + d; (a < b ) + d"),
    ("a as number\n/ b; (a as b\n/ c)", "a \n/ b; (a \n/ c)"),
    ("a as b\n[c]\nd as e\n`f`", "a ; \n[c]\nd ; \n`f`"),
    ("#!/usr/bin/env causeway\na as b", "///usr/bin/env causeway\na "),
  ])
  func `an assertion that goes leaves the same expression`(_ source: String, _ expected: String) throws {
    try expect(source, expected, keepsColumns: false)
  }

  @Test func `an assertion at the end of a default export leaves no semicolon in it`() throws {
    let code = try ModuleText(parsing: "export default a as A\n(b)", options: options).code
    #expect(collapse(code).contains("{default:a };\n(b)"))
  }

  @Test func `a text with escapes is the value of an enum's member`() throws {
    let code = try body("enum A { b = \"\\n\", [\"\\x41\"] = b + `\\u{43}`, c = '\\ud800' }")
    #expect(
      collapse(code)
        == "var A;(function (A) { A[\"b\"] = \"\\n\"; A[\"A\"] = \"\\nC\" ; A[\"c\"] = '\\ud800' })(A || (A = {}));")
  }

  @Test func `names of an enum's members may stand in brackets`() throws {
    let code = try body("enum A { [\"b\"] = 1, [`c`], d }")
    #expect(
      code
        == "var A;(function (A) { A[A[\"b\"] = 1] = \"b\"; A[A[\"c\"] = 2] = \"c\"; A[A[\"d\"] = 3] = \"d\" })(A || (A = {}));"
    )
  }

  @Test(arguments: ["enum A { B = c, D }", "enum A { B = \"c\", D }", "enum A { [b] = 1 }", "enum A { [`${b}`] = 1 }"])
  func `an enum whose values cannot be known is refused`(_ source: String) {
    let error = #expect(throws: SyntaxError.self) { try ModuleText(parsing: source, options: options) }
    #expect(error?.description.contains("member") == true)
  }

  @Test(arguments: [
    "let a: ;", "interface {}", "<>a", "<any>a = b", "a<b>.c", "a as | () => b", "<const>(a) => b", "a as const < b",
    "function f<A.B>() {}", "a as true.b", "a as", "(a: A, b) + c", "let f = function (): void;", "type A = {",
  ])
  func `texts with errors are refused`(_ source: String) {
    #expect(throws: SyntaxError.self) { try ModuleText(parsing: source, options: options) }
  }
}
