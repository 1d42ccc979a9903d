import JavaScriptModules
import TestSupport
import Testing

@testable import JavaScriptRuntime

/// Runs modules from memory and yields what they print.
func printed(
  _ files: [String: String], entry: String = "./main.js", _ change: (inout RuntimeConfiguration) -> Void = { _ in }
) async throws -> [String] {
  let printed = Printed()
  var configuration = printed.configuration
  configuration.modules = ModuleConfiguration(.memory(files))
  change(&configuration)
  let runtime = try await JavaScriptRuntime(configuration)
  do {
    try await runtime.run(module: entry)
  } catch {
    await runtime.close()
    throw error
  }
  await runtime.close()
  return printed.all
}

@Suite(.timeLimit(.minutes(5))) struct ModuleTests {
  @Test func `a module imports from another one`() async throws {
    let lines = try await printed([
      "main.js":
        "import d, { a, b as c } from './x.js'; import * as x from './x.js'; console.log(d, a, c, x.a, Object.keys(x).join())",
      "x.js": "export const a = 1; export let b = 2; export default 'd'",
    ])
    #expect(lines == ["d 1 2 1 a,b,default"])
  }

  @Test func `bindings are live, through others and by stars`() async throws {
    let lines = try await printed([
      "main.js":
        "import { n, up } from './star.js'; import { m } from './named.js'; up(); console.log(n, m); up(); console.log(n, m)",
      "star.js": "export * from './x.js'", "named.js": "export { n as m } from './x.js'",
      "x.js": "export let n = 0; export function up() { n += 1 }",
    ])
    #expect(lines == ["1 1", "2 2"])
  }

  @Test func `functions are there across a cycle, other bindings in their dead zone`() async throws {
    let lines = try await printed([
      "main.js": "import './b.js'; export function f() { return 'f' } export let x = 1; export const k = class {}",
      "b.js":
        "import { f, x } from './main.js'; import * as m from './main.js'; console.log(f()); try { x } catch (e) { console.log(e.name) } try { m.k } catch (e) { console.log(e.name) }",
    ])
    #expect(lines == ["f", "ReferenceError", "ReferenceError"])
  }

  @Test func `an import cannot be assigned`() async throws {
    let error = await #expect(throws: JavaScriptError.self) {
      try await printed(["main.js": "import { a } from './x.js'; a = 1", "x.js": "export let a = 0"])
    }
    #expect(["TypeError", "SyntaxError"].contains(error?.details?.name))
  }

  @Test func `a namespace is as the language has it`() async throws {
    let lines = try await printed([
      "main.js": """
      import * as ns from './x.js';
      const log = (...all) => console.log(...all.map(String));
      log(Object.getPrototypeOf(ns), ns[Symbol.toStringTag], Object.isExtensible(ns), Object.isFrozen.name);
      log(Reflect.ownKeys(ns).map(String).join());
      log(JSON.stringify(Object.getOwnPropertyDescriptor(ns, 'a')), 'a' in ns, 'z' in ns, ns.z);
      log(Reflect.set(ns, 'a', 1), Reflect.deleteProperty(ns, 'a'), Reflect.deleteProperty(ns, 'z'));
      log(Reflect.defineProperty(ns, 'a', { value: 1 }), Reflect.defineProperty(ns, 'a', { value: 2 }), Reflect.defineProperty(ns, 'z', { value: 2 }));
      log(Reflect.setPrototypeOf(ns, null), Reflect.setPrototypeOf(ns, {}), Reflect.preventExtensions(ns));
      try { ns.a = 2 } catch (e) { log(e.name) }
      log(Object.prototype.toString.call(ns), ns === (await import('./x.js')));
      """, "x.js": "export let b = 2, a = 1; export { a as '10', b as '2' }",
    ])
    #expect(
      lines == [
        "null Module false isFrozen", "10,2,a,b,Symbol(Symbol.toStringTag)",
        #"{"value":1,"writable":true,"enumerable":true,"configurable":false} true false undefined"#, "false false true",
        "true false false", "true false true", "TypeError", "[object Module] true",
      ])
  }

  @Test func `import.meta tells where the module is`() async throws {
    let lines = try await printed(
      [
        "lib/main.js":
          "console.log(import.meta.url, import.meta.main, import.meta.resolve('./x.js'), import.meta.filename, import.meta === import.meta); import './x.js'",
        "lib/x.js": "console.log(import.meta.main, Object.getPrototypeOf(import.meta))",
      ], entry: "./lib/main.js")
    #expect(lines == ["false null", "memory:///lib/main.js true memory:///lib/x.js undefined true"])
  }

  @Test func `import.meta.resolve resolves text, whether there is a file or not`() async throws {
    let lines = try await printed(
      [
        "lib/main.js": """
        const resolve = (name) => { try { return import.meta.resolve(name); } catch (error) { return error.code ?? error.name; } };
        for (const name of ["./none.json", "./folder/", "../main.js?v=1#part", "/a%20b", "https://example.org/x.js", "node:path", "left",
          "node:nothing", "./../../../up.js", ""]) console.log(resolve(name));
        """
      ], entry: "./lib/main.js")
    #expect(
      lines == [
        "memory:///lib/none.json", "memory:///lib/folder/", "memory:///main.js?v=1#part", "memory:///a%20b",
        "https://example.org/x.js", "node:path", "NOT_FOUND", "UNIMPLEMENTED", "memory:///up.js", "INVALID_ARGUMENT",
      ])
  }

  @Test func `a data: URL is a module, whose media type says of what kind`() async throws {
    let lines = try await printed([
      "main.js": """
      import one from "data:text/javascript,export default 5 % 3 // not %zz";
      const code = (promise) => promise.then((module) => module.default, (error) => error.code ?? error.name);
      console.log(one, await code(import("data:text/javascript;base64,ZXhwb3J0IGRlZmF1bHQgInR3byI")));
      console.log(await code(import("data:text/javascript;charset=utf-8,import%20{x}%20from%20'memory:///x.js';export%20default%20x")));
      console.log(await code(import("data:application/json,[3]", { with: { type: "json" } })), await code(import("data:application/json,[3]")));
      console.log(await code(import("data:text/typescript,const n: number = 4; export default n as any")));
      console.log(await code(import("data:text/plain,1")), await code(import("data:text/javascript")), await code(import("data:text/javascript;base64,!")));
      console.log(await code(import("data:text/javascript,import './x.js'")), await code(import("data:text/javascript,import 'left'")));
      console.log((await import("data:text/javascript,export default import.meta.url#a")).default.length);
      console.log(await code(import("data:text/javascript,throw new RangeError()")), await code(import("data:text/javascript,let x = ;")));
      console.log(await code(import("data:text/plain,text", { with: { type: "text" } })), import.meta.resolve("data:text/javascript,1"));
      console.log(await code(import("data:text/javascript," + "a".repeat(1 << 20))));
      """,
      "x.js": "export const x = 'x'",
    ])
    #expect(
      lines == [
        "2 two", "x", "[ 3 ] FAILED_PRECONDITION", "4", "FAILED_PRECONDITION INVALID_ARGUMENT INVALID_ARGUMENT",
        "INVALID_ARGUMENT INVALID_ARGUMENT", "53", "RangeError INVALID_ARGUMENT", "text data:text/javascript,1",
        "RESOURCE_EXHAUSTED",
      ])
    let refused = try await printed([
      "main.js": "console.log(await import('data:text/javascript,1').catch((error) => error.code))"
    ]) { $0.allowsEval = false }
    #expect(refused == ["PERMISSION_DENIED"])
  }

  @Test func `the condition module-sync is Node's`() async throws {
    let package = #"{"name": "p", "exports": {"module-sync": "./sync.mjs", "default": "./other.cjs"}}"#
    let lines = try await printed(
      [
        "main.mjs": "import p from 'p'; console.log(p); import './common.cjs'",
        "common.cjs": "console.log(require('p').default)", "node_modules/p/package.json": package,
        "node_modules/p/sync.mjs": "export default 'sync'", "node_modules/p/other.cjs": "module.exports = 'other'",
      ], entry: "./main.mjs")
    #expect(lines == ["sync", "sync"])
  }

  @Test(arguments: ["", "await null;"]) func `a direct eval sees the names that its module imports`(
    asynchronous: String
  ) async throws {
    let lines = try await printed([
      "main.js": """
      import { count, add } from "./counter.js";
      import word, { "string name" as odd } from "./counter.js";
      import * as all from "./counter.js"; \(asynchronous)
      const local = 5;
      export let changed = 1;
      const attempt = (code) => { try { return eval(code); } catch (error) { return error.name; } };
      console.log(attempt("local"), attempt("all.count"), attempt("count"), attempt("word"), attempt("odd"));
      add();
      console.log(attempt("count"), count, attempt("count = 7"), attempt("typeof nothing"), attempt("changed = 2"), changed);
      console.log(attempt("(() => { let count = 9; return eval('count'); })()"), attempt("this"), attempt("arguments.length"));
      console.log(new Error().stack.includes("main.js:11:"), (0, eval)("typeof count"));
      """,
      "counter.js":
        "export let count = 0; export const add = () => { count++; }; export default 'default'; const s = 's'; export { s as 'string name' }",
    ])
    #expect(lines.prefix(2) == ["5 0 0 default s", "1 1 TypeError undefined 2 2"])
    #expect(lines[2].hasPrefix("9 undefined"))
    #expect(lines[3] == "true undefined")
  }

  @Test func `modules that await run in the language's order`() async throws {
    let lines = try await printed([
      "main.js": "import './a.js'; import './b.js'; import './c.js'; console.log('main')",
      "a.js": "console.log('a1'); await null; console.log('a2')", "b.js": "console.log('b')",
      "c.js": "import './a.js'; console.log('c')",
    ])
    #expect(lines == ["a1", "b", "a2", "c", "main"])
  }

  @Test func `import() loads later, once, and rejects with what was thrown`() async throws {
    let lines = try await printed([
      "main.js": """
      const [a, b] = await Promise.all([import('./x.js'), import('./x.js')]);
      console.log(a === b, a.default);
      for (const name of ['./gone.js', './bad.js', './throws.js', './throws.js', 'node:http', './syntax.js'])
        try { await import(name) } catch (e) { console.log(e.constructor.name, e.code, e.message.split('.')[0]) }
      try { await import('./x.js', { with: { type: 1 } }) } catch (e) { console.log(e.name) }
      console.log((await import('./d.json', { with: { type: 'json' } })).default.x);
      """, "x.js": "console.log('x'); export default 7", "bad.js": "import { none } from './x.js'",
      "throws.js": "console.log('t'); throw new RangeError('no')",
      "syntax.js": "let x = ;", "d.json": #"{"x": 1, "__proto__": {"y": 1}}"#,
    ])
    #expect(lines[0] == "x")
    #expect(lines[1] == "true 7")
    #expect(lines[2].hasPrefix("TypeError NOT_FOUND Module not found: memory:///gone"))
    #expect(lines[3].hasPrefix("SyntaxError NOT_FOUND memory:///x"))
    #expect(lines[4] == "t")
    #expect(lines[5] == "RangeError undefined no")
    #expect(lines[6] == "RangeError undefined no")
    #expect(lines[7].hasPrefix("TypeError UNIMPLEMENTED node:http is a built-in module of Node"))
    #expect(lines[8].hasPrefix("SyntaxError INVALID_ARGUMENT"))
    #expect(lines.suffix(2) == ["TypeError", "1"])
  }

  @Test func `JSON, text and bytes are modules`() async throws {
    let lines = try await printed([
      "main.js":
        "import j from './a.json' with { type: 'json' }; import t from './a.json' with { type: 'text' }; import b from './a.json' with { type: 'bytes' }; console.log(j.a, t, b.length, b.constructor.name)",
      "a.json": #"{"a": 1}"#,
    ])
    #expect(lines == [#"1 {"a": 1} 8 Uint8Array"#])
  }

  @Test func `an error has its place in the module's own text`() async throws {
    let error = await #expect(throws: JavaScriptError.self) {
      try await printed([
        "main.js": "import { f } from './x.js'; f()", "x.js": "export function f() {\n  throw new Error('here') }",
      ])
    }
    #expect(error?.details?.location == "memory:///x.js:2:18")
    let first = await #expect(throws: JavaScriptError.self) { try await printed(["main.js": "export {}; null.x"]) }
    #expect(first?.details?.stack?.contains("memory:///main.js:1:1") == true, "\(first?.details?.stack ?? "")")
  }

  @Test func `what cannot be linked has place and chain`() async throws {
    let error = await #expect(throws: JavaScriptError.self) {
      try await printed([
        "main.js": "import './a.js'", "a.js": "\nimport { nmae } from './b.js'", "b.js": "export let name",
      ])
    }
    #expect(error?.details?.name == "SyntaxError")
    #expect(error?.details?.location == "memory:///a.js:2:10")
    #expect(error?.message.contains("Did you mean 'name'?") == true)
    let first = await #expect(throws: JavaScriptError.self) {
      try await printed(["main.js": "import { x } from './b.js'", "b.js": ""])
    }
    #expect(first?.details?.location == "memory:///main.js:1:10")
    let missing = await #expect(throws: JavaScriptError.self) {
      try await printed(["main.js": "import './a.js'", "a.js": "import './gone.js'"])
    }
    #expect(missing?.details?.code == "NOT_FOUND")
    #expect(missing?.message.contains("imported by memory:///main.js") == true)
  }

  @Test func `a runtime without a loader says so`() async throws {
    let runtime = try await JavaScriptRuntime()
    let error = await #expect(throws: JavaScriptError.self) { try await runtime.import("./x.js") }
    #expect(error?.message.contains("has no module loader") == true)
    await runtime.close()
  }

  @Test func `a top-level await that never ends is told of`() async throws {
    let files = ["main.js": "import './x.js'", "x.js": "await new Promise(() => {})"]
    let error = await #expect(throws: JavaScriptError.self) { try await printed(files) }
    #expect(error?.code == .unsettled)
    #expect(error?.message.contains("memory:///x.js") == true)
    var configuration = RuntimeConfiguration()
    configuration.modules = ModuleConfiguration(.memory(files))
    configuration.modules?.deadline = .milliseconds(20)
    let runtime = try await JavaScriptRuntime(configuration)
    let late = await #expect(throws: JavaScriptError.self) { try await runtime.import("./main.js") }
    #expect(late?.code.rawValue == "DEADLINE_EXCEEDED")
    #expect(late?.message.contains("memory:///x.js") == true)
    await runtime.close()
  }

  @Test func `a runtime that closes while it loads lets go of the import`() async throws {
    struct Never: ModuleLoader {
      let base = ModuleURL("x:///")!
      let asked = Signal()
      func load(_ url: ModuleURL, as format: ModuleFormat?) async throws -> ModuleSource {
        asked.fire()
        try await untilCancelled()
        throw ModuleError(.unknown, "late")
      }
    }
    var configuration = RuntimeConfiguration()
    let loader = Never()
    configuration.modules = ModuleConfiguration(loader)
    let runtime = try await JavaScriptRuntime(configuration)
    let importing = Task { try await runtime.import("./main.js") }
    await loader.asked.wait()
    await runtime.close()
    await #expect(throws: JavaScriptError.self) { try await importing.value }
  }

  @Test func `user code cannot reach the machinery by changing built-ins`() async throws {
    let lines = try await printed([
      "main.js": """
      import { x } from './x.js';
      const Generator = Object.getPrototypeOf(function* () {}).prototype;
      Generator.next = () => { throw 1 };
      Object.prototype.then = undefined; Array.prototype.map = null; Promise.prototype.then = null; globalThis.Promise = null;
      Object.defineProperty(Object.prototype, 'get', { value: () => 'stolen', configurable: true });
      const ns = await import('./y.js');
      console.log(x, ns.y);
      """, "x.js": "export const x = 1", "y.js": "import { x } from './x.js'; await 0; export const y = x + 1",
    ])
    #expect(lines == ["1 2"])
  }

  @Test func `TypeScript runs as it is`() async throws {
    let lines = try await printed(
      [
        "main.ts":
          "import { type T, f } from './x.js'; const a: T = f<number>(1) as T; console.log(a satisfies number)",
        "x.ts": "export type T = number; export function f<X>(x: X): X { return x }",
      ], entry: "./main.ts")
    #expect(lines == ["1"])
  }

  @Test func `import() works in classic scripts, programs and at the prompt`() async throws {
    let printed = Printed()
    var configuration = printed.configuration
    configuration.modules = ModuleConfiguration(
      .memory(["x.js": "export default 'x'", "lib/x.js": "export default 'lib'"]))
    let runtime = try await JavaScriptRuntime(configuration)
    try await runtime.evaluate("import('./x.js').then((m) => console.log(m.default))", url: "memory:///lib/script.js")
    await runtime.waitUntilIdle()
    try await runtime.evaluate(program: "const m = await import('./x.js'); console.log(m.default)")
    #expect(try await runtime.evaluateForPrompt("(await import('./x.js')).default") == "'x'")
    #expect(try await runtime.evaluateForPrompt("Object.keys(globalThis).includes('__import__')") == "false")
    await runtime.close()
    #expect(printed.all == ["lib", "x"])
  }

  @Test func `a script that is nested as deep as the engine allows may import`() async throws {
    var configuration = RuntimeConfiguration()
    configuration.modules = ModuleConfiguration(.memory(["x.js": "export default 3"]))
    let runtime = try await JavaScriptRuntime(configuration)
    let depth = 200
    let source = String(repeating: "(", count: depth) + "import('./x.js')" + String(repeating: ")", count: depth)
    try await runtime.evaluate("let found; \(source).then((module) => { found = module.default })")
    await runtime.waitUntilIdle()
    #expect(try await runtime.evaluateForPrompt("found") == "3")
  }

  @Test func `the runtimes of a pool import what they are prepared with`() async throws {
    let printed = Printed()
    var configuration = JavaScriptRuntimePool.Configuration()
    configuration.count = 2
    configuration.spares = 0
    configuration.runtime = printed.configuration
    configuration.runtime.modules = ModuleConfiguration(
      .memory(["main.js": "globalThis.answer = (await import('./x.js')).default", "x.js": "export default 42"]))
    let pool = try await JavaScriptRuntimePool(configuration) { try await $0.import("./main.js") }
    for _ in 0..<3 {
      try await pool.withRuntime { try await $0.evaluate("console.log(answer)") }
    }
    await pool.close()
    #expect(printed.all == ["42", "42", "42"])
  }

  @Test func `a runtime that reloads loads anew`() async throws {
    let lines = Printed()
    var configuration = lines.configuration
    configuration.modules = ModuleConfiguration(.memory(["main.js": "console.log('run', import.meta.main)"]))
    let runtime = try await JavaScriptRuntime(configuration)
    try await runtime.import("./main.js")
    try await runtime.import("./main.js")
    try await runtime.reload()
    try await runtime.import("./main.js")
    await runtime.close()
    #expect(lines.all == ["run true", "run true"])
  }
}
