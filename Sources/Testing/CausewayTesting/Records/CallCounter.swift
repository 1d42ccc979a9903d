public import Causeway
import CausewayConcurrency
import Synchronization

/// Observes a link and counts the results of its calls.
///
///     let observer = CallObserver(clock: clock)
///     bridge.connect(observer.watch(transport), permissions: .all)
///     print(observer.summary)
///
/// It observes the messages of the end where it is installed. The bridge's own methods, which start with `$/`, are
/// ignored.
public final class CallObserver: Sendable {
  struct Call: Sendable {
    let method: String
    let start: Duration
    var end: (code: BridgeError.Code?, time: Duration)?
  }

  fileprivate struct Key: Hashable {
    let isSent: Bool
    let id: CallID
  }

  fileprivate struct State {
    var open: [Key: Int] = [:]
    var calls: [Call] = []
  }

  private let clock: AnyClock
  private let state = Mutex(State())

  /// Creates an observer.
  ///
  /// - Parameter clock: the clock of the bridge.
  public init(clock: any Clock<Duration>) { self.clock = AnyClock(clock) }

  /// Wraps a transport to observe it.
  public func watch(_ transport: any Transport) -> any Transport {
    ObservedTransport(transport) { message, isSent in self.record(message, isSent: isSent) }
  }

  /// The results so far.
  public var summary: CallSummary { CallSummary(state.withLock { $0.calls }) }

  private func record(_ message: Message, isSent: Bool) {
    let now = Instant.origin.duration(to: clock.now)
    state.withLock { state in
      switch message {
      case .call(let request) where !request.method.hasPrefix("$/"):
        state.open[Key(isSent: isSent, id: request.id)] = state.calls.count
        state.calls.append(Call(method: request.method, start: now))
      case .answer(let id, let answer):
        let code: BridgeError.Code? = if case .failure(let error) = answer { error.code } else { nil }
        state.end(Key(isSent: !isSent, id: id), code, now)
      case .cancel(let id, let code): state.end(Key(isSent: isSent, id: id), code, now)
      default: break
      }
    }
  }
}

extension CallObserver.State {
  fileprivate mutating func end(_ key: CallObserver.Key, _ code: BridgeError.Code?, _ now: Duration) {
    if let index = open.removeValue(forKey: key) { calls[index].end = (code, now) }
  }
}
