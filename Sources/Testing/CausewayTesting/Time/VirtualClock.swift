public import CausewayConcurrency
public import FoundationEssentials

/// A clock that advances only under the control of a test.
///
/// With a bridge and a runtime it controls both languages: deadlines and handlers in Swift; `setTimeout`,
/// `AbortSignal.timeout`, `performance.now()` and `Date` in JavaScript. No test waits in real time.
///
///     let answer = Task { try await connection.call("slow", timeout: .seconds(30)) }
///     await clock.waitForSleepers(2)         // the deadline on each side
///     clock.advance(by: .seconds(30))
///
/// There are two ways to advance it. Manually: ``waitForSleepers(_:)``, then ``advance(by:)`` or ``advanceToNext()``.
/// Automatically: ``run(for:)``, ``runUntilIdle(within:)`` and ``runFreely(isolation:_:)`` advance from event to event,
/// each time only when all work at the current time is done. The clock knows the work of its bridges and runtimes, and
/// of tasks that prefer its ``executor``; other work must run in ``holdTime(while:)``.
public final class VirtualClock: Clock {
  /// A point in virtual time, counted from the clock's start.
  public struct Instant: InstantProtocol {
    /// The time since the clock's start.
    public var offset: Duration

    /// The instant that is `duration` after the clock's start.
    public init(offset: Duration) { self.offset = offset }

    /// The instant that is `duration` later.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    /// The time from this instant to another.
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    /// Whether the left instant is the earlier.
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  /// A sleeping task.
  public struct Sleeper: Sendable, Equatable, CustomStringConvertible {
    /// The wake time.
    public let wakes: Instant
    /// The name of the sleeper: the position of the call of ``VirtualClock/sleep(for:fileID:line:)``, the name of the
    /// task, or its handler.
    public let name: String

    /// The name and the wake time.
    public var description: String { "\(name), until \(wakes.offset.inSeconds)" }
  }

  /// The initial value of `Date`.
  public let start: Date
  let work = VirtualTimeExecutor()

  /// Creates a clock.
  ///
  /// - Parameter start: the initial value of `Date`; the start of the year 2000 by default.
  public init(startingAt start: Date = Date(timeIntervalSince1970: 946_684_800)) {
    self.start = start
    ResourceTracker.current?.add(self)
  }

  /// The virtual time.
  public var now: Instant { work.now }

  /// The virtual time as a date.
  public var date: Date { start.addingTimeInterval(now.offset / .seconds(1)) }

  /// One nanosecond.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// Runs tasks so that the clock knows them: it does not advance automatically while they run.
  ///
  ///     Task(executorPreference: clock.executor) { … }
  ///
  /// They run one after the other on one thread, in the order in which they became ready, so a run is reproducible. A
  /// task that blocks its thread blocks them all.
  public var executor: any TaskExecutor { work }

  // MARK: SleepingTask

  /// Suspends until the clock has reached `deadline`.
  ///
  /// - Throws: `CancellationError` if the task is cancelled first.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try await work.sleep(until: deadline, name: Sleeper.currentName)
  }

  /// Suspends for a duration, and records the source position for ``sleepers``.
  ///
  /// - Throws: `CancellationError` if the task is cancelled first.
  public func sleep(for duration: Duration, fileID: String = #fileID, line: Int = #line) async throws {
    try await work.sleep(until: now.advanced(by: duration), name: "\(fileID):\(line)")
  }

  /// The number of sleeping tasks.
  public var sleeperCount: Int { work.sleeperCount }

  /// The sleeping tasks, sorted by wake time.
  public var sleepers: [Sleeper] { work.sleepers }

  /// Suspends until at least `count` tasks sleep, or the task is cancelled.
  public func waitForSleepers(_ count: Int = 1) async { await work.waitForSleepers(count) }

  /// Checks that no task sleeps, as at the end of a test.
  ///
  /// - Throws: ``RemainingSleepers``, with the names of the sleeping tasks.
  public func requireNoSleepers() throws(RemainingSleepers) {
    let (now, sleepers) = (now, sleepers)
    if !sleepers.isEmpty { throw RemainingSleepers(now: now, sleepers: sleepers) }
  }

  /// Tasks still sleep at the end of a test.
  public struct RemainingSleepers: Error, CustomStringConvertible {
    /// The time of the check.
    public let now: Instant
    /// The sleeping tasks.
    public let sleepers: [Sleeper]

    /// The sleeping tasks, as text.
    public var description: String {
      let count = sleepers.count == 1 ? "1 is" : "\(sleepers.count) are"
      return "\(count) still sleeping at \(now.offset.inSeconds): "
        + sleepers.map(\.description).joined(separator: "; ")
    }
  }

  // MARK: Manual control

  /// Advances the clock at once, and wakes all due sleepers in the order of their deadlines.
  ///
  /// A sleeper that sleeps again while waking sleeps from the new time; ``run(for:)`` stops at each event instead.
  ///
  /// - Parameter duration: the duration to advance; a negative one traps.
  public func advance(by duration: Duration) {
    precondition(duration >= .zero, "A virtual clock cannot be advanced by a negative duration: \(duration).")
    work.advance(to: now.advanced(by: duration))
  }

  /// Advances the clock at once, and wakes all due sleepers.
  ///
  /// - Parameter instant: the new time; an earlier one traps.
  public func advance(to instant: Instant) {
    let now = now
    precondition(
      instant >= now,
      "A virtual clock cannot go back from \(now.offset.inSeconds) to \(instant.offset.inSeconds)."
    )
    work.advance(to: instant)
  }

  /// Advances the clock to the next wake time, and wakes all sleepers of that time.
  ///
  /// Returns that time; nil without an effect if no task sleeps.
  @discardableResult
  public func advanceToNext() -> Instant? {
    guard let next = sleepers.first else { return nil }
    let instant = max(next.wakes, now)
    work.advance(to: instant)
    return instant
  }

  // MARK: Automatic control

  /// Advances by `duration`, and stops at each event until all of its work is done.
  ///
  /// If the task is cancelled, the clock stays at the time it has reached.
  ///
  /// - Parameter duration: the duration to advance; a negative one traps.
  public func run(for duration: Duration) async {
    precondition(duration >= .zero, "A virtual clock cannot run for a negative duration: \(duration).")
    await work.run(until: now.advanced(by: duration), stopsWhenIdle: false)
  }

  /// Advances from event to event until no task sleeps and no work is left, or the task is cancelled.
  ///
  /// - Parameter limit: the maximum duration; an endless interval would never end.
  /// - Throws: ``RemainingSleepers`` at the limit.
  public func runUntilIdle(within limit: Duration = .seconds(86_400)) async throws(RemainingSleepers) {
    await work.run(until: now.advanced(by: limit), stopsWhenIdle: true)
    try requireNoSleepers()
  }

  /// Advances automatically while `body` runs: when no work is left, the clock jumps to the next event.
  ///
  /// The body prefers the clock's ``executor``, so its work is known to the clock, except on an actor with its own
  /// executor. External events (such as a read from the kernel) happen in real time; see ``holdTime(while:)``.
  @discardableResult
  public func runFreely<Value, Failure>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    try await withTaskExecutorPreference(executor, isolation: isolation) { () async throws(Failure) -> Value in
      work.setFreeRunning(true)
      defer { work.setFreeRunning(false) }
      return try await body()
    }
  }

  /// Prevents automatic advances while `body` does work that the clock does not know, such as real input and output.
  public func holdTime<Value>(while body: () async throws -> Value) async rethrows -> Value {
    work.beginWork()
    defer { work.endWork() }
    return try await body()
  }
}

extension VirtualClock: LeakCheckable {
  /// The sleeping tasks, without the timers of bridges and runtimes, which report their own waits.
  public func openResources() async -> [OpenResource] {
    sleepers.filter { !DeadlineTimer.isName($0.name) }.map { sleeper in
      let isPlace = sleeper.name.contains(".swift:")
      return OpenResource(
        .timer, isPlace ? "a sleep until \(sleeper.wakes.offset.inSeconds)" : sleeper.description,
        of: "a virtual clock", identity: sleeper.description, location: isPlace ? sleeper.name : nil)
    }
  }
}

extension VirtualClock: ManualClock {
  /// The current time in JavaScript's epoch.
  package var millisecondsSinceEpoch: Double {
    // Whole milliseconds stay exact, unlike the sum of two fractions of a second.
    (start.timeIntervalSince1970 * 1000).rounded() + now.offset / .milliseconds(1)
  }

  package func beginWork() { work.beginWork() }
  package func endWork() { work.endWork() }
}

extension Duration {
  /// The duration as text: `0.25 s`.
  var inSeconds: String {
    let nanoseconds = clampedNanoseconds
    let (whole, rest) = nanoseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000_000)
    let digits = String(String(rest + 1_000_000_000).dropFirst().reversed().drop { $0 == "0" }.reversed())
    return (nanoseconds < 0 ? "-" : "") + "\(whole)" + (digits.isEmpty ? "" : ".\(digits)") + " s"
  }
}
