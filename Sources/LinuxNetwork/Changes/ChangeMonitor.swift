import Synchronization

/// Shares one watcher among all who listen: the first begins it, the last ends it.
///
/// Watchers belong to no reader, as what they watch belongs to none. A network namespace that somebody listens to lives as
/// long as its watcher: it cannot be deleted under a listener.
enum ChangeMonitor {
  typealias Continuation = AsyncThrowingStream<NetworkStatus, any Error>.Continuation

  /// What makes one watcher unfit for another listener.
  struct Key: Hashable, Sendable {
    let namespace: UInt64
    let settle: Duration
    let resolver: ResolverFiles
  }

  private struct State {
    var table = ListenerTable<Key, Continuation>()
    var bells: [Key: SharedWaker] = [:]
  }

  /// The bell of a watcher, which its listeners ring.
  private final class SharedWaker: Sendable {
    let bell: ThreadWaker

    init() throws(NetworkError) { bell = try ThreadWaker() }
  }

  private static let state = Mutex(State())

  /// Reports to `continuation` the status now and after each change, until it is terminated.
  static func join(_ continuation: Continuation, _ key: Key) throws(NetworkError) {
    let (id, bell, isFirst) = try state.withLock { state throws(NetworkError) in
      let bell = if let bell = state.bells[key] { bell } else { try SharedWaker() }
      state.bells[key] = bell
      let (id, isFirst) = state.table.join(continuation, key)
      return (id, bell, isFirst)
    }
    continuation.onTermination = { _ in
      if state.withLock({ $0.table.leave(id, key) }) { bell.bell.ring() }
    }
    guard isFirst else { return bell.bell.ring() }
    do {
      try SystemCalls.startThread { watch(key, bell) }
    } catch {
      for listener in abandon(key) { listener.finish(throwing: error) }
    }
  }

  /// The listeners that the watcher of `key` has not heard of yet, and those that are gone.
  ///
  /// If nobody is left, the watcher must end: the next listener begins another.
  static func news(for key: Key) -> ListenerTable<Key, Continuation>.News {
    state.withLock { state in
      let news = state.table.news(for: key)
      if news.isOver { state.bells[key] = nil }
      return news
    }
  }

  private static func abandon(_ key: Key) -> [Continuation] {
    state.withLock { state in
      state.bells[key] = nil
      return state.table.abandon(key)
    }
  }

  private static func watch(_ key: Key, _ bell: SharedWaker) {
    var listeners = Listeners()
    var backoff = Backoff()
    while let failure = watchOnce(key, bell, &listeners) {
      // Who was told something is told what differs when it works again. Who was told nothing shall not wait.
      guard !listeners.isEmpty, !failure.meansDenied, let pause = backoff.pause(at: .now) else {
        return end(key, listeners, because: failure)
      }
      _ = try? SystemCalls.wait(for: [], timeout: pause)
    }
  }

  /// Returns why it failed; `nil` when nobody listens any more.
  private static func watchOnce(_ key: Key, _ bell: SharedWaker, _ listeners: inout Listeners) -> NetworkError? {
    do throws(NetworkError) {
      var watcher = try ChangeWatcher(key) { bell.bell.ring() }
      try watcher.run(until: bell.bell, reportingTo: &listeners)
      return nil
    } catch {
      return error
    }
  }

  private static func end(_ key: Key, _ listeners: Listeners, because error: NetworkError) {
    let late = abandon(key)
    // Where netlink is denied there are no events, but there is a status. It waits in the stream until it is read.
    let status = error.meansDenied ? try? NetworkReader(resolver: key.resolver).status() : nil
    for listener in late {
      if let status { listener.yield(status) }
      listener.finish(throwing: error)
    }
    listeners.finish(throwing: error)
  }
}

/// The listeners of one watcher, each with what it was told last.
///
/// Who joins in the middle of a change is told the state of that moment, and later only what differs from it.
struct Listeners {
  private struct Listener {
    let continuation: ChangeMonitor.Continuation
    var told: ObservableStatus
  }

  private var listeners: [Int: Listener] = [:]

  var isEmpty: Bool { listeners.isEmpty }

  mutating func add(_ newcomers: [(id: Int, listener: ChangeMonitor.Continuation)], _ status: NetworkStatus) {
    let seen = ObservableStatus(status)
    for (id, continuation) in newcomers {
      continuation.yield(status)
      listeners[id] = Listener(continuation: continuation, told: seen)
    }
  }

  mutating func remove(_ ids: [Int]) {
    for id in ids { listeners[id] = nil }
  }

  /// Tells those for whom it is news.
  mutating func tell(_ status: NetworkStatus) {
    let seen = ObservableStatus(status)
    for (id, listener) in listeners where listener.told != seen {
      listeners[id]?.told = seen
      listener.continuation.yield(status)
    }
  }

  func finish(throwing error: NetworkError) {
    for listener in listeners.values { listener.continuation.finish(throwing: error) }
  }
}

/// All that makes one status differ from another: not the counters, nor whether it was read in peace.
///
/// Nor in which way a link does not run: when an access point vanishes, the station goes from dormant to down half a second
/// later, and that is one event for a person.
struct ObservableStatus: Equatable {
  private let status: NetworkStatus

  init(_ status: NetworkStatus) {
    var status = status
    status.consistent = true
    for index in status.interfaces.indices {
      status.interfaces[index].statistics = nil
      if !status.interfaces[index].running { status.interfaces[index].operationalState = .down }
    }
    self.status = status
  }
}
