import JavaScriptSyntax
import Testing

@Suite(.timeLimit(.minutes(5))) struct ScriptTextTests {
  @Test func `only import calls change`() throws {
    let text = try ScriptText(parsing: "#!x\nimport('a'); b = { import: 1 }", importFunction: "__import")
    #expect(text.code == "//x\n__import('a'); b = { import: 1 }")
    #expect(text.hasDynamicImport)
    #expect(try ScriptText(parsing: "a <!-- b\n--> c", importFunction: "i").code == "a <!-- b\n--> c")
  }

  @Test(arguments: ["let\nnull", "let\nif (a) b", "if (a) let\nb", "let in a", "let\nin a"])
  func `'let' is a name of sloppy code where it declares nothing`(_ source: String) throws {
    #expect(try ScriptText(parsing: source, importFunction: "i").code == source)
  }

  @Test func `'await' is a name in the fields of a class, also in an async function`() throws {
    let source = "async function f() { return class { x = await } }"
    #expect(try ScriptText(parsing: source, importFunction: "i").code == source)
    #expect(throws: SyntaxError.self) {
      try ScriptText(parsing: "async () => class { [await] = 1 }", importFunction: "i")
    }
  }

  @Test func `the body of a function may return`() throws {
    _ = try ScriptText(parsing: "return new.target", kind: .functionBody, importFunction: "i")
    #expect(throws: SyntaxError.self) { try ScriptText(parsing: "return 1", importFunction: "i") }
  }

  @Test(arguments: [
    ("import 'x'", true), ("export {}", true), ("import.meta", true), ("await 1", true),
    ("for await (a of b) {}", true),
    ("import('x')", false), ("'import x'", false), ("let await = 1", false), ("exports.a = 1", false),
    ("async function f() { await 1 }", false), ("a b", false), ("import 'x' a", true), ("return; await 1", false),
  ])
  func `modules are told by their syntax`(_ source: String, _ isModule: Bool) {
    #expect(ModuleSyntax.detect(source) == isModule)
  }
}
