import TestSupport
import Causeway
import CausewayTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct DeadlineTests {
  /// The other side of a connection, which only notes which calls ended by their deadline.
  private final class Caller: Transport {
    let ended = Shared<[UInt64]>([])

    func start(_ receiver: any TransportReceiver) {}
    func close() {}

    func send(_ message: Message) {
      guard case .answer(let id, .failure(let error)) = message, error.code == .deadlineExceeded else { return }
      ended.withLock { $0.append(id.rawValue) }
    }
  }

  @Test func `calls end at their own deadlines, in whatever order they came`() async throws {
    let clock = VirtualClock()
    var configuration = Bridge.Configuration()
    configuration.clock = clock
    let bridge = Bridge(configuration)
    bridge.handle("slow") { () async throws -> Void in try await untilCancelled() }
    let caller = Caller()
    let connection = bridge.connect(caller, permissions: ["slow"])
    for (id, seconds) in [(1, 5), (2, 2), (3, 9), (4, 1)] as [(UInt64, Int)] {
      connection.receive(.call(CallRequest(id: CallID(rawValue: id), method: "slow", timeout: .seconds(seconds))))
    }
    for (until, ended) in [(1, [4]), (2, [4, 2]), (4, [4, 2]), (5, [4, 2, 1]), (9, [4, 2, 1, 3])] as [(Int, [UInt64])] {
      await clock.run(for: .seconds(until) - clock.now.offset)
      #expect(caller.ended.value == ended, "after \(until) seconds")
    }
    #expect(connection.statistics.running == 0)
    connection.close()
  }
}
