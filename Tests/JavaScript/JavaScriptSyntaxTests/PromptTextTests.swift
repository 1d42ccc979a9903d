import JavaScriptSyntax
import Testing

/// What becomes of a prompt's input that awaits or imports.
@Suite struct PromptTextTests {
  @Test(arguments: [
    ("await a", "return (await a)"),
    ("a; await b;", "a;;return ( await b);"),
    ("let a = await b", ";(  a = await b);"),
    ("const { a, b: [c] } = await d, e = 1;", ";(    { a, b: [c] } = await d, e = 1);;"),
    ("let a, b\n(await c)", ";(  a = void 0, b = void 0);;return (\n(await c))"),
    ("var a, b = await c", ";(  a = globalThis.a, b = await c);"),
    ("for await (const a of b) { let c } 1", "for await (const a of b) { let c };return ( 1)"),
    (
      "async function f() { let a = await b } await f()",
      "globalThis.f = f; async function f() { let a = await b };return ( await f())"
    ),
    ("class A { b = 1 } await 1", ";A = class A { b = 1 };;return ( await 1)"),
    ("if (await a) { let b; b }", "if (await a) { let b; b }"),
    ("import 'x'", ";await import(\"x\");"),
    ("import * as a from 'x'\na.b", ";{ const module = await import(\"x\"); a = module; };return (\na.b)"),
    (
      "import a, { b as c } from 'x' with { type: 'json' };",
      ";{ const module = await import(\"x\", { with: { \"type\": \"json\" } }); "
        + "if (!(\"default\" in module)) throw new SyntaxError(\"x has no export named 'default'.\"); "
        + "a = module[\"default\"]; "
        + "if (!(\"b\" in module)) throw new SyntaxError(\"x has no export named 'b'.\"); c = module[\"b\"]; }"
    ),
    (
      "import { 'a b' as module } from 'x'",
      ";{ const module_ = await import(\"x\"); if (!(\"a b\" in module_)) "
        + "throw new SyntaxError(\"x has no export named 'a b'.\"); module = module_[\"a b\"]; }"
    ),
    ("await import('x')", "return (await import('x'))"),
  ])
  func `an input becomes the body of a function`(_ source: String, _ code: String) throws {
    #expect(try PromptText(parsing: source)?.code == code)
  }

  @Test(arguments: [
    "a + 1", "let await_ = 1", "function f() { await }", "async () => await a", "import('x')", "'await'",
  ])
  func `an input that neither awaits nor imports stays as it is`(_ source: String) throws {
    #expect(try PromptText(parsing: source) == nil)
  }

  @Test(arguments: [
    "import { a } from", "import a b from 'x'", "export const a = await b", "await import.meta", "const a; await b",
    "{ import 'x' }", "import { a.b } from 'x'", "let a = await b; let a", "await",
  ])
  func `an input with an error throws it`(_ source: String) {
    #expect(throws: SyntaxError.self) { try PromptText(parsing: source) }
  }

  @Test func `lines stay, and columns behind the first`() throws {
    let text = try PromptText(parsing: "function f() {}\nlet a = await b;\n  c();")
    #expect(text?.prefixLength == "globalThis.f = f; ".utf16.count)
    #expect(text?.code.split(separator: "\n").last == "  c());")
  }
}
