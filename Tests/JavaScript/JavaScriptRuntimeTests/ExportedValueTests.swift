import JavaScriptModules
import Testing

@testable import JavaScriptRuntime

/// A module outside of cycles exports values, and getters for what may change after it has run.
@Suite(.timeLimit(.minutes(5))) struct ExportedValueTests {
  @Test(arguments: [
    "x = 2", "x++", "--x", "x += 1", "x ??= 1, x ||= 1, x &&= 2", "[x] = [2]", "({ x } = { x: 2 })",
    "({ a: x } = { a: 2 })", "[...x] = [2]", "({ ...x } = { a: 2 })", "[x = 2] = []", "for (x of [2]);",
    "for (x in { 2: 1 });", "for ([x] of [[2]]);",
    "eval('x = 2')", "(eval)('x = 2')", "(x) = 2",
  ])
  func `a variable that a function assigns to later is read anew`(change: String) async throws {
    let lines = try await printed([
      "main.js": """
      import { x, change } from './x.js'; import { y } from './again.js'; import * as all from './x.js'
      const before = [x, y, all.x].join(); change()
      console.log(before !== [x, y, all.x].join(), x === y && y === all.x)
      """,
      "again.js": "export { x as y } from './x.js'", "x.js": "export function change() { \(change) }\nexport let x = 1",
    ])
    #expect(lines == ["true true"])
  }

  @Test func `exports of every kind have the value at the end of their module`() async throws {
    let lines = try await printed([
      "main.js": """
      import value, { a, b, C, f, g, x as y, "s t" as st, __proto__ as p } from './x.js'; import named from './f.js'
      import * as all from './x.js'; import anonymous from './d.js'
      console.log(value, a, b, new C().v, f(), g, y, st, p, named(), anonymous.name, Object.keys(all).join())
      try { a = 1 } catch (error) { console.log(error.name) }
      try { all.a = 1 } catch (error) { console.log(error.name) }
      """,
      "x.js": """
      export default 1 + 1; let later = 0
      export var a = 1; a; export const { b, c: [x] } = { b: 2, c: [3] }; export class C { v = 4 }
      export function f() { return g } export let g
      g = 5; export { later as "s t", later as __proto__ }; later = 6 // the end
      """,
      "f.js": "export default function f() { return 'f' }", "d.js": "export default () => {}\n",
    ])
    #expect(lines == ["2 1 2 4 5 5 3 6 6 f default C,__proto__,a,b,default,f,g,s t,x", "TypeError", "TypeError"])
  }

  @Test func `a function that is the default export may be replaced`() async throws {
    let lines = try await printed([
      "main.js": "import f, { change } from './f.js'; console.log(f()); change(); console.log(f())",
      "f.js": "export default function f() { return 1 }\nexport function change() { f = () => 2 }",
    ])
    #expect(lines == ["1", "2"])
  }

  @Test func `a module that awaits has its exports when it has run`() async throws {
    let lines = try await printed([
      "main.js":
        "import { a } from './a.js'; import * as b from './b.js'; console.log(a, b.b, (await import('./a.js')).a)",
      "a.js": "await 0; export const a = 1; await 0", "b.js": "export { a as b } from './a.js'",
    ])
    #expect(lines == ["1 1 1"])
  }

  @Test func `a cycle that is linked while a module below it awaits has its exports later`() async throws {
    let lines = try await printed([
      "main.js": """
      const first = import('./again.js')
      while (!globalThis.goOn) await new Promise((resolve) => setTimeout(resolve))
      const second = import('./cycle.js')
      for (let turns = 0; turns < 5; turns++) await new Promise((resolve) => setTimeout(resolve))
      goOn()
      console.log((await first).y, (await second).read())
      """,
      "again.js": "export { y } from './y.js'",
      "y.js": "await new Promise((resolve) => { globalThis.goOn = resolve }); export const y = 1",
      "cycle.js": "import { y } from './again.js'; import './other.js'; export const read = () => y",
      "other.js": "import './cycle.js'",
    ])
    #expect(lines == ["1 1"])
  }

  @Test func `a cycle reads the exports of modules below it`() async throws {
    let lines = try await printed([
      "main.js": "import { b } from './b.js'; export const a = 1; console.log(b().join())",
      "b.js": """
      import { a } from './main.js'; import * as c from './c.js'; import { d } from './c.js'
      export const b = () => [a, c.d, d]
      """,
      "c.js": "export const d = 2",
    ])
    #expect(lines == ["1,2,2"])
  }

  @Test func `a module that throws exports nothing`() async throws {
    let lines = try await printed([
      "main.js": """
      for (let i = 0; i < 2; i++) await import('./b.js').catch((error) => console.log(error.message))
      await import('./a.js').catch((error) => console.log(error.message))
      """,
      "b.js": "import { a } from './a.js'; console.log('not reached', a)",
      "a.js": "export const a = 1; throw new Error('no')",
    ])
    #expect(lines == ["no", "no", "no"])
  }

  @Test func `a require() that came from elsewhere refuses a module whose import is being evaluated`() async throws {
    let lines = try await printed([
      "main.js": "import './set.cjs'; import './a.js'",
      "set.cjs": "globalThis.load = require",
      "a.js": """
      export const a = 1
      try { load('./b.js') } catch (error) { console.log(error.code, error.message) }
      import('./b.js').then(({ b }) => console.log(b))
      """,
      "b.js": "import { a } from './a.js'; export const b = a + 1",
    ])
    #expect(
      lines == [
        "ERR_REQUIRE_CYCLE_MODULE require() of memory:///b.js in a cycle: it imports memory:///a.js, which is still being evaluated.",
        "2",
      ])
  }
}
