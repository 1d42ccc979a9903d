import Foundation
import Synchronization
import TestSupport
import Testing

@testable import JavaScriptRuntime

/// A runtime whose console output is collected.
final class Printed: Sendable {
  private let lines = Mutex<[String]>([])
  var all: [String] { lines.withLock { $0 } }
  var configuration: RuntimeConfiguration {
    var configuration = RuntimeConfiguration()
    configuration.console = .handler { _, text in self.lines.withLock { $0.append(text) } }
    configuration.onUncaught = { error, kind in
      self.lines.withLock { $0.append("\(kind.rawValue): \(error.message)") }
    }
    return configuration
  }
}

@Suite(.timeLimit(.minutes(5))) struct JavaScriptRuntimeTests {
  @Test func `a script is evaluated and prints`() async throws {
    let printed = Printed()
    let runtime = try await JavaScriptRuntime(printed.configuration)
    try await runtime.evaluate("console.log(1 + 1)")
    await runtime.close()
    #expect(printed.all == ["2"])
  }

  @Test func `a program may use top-level await`() async throws {
    let printed = Printed()
    let runtime = try await JavaScriptRuntime(printed.configuration)
    try await runtime.evaluate(program: "const x = await Promise.resolve(41); console.log(x + 1)")
    await runtime.close()
    #expect(printed.all == ["42"])
  }

  @Test(arguments: [
    "import x from './a.js'", "import { a } from './a.js'", "export default 1", "import.meta.url",
    "await import('./a.js')",
  ])
  func `a program that is a module is told that there are none`(source: String) async throws {
    let runtime = try await JavaScriptRuntime()
    let error = await #expect(throws: JavaScriptError.self) { try await runtime.evaluate(program: source) }
    await runtime.close()
    #expect(error?.message.contains("modules are not available here") == true)
  }

  @Test func `URLs and random values follow the web's standards`() async throws {
    let printed = Printed()
    let runtime = try await JavaScriptRuntime(printed.configuration)
    try await runtime.evaluate(
      program: """
        console.log(new URL("../x?q=a b", "https://B\u{fc}cher.example/a/b/").href);
        console.log(crypto.getRandomValues(new Uint8Array(65_536)).some((byte) => byte > 127));
        const ids = Array.from({ length: 1000 }, () => crypto.randomUUID());
        console.log(new Set(ids).size, ids.every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)));
        for (const wish of [new Float64Array(1), new Uint8Array(65_537), [1]]) {
          try { crypto.getRandomValues(wish) } catch (error) { console.log(error.name) }
        }
        """)
    await runtime.close()
    let told = ["https://xn--bcher-kva.example/a/x?q=a%20b", "true", "1000 true"]
    #expect(printed.all == told + ["TypeMismatchError", "QuotaExceededError", "TypeMismatchError"])
  }

  @Test func `a promise of WebAssembly settles, because the engine's main context is iterated`() async throws {
    let printed = Printed()
    let runtime = try await JavaScriptRuntime(printed.configuration)
    // (module (func (export "f") (result i32) i32.const 42))
    try await runtime.run(
      """
      const bytes = new Uint8Array([0,97,115,109,1,0,0,0,1,5,1,96,0,1,127,3,2,1,0,7,5,1,1,102,0,0,10,6,1,4,0,65,42,11]);
      const { instance } = await WebAssembly.instantiate(bytes);
      console.log(instance.exports.f());
      """)
    await runtime.close()
    #expect(printed.all == ["42"])
  }

  @Test func `a finalization registry fires, because the engine's main context is iterated`() async throws {
    let printed = Printed()
    let runtime = try await JavaScriptRuntime(printed.configuration)
    try await runtime.evaluate(
      """
      globalThis.finalized = new Promise(resolve => { globalThis.registry = new FinalizationRegistry(resolve); });
      (() => { for (let i = 0; i < 1000; i++) registry.register({ i }, i); })();
      """)
    let finalized = Task { try await runtime.evaluate(program: "await finalized; console.log('finalized')") }
    try await runtime.collectGarbage()
    try await finalized.value
    await runtime.close()
    #expect(printed.all == ["finalized"])
  }

  @Test func `a closed runtime throws that it is closed`() async throws {
    let runtime = try await JavaScriptRuntime()
    await runtime.close()
    await runtime.close()
    await #expect(throws: JavaScriptError.self) { try await runtime.evaluate("1") }
  }

  @Test(arguments: [
    "throw new Error('own')", "await null; throw new Error('own')", "await Promise.reject(new Error('own'))",
  ])
  func `what a program throws is told to who runs it, and not as a rejection that nobody handled`(
    source: String
  ) async throws {
    let printed = Printed()
    let runtime = try await JavaScriptRuntime(printed.configuration)
    await #expect(throws: JavaScriptError.self) { try await runtime.evaluate(program: source) }
    #expect(printed.all == [])
    try await runtime.evaluate(program: "Promise.reject(new Error('forgotten'))")
    #expect(printed.all.count == 1)
    #expect(printed.all.first?.contains("forgotten") == true)
    await runtime.close()
  }

  @Test(arguments: ["-(2 ** 63)", "2 ** 62", "NaN", "-1", "0.5"])
  func `an error may say any place that a script writes in it`(place: String) async throws {
    let runtime = try await JavaScriptRuntime(Printed().configuration)
    let error = await #expect(throws: JavaScriptError.self) {
      try await runtime.evaluate(
        program: "throw Object.assign(new Error('x'), { sourceURL: 'script.js', line: 1, column: \(place) })")
    }
    #expect(error?.message == "Error: x")
    if let error { #expect(error.report().text.contains("Error: x")) }
    await runtime.close()
  }

  @Test func `a view whose buffer is transferred keeps its offset and length`() async throws {
    let printed = Printed()
    let runtime = try await JavaScriptRuntime(printed.configuration)
    try await runtime.evaluate(
      """
      const { buffer } = new Uint8Array([1, 2, 3, 4, 5, 6, 7, 8]);
      let reads = 0;
      const value = { get view() { reads++; return this.words; }, words: new Uint16Array(buffer, 2, 2), data: new DataView(buffer, 4, 2) };
      const { view, words, data } = structuredClone(value, { transfer: [buffer] });
      console.log(view === words, words.byteOffset, words.length, words[0], data.byteOffset, data.byteLength, data.getUint8(0));
      console.log(buffer.detached, words.buffer === data.buffer, words.buffer.byteLength, reads);
      for (const options of [undefined, { transfer: [buffer] }]) {
        try { structuredClone(buffer, options); } catch ({ name }) { console.log(name); }
      }
      """)
    await runtime.close()
    #expect(printed.all == ["true 2 2 1027 4 2 5", "true true 8 1", "DataCloneError", "DataCloneError"])
  }

  @Test func `an unhandled rejection reports its promise`() async throws {
    let printed = Printed()
    let runtime = try await JavaScriptRuntime(printed.configuration)
    try await runtime.evaluate(
      """
      const rejected = Promise.reject("why");
      onunhandledrejection = ({ promise, reason }) => { console.log(promise === rejected, reason); return false; };
      """)
    await runtime.close()
    #expect(printed.all == ["true why"])
  }

  @Test func `a promise whose constructor cannot be read fails the program and is forgotten`() async throws {
    let runtime = try await JavaScriptRuntime(Printed().configuration)
    let error = await #expect(throws: JavaScriptError.self) {
      try await runtime.evaluate(
        "Object.defineProperty(Promise.resolve(), 'constructor', { get() { throw 'no'; } })", url: "script.js",
        take: { _ in })
    }
    #expect(error?.message == "Uncaught 'no'")
    #expect(await runtime.programCount == 0)
    await runtime.close()
  }

  @Test func `closing fails a waiting program`() async throws {
    let runtime = try await JavaScriptRuntime()
    let program = Task { try await runtime.evaluate(program: "await new Promise(() => {})") }
    try await eventually("the program runs") { await runtime.programCount == 1 }
    await runtime.close()
    await #expect { try await program.value } throws: { ($0 as? JavaScriptError)?.code == .closed }
  }

  @Test func `a program that awaits a promise that can never settle fails`() async throws {
    let runtime = try await JavaScriptRuntime()
    await #expect { try await runtime.run("await new Promise(() => {})") } throws: {
      ($0 as? JavaScriptError)?.code == .unsettled
    }
    await runtime.close()
  }

  @Test(.timeLimit(.minutes(1))) func `cancelling the task ends the wait for a prompt's value`() async throws {
    let runtime = try await JavaScriptRuntime(Printed().configuration)
    let waiting = Task { try await runtime.evaluateForPrompt("await new Promise(done => { globalThis.done = done })") }
    try await eventually("the prompt waits") { await runtime.programCount == 1 }
    waiting.cancel()
    await #expect { try await waiting.value } throws: { ($0 as? JavaScriptError)?.code == .cancelled }
    #expect(await runtime.programCount == 0)
    // A value that arrives later is not stored as the last value.
    #expect(try await runtime.evaluateForPrompt("done(7); 5") == "5")
    #expect(try await runtime.evaluateForPrompt("_") == "5")
    await runtime.close()
  }

  @Test(arguments: ["", "await new Promise(() => {})"])
  func `cancelling the task ends the wait for a program's end, whatever the program left going`(
    source: String
  ) async throws {
    let printed = Printed()
    let runtime = try await JavaScriptRuntime(printed.configuration)
    let program = Task {
      try await runtime.run("setInterval(() => {}, 60_000); setTimeout(() => console.log('begun')); \(source)")
    }
    try await eventually("the program has begun") { !printed.all.isEmpty }
    let idle = Task { await runtime.waitUntilIdle() }
    await runtime.waitForQueuedWork()
    program.cancel()
    idle.cancel()
    await #expect { try await program.value } throws: { ($0 as? JavaScriptError)?.code == .cancelled }
    await idle.value
    await runtime.close()
  }

  @Test func `timers that are always due do not delay other work more and more`() async throws {
    let runtime = try await JavaScriptRuntime()
    _ = try await runtime.evaluateForPrompt(
      """
      var turns = 0;
      const turn = () => { turns += 1; for (const end = Date.now() + 3; Date.now() < end;); };
      setInterval(turn); setInterval(turn);
      """)
    func turns() async throws -> Int { try #require(Int(await runtime.evaluateForPrompt("turns"))) }
    try await eventually("both timers had a hundred turns") { try await turns() >= 100 }
    let before = try await turns()
    // Each time that a task returns to the thread, one or two callbacks run before it, and not all earlier ones.
    #expect(try await turns() - before < 60)
    await runtime.close()
  }

  @Test func `a task that has reached the thread keeps its turn while it uses the runtime`() async throws {
    let printed = Printed()
    let runtime = try await JavaScriptRuntime(printed.configuration)
    try await runtime.print("first", "second") {
      try? runtime.assumeIsolated { try $0.evaluate("console.log('other')") }
    }
    await withCheckedContinuation { end in runtime.thread.perform { end.resume() } }
    await runtime.close()
    #expect(printed.all == ["first", "second", "other"])
  }

  @Test func `an endless loop is stopped at the limit and the runtime is closed`() async throws {
    var configuration = RuntimeConfiguration()
    configuration.evaluationLimit = .milliseconds(100)
    let runtime = try await JavaScriptRuntime(configuration)
    await #expect { try await runtime.evaluate("while (true) {}") } throws: {
      ($0 as? JavaScriptError)?.code == .timeLimit
    }
    await runtime.close()
    await #expect { try await runtime.evaluate("1") } throws: { ($0 as? JavaScriptError)?.code == .timeLimit }
  }

  @Test func `recursion leaves room for native functions on the stack`() async throws {
    let printed = Printed()
    let runtime = try await JavaScriptRuntime(printed.configuration)
    try await runtime.evaluate(
      """
      let deepest = 0;
      function down(n) { deepest = n; down(n + 1); }
      try { down(0) } catch (error) { console.log(error.name, deepest > 1000) }
      """)
    await runtime.close()
    #expect(printed.all.count == 1)
    #expect(printed.all.first?.hasPrefix("RangeError") == true)
  }

  @Test(.unsanitized) func `thousands of runtimes leak nothing`() async throws {
    func threads() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count }
    for _ in 0..<20 { try await JavaScriptRuntime().close() }
    let before = try threads()
    let grown = try await leastGrowth(enough: 40_000) {
      for _ in 0..<1000 { try await JavaScriptRuntime().close() }
    }
    #expect(try threads() <= before + 4)
    #expect(grown < 40_000, "\(grown) kB more")
  }
}

extension JavaScriptRuntime {
  /// Prints each text after an `await` on this actor, with other work queued from the beginning.
  fileprivate func print(_ texts: String..., whileQueued work: @escaping @Sendable () -> Void) async throws {
    thread.perform(work)
    for text in texts { try await print(text) }
  }

  private func print(_ text: String) async throws { try evaluate("console.log('\(text)')") }
}
