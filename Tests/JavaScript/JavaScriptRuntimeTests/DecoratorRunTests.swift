import JavaScriptModules
import TestSupport
import Testing

@testable import JavaScriptRuntime

@Suite(.timeLimit(.minutes(5))) struct DecoratorRunTests {
  /// Decorators that print when they are evaluated and applied, and add an initializer that prints.
  private let decorators = """
    export const log = (tag) => {
      console.log("evaluate", tag);
      return (value, context) => {
        console.log("apply", tag, context.kind, context.name, context.static, context.private, typeof value);
        context.metadata[tag] = context.kind;
        context.addInitializer(function () { console.log("initialize", tag); });
      };
    };
    """

  private func lines(_ source: String, named name: String = "main.js") async throws -> [String] {
    try await printed([name: "import { log } from './d.js';\n" + source, "d.js": decorators], entry: "./" + name)
  }

  @Test func `decorators are evaluated in the order of the text, and applied to static methods first`() async throws {
    let lines = try await lines(
      """
      @log('class') class A {
        @log('field') a = console.log('value');
        @log('method') b() {}
        @log('static') static c() {}
        @log('own') static d = console.log('static value', this === A);
        @log('private') #e() {}
      }
      new A();
      console.log(JSON.stringify(A[Symbol.metadata]), Reflect.ownKeys(A).length, Reflect.ownKeys(A.prototype).join());
      """)
    #expect(
      lines == [
        "evaluate class", "evaluate field", "evaluate method", "evaluate static", "evaluate own", "evaluate private",
        "apply static method c true false function", "apply method method b false false function",
        "apply private method #e false true function", "apply own field d true false undefined",
        "apply field field a false false undefined", "apply class class A undefined undefined function",
        "initialize static", "static value true", "initialize own", "initialize class",
        "initialize method", "initialize private", "value", "initialize field",
        #"{"static":"method","method":"method","private":"method","own":"field","field":"field","class":"class"}"#
          + " 6 constructor,b",
      ])
  }

  @Test func `decorators replace what they are applied to`() async throws {
    let lines = try await lines(
      """
      const twice = (value, { kind }) => {
        switch (kind) {
          case 'class': return class extends value { extra = 'extra'; };
          case 'method': case 'getter': return function (...values) { return value.apply(this, values) + value.apply(this, values); };
          case 'field': return (initial) => initial + initial;
          case 'accessor': return { get() { return value.get.call(this) + '!'; }, init: (initial) => initial + initial };
        }
      };
      @twice class A {
        @twice a() { return super.toString === Object.prototype.toString ? 1 : 0; }
        @twice #b() { return 2; }
        @twice get c() { return 3; }
        @twice d = 4;
        @twice accessor e = 5;
        @twice static #f = 6;
        @twice accessor ['g' + 1] = 7;
        static made = () => new A();
        all() { return [this.a(), this.#b(), this.c, this.d, this.e, A.made().extra, this.g1].join(); }
        static get f() { return this.#f; }
      }
      console.log(new A().all(), new A() instanceof A, Object.getPrototypeOf(A).f);
      """)
    #expect(lines == ["2,4,6,8,10!,extra,14! true 12"])
  }

  @Test func `a decorator that is a member is called as a method`() async throws {
    let lines = try await lines(
      """
      const tools = { tag: 'tools', name(value, context) { console.log(this.tag, context.name, arguments.length); } };
      const all = { tools };
      @tools.name class A { @all.tools.name a() {} static #own = tools.name; @(tools.name.bind({ tag: 'bound' })) b }
      """)
    #expect(lines == ["tools a 2", "bound b 2", "tools A 2"])
  }

  @Test func `a class without a name has that of its place, and functions that of their field`() async throws {
    let lines = try await lines(
      """
      const name = (value, context) => console.log(context.name);
      const A = @name class {}; const o = { b: @name class {} };
      class C { @name d = () => {}; accessor e = () => {}; }
      console.log(A.name, o.b.name, new C().d.name, new C().e.name);
      export default @name class {}
      """)
    #expect(lines == ["A", "b", "d", "A b d e", "default"])
  }

  @Test func `TypeScript, CommonJS, programs and scripts have them too`() async throws {
    #expect(
      try await lines("@log('t') abstract class A<T> { @log('f') private a?: T }", named: "main.ts").count == 5)
    let common = "class A { @((f, c) => console.log(c.name)) m() {} }"
    #expect(try await printed(["main.cjs": common], entry: "./main.cjs") == ["m"])
    let output = Printed()
    let runtime = try await JavaScriptRuntime(output.configuration)
    try await runtime.run(common)
    try await runtime.evaluate("class B { accessor a = 1 }; console.log(new B().a)", url: "a.js")
    #expect(try await runtime.evaluateForPrompt("(class { accessor a = 2 }).name") == "''")
    #expect(output.all == ["m", "1"])
    await runtime.close()
  }

  @Test func `wrong results and late initializers are errors`() async throws {
    let lines = try await lines(
      """
      const attempt = (make) => { try { make(); } catch (e) { console.log(e.name, e.message); } };
      attempt(() => { @(() => 1) class A {} });
      attempt(() => { class A { @(() => 1) m() {} } });
      attempt(() => { class A { @(() => null) accessor m } });
      attempt(() => { let c; class A { @((v, context) => { c = context; }) m() {} } c.addInitializer(() => {}); });
      attempt(() => { class A { @((v, c) => c.addInitializer(1)) m() {} } });
      """)
    #expect(
      lines == [
        "TypeError A class decorator must return a function or undefined.",
        "TypeError A decorator of a method must return a function or undefined.",
        "TypeError A decorator of an accessor must return an object or undefined.",
        "TypeError Initializers cannot be added after the decorator has returned.",
        "TypeError An initializer must be a function, not number.",
      ])
  }
}
