import Synchronization
import Testing

@testable import JavaScriptRuntime

/// Scripts that exceed the evaluation limit, in each place where a script can run.
@Suite(.timeLimit(.minutes(1))) struct EvaluationLimitTests {
  let printed = Printed()

  private func runtime(limit: Duration = .milliseconds(100)) async throws -> JavaScriptRuntime {
    var configuration = printed.configuration
    configuration.evaluationLimit = limit
    return try await JavaScriptRuntime(configuration)
  }

  // (module (func (export "f") (result i32) i32.const 42))
  private static let wasm =
    "new Uint8Array([0,97,115,109,1,0,0,0,1,5,1,96,0,1,127,3,2,1,0,7,5,1,1,102,0,0,10,6,1,4,0,65,42,11])"

  private static let programs = [
    "while (true);", "await null; while (true);", "setTimeout(() => { while (true); }); await new Promise(() => {});",
    "setTimeout(() => {}, 1e6); await null; while (true);", "await WebAssembly.instantiate(\(wasm)); while (true);",
  ]

  @Test(arguments: programs) func `a program that loops fails with the time limit, wherever it looped`(program: String)
    async throws
  {
    for runsToEnd in [false, true] {
      let runtime = try await runtime()
      let error = await #expect(throws: JavaScriptError.self) {
        if runsToEnd { try await runtime.run(program) } else { try await runtime.evaluate(program: program) }
      }
      #expect(error?.code == .timeLimit)
      await runtime.close()
    }
  }

  @Test func `a script whose promise reaction loops fails with the time limit`() async throws {
    let runtime = try await runtime()
    let error = await #expect(throws: JavaScriptError.self) {
      try await runtime.evaluate("Promise.resolve().then(() => { while (true); })")
    }
    #expect(error?.code == .timeLimit)
    await runtime.close()
  }

  @Test func `a script is stopped although native code that it called swallowed another termination`() async throws {
    let runtime = try await runtime()
    await #expect(throws: JavaScriptError.self) {
      try await runtime.evaluate(
        """
        const evil = new Error("x");
        Object.defineProperty(evil, "code", { get() { while (true); } });
        reportError(evil);
        while (true);
        """)
    }
    await runtime.close()
  }

  /// Native code reads an error's properties one by one, and each getter is stopped in turn.
  @Test func `a thrown error whose getters all loop ends within the limit`() async throws {
    for _ in 0..<20 {
      let runtime = try await runtime(limit: .milliseconds(40))
      let error = await #expect(throws: JavaScriptError.self) {
        try await runtime.evaluate(
          program: """
            const evil = new Error("x");
            for (const name of ["stack", "name", "message", "cause", "line", "column", "sourceURL", "code", "errors"])
              Object.defineProperty(evil, name, { get() { for (;;); } });
            throw evil;
            """)
      }
      #expect(error?.code == .timeLimit)
      await runtime.close()
    }
  }

  /// Each way to have code run after the limit has stopped a script: it is stopped like any other.
  @Test(arguments: [
    "throw new AggregateError({ [Symbol.iterator]() { return { next() { for (;;); } }; } })",
    "await { then() { for (;;); } }", "await { get then() { for (;;); } }",
    "await Promise.all({ *[Symbol.iterator]() { for (;;) yield { then() { for (;;); } }; } })",
    "await new Promise((resolve) => resolve({ get then() { resolve({ then() { for (;;); } }); for (;;); } }))",
    "const keep = new FinalizationRegistry(() => { for (;;); }); (() => keep.register({}, 1))(); for (;;);",
    "try { for (;;); } finally { for (;;); }", "try { for (;;); } catch { for (;;); }",
    "for await (const item of { [Symbol.asyncIterator]: () => ({ next() { for (;;); }, return() { for (;;); } }) });",
    "class A { static [Symbol.hasInstance]() { for (;;); } } ({}) instanceof A",
    "throw Object.setPrototypeOf(new Error('x'), new Proxy({}, { get() { for (;;); }, getPrototypeOf() { for (;;); } }))",
  ]) func `no callback, thenable or error runs past the limit`(program: String) async throws {
    let runtime = try await runtime()
    let error = await #expect(throws: JavaScriptError.self) { try await runtime.evaluate(program: program) }
    #expect(error?.code == .timeLimit, "\(String(describing: error))")
    await runtime.close()
  }

  /// What an error holds does not run while it is reported.
  @Test(arguments: [
    "const { proxy, revoke } = Proxy.revocable({}, { get() { for (;;); } }); throw proxy;",
    "throw new AggregateError([{ get stack() { for (;;); } }, { get message() { for (;;); } }])",
    "throw { get then() { for (;;); } }", "await Promise.any([Promise.reject({ toString() { for (;;); } })])",
  ]) func `an error with members that loop is reported`(program: String) async throws {
    let runtime = try await runtime()
    let error = await #expect(throws: JavaScriptError.self) { try await runtime.evaluate(program: program) }
    #expect(error?.code == .thrown, "\(String(describing: error))")
    await runtime.close()
  }

  @Test func `a callback of the engine after a long idle time has the whole limit`() async throws {
    let runtime = try await runtime(limit: .seconds(1))
    try await runtime.evaluate(
      """
      globalThis.finalized = new Promise((resolve) => { globalThis.registry = new FinalizationRegistry(resolve); });
      finalized.then(() => {
        for (const end = Date.now() + 60; Date.now() < end;);
        console.log("ran");
      });
      (() => { for (let i = 0; i < 1000; i++) registry.register({ i }, i); })();
      """)
    // Real time: the engine counts it for the limit, which this idle time exceeds.
    try await Task.sleep(for: .milliseconds(1100))
    try await runtime.collectGarbage()
    try await runtime.evaluate(program: "await finalized")
    #expect(printed.all == ["ran"])
    #expect(!runtime.isUnusable)
    await runtime.close()
  }
}
