import Causeway
import CausewayTesting
import Testing

@testable import CausewayProcess

@Suite(.timeLimit(.minutes(1))) struct CallerDeadlineTests {
  @Test func `a child's call ends at its deadline although the parent's clock is stopped`() async throws {
    var configuration = Bridge.Configuration()
    configuration.clock = VirtualClock()
    let bridge = Bridge(configuration)
    bridge.handle("never") { () async throws -> Int in
      for await _ in AsyncStream<Never>.makeStream().stream {}
      throw CancellationError()
    }
    let process = try await Children.start(bridge)
    let end = try await process.evaluate(
      "bridge.call('never', undefined, { timeout: 300 }).catch((error) => error.code)", returning: String.self)
    #expect(end == "DEADLINE_EXCEEDED")
    await process.close()
  }
}
