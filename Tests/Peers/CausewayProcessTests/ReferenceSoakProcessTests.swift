import Causeway
import ReferenceSupport
import TestSupport
import Testing

@testable import CausewayProcess

/// Functions and objects that cross between Swift and a child process in random order: `make test-references`.
@Suite(.timeLimit(.minutes(30))) struct ReferenceSoakProcessTests {
  @Test func `after a run neither side holds a reference`() async throws {
    let bridge = Bridge()
    let run = ReferenceRun(bridge)
    let process = try await Children.start(bridge)
    try await process.evaluate(ReferenceRun.program, url: "soak.js")
    try await run.run(over: process.connection, count: ReferenceRun.count, random: SeededRandom())
    try await run.finish(over: process.connection)
    await process.close()
  }

  @Test func `of a child that is killed meanwhile nothing is held`() async throws {
    let bridge = Bridge()
    let run = ReferenceRun(bridge)
    var random = SeededRandom()
    for _ in 0..<4 {
      let process = try await Children.start(bridge)
      try await process.evaluate(ReferenceRun.program, url: "soak.js")
      let connection = process.connection
      let seed = SeededRandom(continuing: random.next())
      let early = Shared<(any Error)?>(nil)
      let running = Task {
        do { try await run.run(over: connection, count: .max, random: seed) } catch {
          early.withLock { $0 = error }
          throw error
        }
      }
      let after = Int.random(in: 20...400, using: &random)
      try await eventually("it is under way") {
        if let error = early.value { throw error }
        return connection.statistics.calls > after
      }
      process.kill()
      let error = await #expect(throws: BridgeError.self) { try await running.value }
      #expect(error?.code == .unavailable)
      try await eventually("nothing is held") {
        // A handler that was running may keep what it had until then.
        run.forget()
        return connection.statistics.exported == 0 && connection.statistics.imported == 0
      }
      await process.close()
    }
  }
}
