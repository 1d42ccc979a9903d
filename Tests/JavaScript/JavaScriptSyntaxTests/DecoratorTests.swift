import JavaScriptSyntax
import Testing

@Suite struct DecoratorTests {
  private func code(_ source: String, _ options: ParserOptions = ParserOptions()) throws -> String {
    try ScriptText(parsing: source, importFunction: "i", options: options).code
  }

  @Test(arguments: [
    (
      "@a @b() class A extends B {\n  m() { A }\n}",
      """
      let A=__syntax__.decorate([a ,b()] , B ,(c_0,c_0s)=>class A extends c_0s{static{c_0.begin\
      (this,[])}
        m() { c_0.type }
      ;static{c_0.end()}});
      """
    ),
    (
      "class A { accessor b = 1; static accessor #c }",
      """
      class A { get      b(){return this.#c_0_0}set b(v){this.#c_0_0=v}#c_0_0 = 1; static get      #c(){return \
      this.#c_0_1}static set #c(v){this.#c_0_1=v}static #c_0_1 }
      """
    ),
    (
      "class A { @b.c.d e() {} }",
      """
      let A=__syntax__.decorate([],void 0,(c_0)=>class A{static{c_0.begin(this,[{kind:"method",name:"e"}])}#c_0_=\
      c_0.run(-1,this); ;static [c_0.element([__syntax__.member(b.c,o=>o.d)])](){} e() {};static{c_0.end()}});
      """
    ),
    (
      "x = class { @d b = 1 }",
      """
      x = (__syntax__.decorate([],void 0,(c_0)=>class{static{c_0.begin(this,[{kind:"field",name:"b"}])} ;static \
      [c_0.element([d])](){} b =c_0.value(0,this, 1);#c_0e0=c_0.run(0,this); ;static{c_0.end()}},"x"))
      """
    ),
  ])
  func `a class is rewritten in its own lines`(_ source: String, _ expected: String) throws {
    let made = try code(source)
    #expect(made.filter { $0 != " " } == expected.filter { $0 != " " })
    #expect(made.split(separator: "\n").count == source.split(separator: "\n").count)
  }

  @Test(arguments: [
    "class A { accessor; static accessor\nb }", "accessor = 1", "class A { accessor() {} get accessor() {} }",
    "class A { accessor\nb = 1 }",
  ])
  func `'accessor' is a name where no other follows`(_ source: String) throws { #expect(try code(source) == source) }

  @Test(arguments: [
    "@a class B {}", "@a.b.c(1) class B {}", "@(a[0]) class B {}", "export @a class B {}", "@a export class B {}",
    "export default @a class B {}", "@a export default class {}", "@a export default class B {}",
    "export default @a class {}", "b = @a class {}",
    "class B { @a static async *[c]() {} @a @b get #d() {} @a '\\u{1}' }", "class B { @a.#b c; #b }",
    "class B { get\n@a b; static\n@a c\n@a d }",
  ])
  func `what is written for decorators is JavaScript`(_ source: String) throws {
    let text = try ModuleText(parsing: source)
    #expect(!text.code.contains("@"))
    #expect(ScriptSyntax.error(in: Array(text.code.utf8)) == nil)
  }

  @Test func `TypeScript's modifiers may stand behind decorators`() throws {
    let source = "@a abstract class B<T> { @c private readonly d: T = 1 as T; @e protected override f?(): void {} }"
    #expect(ScriptSyntax.error(in: Array(try code(source, ParserOptions(language: .typeScript)).utf8)) == nil)
  }
}
