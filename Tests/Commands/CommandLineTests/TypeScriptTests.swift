import Foundation
import JavaScriptModules
import Testing

/// TypeScript in programs that are in no file with its extension, and in mocks.
@Suite(.timeLimit(.minutes(5))) struct TypeScriptTests {
  @Test(arguments: [
    ("const n: number = 5; console.log(n as any)", "5\n"), ("enum E { A = 3 } console.log(E.A)", "3\n"),
    ("interface I { a: string }\nconst i: I = { a: await Promise.resolve('x') }; console.log(i.a)", "x\n"),
    ("import { join } from 'node:path'; const at: string = join('a', 'b'); console.log(at)", "a/b\n"),
    ("console.log([1].map((n): number => n + 1)!.length)", "1\n"),
    // JavaScript stays JavaScript.
    ("const a = 1, b = 2, c = 3; console.log(a < b > (c))", "false\n"),
    ("console.log(this === undefined, await 1)", "false 1\n"),
  ]) func `an argument and the standard input may be TypeScript`(code: String, output: String) throws {
    let argument = try CommandLine.run("run", "-e", code)
    #expect(argument.errors == "")
    #expect(argument.output == output)
    let input = try CommandLine.run("run", "-", input: code)
    #expect(input.errors == "")
    #expect(input.output == output)
  }

  @Test func `an error in TypeScript is located where it is`() throws {
    let result = try CommandLine.run("run", "-e", "const n: number = 5;\nconst m: string = ;")
    #expect(result.status == 1)
    #expect(result.errors.contains("-e:2:19"), "\(result.errors)")
    let thrown = try CommandLine.run("run", "-e", "const n: number = 5;\nthrow new TypeError(`no ${n as number}`);")
    #expect(thrown.errors.contains("TypeError: no 5") && thrown.errors.contains("-e:2:"), "\(thrown.errors)")
  }

  @Test func `a mock may be TypeScript`() throws {
    let scratch = try Scratch([
      "mock.ts": "type Point = { x: number };\nmock('point', (p: Point): Point => ({ x: p.x + 1 }));",
      "main.js": "console.log((await bridge.call('point', { x: 1 })).x)",
    ])
    let result = try CommandLine.run(
      "run", "--mock", scratch.directory.appendingPathComponent("mock.ts").path, "--allow", "point",
      scratch.directory.appendingPathComponent("main.js").path)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output == "2\n")
  }

  @Test func `a mock may import types and modules`() throws {
    let scratch = try Scratch([
      "package.json": #"{"type": "module"}"#, "store.ts": "export const store = new Map<string, number>([['a', 5]]);",
      "mock.ts":
        "import type { NetworkStatus } from 'causeway-types';\nimport { store } from './store.ts';\nmock('read', async (key: string): Promise<number> => store.get(key)!);",
      "main.js": "console.log(await bridge.call('read', 'a'))",
      "broken.ts": "import { stroe } from './store.ts';\nmock('read', () => stroe);",
    ])
    let path = scratch.directory.path
    let result = try CommandLine.run("run", "--mock", "\(path)/mock.ts", "\(path)/main.js")
    #expect(result.status == 0 && result.output == "5\n", "\(result.errors)")
    let broken = try CommandLine.run("run", "--mock", "\(path)/broken.ts", "\(path)/main.js")
    #expect(broken.status == 1 && broken.errors.contains("Did you mean 'store'?"), "\(broken.errors)")
  }

  @Test func `the prompt takes TypeScript`() throws {
    let result = try CommandLine.run(
      "repl",
      input:
        "const n: number = await 5\nn as any + 1\ninterface I {\n  a: string\n}\nlet i: I = { a: 'x' }\ni!.a\n{ a: 1, b: 2 }\n"
    )
    #expect(result.errors == "")
    #expect(
      result.output.contains("6\n") && result.output.contains("'x'\n") && result.output.contains("{ a: 1, b: 2 }"),
      "\(result.output)")
  }

  @Test(arguments: [
    ("interface I {", true), ("function f(a: number", true), ("const n: number =", true),
    ("const n: number = 1", false),
    ("x as", true), ("foo bar", false), ("f(", true), ("f(1 2", false),
  ]) func `an incomplete input of the prompt is recognized`(input: String, isIncomplete: Bool) {
    #expect(ProgramText.isIncomplete(prompt: input) == isIncomplete)
  }
}
