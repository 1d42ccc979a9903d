import Dispatch
import Synchronization

/// Work that takes real time, such as input and output: a ``ManualClock`` must not advance while its result is awaited.
package enum RealTime {
  /// The manual clock of the call that the current task handles; nil if there is none.
  @TaskLocal package static var clock: (any ManualClock)?

  /// Runs `body` as work that the clock waits for; nil for none, which costs nothing where there was none before.
  package static func withClock<Value>(_ clock: (any ManualClock)?, _ body: () -> Value) -> Value {
    if clock == nil, self.clock == nil { return body() }
    return $clock.withValue(clock, operation: body)
  }

  /// How long the clock waits for work that should end by itself.
  package static let standard = Duration.seconds(30)

  /// Does such work; after `longest` it is overtaken by the deadline of its call.
  nonisolated(nonsending)
    package static func hold<Value, Failure>(
      atMost longest: Duration = standard, while body: nonisolated(nonsending) () async throws(Failure) -> Value
    ) async throws(Failure) -> Value
  {
    guard let clock else { return try await body() }
    let hold = HeldTime(clock, atMost: longest)
    defer { hold.end() }
    return try await body()
  }
}

/// Prevents a manual clock from advancing by itself.
package final class HeldTime: Sendable {
  private let clock: Mutex<(any ManualClock)?>

  package init(_ clock: any ManualClock, atMost longest: Duration = RealTime.standard) {
    self.clock = Mutex(clock)
    clock.beginWork()
    let end = DispatchTime.now() + .nanoseconds(Int(longest.clampedNanoseconds))
    DispatchQueue.global().asyncAfter(deadline: end) { [weak self] in self?.end() }
  }

  deinit { end() }

  package func end() { clock.withLock { $0.take() }?.endWork() }
}
