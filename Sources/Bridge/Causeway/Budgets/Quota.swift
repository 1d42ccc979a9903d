import CausewayConcurrency
import DequeModule
import Synchronization

/// A counter with a limit: the resources that a plugin lets the JavaScript of one connection hold, such as its open files.
///
///     let reservation = try call.connection.openFiles.take(for: "One more open file")
///
/// A ``Reservation`` gives its part back when it is released, so it is stored beside the resource that it counts.
public final class Quota: Sendable {
  private enum Outcome { case granted, refused, cancelled }

  private typealias Waiter = Deferred<Outcome>

  private struct State {
    var held = 0
    var waiters: Deque<Waiter> = []
  }

  private let name: String
  private let maximum: @Sendable () -> Int
  private let state = Mutex(State())

  /// Creates a counter of which nothing is taken.
  ///
  /// - Parameters:
  ///   - name: the limit's name in errors.
  ///   - maximum: the limit; called for each share, since it may change.
  public init(_ name: String, maximum: @escaping @Sendable () -> Int) {
    self.name = name
    self.maximum = maximum
  }

  /// The sum of all shares.
  public var held: Int { state.withLock { $0.held } }

  /// The number of tasks that wait for a share.
  public var waiting: Int { state.withLock { $0.waiters.count } }

  /// Takes a share, or fails at once.
  ///
  /// - Parameter what: the subject of the error's sentence.
  /// - Throws: `RESOURCE_EXHAUSTED` with the limit's name.
  public func take(_ count: Int = 1, for what: String) throws(BridgeError) -> Reservation {
    let maximum = maximum()
    let isWithin = state.withLock { state in
      guard state.held + count <= maximum else { return false }
      state.held += count
      return true
    }
    guard isWithin else { throw .exhausted(name, maximum: maximum, what) }
    return Reservation(of: self, count)
  }

  /// Takes a share of one, and suspends until one is available.
  ///
  /// Tasks are served in order.
  ///
  /// - Parameters:
  ///   - most: the number of tasks that may wait.
  ///   - what: the subject of the error's sentence.
  /// - Throws: `RESOURCE_EXHAUSTED` with the limit's name if too many tasks wait; `CancellationError`.
  public func wait(most: Int = .max, for what: String) async throws -> Reservation {
    let maximum = maximum()
    if Task.isCancelled { throw CancellationError() }
    let waiter = Waiter()
    let immediate: Outcome? = state.withLock { state in
      if state.waiters.isEmpty, state.held < maximum {
        state.held += 1
        return .granted
      }
      guard state.waiters.count < most else { return .refused }
      state.waiters.append(waiter)
      return nil
    }
    let outcome = if let immediate { immediate } else { await waiter.value(cancelled: .cancelled) }
    switch outcome {
    case .granted: return Reservation(of: self, 1)
    case .refused: throw BridgeError.exhausted(name, maximum: maximum, what)
    case .cancelled:
      state.withLock { $0.waiters.removeAll { $0 === waiter } }
      throw CancellationError()
    }
  }

  private func give(_ count: Int) {
    let maximum = maximum()
    var returned = count
    while returned > 0 {
      let ready = state.withLock { state in
        state.held -= returned
        var ready: [Waiter] = []
        while state.held < maximum, let waiter = state.waiters.popFirst() {
          state.held += 1
          ready.append(waiter)
        }
        return ready
      }
      // The share of a waiter that was cancelled goes to the next one.
      returned = ready.count { !$0.resolve(.granted) }
    }
  }

  /// A part of an allowance, given back when the last reference is released.
  public final class Reservation: Sendable {
    private let allowance: Quota
    private let count: Int

    fileprivate init(of allowance: Quota, _ count: Int) {
      self.allowance = allowance
      self.count = count
    }

    deinit { allowance.give(count) }
  }
}

extension Quota {
  /// Sockets that libraries have opened, or may open, for the JavaScript of all connections.
  public static let sockets = Quota("processSockets") { DescriptorBudget.current.sockets }
}
