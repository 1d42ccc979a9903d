public import CausewayConcurrency
public import FoundationEssentials

/// A clock that stands still until a test moves it.
///
/// Given to a bridge and to a runtime it runs both languages: deadlines and handlers in Swift; `setTimeout`,
/// `AbortSignal.timeout`, `performance.now()` and `Date` in JavaScript. Nothing waits in real time, and nothing hopes.
///
///     let answer = Task { try await connection.call("slow", timeout: .seconds(30)) }
///     await clock.waitForSleepers(2)         // the deadline on each side
///     clock.advance(by: .seconds(30))
///
/// There are two ways to move it. By hand: ``waitForSleepers(_:)``, then ``advance(by:)`` or ``advanceToNext()``. Or by
/// itself: ``run(for:)``, ``runUntilIdle(within:)`` and ``runFreely(_:)`` go from event to event, and from one to the next
/// only when all work of the moment is done. The clock sees the work of bridges and runtimes that it was given to, and of
/// tasks that prefer its ``executor``; other work that must not be overtaken goes into ``holdTime(while:)``.
public final class VirtualClock: Clock {
  /// A point in virtual time, counted from the clock's beginning.
  public struct Instant: InstantProtocol {
    /// The time since the clock's beginning.
    public var offset: Duration

    /// The instant that lies `duration` after the clock's beginning.
    public init(offset: Duration) { self.offset = offset }

    /// The instant that lies `duration` later.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    /// The time from this instant to another.
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    /// Whether the left instant is the earlier.
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  /// A task that sleeps.
  public struct Sleeper: Sendable, Equatable, CustomStringConvertible {
    /// When it wakes.
    public let wakes: Instant
    /// Who it is: the place that called ``VirtualClock/sleep(for:fileID:line:)``, the task's name, or the handler that
    /// it runs.
    public let name: String

    /// Who it is and when it wakes, for a person.
    public var description: String { "\(name), until \(wakes.offset.inSeconds)" }
  }

  /// What `Date` shows at the beginning.
  public let start: Date
  let work = VirtualTimeExecutor()

  /// A clock at its beginning.
  ///
  /// - Parameter start: what `Date` shows then; the year 2000 began, unless you say otherwise.
  public init(startingAt start: Date = Date(timeIntervalSince1970: 946_684_800)) {
    self.start = start
    ResourceTracker.current?.add(self)
  }

  /// The virtual time.
  public var now: Instant { work.now }

  /// The virtual time as a date.
  public var date: Date { start.addingTimeInterval(now.offset / .seconds(1)) }

  /// Nothing is too short for virtual time.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// Runs tasks so that the clock sees them: it does not go on by itself before they sleep, wait or end.
  ///
  ///     Task(executorPreference: clock.executor) { … }
  ///
  /// They take turns on one thread, in the order in which they became ready: a run repeats. One that blocks its thread
  /// blocks them all.
  public var executor: any TaskExecutor { work }

  // MARK: Sleeping

  /// Suspends until the clock has been moved to `deadline`.
  ///
  /// - Throws: `CancellationError` when the task is cancelled first.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try await work.sleep(until: deadline, name: Sleeper.currentName)
  }

  /// Suspends for so long, and remembers the place for ``sleepers``.
  ///
  /// - Throws: `CancellationError` when the task is cancelled first.
  public func sleep(for duration: Duration, fileID: String = #fileID, line: Int = #line) async throws {
    try await work.sleep(until: now.advanced(by: duration), name: "\(fileID):\(line)")
  }

  /// How many tasks sleep.
  public var sleeperCount: Int { work.sleeperCount }

  /// Who sleeps; the first to wake first.
  public var sleepers: [Sleeper] { work.sleepers }

  /// Suspends until at least `count` tasks sleep, or the task is cancelled.
  public func waitForSleepers(_ count: Int = 1) async { await work.waitForSleepers(count) }

  /// Makes sure that nobody sleeps any more, as at the end of a test.
  ///
  /// - Throws: ``StillAsleep``, which names everybody who does.
  public func requireNobodyAsleep() throws(StillAsleep) {
    let (now, sleepers) = (now, sleepers)
    if !sleepers.isEmpty { throw StillAsleep(now: now, sleepers: sleepers) }
  }

  /// Tasks sleep that nobody will wake.
  public struct StillAsleep: Error, CustomStringConvertible {
    /// When it was noticed.
    public let now: Instant
    /// Who sleeps.
    public let sleepers: [Sleeper]

    /// Who sleeps, for a person.
    public var description: String {
      let count = sleepers.count == 1 ? "1 is" : "\(sleepers.count) are"
      return "\(count) still asleep at \(now.offset.inSeconds): " + sleepers.map(\.description).joined(separator: "; ")
    }
  }

  // MARK: Moving by hand

  /// Moves the clock at once, and wakes whoever is due by then, in the order of their deadlines.
  ///
  /// Whoever sleeps again while waking sleeps from the new time on; ``run(for:)`` stops at each event instead.
  ///
  /// - Parameter duration: how far; a negative one traps.
  public func advance(by duration: Duration) {
    precondition(duration >= .zero, "A virtual clock runs forward only: it cannot be advanced by \(duration).")
    work.advance(to: now.advanced(by: duration))
  }

  /// Moves the clock at once, and wakes whoever is due by then.
  ///
  /// - Parameter instant: where to; one that has passed traps.
  public func advance(to instant: Instant) {
    let now = now
    precondition(
      instant >= now,
      "A virtual clock runs forward only: it is at \(now.offset.inSeconds), and \(instant.offset.inSeconds) has passed."
    )
    work.advance(to: instant)
  }

  /// Moves the clock to the moment at which the next sleeper is due, and wakes everybody who is due then.
  ///
  /// Returns that moment; nil, and does nothing, when nobody sleeps.
  @discardableResult
  public func advanceToNext() -> Instant? {
    guard let next = sleepers.first else { return nil }
    let instant = max(next.wakes, now)
    work.advance(to: instant)
    return instant
  }

  // MARK: Moving by itself

  /// Moves on by `duration`, stopping at each event on the way until all its work is done.
  ///
  /// A task that is cancelled leaves the clock where it has come to.
  ///
  /// - Parameter duration: how far; a negative one traps.
  public func run(for duration: Duration) async {
    precondition(duration >= .zero, "A virtual clock runs forward only: it cannot run for \(duration).")
    await work.run(until: now.advanced(by: duration), stopsWhenIdle: false)
  }

  /// Moves from event to event until nobody sleeps and nothing is left to do at this moment, or the task is cancelled.
  ///
  /// - Parameter limit: how far at most; what repeats for ever (an interval) would never end.
  /// - Throws: ``StillAsleep`` at the limit.
  public func runUntilIdle(within limit: Duration = .seconds(86_400)) async throws(StillAsleep) {
    await work.run(until: now.advanced(by: limit), stopsWhenIdle: true)
    try requireNobodyAsleep()
  }

  /// Lets time pass by itself while `body` runs: whenever nothing is left to do, the next event comes at once.
  ///
  /// The body prefers the clock's ``executor``, so what it does counts as work unless an actor of its own runs it.
  /// What comes from outside (a reading of the kernel, a person) comes in real time; see ``holdTime(while:)``.
  public func runFreely<Value, Failure>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    try await withTaskExecutorPreference(executor, isolation: isolation) { () async throws(Failure) -> Value in
      work.setFree(true)
      defer { work.setFree(false) }
      return try await body()
    }
  }

  /// Keeps the clock from moving by itself while `body` does work that it cannot see, such as real input and output.
  public func holdTime<Value>(while body: () async throws -> Value) async rethrows -> Value {
    work.beginWork()
    defer { work.endWork() }
    return try await body()
  }
}

extension VirtualClock: LeakCheckable {
  /// The tasks that sleep, without the deadline timers of bridges and runtimes: those tell themselves what they wait for.
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
  /// The present moment as JavaScript's `Date` counts it.
  package var millisecondsSinceEpoch: Double {
    // Whole milliseconds stay whole, which the sum of two fractions of a second would not.
    (start.timeIntervalSince1970 * 1000).rounded() + now.offset / .milliseconds(1)
  }

  package func beginWork() { work.beginWork() }
  package func endWork() { work.endWork() }
}

extension Duration {
  /// The duration as a person reads it: `0.25 s`.
  var inSeconds: String {
    let nanoseconds = clampedNanoseconds
    let (whole, rest) = nanoseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000_000)
    let digits = String(String(rest + 1_000_000_000).dropFirst().reversed().drop { $0 == "0" }.reversed())
    return (nanoseconds < 0 ? "-" : "") + "\(whole)" + (digits.isEmpty ? "" : ".\(digits)") + " s"
  }
}
