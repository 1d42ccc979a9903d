import Causeway
import CausewayJavaScript
import CausewayProcess
import CausewayTesting
import DebugSupport
import Foundation
import JavaScriptInspector
import TestSupport
import Testing

/// Tests of limits that a pause of the program does not touch, each in a process of its own.
@Suite(.serialized, .timeLimit(.minutes(5))) struct PausedTimeTests {
  @Test func `the deadline of a call to JavaScript stands still`() async {
    await #expect(processExitsWith: .success) {
      let debugged = try Debugged()
      let runtime = try await debugged.runtime()
      try await runtime.evaluate(
        "bridge.handle('slow', async () => { await null; debugger; return 7; });"
          + "bridge.handle('never', () => new Promise(() => {}));")
      async let pause: Void = debugged.pauseOnce(for: 1.2)
      await debugged.server.waitForDebugger()
      let answer = try await runtime.call("slow", timeout: .after(.milliseconds(400)), returning: Int.self)
      #expect(answer == 7)
      try await pause
      // It counts again afterwards.
      let error = await #expect(throws: BridgeError.self) {
        try await runtime.call("never", timeout: .after(.milliseconds(300)))
      }
      #expect(error?.code == .deadlineExceeded)
      await runtime.close()
      await debugged.server.end()
    }
  }

  @Test func `a call that waits in another runtime does not expire while one is paused`() async {
    await #expect(processExitsWith: .success) {
      let debugged = try Debugged()
      let (first, second) = (try await debugged.runtime(), try await debugged.runtime())
      try await second.evaluate(
        "bridge.handle('wait', () => new Promise((resolve) => setTimeout(resolve, 200)));")
      try await first.evaluate("bridge.handle('stop', async () => { await null; debugger; });")
      async let pause: Void = debugged.pauseOnce(for: 1.2)
      await debugged.server.waitForDebugger()
      async let stopped: Void = first.call("stop", timeout: .after(.milliseconds(400)))
      try await second.call("wait", timeout: .after(.milliseconds(600)))
      try await stopped
      try await pause
      await first.close()
      await second.close()
      await debugged.server.end()
    }
  }

  @Test func `the evaluation limit counts no pause`() async {
    await #expect(processExitsWith: .success) {
      let debugged = try Debugged(evaluationLimit: .milliseconds(500))
      let runtime = try await debugged.runtime()
      async let pause: Void = debugged.pauseOnce(for: 1.2)
      await debugged.server.waitForDebugger()
      try await runtime.evaluate("debugger; for (const end = Date.now() + 100; Date.now() < end;);", url: "app.js")
      try await pause
      let error = await #expect(throws: JavaScriptError.self) { try await runtime.evaluate("for (;;);") }
      #expect(error?.code == .timeLimit)
      await runtime.close()
      await debugged.server.end()
    }
  }

  @Test func `a pool does not give up a runtime that is paused`() async {
    await #expect(processExitsWith: .success) {
      let debugged = try Debugged()
      let isDone = Shared(false)
      debugged.bridge.handle("done") { (_: BridgeValue) in isDone.withLock { $0 = true } }
      var configuration = JavaScriptRuntimePool.Configuration()
      (configuration.count, configuration.spares) = (1, 0)
      configuration.isolation = .fresh
      configuration.runtime = debugged.configuration
      configuration.runtime.evaluationLimit = .seconds(1)
      let pool = try await JavaScriptRuntimePool(bridge: debugged.bridge, permissions: .all, configuration)
      let stopped = Signal()
      async let pause: Void = debugged.pauseOnce(for: 3.5, stopped)
      await debugged.server.waitForDebugger()
      // The use ends while its script is paused; without a pause the pool gives it one second.
      try await pool.withRuntime { runtime in
        try await runtime.evaluate(
          """
          setTimeout(() => {
            debugger;
            for (const end = Date.now() + 200; Date.now() < end;);
            bridge.callSync("done");
          }, 1);
          """, url: "app.js")
        await stopped.wait()
      }
      try await pause
      try await pool.withRuntime { runtime in try await runtime.evaluate("1", url: "next.js") }
      #expect(isDone.value)
      await pool.close()
      await debugged.server.end()
    }
  }

  @Test func `virtual time does not move while a program is paused`() async {
    await #expect(processExitsWith: .success) {
      let clock = VirtualClock()
      let debugged = try Debugged(clock: clock)
      let runtime = try await debugged.runtime()
      async let pause: Void = debugged.pauseOnce(for: 0.5)
      await debugged.server.waitForDebugger()
      let times = try await clock.runFreely {
        try await runtime.evaluate(
          """
          (async () => {
            const began = performance.now();
            const late = new Promise((resolve) => setTimeout(() => resolve(performance.now() - began), 60_000));
            await null;
            debugger;
            return [performance.now() - began, await late];
          })()
          """, url: "app.js", returning: [Double].self)
      }
      #expect(times == [0, 60_000])
      try await pause
      await runtime.close()
      await debugged.server.end()
    }
  }

  /// `causeway child`, which was built with these tests.
  private static let worker = ProcessConfiguration.Program.file(
    (Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" }
      ?? URL(fileURLWithPath: ProcessInfo.processInfo.arguments[0])).deletingLastPathComponent()
      .appending(path: "causeway").path, arguments: ["child"])

  @Test func `a child process does not exceed its turn during a pause, and does afterwards`() async {
    await #expect(processExitsWith: .success) {
      let debugged = try Debugged()
      let runtime = try await debugged.runtime()
      var configuration = ProcessConfiguration()
      configuration.program = PausedTimeTests.worker
      configuration.limits.turn = .seconds(1)
      let child = try await JavaScriptProcess(
        bridge: debugged.bridge, permissions: .all, configuration: configuration)
      let (stopped, resumed) = (Signal(), Shared(false))
      async let pause: Void = debugged.client { client in
        try client.event("stopped")
        stopped.fire()
        // Real time: the child is another process, which computes meanwhile for longer than its turn.
        Thread.sleep(forTimeInterval: 3)
        resumed.withLock { $0 = true }
        try client.next()
        try client.request("threads")
      }
      await debugged.server.waitForDebugger()
      async let stop: Void = runtime.evaluate("debugger;", url: "app.js")
      await stopped.wait()
      // The child is another process: it runs on, in a loop without end.
      let error = await #expect(throws: BridgeError.self) { try await child.evaluate("for (;;);") }
      #expect(error?.data?["limit"] == "turn")
      #expect(resumed.value, "The child was killed during the pause.")
      try await stop
      try await pause
      await child.close()
      await runtime.close()
      await debugged.server.end()
    }
  }
}
