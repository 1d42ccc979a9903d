public import Causeway
import CausewayClock
import Synchronization

/// Watches a link and counts what becomes of the calls on it.
///
///     let observer = CallObserver(clock: clock)
///     bridge.connect(observer.watch(transport), permissions: .all)
///     print(observer.summary)
///
/// It sees what passes the end that it is put at. Methods of the bridge's own, which begin with `$/`, are left out.
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

  private let clock: Timekeeper
  private let state = Mutex(State())

  /// An observer that has seen nothing.
  ///
  /// - Parameter clock: the bridge's.
  public init(clock: any Clock<Duration>) { self.clock = Timekeeper(clock) }

  /// Wraps a transport, to watch it.
  public func watch(_ transport: any Transport) -> any Transport { WatchedTransport(transport, self) }

  /// What has been seen so far.
  public var summary: CallSummary { CallSummary(state.withLock { $0.calls }) }

  fileprivate func note(_ message: Message, isSent: Bool) {
    let now = Moment.origin.duration(to: clock.now)
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

private final class WatchedTransport: Transport {
  private let inner: any Transport
  private let observer: CallObserver

  init(_ inner: any Transport, _ observer: CallObserver) {
    self.inner = inner
    self.observer = observer
  }

  func start(_ receiver: any TransportReceiver) { inner.start(Inlet(receiver, observer)) }

  func send(_ message: Message) throws(BridgeError) {
    observer.note(message, isSent: true)
    try inner.send(message)
  }

  func close() { inner.close() }

  private final class Inlet: TransportReceiver {
    private let receiver: any TransportReceiver
    private let observer: CallObserver

    init(_ receiver: any TransportReceiver, _ observer: CallObserver) {
      self.receiver = receiver
      self.observer = observer
    }

    func receive(_ message: Message) {
      observer.note(message, isSent: false)
      receiver.receive(message)
    }

    func answer(_ request: CallRequest) -> Result<Payload, BridgeError>? {
      observer.note(.call(request), isSent: false)
      let answer = receiver.answer(request)
      if let answer { observer.note(.answer(request.id, answer), isSent: true) }
      return answer
    }

    func disconnected(_ reason: BridgeError) { receiver.disconnected(reason) }
  }
}
