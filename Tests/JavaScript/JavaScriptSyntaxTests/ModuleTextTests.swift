import JavaScriptSyntax
import Testing

/// What a module's text becomes.
///
/// The prefix is left out of most expectations: it has its own.
@Suite struct ModuleTextTests {
  /// The lines behind the prefix and before the end of the function.
  private func body(_ source: String) throws -> String {
    let code = try ModuleText(parsing: source).code
    return code.split(separator: "\n", omittingEmptySubsequences: false).dropFirst().dropLast().joined(separator: "\n")
  }

  private func prefix(_ source: String) throws -> String {
    String(try ModuleText(parsing: source).code.split(separator: "\n")[0])
  }

  @Test(arguments: [
    ("import { a } from 'x'; a;", ";                      m0.a;"),
    ("import { a } from 'x'; a();", ";                      (0,m0.a)();"),
    ("import { a } from 'x'; new a();", ";                      new m0.a();"),
    ("import { a } from 'x'; a`b`;", ";                      (0,m0.a)`b`;"),
    ("import { a } from 'x'; a?.();", ";                      (0,m0.a)?.();"),
    ("import { a } from 'x'; (a)();", ";                      ((0,m0.a))();"),
    ("import { a } from 'x'; a.b();", ";                      m0.a.b();"),
    ("import { a as b } from 'x'; b, c.b, { b: 1 };", ";                           m0.a, c.b, { b: 1 };"),
    ("import { a } from 'x'; ({ a });", ";                      ({ a: m0.a });"),
    ("import { a } from 'x'; ({ a } = 1);", ";                      ({ a: m0.a } = 1);"),
    ("import { a } from 'x'; ({ a = 2 } = 1);", ";                      ({ a: m0.a = 2 } = 1);"),
    ("import { a } from 'x'; typeof a; a = 1;", ";                      typeof m0.a; m0.a = 1;"),
    ("import a from 'x'; a; import b from 'y'; b;", ";                  m0.default; ;                  m1.default;"),
    ("import { 'a b' as a } from 'x'; a;", ";                               m0[\"a b\"];"),
    ("import { a } from 'x'\na()", ";                    \n;(0,m0.a)()"),
    (
      "import { a } from 'x'\nlet b = 1\na()\nif (b)\na()",
      ";                    \nlet b = 1\n;(0,m0.a)()\nif (b)\n(0,m0.a)()"
    ),
    (
      "import { a } from 'x'; a => a; (a, b) => a + b; ({ a }) => a;",
      ";                      a => a; (a, b) => a + b; ({ a }) => a;"
    ),
    ("import { a, b } from 'x'; (c = a, [d = b]) => a;", ";                         (c = m0.a, [d = m0.b]) => m0.a;"),
    (
      "import { a } from 'x'; function f() { return a; var a; }",
      ";                      function f() { return a; var a; }"
    ),
    ("import { a } from 'x'; { let a; a; } a;", ";                      { let a; a; } m0.a;"),
    ("import { a } from 'x'; try {} catch (a) { a } a", ";                      try {} catch (a) { a } m0.a"),
    ("import { a } from 'x'; for (let a of b) a; a;", ";                      for (let a of b) a; m0.a;"),
    (
      "import { a } from 'x'; (function a() { a }); class B extends a {}",
      ";                      (function a() { a }); class B extends m0.a {}"
    ),
    ("import { a } from 'x'; function f(b = a) { var a; }", ";                      function f(b = m0.a) { var a; }"),
    ("import { a } from 'x'; a: for (;;) break a;", ";                      a: for (;;) break a;"),
    ("import * as a from 'x'; a.b();", ";                       a.b();"),
  ])
  func `uses of imports read the module that has them`(_ source: String, _ expected: String) throws {
    #expect(try body(source) == expected)
  }

  @Test(arguments: [
    ("export const a = 1;", "       const a = 1;"),
    ("export let a, { b, c: [d] } = e;", "       let a, { b, c: [d] } = e;"),
    ("export function f() {}", "       function f() {}"),
    ("export async function* f() {}", "       async function* f() {}"),
    ("export class C {}", "       class C {}"),
    ("let a; export { a, a as b };", "let a; ;                    "),
    ("export * from 'x';", ";                 "),
    ("export default 5;", "let d={default:5};;"),
    ("export default 5\n(6)", "let d={default:5\n(6)};"),
    ("export default () => {}\n[1]", "let d={default:() => {}};\n[1]"),
    ("export default class { m() {} }", "let d={default:class { m() {} }};"),
    ("export default class C {}", "               class C {}"),
    ("export default function () {}", "               function  d() {}"),
    ("export default function* () {}", "               function*  d() {}"),
    ("export default function f() {}", "               function f() {}"),
    ("export default async () => {}", "let d={default:async () => {}};"),
    ("import { a } from 'x'; export default a;", ";                      let d={default:m0.a};;"),
    ("export\ndefault\n5", "let d={default:\n       \n5};"),
    ("import 'x'\nimport {\n  a,\n} from 'y'", ";         \n;       \n    \n          "),
  ])
  func `exports leave their declarations`(_ source: String, _ expected: String) throws {
    #expect(try body(source) == expected)
  }

  @Test(arguments: [
    ("import.meta.url", "h.meta     .url"),
    ("import('x')", "h.load('x')"),
    ("import\n.meta", "h.meta\n     "),
    (
      "arguments; (() => typeof arguments); function f() { arguments }",
      "globalThis.arguments; (() => typeof globalThis.arguments); function f() { arguments }"
    ),
    ("#!/bin/x\n1", "///bin/x\n1"),
    ("a <!--b", "a < !--b"),
  ])
  func `what only modules have is replaced`(_ source: String, _ expected: String) throws {
    #expect(try body(source) == expected)
  }

  @Test func `the function declares getters for what is exported`() throws {
    let text = try ModuleText(
      parsing: "import * as n from 'x'; export { n, a as 'b c', a as __proto__ }; let a; export default function () {}")
    #expect(
      text.code.hasPrefix(
        "(function* (h, m0) { \"use strict\"; const n = h.namespace(0); "
          + "Object.defineProperty(d, \"name\", { value: \"default\", configurable: true }); "
          + "h.exports({[\"b c\"]: () => a, [\"__proto__\"]: () => a, default: () => d}); yield;\n"))
    #expect(text.code.hasSuffix("\n})"))
    #expect(text.localExports == ["b c", "__proto__", "default"])
  }

  @Test func `the plain function has values, and getters for what is assigned to`() throws {
    let text = try ModuleText(
      parsing:
        "export let a = 1, b = 2; export { a as 'c d' }; function e(a) { b = a } export default 1; await 0 // end")
    let line = try #require(text.code.split(separator: "\n").first)
    let begin = "(async function  (h) { \"use strict\"; h.exports({b: () => b}); "
    #expect(text.plainPrefix == begin + String(repeating: " ", count: line.utf16.count - begin.utf16.count) + "\n")
    #expect(text.plainSuffix == "\n;h.values({a: a, [\"c d\"]: a, default: d.default});\n})")
    let evaluating = try ModuleText(parsing: "export let a = 1; eval('a = 2')")
    #expect(evaluating.plainPrefix.contains("h.exports({a: () => a});") && evaluating.plainSuffix == "\n})")
    let none = try ModuleText(parsing: "import 'x'")
    #expect(none.plainPrefix.hasPrefix("(function  (h, m0) { \"use strict\";   "))
    #expect(!none.plainPrefix.contains("h.exports") && none.plainSuffix == "\n})")
  }

  @Test func `parameters take names that the module does not have`() throws {
    #expect(
      try prefix("import 'x'; let h, m0, d; export default 1")
        == "(function* (h$1, m0$1) { \"use strict\"; h$1.exports({default: () => d$1.default}); yield;")
  }

  @Test func `an await at the top level makes the module asynchronous`() throws {
    #expect(try ModuleText(parsing: "await 1").isAsync)
    #expect(try ModuleText(parsing: "for await (const a of b) {}").isAsync)
    #expect(try ModuleText(parsing: "await 1").code.hasPrefix("(async function* (h)"))
    #expect(try !ModuleText(parsing: "async () => await 1; async function f() { for await (a of b) {} }").isAsync)
  }

  @Test func `imports and exports are listed with their places`() throws {
    let text = try ModuleText(
      parsing: """
        import d, { a as b, "s t" as c } from "x" with { type: "json" };
        import * as n from "y"; import "x";
        export { b, n }; export { e as f } from "y"; export * from "z"; export * as g from "z";
        """)
    #expect(text.requests.map(\.specifier) == ["x", "y", "x", "z"])
    #expect(text.requests[0].attributes == ["type": "json"])
    #expect(text.requests[0].position == ModuleText.Position(line: 1, column: 39))
    #expect(text.imports.map(\.imported) == [.name("default"), .name("a"), .name("s t"), .namespace])
    #expect(text.imports.map(\.request) == [0, 0, 0, 1])
    #expect(text.imports[1].position == ModuleText.Position(line: 1, column: 13))
    #expect(text.localExports.isEmpty)
    #expect(text.indirectExports.map(\.name) == ["f", "g", "b", "n"])
    #expect(text.indirectExports.map(\.imported) == [.name("e"), .namespace, .name("a"), .namespace])
    #expect(text.indirectExports[0].position == ModuleText.Position(line: 3, column: 27))
    #expect(text.starExports == [3])
  }

  @Test func `names that Swift takes for one are two exports`() throws {
    let text = try ModuleText(parsing: "let a; export { a as '\u{e9}', a as 'e\u{301}' };")
    #expect(text.localExports.map { Array($0.utf8) } == [Array("\u{e9}".utf8), Array("e\u{301}".utf8)])
  }

  @Test func `lines and UTF-16 columns stay`() throws {
    let source = "/* 😀é */ import {\r\n a } from '😀'; let b = a;\u{2028}a()\r\n'end'"
    let code = try ModuleText(parsing: source).code
    let lines = code.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[1] == "/* 😀é */ ;       \r" || code.contains("/* 😀é */ ;       \r\n"))
    #expect(code.contains("             let b = m0.a;\u{2028}(0,m0.a)()\r\n'end'"))
  }

  @Test(arguments: [
    ("export { a };", "'a' is exported but not declared in the module.", 1, 10),
    ("let a; export { a, a };", "'a' is exported twice.", 1, 20),
    ("import { a, a } from 'x'", "'a' is already declared in line 1.", 1, 13),
    ("import { a } from 'x'; let a;", "'a' is already declared in line 1.", 1, 28),
    ("{ import 'x' }", "'import' declarations are allowed at the top level of a module only.", 1, 3),
    ("export { 'a' };", "A string cannot be exported without 'from'.", 1, 10),
    ("export { '\\uD800' } from 'x';", "The name of an export must be well-formed Unicode.", 1, 10),
    ("import x from 'y' with { type: 'a', type: 'b' }", "The attribute 'type' appears twice.", 1, 37),
    ("import defer * as a from 'x'", "'import defer' is not supported.", 1, 8),
    ("let await;", "'await' is not a valid name in modules, async functions and static blocks.", 1, 5),
  ])
  func `modules with early errors are refused`(
    _ source: String, _ message: String, _ line: Int, _ column: Int
  ) {
    #expect {
      try ModuleText(parsing: source)
    } throws: { error in
      let error = error as? SyntaxError
      return error?.message == message && error?.line == line && error?.column == column
    }
  }
}
