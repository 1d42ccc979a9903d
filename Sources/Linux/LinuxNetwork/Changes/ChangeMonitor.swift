import Synchronization

/// Shares one watcher among all listeners: the first listener starts it, the last one stops it.
///
/// Watchers do not belong to a reader, because the kernel's state does not either. A watcher keeps its network
/// namespace alive: the namespace cannot be deleted under a listener.
enum ChangeMonitor {
  typealias Continuation = AsyncThrowingStream<NetworkStatus, any Error>.Continuation

  /// The properties that listeners must share to use one watcher.
  struct Key: Hashable, Sendable {
    let namespace: UInt64
    let settle: Duration
    let resolver: ResolverFiles
  }

  private struct State {
    var table = ListenerTable<Key, Continuation>()
    var wakers: [Key: SharedWaker] = [:]
  }

  private static let state = Mutex(State())

  /// Reports the current status and each change to `continuation`, until it is terminated.
  static func join(_ continuation: Continuation, _ key: Key) throws(NetworkError) {
    let (id, waker, isFirst) = try state.withLock { state throws(NetworkError) in
      let waker = if let waker = state.wakers[key] { waker } else { try SharedWaker() }
      state.wakers[key] = waker
      let (id, isFirst) = state.table.join(continuation, key)
      return (id, waker, isFirst)
    }
    continuation.onTermination = { _ in
      if state.withLock({ $0.table.leave(id, key) }) { waker.waker.wake() }
    }
    guard isFirst else { return waker.waker.wake() }
    do {
      try SystemCalls.startThread { watch(key, waker) }
    } catch {
      for listener in abandon(key) { listener.finish(throwing: error) }
    }
  }

  /// Takes the listeners that joined and left since the last call.
  ///
  /// If no listener is left, the watcher must end: the next listener starts another.
  static func takeChanges(for key: Key) -> ListenerTable<Key, Continuation>.Changes {
    state.withLock { state in
      let changes = state.table.takeChanges(for: key)
      if changes.hasEnded { state.wakers[key] = nil }
      return changes
    }
  }

  private static func abandon(_ key: Key) -> [Continuation] {
    state.withLock { state in
      state.wakers[key] = nil
      return state.table.abandon(key)
    }
  }

  private static func watch(_ key: Key, _ waker: SharedWaker) {
    var listeners = Listeners()
    var backoff = Backoff()
    while let failure = watchOnce(key, waker, &listeners) {
      // A listener with a status receives the difference after recovery. A listener without a status must not wait.
      guard !listeners.isEmpty, !failure.meansDenied, let pause = backoff.pause(at: .now) else {
        return end(key, listeners, because: failure)
      }
      _ = try? SystemCalls.wait(for: [], timeout: pause)
    }
  }

  /// Returns the failure; `nil` when no listener is left.
  private static func watchOnce(_ key: Key, _ waker: SharedWaker, _ listeners: inout Listeners) -> NetworkError? {
    do throws(NetworkError) {
      var watcher = try ChangeWatcher(key) { waker.waker.wake() }
      try watcher.run(until: waker.waker, reportingTo: &listeners)
      return nil
    } catch {
      return error
    }
  }

  private static func end(_ key: Key, _ listeners: Listeners, because error: NetworkError) {
    let late = abandon(key)
    // If netlink is denied, there are no events, but there is a status. It stays in the stream's buffer until it is
    // read.
    let status = error.meansDenied ? try? NetworkReader(resolver: key.resolver).status() : nil
    for listener in late {
      if let status { listener.yield(status) }
      listener.finish(throwing: error)
    }
    listeners.finish(throwing: error)
  }
}

/// The listeners of one watcher, each with the last status that it received.
///
/// A listener that joins during a change receives the state at that time, and later only differences from it.
struct Listeners {
  private struct Listener {
    let continuation: ChangeMonitor.Continuation
    var lastStatus: ObservableStatus
  }

  private var listeners: [Int: Listener] = [:]

  var isEmpty: Bool { listeners.isEmpty }

  mutating func add(_ newcomers: [(id: Int, listener: ChangeMonitor.Continuation)], _ status: NetworkStatus) {
    let observable = ObservableStatus(status)
    for (id, continuation) in newcomers {
      continuation.yield(status)
      listeners[id] = Listener(continuation: continuation, lastStatus: observable)
    }
  }

  mutating func remove(_ ids: [Int]) {
    for id in ids { listeners[id] = nil }
  }

  /// Reports a status to the listeners whose last status differs.
  ///
  /// - Parameter isBurst: changes still follow each other, so that only a different connection is reported.
  mutating func report(_ status: NetworkStatus, isBurst: Bool = false) {
    let observable = ObservableStatus(status)
    for (id, listener) in listeners where listener.lastStatus.differs(from: observable, isBurst: isBurst) {
      listeners[id]?.lastStatus = observable
      listener.continuation.yield(status)
    }
  }

  func finish(throwing error: NetworkError) {
    for listener in listeners.values { listener.continuation.finish(throwing: error) }
  }
}
