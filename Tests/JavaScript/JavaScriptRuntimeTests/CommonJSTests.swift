import JavaScriptModules
import Testing

@testable import JavaScriptRuntime

@Suite(.timeLimit(.minutes(5))) struct CommonJSTests {
  @Test func `a CommonJS package is imported by name and by its default`() async throws {
    let lines = try await printed([
      "main.js":
        "import p, { a } from 'p'; import * as ns from 'p'; console.log(p.a, a, Object.keys(ns).join(), p === ns.default)",
      "node_modules/p/package.json": #"{"main": "lib/index"}"#,
      "node_modules/p/lib/index.js":
        "const { b } = require('./b'); exports.a = b + 1; exports.dir = __dirname + __filename;",
      "node_modules/p/lib/b.js": "module.exports = { b: 1 }",
    ])
    #expect(lines == ["2 2 a,default,dir true"])
  }

  @Test func `require goes through cycles and runs a module once`() async throws {
    let lines = try await printed(
      [
        "main.cjs":
          "const a = require('./a.cjs'); console.log(a.done, require('./a.cjs') === a, require.main === module, this === module.exports)",
        "a.cjs": "exports.done = false; const b = require('./b.cjs'); console.log('in a', b.done); exports.done = true",
        "b.cjs": "const a = require('./a.cjs'); console.log('in b', a.done); exports.done = true",
      ], entry: "./main.cjs")
    #expect(lines == ["in b false", "in a true", "true true true true"])
  }

  @Test func `a module that require evaluates early reads what its importer has declared`() async throws {
    // main.mjs waits for b.cjs, which requires c.mjs, which imports main.mjs.
    let lines = try await printed(
      [
        "main.mjs":
          "import b from './b.cjs'; export function f() { return 1 } export const x = 2; console.log('main', b)",
        "b.cjs": "module.exports = require('./c.mjs').result",
        "c.mjs":
          "import { f, x } from './main.mjs'; let dead = false; try { x } catch (e) { dead = e instanceof ReferenceError } export const result = [f(), dead].join()",
      ], entry: "./main.mjs")
    #expect(lines == ["main 1,true"])
  }

  @Test func `require has JSON and ES modules, and no module that awaits`() async throws {
    let lines = try await printed(
      [
        "main.cjs": """
        console.log(require('./d').x, require('./m.mjs').default, require('./m.mjs')[Symbol.toStringTag]);
        for (const name of ['./tla.mjs', './gone', 'gone', 'net', './bad.mjs', './throws.cjs', './throws.cjs'])
          try { require(name) } catch (e) { console.log(e.code, e.message.slice(0, 26)) }
        console.log(require.resolve('./d'));
        import('./m.mjs').then((m) => console.log(m.default));
        """, "d.json": #"{"x": 1}"#, "m.mjs": "import { y } from './y.mjs'; export default y",
        "y.mjs": "export const y = 5",
        "tla.mjs": "await 1", "bad.mjs": "import { none } from './y.mjs'",
        "throws.cjs": "console.log('again'); throw Object.assign(new Error('no'), { code: 'MINE' })",
      ], entry: "./main.cjs")
    #expect(
      lines == [
        "1 5 Module", "ERR_REQUIRE_ASYNC_MODULE require() cannot wait for ",
        "MODULE_NOT_FOUND Module not found: memory:/",
        "MODULE_NOT_FOUND There is no package gone i", "MODULE_NOT_FOUND node:net is a built-in mod",
        "NOT_FOUND memory:///y.mjs has no exp", "again", "MINE no", "again", "MINE no", "memory:///d.json", "5",
      ])
  }

  @Test func `a module without a type is what its text says`() async throws {
    let lines = try await printed([
      "main.js":
        "const x = require('./x.js'); console.log(typeof module, x.default, typeof process.nextTick, process.env.NODE_ENV, global === globalThis)",
      "x.js": "export default typeof module",
    ])
    #expect(lines == ["object undefined function production true"])
  }

  @Test func `an ES module within a required one is in a cycle with it`() async throws {
    let lines = try await printed(
      [
        "main.mjs": "import './c.cjs'; export const x = 1",
        "c.cjs": "try { require('./main.mjs') } catch (e) { console.log(e.code) }",
      ], entry: "./main.mjs")
    #expect(lines == ["ERR_REQUIRE_CYCLE_MODULE"])
  }

  @Test func `what a CommonJS module throws has its place`() async throws {
    let error = await #expect(throws: JavaScriptError.self) {
      try await printed(["main.cjs": "const x = 1;\n  null.y"], entry: "./main.cjs")
    }
    #expect(error?.details?.location?.hasPrefix("memory:///main.cjs:2:") == true)
  }
}
