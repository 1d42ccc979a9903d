import JavaScriptModules
import TestSupport
import Testing

@testable import JavaScriptRuntime

/// Decorators with `experimentalDecorators`, and fields that are assigned.
///
/// `make test-decorators` compares them with TypeScript's own.
@Suite(.timeLimit(.minutes(5))) struct ExperimentalDecoratorRunTests {
  private func lines(
    _ source: String, _ options: String = #""experimentalDecorators": true"#, named name: String = "main.ts"
  ) async throws -> [String] {
    try await printed(
      [name: source, "tsconfig.json": "{\"compilerOptions\": {\(options)}}"], entry: "./" + name)
  }

  private static let injection = """
    const known = new Map();
    const inject = (token: string) => (target: any, key: any, index: number) => {
      console.log("inject", token, key ?? "constructor", index);
    };
    const log = (target: any, key?: any, descriptor?: any) => {
      console.log("apply", typeof target, key ?? target.name, typeof descriptor);
    };
    @log
    class Service {
      @log static count = 0;
      @log name = "a";
      constructor(@inject("one") private one: number, @inject("two") readonly two = () => {
        return new Error("in a default").stack;
      }) {}
      @log get all() { return this.one; }
      @log
      load(
        @inject("path") path: string,
      ) { throw new Error("body"); }
    }
    try { new Service(1).load("a"); } catch (error) { console.log(error.stack.match(/main\\.ts:\\d+/)[0]); }
    console.log(new Service(7).all);
    """

  @Test func `decorators of parameters, elements and the class are applied in TypeScript's order`() async throws {
    #expect(
      try await lines(Self.injection) == [
        "apply object name undefined", "apply object all object", "inject path load 0", "apply object load object",
        "apply function count undefined", "inject two constructor 1", "inject one constructor 0",
        "apply function Service undefined", "main.ts:19", "7",
      ])
  }

  @Test func `what a class decorator returns is the class, also for its own methods`() async throws {
    let lines = try await lines(
      """
      const replace = (type: any) => class extends type { added = 1 };
      const own = (get: () => any) => (type: any) => { console.log(get().name); };
      @own(() => Model) @replace export class Model { static make() { return new Model(); } }
      console.log(Object.keys(Model.make()).join());
      """)
    #expect(lines == ["Model", "added"])
  }

  @Test func `a default export without a name has decorators before 'export' too`() async throws {
    let named = "(type: any) => { console.log(type.name); }"
    for source in ["@(\(named)) export default class { a = 1 }", "export default @(\(named)) class { a = 1 }"] {
      let lines = try await printed(
        [
          "main.ts": "import Value from './value.ts'; console.log(new Value().a)", "value.ts": source,
          "tsconfig.json": #"{"compilerOptions": {"experimentalDecorators": true}}"#,
        ], entry: "./main.ts")
      #expect(lines == ["default", "1"])
    }
  }

  @Test(arguments: ["main.cts", "main.tsx"])
  func `CommonJS and TSX have them`(_ name: String) async throws {
    #expect(
      try await lines("class A { m(@((t, k, i) => console.log(k, i)) a) {} }", named: name) == ["m 0"])
  }

  @Test(arguments: [
    ("const a = @(() => {}) class {};", "only class declarations may have decorators"),
    ("class A { @(() => {}) #a; }", "an element with a private name must not have decorators"),
    ("function f(@(() => {}) a) {}", "Only a parameter of a method or constructor of a class declaration"),
    ("class A { @(() => {}) constructor() {} }", "A constructor must not have decorators"),
    ("export {}; @(await 1) class A {}", "'await' and 'yield' are not supported"),
    ("class A { m(@(() => {}) a); m(b) {} }", "Only a method with a body may have decorators"),
  ])
  func `what they cannot decorate is an error`(_ source: String, _ message: String) async throws {
    let error = await #expect(throws: JavaScriptError.self) { try await lines(source) }
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
  }

  @Test func `emitDecoratorMetadata is refused where a decorator would get it`() async throws {
    let options = #""experimentalDecorators": true, "emitDecoratorMetadata": true"#
    #expect(try await lines("class A {} console.log(1)", options) == ["1"])
    let error = await #expect(throws: JavaScriptError.self) { try await lines("@(() => {}) class A {}", options) }
    #expect(error?.message.contains("emitDecoratorMetadata is not supported") == true)
  }

  @Test(arguments: [#""target": "ES2020""#, #""useDefineForClassFields": false, "target": "esnext""#])
  func `fields are assigned behind the parameters that are properties`(_ options: String) async throws {
    let lines = try await lines(
      """
      class Base { set watched(value: number) { console.log("set", value); } }
      class Service extends Base {
        watched = this.store.first;
        absent: number;
        static made = 1;
        readonly #hidden = this.watched ?? "hidden";
        constructor(private store: { first: number }) { super(); console.log(Object.keys(this).join(), this.#hidden); }
      }
      new Service({ first: 4 });
      class Plain { a = 1; b?: string; }
      console.log(JSON.stringify(new Plain()), Service.made, Plain.length);
      """, options)
    #expect(lines == ["set 4", "store hidden", #"{"a":1} 1 0"#])
  }

  @Test func `the method of a field is in no stack`() async throws {
    let lines = try await lines(
      "class A {\n  a = fail();\n}\nfunction fail() { throw new Error('no'); }\ntry { new A() } catch (e) { console.log(e); }",
      #""target": "es2017""#)
    let frames = try #require(lines.first).replacing("memory:///", with: "").split(separator: "\n").prefix(4)
    #expect(
      frames.map { $0.split(separator: ":").prefix(2).joined(separator: ":") } == [
        "Error: no", "    at fail (main.ts:4", "    at main.ts:2", "    at A (main.ts:3",
      ])
  }

  @Test func `fields are defined without a target, and with a newer one`() async throws {
    for options in ["", #""target": "es2022""#, #""target": "es5", "useDefineForClassFields": true"#] {
      #expect(try await lines("class A { b?: string } console.log('b' in new A())", options) == ["true"])
    }
  }
}
