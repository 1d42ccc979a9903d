import Causeway
import CausewayConcurrency
import CausewayLeakChecks
import Foundation
import TestSupport
import Testing

@testable import CausewayProcess

/// A pool of real children.
@Suite(.timeLimit(.minutes(5))) struct JavaScriptProcessPoolTests {
  private func pool(
    _ bridge: Bridge = Bridge(), configure: (inout JavaScriptProcessPool.Configuration) -> Void = { _ in },
    prepare: @escaping @Sendable (JavaScriptProcess) async throws -> Void = { _ in }
  ) -> JavaScriptProcessPool {
    var configuration = JavaScriptProcessPool.Configuration()
    configuration.process.program = Children.child
    configure(&configuration)
    return JavaScriptProcessPool(bridge: bridge, permissions: .all, configuration: configuration, prepare: prepare)
  }

  private static let counter = """
    let count = 0;
    bridge.handle("count", () => ++count);
    bridge.handle("loop", () => { console.log("in"); for (;;); });
    """

  @Test func `a child of one use is confined, shares nothing with the next, and ends`() async throws {
    let pool = pool {
      $0.count = 1
    } prepare: {
      try await $0.evaluate(program: Self.counter, url: "counter.js")
    }
    let alone = try await Children.start()
    var seen: [Int32] = []
    for _ in 0..<3 {
      let identifier = try await pool.withProcess { process in
        #expect(process.confinement == alone.confinement)
        #expect(try await process.evaluate("globalThis.secret === undefined", returning: Bool.self))
        try await process.evaluate("globalThis.secret = 1; Array.prototype.map = null")
        #expect(try await process.call("count", returning: Int.self) == 1)
        return try #require(process.processIdentifier)
      }
      seen.append(identifier)
    }
    #expect(Set(seen).count == 3)
    for identifier in seen { try await eventually("the child has ended") { ProcessUsage.hasEnded(identifier) } }
    await alone.close()
    await pool.close()
  }

  @Test func `a child of several uses keeps its state, and is replaced after the last one`() async throws {
    let pool = pool {
      $0.count = 1
      $0.spares = 0
      $0.reuse = .many(maximum: 3)
    } prepare: {
      try await $0.evaluate(program: Self.counter, url: "counter.js")
    }
    var counts: [Int] = []
    for _ in 0..<7 { counts.append(try await pool.call("count")) }
    #expect(counts == [1, 2, 3, 1, 2, 3, 1])
    await pool.close()
  }

  @Test func `more callers than children are all served, and nothing is left behind`() async throws {
    func descriptors() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
    let before = try descriptors()
    let pool = pool {
      $0.count = 2
    } prepare: {
      try await $0.evaluate(program: Self.counter, url: "counter.js")
    }
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<12 { group.addTask { try await pool.call("count", timeout: .seconds(120)) } }
      for try await count in group { #expect(count == 1) }
    }
    await pool.close()
    #expect(pool.statistics == .init(leased: 0, ready: 0, starting: 0, ending: 0, waiting: 0))
    #expect(try descriptors() <= before + 2)
  }

  @Test func `a script of a stranger that never returns fails its own call, and the next one is served`() async throws {
    let pool = pool {
      $0.count = 1
      $0.process.limits.turn = .milliseconds(300)
      $0.restart.maximumFailures = 1
    } prepare: {
      try await $0.evaluate(program: Self.counter, url: "counter.js")
    }
    for _ in 0..<2 {
      let ended = await failure { try await pool.call("loop", timeout: .never) }
      #expect(ended?.code == .resourceExhausted)
      #expect(ended?.data?["limit"] == "turn")
      #expect(try await pool.call("count", returning: Int.self) == 1)
    }
    await pool.close()
  }

  @Test func `a child that still loops after its use is not given to the next caller`() async throws {
    let isLooping = Signal()
    let pool = pool {
      $0.count = 1
      $0.spares = 0
      $0.reuse = .many()
      $0.process.limits.turn = .milliseconds(300)
      $0.process.onConsole = { _, _ in isLooping.fire() }
    } prepare: {
      try await $0.evaluate(program: Self.counter, url: "counter.js")
    }
    let first = try await pool.withProcess { process in
      let loop = Task { await failure { try await process.call("loop", timeout: .never) } }
      await isLooping.wait()
      loop.cancel()
      #expect(await loop.value?.code == .cancelled)
      return process.processIdentifier
    }
    #expect(try await pool.call("count", returning: Int.self) == 1)
    #expect(try await pool.withProcess { $0.processIdentifier } != first)
    await pool.close()
  }

  @Test func `a spare that is killed is replaced`() async throws {
    let identifiers = Shared<[Int32]>([])
    let pool = pool {
      $0.restart.initialDelay = .milliseconds(10)
    } prepare: { process in
      if let identifier = process.processIdentifier { identifiers.withLock { $0.append(identifier) } }
    }
    try await eventually("the spare is ready") { pool.statistics.ready == 1 }
    kill(try #require(identifiers.value.first), SIGKILL)
    try await eventually("another one is ready") { pool.statistics.ready == 1 && identifiers.value.count == 2 }
    #expect(try await pool.withProcess { try await $0.evaluate("6 * 7", returning: Int.self) } == 42)
    await pool.close()
  }

  @Test func `a pool whose children cannot be prepared gives up with the error of the script`() async throws {
    let pool = pool {
      $0.restart.initialDelay = .milliseconds(10)
      $0.restart.maximumFailures = 3
    } prepare: {
      try await $0.evaluate(program: "nothing.x", url: "broken.js")
    }
    let failed = await failure { try await pool.call("count") }
    #expect(failed?.code == .failedPrecondition)
    #expect(failed?.causes.first?.name == "ReferenceError")
    await pool.close()
  }

  @Test func `a program that does not exist is reported`() async throws {
    let pool = pool {
      $0.process.program = .file("/nonexistent/child")
      $0.restart.maximumFailures = 1
    }
    let failed = await failure { try await pool.withProcess { _ in } }
    #expect(failed?.code == .failedPrecondition)
    #expect(failed?.causes.first?.code == .unavailable)
    await pool.close()
  }

  @Test func `closing ends the children in use`() async throws {
    let pool = pool()
    let begun = Signal()
    let use = Task {
      try await pool.withProcess { process in
        begun.fire()
        return (await failure { try await process.run("await new Promise(() => {})") }, process)
      }
    }
    await begun.wait()
    await pool.close()
    let (ended, process) = try await use.value
    #expect(ended?.code == .unavailable)
    #expect(process.processIdentifier == nil)
  }

  @Test func `a released pool ends its children`() async throws {
    let identifiers = Shared<[Int32]>([])
    var pool: JavaScriptProcessPool? = pool {
      $0.spares = 2
    } prepare: { process in
      if let identifier = process.processIdentifier { identifiers.withLock { $0.append(identifier) } }
    }
    try await eventually("the spares are ready") { pool?.statistics.ready == 2 }
    pool = nil
    for identifier in identifiers.value {
      try await eventually("the child has ended") { ProcessUsage.hasEnded(identifier) }
    }
  }

  @Test func `a leak check finds the children of a pool that is not closed`() async throws {
    let kept = Shared<JavaScriptProcessPool?>(nil)
    let found = await #expect(throws: LeaksFound.self) {
      try await withLeakCheck {
        let pool = self.pool()
        kept.withLock { $0 = pool }
        try await eventually("the spare is ready") { pool.statistics.ready == 1 }
      }
    }
    // The call that asks for its thread may be under way.
    #expect(found?.leaks.filter { $0.kind == .process }.map(\.name) == ["javascript-1"])
    await kept.value?.close()
    try await withLeakCheck {
      let pool = self.pool()
      try await pool.withProcess { _ in }
      await pool.close()
    }
  }

  @Test func `a leak check finds a child that is not closed, with the place of its start`() async throws {
    let kept = Shared<JavaScriptProcess?>(nil)
    let found = await #expect(throws: LeaksFound.self) {
      try await withLeakCheck {
        let process = try await Children.start()
        kept.withLock { $0 = process }
      }
    }
    let child = found?.leaks.first { $0.kind == .process }
    #expect(child?.description.hasPrefix("child process javascript, made at ") == true)
    await kept.value?.close()
  }
}
