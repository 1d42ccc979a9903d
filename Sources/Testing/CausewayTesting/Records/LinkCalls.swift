public import Causeway
import CausewayConcurrency
import Synchronization

extension CallObserver {
  /// Wraps a transport, to observe the calls of its link as this end sees them: with the link's delays, and without an end
  /// if its answer is lost.
  ///
  ///     bridge.connect(counter.watch(transport, clock: clock), permissions: .all)
  ///
  /// A bridge that reports its calls to the observer itself needs no wrapped transport: see `Bridge.observe(_:)`.
  ///
  /// - Parameter clock: the clock of the bridge.
  public func watch(_ transport: any Transport, clock: any Clock<Duration>) -> any Transport {
    let calls = LinkCalls(self, clock: AnyClock(clock))
    return ObservedTransport(transport) { message, isSent in calls.passed(message, isSent: isSent) }
  }
}

/// Reports the calls whose messages pass a link to an observer.
///
/// Requests to the bridge itself, whose names start with `$/`, are not calls for it.
private final class LinkCalls: Sendable {
  private struct Key: Hashable {
    let isOutgoing: Bool
    let id: CallID
  }

  private let observer: any CallObserver
  private let clock: AnyClock
  private let open = Mutex<[Key: ObservedCall]>([:])

  init(_ observer: any CallObserver, clock: AnyClock) {
    self.observer = observer
    self.clock = clock
  }

  func passed(_ message: Message, isSent: Bool) {
    switch message {
    case .call(let request) where !request.method.hasPrefix("$/"):
      let call = ObservedCall(request, isOutgoing: isSent, connection: "link", number: 0, start: clock.now)
      open.withLock { $0[Key(isOutgoing: isSent, id: request.id)] = call }
      observer.began(call, request.params)
    case .answer(let id, let answer): end(Key(isOutgoing: !isSent, id: id), answer)
    case .cancel(let id, let code):
      end(Key(isOutgoing: isSent, id: id), .failure(BridgeError(code, "The call was cancelled by its caller.")))
    default: break
    }
  }

  private func end(_ key: Key, _ outcome: Result<Payload, BridgeError>) {
    guard let call = open.withLock({ $0.removeValue(forKey: key) }) else { return }
    observer.ended(call, outcome, after: call.start.duration(to: clock.now))
  }
}
