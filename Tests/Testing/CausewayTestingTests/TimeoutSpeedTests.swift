import Causeway
import CausewayTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct TimeoutSpeedTests {
  /// A hundred of them would take most of an hour in real time.
  @Test(.timeLimit(.minutes(1))) func `a timeout of thirty seconds takes no real time`() async throws {
    for _ in 0..<100 {
      let clock = VirtualClock()
      let wifi = try link(clock, [.never])
      let error = await #expect(throws: BridgeError.self) {
        try await clock.runFreely { try await currentSSID(wifi, clock, tries: 1) }
      }
      #expect(error?.code == .deadlineExceeded)
      #expect(clock.now.offset == .seconds(30))
    }
  }
}
