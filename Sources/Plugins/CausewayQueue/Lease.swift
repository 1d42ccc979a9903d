public import FoundationEssentials

/// A temporary exclusive right of one consumer to an item.
///
/// End it with ``acknowledge()`` or ``fail(_:retry:)``. If it expires, because its holder died or took too long,
/// another consumer can lease the item; the earlier holder's calls then fail with `ABORTED`.
public struct Lease: Sendable {
  /// The result of a failure.
  public enum FailureOutcome: Sendable, Equatable {
    /// The item becomes available again after this delay.
    case retry(after: Duration)
    /// The item is a dead letter.
    case dead
  }

  /// The key of the item, the same in every lease: use it as the name of the work's result.
  public let key: String
  /// The payload of the item.
  public let payload: Data
  /// The number of leases of the item, including this one; from 1.
  ///
  /// If it is above 1, an earlier holder may have done the work without acknowledging it.
  public let attempt: Int
  /// The time of the put.
  public let putAt: Date
  /// The reason for the last failure; nil without one.
  public let lastFailure: String?
  private let duration: Duration
  private let holder: any LeaseHolder

  package init(
    key: String, payload: Data, attempt: Int, putAt: Date, lastFailure: String?, duration: Duration,
    holder: any LeaseHolder
  ) {
    self.key = key
    self.payload = payload
    self.attempt = attempt
    self.putAt = putAt
    self.lastFailure = lastFailure
    self.duration = duration
    self.holder = holder
  }

  /// Ends the item permanently.
  ///
  /// A second call has no effect, so it can be repeated after a disk failure.
  ///
  /// - Throws: `ABORTED` if the lease expired and another consumer leased the item.
  public func acknowledge() async throws(QueueError) { try await holder.acknowledge() }

  /// Returns the item because the work failed.
  ///
  /// - Parameters:
  ///   - reason: a sentence, stored with the item.
  ///   - retry: false if a retry is useless: the item becomes a dead letter at once.
  /// - Returns: whether and when the item becomes available again.
  @discardableResult
  public func fail(_ reason: String, retry: Bool = true) async throws(QueueError) -> FailureOutcome {
    try await holder.fail(reason, retry: retry)
  }

  /// Returns the item without a failure, so that it can be leased again at once: for a holder that shuts down.
  public func release() async throws(QueueError) { try await holder.release() }

  /// Extends the lease from now: a heartbeat for long work.
  ///
  /// - Parameter duration: nil for the original duration.
  /// - Throws: `ABORTED` if it expired and another consumer leased the item: stop the work.
  public func extend(by duration: Duration? = nil) async throws(QueueError) {
    try await holder.extend(by: duration ?? self.duration)
  }

  /// Runs work while the lease is extended automatically, every third of its duration.
  ///
  /// - Parameter clock: the clock of the intervals.
  /// - Throws: the error of the work, also if the task is cancelled and with it the work; `ABORTED` if the lease is lost,
  ///   which cancels the work.
  public func whileHeld<Result: Sendable>(
    clock: any Clock<Duration> = ContinuousClock(), _ work: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    try await withThrowingTaskGroup(of: Result?.self) { group in
      group.addTask { try await work() }
      group.addTask {
        while true {
          // The work is cancelled as well, and determines the result.
          guard (try? await clock.sleep(for: duration / 3)) != nil else { return nil }
          do throws(QueueError) {
            try await extend()
          } catch {
            // A file that is temporarily busy or full does not end the lease: there is time for another attempt.
            guard [.unavailable, .resourceExhausted, .cancelled].contains(error.code) else { throw error }
          }
        }
      }
      defer { group.cancelAll() }
      for try await case let result? in group { return result }
      throw CancellationError()  // Not reached: the work has a result, or throws.
    }
  }
}

/// The operations of a lease's holder on its queue.
package protocol LeaseHolder: Sendable {
  func acknowledge() async throws(QueueError)
  func fail(_ reason: String, retry: Bool) async throws(QueueError) -> Lease.FailureOutcome
  func release() async throws(QueueError)
  func extend(by duration: Duration) async throws(QueueError)
}
