import TestSupport
import Causeway
import Synchronization
import Testing

/// Who gives a call up while it is being sent.
@Suite(.timeLimit(.minutes(5))) struct CancelOrderTests {
  /// Cancels the task that calls, at the worst of moments.
  private final class Interrupter: Transport {
    let sent = Shared<[String]>([])
    let task = Shared<Task<Void, any Error>?>(nil)

    func start(_ receiver: any TransportReceiver) {}
    func close() {}

    func send(_ message: Message) {
      switch message {
      case .call:
        task.value?.cancel()
        sent.withLock { $0.append("call") }
      case .cancel: sent.withLock { $0.append("cancel") }
      default: break
      }
    }
  }

  @Test(arguments: [false, true]) func `a call that is given up while it is being sent is taken back`(
    isStream: Bool
  ) async {
    let transport = Interrupter()
    let connection = Bridge().connect(transport, permissions: .all)
    let isKnown = Signal()
    let task = Task {
      await isKnown.wait()
      if isStream {
        for try await _ in connection.stream("count", 1, of: Int.self) {}
      } else {
        try await connection.call("wait", 1)
      }
    }
    transport.task.withLock { $0 = task }
    isKnown.fire()
    #expect(await code { try await task.value } == .cancelled)
    #expect(transport.sent.value.last == "cancel")
    connection.close()
  }
}
