import Synchronization

/// A clock that stands still until a test moves it.
///
/// Given to a bridge and to a runtime it runs deadlines, timers and `performance.now()` of both languages. Nothing waits
/// in real time, and nothing hopes: ``waitForSleepers(_:)`` suspends until somebody sleeps, then ``advance(by:)`` wakes
/// whoever is due, in the order of their deadlines.
///
///     let answer = Task { try await connection.call("slow", timeout: .seconds(5)) }
///     await clock.waitForSleepers(1)
///     clock.advance(by: .seconds(5))
public final class VirtualClock: Clock {
  /// A point in virtual time, counted from the clock's beginning.
  public struct Instant: InstantProtocol {
    /// The time since the clock's beginning.
    public var offset: Duration

    /// The instant that lies `duration` later.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    /// The time from this instant to another.
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    /// Whether the left instant is the earlier.
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct Sleeper {
    let id: Int
    let wakes: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Instant(offset: .zero)
    var nextID = 0
    var sleepers: [Sleeper] = []
    var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    var cancelled: Set<Int> = []

    mutating func takeReadyWatchers() -> [CheckedContinuation<Void, Never>] {
      let ready = watchers.filter { $0.count <= sleepers.count }
      watchers.removeAll { $0.count <= sleepers.count }
      return ready.map(\.continuation)
    }
  }

  private let state = Mutex(State())

  /// A clock at its beginning.
  public init() {}

  /// The virtual time.
  public var now: Instant { state.withLock { $0.now } }

  /// Nothing is too short for virtual time.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// How many tasks sleep.
  public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  /// Suspends until the clock has been moved to `deadline`.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let id = state.withLock { state in
      defer { state.nextID += 1 }
      return state.nextID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        enum Next { case sleep, wake, cancel }
        let (next, ready): (Next, [CheckedContinuation<Void, Never>]) = state.withLock { state in
          if state.cancelled.remove(id) != nil { return (.cancel, []) }
          if deadline <= state.now { return (.wake, []) }
          state.sleepers.append(Sleeper(id: id, wakes: deadline, continuation: continuation))
          return (.sleep, state.takeReadyWatchers())
        }
        switch next {
        case .sleep: break
        case .wake: continuation.resume()
        case .cancel: continuation.resume(throwing: CancellationError())
        }
        for watcher in ready { watcher.resume() }
      }
    } onCancel: {
      let sleeper: Sleeper? = state.withLock { state in
        guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else {
          state.cancelled.insert(id)
          return nil
        }
        return state.sleepers.remove(at: index)
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
    _ = state.withLock { $0.cancelled.remove(id) }
  }

  /// Suspends until at least `count` tasks sleep.
  public func waitForSleepers(_ count: Int = 1) async {
    await withCheckedContinuation { continuation in
      let isReady = state.withLock { state in
        if state.sleepers.count >= count { return true }
        state.watchers.append((count, continuation))
        return false
      }
      if isReady { continuation.resume() }
    }
  }

  /// Moves the clock, and wakes whoever is due by then.
  ///
  /// - Parameter duration: how far; not negative.
  public func advance(by duration: Duration) {
    precondition(duration >= .zero, "Virtual time runs forward only.")
    let due: [Sleeper] = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      let due = state.sleepers.filter { $0.wakes <= state.now }.sorted { ($0.wakes, $0.id) < ($1.wakes, $1.id) }
      state.sleepers.removeAll { $0.wakes <= state.now }
      return due
    }
    for sleeper in due { sleeper.continuation.resume() }
  }
}
