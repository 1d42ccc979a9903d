import Synchronization
import Testing

@testable import JavaScriptRuntime

/// A stopped script ends its runtime and not the process, whatever work was due.
@Suite(.timeLimit(.minutes(2))) struct StoppedScriptTests {
  private static let programs = [
    "setTimeout(() => {}, 0); await 0; for (;;);",
    "setTimeout(() => {}, 0); queueMicrotask(() => { for (;;); });",
    "setInterval(() => {}, 1); Promise.reject(new Error('x')).catch(() => { for (;;); });",
    "setTimeout(() => { Promise.resolve().then(() => { for (;;); }); }, 0); setTimeout(() => {}, 0); await 9; for (;;);",
    "for (let n = 0; n < 99; n++) setTimeout(new Function('return [1].map((x) => x)'), n % 9); await 0; for (;;);",
    "setTimeout(() => {}, 0); addEventListener('error', () => { for (;;); }); reportError(new Error('x'));",
    """
    setTimeout(() => {}, 0);
    globalThis.registries = Array.from({ length: 9 }, () => new FinalizationRegistry(() => { for (;;); }));
    for (const registry of registries) (() => { registry.register({}, 1); })();
    let kept = []; for (let n = 0; n < 1e5; n++) kept = [{ n }, kept.length];
    setInterval(() => {}, 1); await new Promise((resolve) => setTimeout(resolve, 30));
    """,
    """
    setTimeout(() => {}, 0);
    for (let n = 0; n < 9; n++)
      WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])).then(() => { for (;;); });
    for (let n = 0; n < 9; n++) WebAssembly.compile(new Uint8Array([1])).catch(() => {});
    await new Promise(() => {});
    """,
    """
    const error = new Error();
    Object.defineProperty(error, "stack", { get() { for (;;); } });
    setTimeout(() => {});
    await 0;
    throw error;
    """,
    """
    const controller = new AbortController();
    controller.signal.onabort = () => { for (;;); };
    setTimeout(() => {});
    await 0;
    controller.abort();
    """,
    "setTimeout(() => {}); await 0; structuredClone({ get a() { for (;;); } });",
    "setTimeout(() => {}); await 0; console.log({ get [Symbol.toStringTag]() { for (;;); } }); for (;;);",
    "setTimeout(() => {}); (async function* () { yield 1; for (;;); })().next(); await 0; for (;;);",
  ]

  @Test(arguments: programs) func `a stopped script leaves the process alive`(program: String) async throws {
    var configuration = RuntimeConfiguration()
    configuration.evaluationLimit = .milliseconds(60)
    configuration.console = .handler { _, _ in }
    configuration.onUncaught = { _, _ in }
    let runtime = try await JavaScriptRuntime(configuration)
    let run = Task { try await runtime.evaluate(program: program) }
    for _ in 0..<4 { try? await runtime.collectGarbage() }
    let watch = Task {
      // Real time: the limit of a script counts it, and some of these scripts wait for ever within their limit.
      try await Task.sleep(for: .milliseconds(300))
      run.cancel()
    }
    _ = await run.result
    watch.cancel()
    // Late work finds a usable engine or a closed runtime.
    for _ in 0..<3 {
      try? await runtime.evaluate("const late = [1].map((n) => n + 1); new Error(String(late)).stack")
      _ = await runtime.complete("Arr")
      try? await runtime.collectGarbage()
    }
    await runtime.close()
    // The next machine has neither the thread nor the state of the stopped one.
    let other = try await JavaScriptRuntime()
    try await other.evaluate(program: "await 0; if ([1].map((n) => n + 1)[0] !== 2) throw 1")
    await other.close()
  }

  @Test func `a script that is interrupted after an uncaught error leaves the process alive`() async throws {
    let interrupt = Mutex<(@Sendable () -> Void)?>(nil)
    var configuration = RuntimeConfiguration()
    configuration.evaluationLimit = .seconds(60)
    configuration.onUncaught = { _, _ in interrupt.withLock { $0 }?() }
    let runtime = try await JavaScriptRuntime(configuration)
    interrupt.withLock { $0 = { runtime.interrupt() } }
    _ = try? await runtime.evaluate(
      program: """
        setTimeout(() => {}, 0);
        queueMicrotask(() => { throw new Error("x"); });
        queueMicrotask(() => { for (const end = Date.now() + 60; Date.now() < end;); });
        """)
    _ = try? await runtime.evaluate("[1].map((n) => n + 1)")
    await runtime.close()
    #expect(runtime.isUnusable)
  }

  /// By the engine's own means: the script that describes errors is stopped as well.
  @Test(arguments: ["0", "'word'", "{ get [Symbol.toStringTag]() { for (;;); } }", "Symbol('s')"])
  func `a value that was thrown is called uncaught though the script is stopped while it is described`(
    value: String
  ) async throws {
    let headlines = Mutex<[String]>([])
    let interrupt = Mutex<(@Sendable () -> Void)?>(nil)
    var configuration = RuntimeConfiguration()
    configuration.evaluationLimit = .seconds(60)
    configuration.reportsUncaught = {
      interrupt.withLock { $0 }?()
      return true
    }
    configuration.onUncaught = { error, _ in headlines.withLock { $0.append(error.details?.headline ?? "") } }
    let runtime = try await JavaScriptRuntime(configuration)
    interrupt.withLock { $0 = { runtime.interrupt() } }
    _ = try? await runtime.evaluate(program: "Promise.reject(\(value)); await 0;")
    await runtime.close()
    #expect(headlines.withLock { $0 }.allSatisfy { $0.hasPrefix("Uncaught ") }, "\(headlines.withLock { $0 })")
    #expect(headlines.withLock { $0 }.count == 1)
  }
}
