import JavaScriptSyntax
import Testing

@Suite(.timeLimit(.minutes(5))) struct UsingTests {
  private func code(_ source: String, _ kind: ScriptText.Kind = .script) throws -> String {
    try ScriptText(parsing: source, kind: kind, importFunction: "i").code
  }

  @Test(arguments: [
    (
      "{\n  using a = b, c = d\n  e\n}",
      """
      {const u=__syntax__.resources();try{
        const a = b,{}=u.add(a), c = d,{}=u.add(c);
        e
      }catch(e){u.fail(e)}finally{u.end()}}
      """
    ),
    (
      "async () => { await using u = b; }",
      """
      async () => {const u$1=__syntax__.resources();try{ const       u = b,{}=u$1.addAsync(u);; }catch(e){u$1.fail(e)}\
      finally{while(u$1.next())try{await u$1.value}catch(e){u$1.fail(e)}u$1.end()}}
      """
    ),
    (
      "for (using a of b) c()\nd",
      "for (const a of b){const u=__syntax__.resources();try{u.add(a); c()}catch(e){u.fail(e)}finally{u.end()}}\nd"
    ),
    (
      "l: for (using a = b;;) continue l",
      """
      {const u=__syntax__.resources();try{l: for (const a = b,{}=u.add(a);;) continue l}catch(e){u.fail(e)}\
      finally{u.end()}}
      """
    ),
    (
      "function f() { 'use strict'; using a = b }",
      """
      function f() { 'use strict';;const u=__syntax__.resources();try{ const a = b,{}=u.add(a); }catch(e){u.fail(e)}\
      finally{u.end()}}
      """
    ),
  ])
  func `a block disposes of its resources in its own lines`(_ source: String, _ expected: String) throws {
    #expect(try code(source) == expected)
  }

  @Test(arguments: [
    "using\na = b", "using[a] = b", "using in a", "for (using of of) ;", "for (using in a) ;", "var using = 1; using",
    "async () => { await using\na }", "async () => { await using[a] }", "using: a", "using.a", "\\u0075sing = 1",
  ])
  func `'using' stays a name where it declares nothing`(_ source: String) throws { #expect(try code(source) == source) }

  @Test func `the resources of a module are disposed of after its exports are read`() throws {
    let text = try ModuleText(parsing: "using a = b;\nexport let c = a; // d")
    #expect(text.code.hasPrefix("(function* (h) { \"use strict\"; const u=__syntax__.resources();try{h.exports("))
    #expect(text.code.hasSuffix("// d\n}catch(e){u.fail(e)}finally{u.end()}})"))
    #expect(text.plainSuffix == "\n;h.values({c: c});\n}catch(e){u.fail(e)}finally{u.end()}})")
    #expect(!text.isAsync)
    #expect(try ModuleText(parsing: "await using a = b").isAsync)
    #expect(try ModuleText(parsing: "for (await using a of b) ;").isAsync)
  }

  @Test func `the body of a function may end with a comment`() throws {
    let text = try code("'a'\nusing a = b // c", .functionBody)
    #expect(text.hasPrefix("'a';const u=__syntax__.resources();try{\nconst a = b"))
    #expect(text.hasSuffix("// c\n}catch(e){u.fail(e)}finally{u.end()}"))
  }

  @Test(arguments: [
    ("using a = b", "'using' is not allowed at the top level of a script: put it in a block or a function.", 1),
    (
      "switch (a) { case 1: using b = c }",
      "'using' is not allowed directly in a case of 'switch': put it in a block.", 22
    ),
    ("{ using a }", "Expected '=' and a value for 'using', not '}'.", 11),
    ("{ using a = b, [c] = d }", "'[' is not allowed here. Expected a name: 'using' declares no patterns.", 16),
    ("for (using a in b) ;", "'using' is not allowed in 'for' with 'in'.", 6),
    ("for (using a = b of c) ;", "'for' with 'of' must declare exactly one variable, without an initial value.", 6),
    ("if (a) using b = c", "'using' is not allowed here: put it in a block.", 8),
    ("{ using let = a }", "'let' is not a valid name in 'let' and 'const' declarations.", 9),
    ("{ let a; using a = b }", "'a' is already declared in line 1.", 16),
    (
      "function f() { var a; function a() {} using b = c }",
      "'a' is declared twice in a function with 'using': rename one of the declarations.", 32
    ),
  ])
  func `errors name what is wrong`(_ source: String, _ message: String, _ column: Int) {
    #expect {
      try code(source)
    } throws: { error in
      let error = error as? SyntaxError
      return error?.message == message && error?.column == column
    }
  }

  @Test func `types of resources are removed`() throws {
    let text = try ModuleText(parsing: "using a: A = b as A\nexport {}", options: ParserOptions(language: .typeScript))
    #expect(text.code.contains("const a    = b     ,{}=u.add(a);\n"))
  }
}
