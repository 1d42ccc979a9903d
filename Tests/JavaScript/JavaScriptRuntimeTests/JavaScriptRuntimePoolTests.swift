import Foundation
import Synchronization
import TestSupport
import Testing

@testable import JavaScriptRuntime

@Suite(.timeLimit(.minutes(5))) struct JavaScriptRuntimePoolTests {
  static func configuration(
    count: Int = 2, spares: Int = 0, isolation: JavaScriptRuntimePool.Isolation = .shared, limit: Duration? = nil,
    console: @escaping @Sendable (String) -> Void = { _ in }
  ) -> JavaScriptRuntimePool.Configuration {
    var configuration = JavaScriptRuntimePool.Configuration()
    configuration.count = count
    configuration.spares = spares
    configuration.isolation = isolation
    configuration.runtime.evaluationLimit = limit
    configuration.runtime.console = .handler { _, text in console(text) }
    return configuration
  }

  /// Waits until the pool has created its runtimes.
  static func settled(_ pool: JavaScriptRuntimePool) async throws {
    try await eventually("the pool has created its runtimes") { pool.statistics.making == 0 }
  }

  @Test func `each runtime is prepared once, and all of them serve`() async throws {
    let prepared = Atomic<Int>(0)
    let pool = try await JavaScriptRuntimePool(JavaScriptRuntimePoolTests.configuration(count: 3, spares: 1)) {
      runtime in
      prepared.add(1, ordering: .relaxed)
      try await runtime.evaluate("globalThis.loaded = (globalThis.loaded ?? 0) + 1")
    }
    #expect(prepared.load(ordering: .relaxed) == 4)
    try await withThrowingTaskGroup { group in
      for _ in 0..<30 {
        group.addTask {
          try await pool.withRuntime { try await $0.evaluate("if (loaded !== 1) throw new Error(String(loaded))") }
        }
      }
      try await group.waitForAll()
    }
    #expect(pool.statistics == .init(loads: [0, 0, 0], spares: 1, making: 0, waiting: 0))
    await pool.close()
  }

  @Test func `a busy runtime is avoided`() async throws {
    let pool = try await JavaScriptRuntimePool(JavaScriptRuntimePoolTests.configuration())
    try await pool.withRuntime { busy in
      for _ in 0..<5 { try await pool.withRuntime { #expect($0 !== busy) } }
    }
    await pool.close()
  }

  @Test func `a use beyond the limit of those that wait is refused by name`() async throws {
    var configuration = JavaScriptRuntimePoolTests.configuration(count: 1, isolation: .fresh)
    configuration.waiters = 0
    let pool = try await JavaScriptRuntimePool(configuration)
    try await pool.withRuntime { _ in
      let error = await #expect(throws: JavaScriptError.self) { try await pool.withRuntime { _ in } }
      #expect(error?.code.rawValue == "RESOURCE_EXHAUSTED")
      #expect(
        error?.message == "Too many uses are waiting for a JavaScript runtime of the pool: the limit is 0 (waiters).")
    }
    await pool.close()
  }

  @Test func `a key stays with its runtime and finds its earlier state`() async throws {
    let pool = try await JavaScriptRuntimePool(JavaScriptRuntimePoolTests.configuration(count: 3))
    for round in 1...3 {
      for key in 0..<20 {
        try await pool.withRuntime(for: key) { runtime in
          try await runtime.evaluate(
            "(globalThis.seen ??= {})[\(key)] = (seen[\(key)] ?? 0) + 1; if (seen[\(key)] !== \(round)) throw seen[\(key)]"
          )
        }
      }
    }
    await pool.close()
  }

  @Test func `a runtime that was closed is replaced by a spare at once`() async throws {
    let pool = try await JavaScriptRuntimePool(JavaScriptRuntimePoolTests.configuration(count: 1, spares: 1))
    try await pool.withRuntime { $0 }.close()
    #expect(pool.statistics.loads == [0])
    try await pool.withRuntime { try await $0.evaluate("1") }
    try await JavaScriptRuntimePoolTests.settled(pool)
    #expect(pool.statistics == .init(loads: [0], spares: 1, making: 0, waiting: 0))
    await pool.close()
  }

  @Test func `a runtime that exceeded its limit is replaced, and another one continues`() async throws {
    let pool = try await JavaScriptRuntimePool(
      JavaScriptRuntimePoolTests.configuration(limit: .milliseconds(100))
    ) { try await $0.evaluate("globalThis.loaded = true") }
    for _ in 0..<4 {
      await #expect { try await pool.withRuntime { try await $0.evaluate("while (true) {}") } } throws: {
        ($0 as? JavaScriptError)?.code == .timeLimit
      }
      for _ in 0..<4 { try await pool.withRuntime { try await $0.evaluate("if (!loaded) throw 1") } }
    }
    try await JavaScriptRuntimePoolTests.settled(pool)
    #expect(pool.statistics.loads == [0, 0])
    await pool.close()
  }

  @Test func `a runtime that exceeds its limit while it is unused is replaced as well`() async throws {
    let pool = try await JavaScriptRuntimePool(
      JavaScriptRuntimePoolTests.configuration(count: 1, limit: .milliseconds(100)))
    let first = try await pool.withRuntime { runtime in
      try await runtime.evaluate("setTimeout(() => { while (true) {} }, 1)")
      return runtime
    }
    try await eventually("the runtime's limit fires") { first.isUnusable }
    await first.close()
    try await pool.withRuntime { #expect($0 !== first) }
    await pool.close()
  }

  @Test func `fresh contexts do not share globals`() async throws {
    let pool = try await JavaScriptRuntimePool(
      JavaScriptRuntimePoolTests.configuration(count: 2, spares: 1, isolation: .fresh)
    ) { try await $0.evaluate("globalThis.mine = 1; Object.freeze(Array.prototype)") }
    try await withThrowingTaskGroup { group in
      for _ in 0..<40 {
        group.addTask {
          try await pool.withRuntime { runtime in
            try await runtime.evaluate(
              """
              if (globalThis.left || Object.prototype.evil || mine !== 1) throw new Error('not fresh');
              globalThis.left = true; Object.prototype.evil = true; mine = 2; Promise = null;
              setTimeout(() => console.log('from the dead'), 0);
              """)
          }
        }
      }
      try await group.waitForAll()
    }
    try await JavaScriptRuntimePoolTests.settled(pool)
    #expect(pool.statistics == .init(loads: [0, 0], spares: 1, making: 0, waiting: 0))
    await pool.close()
  }

  @Test func `a runtime that does not become free after its use is abandoned and replaced`() async throws {
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    let release = DispatchSemaphore(value: 0)
    let pool = try await JavaScriptRuntimePool(
      JavaScriptRuntimePoolTests.configuration(
        count: 1, isolation: .fresh, limit: .seconds(60),
        console: { _ in
          begin.yield()
          release.wait(for: "the test lets the function go on")
        }))
    let stuck = try await pool.withRuntime { runtime in
      let script = Task { try await runtime.evaluate("console.log('a native function that hangs')") }
      for await _ in begun { break }
      return script
    }
    // No other runtime can serve: this use waits until the pool abandons the first.
    try await pool.withRuntime { try await $0.evaluate("1") }
    #expect(pool.statistics.loads == [0])
    await pool.close()
    release.signal()
    try? await stuck.value
  }

  @Test func `closing fails waiting uses, stops loops, and ends every thread`() async throws {
    func threads() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count }
    try await JavaScriptRuntime().close()
    let before = try threads()
    let (begun, begin) = AsyncStream.makeStream(of: String.self)
    let pool = try await JavaScriptRuntimePool(
      JavaScriptRuntimePoolTests.configuration(
        count: 1, isolation: .fresh, limit: .seconds(60), console: { begin.yield($0) }))
    let looping = Task { try await pool.withRuntime { try await $0.evaluate("console.log('on'); while (true) {}") } }
    var turns = begun.makeAsyncIterator()
    #expect(await turns.next() == "on")
    let waiting = Task { try await pool.withRuntime { _ in } }
    try await eventually("the use waits") { pool.statistics.waiting == 1 }
    await pool.close()
    await #expect { try await waiting.value } throws: { ($0 as? JavaScriptError)?.code == .closed }
    await #expect(throws: JavaScriptError.self) { try await looping.value }
    await #expect { try await pool.withRuntime { _ in } } throws: { ($0 as? JavaScriptError)?.code == .closed }
    await pool.close()
    #expect(try threads() <= before + 2)
  }

  @Test func `a waiting use can be cancelled`() async throws {
    let pool = try await JavaScriptRuntimePool(
      JavaScriptRuntimePoolTests.configuration(count: 1, isolation: .fresh))
    try await pool.withRuntime { _ in
      let waiting = Task { try await pool.withRuntime { _ in } }
      try await eventually("the use waits") { pool.statistics.waiting == 1 }
      waiting.cancel()
      await #expect { try await waiting.value } throws: { ($0 as? JavaScriptError)?.code == .cancelled }
    }
    await pool.close()
  }

  @Test func `an error of prepare is thrown by the pool's initializer, and nothing stays open`() async throws {
    func threads() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count }
    try await JavaScriptRuntime().close()
    let before = try threads()
    await #expect {
      _ = try await JavaScriptRuntimePool(JavaScriptRuntimePoolTests.configuration(count: 3)) {
        try await $0.evaluate("1 +", url: "app.js")
      }
    } throws: { "\($0)".contains("SyntaxError") }
    #expect(try threads() <= before + 2)
  }

  @Test(.timeLimit(.minutes(1))) func `closing also ends a runtime that is being prepared`() async throws {
    let contexts = Atomic<Int>(0)
    let pool = try await JavaScriptRuntimePool(
      JavaScriptRuntimePoolTests.configuration(count: 1, spares: 0, isolation: .fresh)
    ) { runtime in
      if contexts.add(1, ordering: .relaxed).newValue > 1 {
        try await runtime.evaluate(program: "await new Promise(() => {})")
      }
    }
    try await pool.withRuntime { _ in }
    try await eventually("another runtime is prepared") { contexts.load(ordering: .relaxed) == 2 }
    await pool.close()
  }

  @Test(.timeLimit(.minutes(1))) func `closing cancels a prepare function, whatever it waits for`() async throws {
    let contexts = Atomic<Int>(0)
    let pool = try await JavaScriptRuntimePool(
      JavaScriptRuntimePoolTests.configuration(count: 1, spares: 0, isolation: .fresh)
    ) { _ in
      if contexts.add(1, ordering: .relaxed).newValue > 1 { try await Task.sleep(for: .seconds(100_000)) }
    }
    try await pool.withRuntime { _ in }
    try await eventually("another runtime is prepared") { contexts.load(ordering: .relaxed) == 2 }
    await pool.close()
  }

  @Test func `a pool that is released closes its runtimes`() async throws {
    var pool: JavaScriptRuntimePool? = try await JavaScriptRuntimePool(
      JavaScriptRuntimePoolTests.configuration(count: 1))
    let runtime = try await pool?.withRuntime { $0 }
    pool = nil
    let first = try #require(runtime)
    try await eventually("the runtime has ended") { first.isUnusable }
  }

  @Test(.unsanitized) func `thousands of fresh contexts leak nothing`() async throws {
    let pool = try await JavaScriptRuntimePool(
      JavaScriptRuntimePoolTests.configuration(count: 1, spares: 1, isolation: .fresh))
    func use(_ count: Int) async throws {
      for _ in 0..<count {
        try await pool.withRuntime { try await $0.evaluate("globalThis.a = new Array(1000).fill(1)") }
      }
    }
    try await use(300)
    let grown = try await leastGrowth(enough: 60_000) { try await use(1000) }
    #expect(grown < 60_000, "\(grown) kB more")
    await pool.close()
  }
}

extension JavaScriptRuntime {
  /// In one turn, so that the timer cannot fire before.
  fileprivate func setTimerAndReload() throws {
    try evaluate("setTimeout(() => console.log('late'), 0)")
    try reload()
  }
}

@Suite(.timeLimit(.minutes(5))) struct ReloadTests {
  @Test func `a reload discards globals and timers, and fails the waiting program`() async throws {
    let printed = Printed()
    let runtime = try await JavaScriptRuntime(printed.configuration)
    try await runtime.evaluate("globalThis.left = 1; var old = () => left")
    let program = Task { try await runtime.evaluate(program: "await new Promise(() => {})") }
    try await eventually("the program runs") { await runtime.programCount == 1 }
    try await runtime.setTimerAndReload()
    await #expect { try await program.value } throws: { ($0 as? JavaScriptError)?.code == .unsettled }
    try await runtime.run(
      "console.log(typeof left, typeof old); await new Promise(done => setTimeout(done, 5)); console.log('timers work')"
    )
    await runtime.close()
    #expect(printed.all == ["undefined undefined", "timers work"])
    await #expect(throws: JavaScriptError.self) { try await runtime.reload() }
  }

  @Test(arguments: ["console.log('reload')", "await null; console.log('reload')"])
  func `a program whose runtime is reloaded fails with that reason`(source: String) async throws {
    let runtime = Mutex<JavaScriptRuntime?>(nil)
    var configuration = RuntimeConfiguration()
    configuration.console = .handler { _, _ in
      #expect(throws: Never.self) { try runtime.withLock { $0 }?.assumeIsolated { try $0.reload() } }
    }
    let made = try await JavaScriptRuntime(configuration)
    runtime.withLock { $0 = made }
    await #expect { try await made.run(source) } throws: { ($0 as? JavaScriptError)?.code == .unsettled }
    await #expect { try await made.run(source) } throws: { ($0 as? JavaScriptError)?.code == .unsettled }
    await made.close()
  }

  @Test func `the limit holds after a reload`() async throws {
    var configuration = RuntimeConfiguration()
    configuration.evaluationLimit = .milliseconds(100)
    let runtime = try await JavaScriptRuntime(configuration)
    for _ in 0..<20 { try await runtime.reload() }
    await #expect { try await runtime.evaluate("while (true) {}") } throws: {
      ($0 as? JavaScriptError)?.code == .timeLimit
    }
    await runtime.close()
  }
}
