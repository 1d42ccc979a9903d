import JavaScriptModules
import JavaScriptRuntime
import Synchronization
import TestSupport
import Testing

/// `node:test` in a runtime of an embedder, without the command that prints results.
@Suite(.timeLimit(.minutes(5))) struct ProgramTestTests {
  private final class Uncaught: Sendable {
    private let messages = Mutex<[String]>([])
    var all: [String] { messages.withLock { $0 } }
    func note(_ error: JavaScriptError) { messages.withLock { $0.append(error.message) } }
  }

  private func run(_ text: String) async throws -> (status: Int, uncaught: [String]) {
    let uncaught = Uncaught()
    var configuration = Printed().configuration
    configuration.modules = ModuleConfiguration(.memory(["a.test.mjs": text]))
    configuration.onUncaught = { error, _ in uncaught.note(error) }
    let runtime = try await JavaScriptRuntime(configuration)
    let status = try await runtime.run(module: "./a.test.mjs")
    await runtime.close()
    return (status, uncaught.all)
  }

  @Test func `tests that fail are an uncaught error, and set the exit status`() async throws {
    let result = try await run(
      """
      import { test, describe, it } from 'node:test';
      test('passes', () => {});
      describe('suite', () => { it('fails', () => { throw new Error('no'); }); });
      test('stuck', () => new Promise(() => {}));
      test('todo', { todo: true }, () => { throw 1; });
      """)
    #expect(result.status == 1)
    #expect(result.uncaught == [#"Error: Tests of the file have failed: "suite > fails", "stuck""#])
  }

  @Test func `tests that pass say nothing`() async throws {
    let result = try await run("import { test } from 'node:test'; test('passes', async () => { await 1; });")
    #expect(result.status == 0 && result.uncaught.isEmpty, "\(result)")
  }

  @Test func `a package may be called test`() async throws {
    await #expect(throws: JavaScriptError.self) { try await run("import { test } from 'test';") }
    await #expect(throws: JavaScriptError.self) { try await run("import 'node:test/reporters';") }
  }
}
