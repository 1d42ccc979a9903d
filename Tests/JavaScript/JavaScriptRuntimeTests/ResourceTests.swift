import JavaScriptModules
import TestSupport
import Testing

@testable import JavaScriptRuntime

@Suite(.timeLimit(.minutes(5))) struct ResourceTests {
  private let resources = """
    export const sync = (name) => ({ name, [Symbol.dispose]() { console.log("dispose", name); } });
    export const async = (name) => ({ name, async [Symbol.asyncDispose]() { console.log("end", name); await null; } });
    export const failing = (name) => ({ [Symbol.dispose]() { throw new Error(name); } });
    """

  private func lines(_ source: String, named name: String = "main.js") async throws -> [String] {
    let main = "import { sync, async, failing } from './r.js';\n" + source
    return try await printed([name: main, "r.js": resources], entry: "./" + name)
  }

  @Test func `resources are disposed of in reverse order, after the module has run`() async throws {
    let lines = try await lines(
      "using a = sync('a'), b = null; await using c = async('c'); console.log(a.name); export { a }; export let d = 1")
    #expect(lines == ["a", "end c", "dispose a"])
  }

  @Test func `a loop disposes of what each iteration and what its head declares`() async throws {
    let lines = try await lines(
      """
      for (using a of [sync(1), sync(2), sync(3)]) { if (a.name === 2) break; console.log(a.name); }
      const counter = { n: 0, [Symbol.dispose]() {} };
      outer: for (using b = sync('head'), i = counter; i.n < 2; i.n++) { using c = sync(i.n); continue outer; }
      """)
    #expect(lines == ["1", "dispose 1", "dispose 2", "dispose 0", "dispose 1", "dispose head"])
  }

  @Test func `errors of disposal suppress those before`() async throws {
    let lines = try await lines(
      """
      try { using a = failing('a'); using b = failing('b'); throw new Error('body'); } catch (e) {
        const { error, suppressed } = e;
        console.log(e instanceof SuppressedError, error.message, suppressed.error.message, suppressed.suppressed.message);
      }
      try { using a = failing('alone'); } catch (e) { console.log(e.message); }
      try { using a = {}; } catch (e) { console.log(e.message); }
      """)
    #expect(
      lines == ["true a b body", "alone", "The value of 'using' must have a method [Symbol.dispose]."])
  }

  @Test func `a block awaits only if an 'await using' in it was reached`() async throws {
    let lines = try await lines(
      """
      const run = async (skips) => { block: { if (skips) break block; await using a = null; } console.log(skips); };
      run(true); run(false); console.log('after');
      """)
    #expect(lines == ["true", "after", "false"])
  }

  @Test func `TypeScript, CommonJS, programs and scripts have it too`() async throws {
    let typed = "using a: { name: string } = sync('a') as any\nconsole.log(a.name)"
    #expect(try await lines(typed, named: "main.ts") == ["a", "dispose a"])
    let common = "'use strict'\nusing a = { [Symbol.dispose]() { console.log('a'); } } // end"
    #expect(try await printed(["main.cjs": common], entry: "./main.cjs") == ["a"])
    let output = Printed()
    let runtime = try await JavaScriptRuntime(output.configuration)
    try await runtime.run("using a = { [Symbol.dispose]() { console.log('program'); } }; await null;")
    try await runtime.evaluate("{ using a = { [Symbol.dispose]() { console.log('script'); } }; }", url: "a.js")
    #expect(try await runtime.evaluateForPrompt("(() => { using a = null; return 1 + 1; })()") == "2")
    #expect(output.all == ["program", "script"])
    await #expect {
      try await runtime.evaluate("using a = null", url: "b.js")
    } throws: { "\($0)".contains("'using' is not allowed at the top level of a script") }
    await runtime.close()
  }

  @Test func `code of a program cannot change how resources are disposed of`() async throws {
    let lines = try await lines(
      """
      Array.prototype.pop = Function.prototype.call = Function.prototype.apply = Reflect.apply = () => { throw 1; };
      Object.defineProperty(Array.prototype, '0', { set() { throw 2; } });
      Object.prototype.isAsync = true;
      { using a = sync('a'); }
      console.log(Reflect.ownKeys(__syntax__).length, Object.isFrozen(__syntax__));
      """)
    #expect(lines == ["dispose a", "5 true"])
  }
}
