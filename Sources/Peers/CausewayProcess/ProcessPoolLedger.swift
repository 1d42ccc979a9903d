import Causeway
import CausewayConcurrency

/// Assigns the children of a pool to waiters, and decides when a child is started and ended.
///
/// It decides only, and reads no clock; the pool performs the returned actions after it has released its lock.
struct ProcessPoolLedger<Child: PooledChild, Waiter: Sendable>: Sendable {
  enum Action: Sendable {
    /// Lease the child to the waiter, until ``released(_:)``.
    case grant(Waiter, Child)
    /// Fail the waiter.
    case fail(Waiter, BridgeError)
    /// Start a child; the result is reported by ``started(_:at:)`` or ``startFailed(_:of:at:chance:)``.
    case start(generation: Int)
    /// Find out whether a returned child is idle; the result is reported by ``checked(_:isIdle:)``.
    case check(Child)
    /// Kill the child; its end is reported by ``ended(_:_:at:chance:)``.
    case kill(Child)
  }

  private enum Place { case ready, leased, checking, ending }

  private struct Member: Sendable {
    let child: Child
    var place: Place
    var uses = 0
    let since: Instant
  }

  private struct Waiting: Sendable {
    let ticket: Int
    let waiter: Waiter
    let timeout: Duration?
    let due: Instant
  }

  private let configuration: JavaScriptProcessPool.Configuration
  private var members: [ObjectIdentifier: Member] = [:]
  /// The ready children; the one that was used last is at the end, and is leased next.
  private var ready: [Child] = []
  private var waiting: [Waiting] = []
  private var starting = 0
  private var tickets = 0
  private var restarts: RestartState
  /// Counts the failures, so that starts that fail together count as one failure.
  private var generation = 0
  /// The end of the backoff, and the reason for it.
  private var backoff: (end: Instant, reason: BridgeError)?
  /// The last counted failure; nil after a success.
  private var lastFailure: BridgeError?
  /// The reason why no child is leased any more: the pool is closed, or has given up.
  private(set) var stopped: BridgeError?
  private(set) var isClosed = false

  init(_ configuration: JavaScriptProcessPool.Configuration) {
    self.configuration = configuration
    restarts = RestartState(policy: configuration.restart)
  }

  var statistics: JavaScriptProcessPool.Statistics {
    JavaScriptProcessPool.Statistics(
      leased: count(.leased) + count(.checking), ready: ready.count, starting: starting, ending: count(.ending),
      waiting: waiting.count)
  }

  /// Whether a closed pool has no child left.
  var isFinished: Bool { isClosed && members.isEmpty && starting == 0 }

  /// The next moment at which ``advance(to:)`` has something to do.
  var nextDue: Instant {
    let deadline = waiting.lazy.map(\.due).min() ?? .never
    return min(deadline, backoff?.end ?? .never)
  }

  private func count(_ place: Place) -> Int { members.values.count { $0.place == place } }

  // MARK: Leases

  mutating func makeTicket() -> Int {
    tickets += 1
    return tickets
  }

  /// Requests a child; a timeout of nil waits without limit.
  mutating func acquire(_ waiter: Waiter, ticket: Int, timeout: Duration?, at now: Instant) -> [Action] {
    if let stopped { return [.fail(waiter, stopped)] }
    waiting.append(
      Waiting(ticket: ticket, waiter: waiter, timeout: timeout, due: timeout.map { now.advanced(by: $0) } ?? .never))
    let granted = serve()
    guard waiting.last?.ticket == ticket else { return granted + proceed() }
    if waiting.count > configuration.waiters {
      waiting.removeLast()
      return granted + [
        .fail(waiter, .exhausted("waiters", maximum: configuration.waiters, "The number of waiting callers"))
      ]
    }
    return granted + proceed()
  }

  /// Withdraws a request; nil if it was granted or refused.
  mutating func withdraw(_ ticket: Int) -> Waiter? {
    guard let index = waiting.firstIndex(where: { $0.ticket == ticket }) else { return nil }
    return waiting.remove(at: index).waiter
  }

  /// Takes a leased child back.
  mutating func released(_ child: Child) -> [Action] {
    let id = ObjectIdentifier(child)
    guard let member = members[id], member.place == .leased else { return [] }
    guard child.isServing else { return kill(id) + proceed() }
    restarts.recovered()
    lastFailure = nil
    if stopped != nil || member.uses >= configuration.reuse.maximum { return kill(id) + proceed() }
    members[id]?.place = .checking
    return [.check(child)]
  }

  /// Makes a returned child ready; a child that does not return to its event loop cannot be leased again.
  mutating func checked(_ child: Child, isIdle: Bool) -> [Action] {
    let id = ObjectIdentifier(child)
    guard members[id]?.place == .checking else { return [] }
    guard isIdle, stopped == nil else { return kill(id) + proceed() }
    members[id]?.place = .ready
    ready.append(child)
    return proceed()
  }

  // MARK: Children

  /// Starts the first spares.
  mutating func begin() -> [Action] { proceed() }

  /// Adds a child that has started and is prepared.
  mutating func started(_ child: Child, at now: Instant) -> [Action] {
    starting -= 1
    let id = ObjectIdentifier(child)
    members[id] = Member(child: child, place: .ready, since: now)
    if stopped != nil { return kill(id) }
    // It is leased after those that have been used.
    ready.insert(child, at: 0)
    return proceed()
  }

  /// Records that a child could not be started or prepared.
  mutating func startFailed(
    _ reason: BridgeError, of generation: Int, at now: Instant, chance: Double
  ) -> [Action] {
    starting -= 1
    // Starts that were under way at the last failure belong to it.
    return generation == self.generation ? failed(reason, at: now, chance: chance) : proceed()
  }

  /// Removes a child that has ended.
  ///
  /// The end of a child that is leased is an error of that lease's calls. The end of an unused child is a failure, as
  /// of its start.
  mutating func ended(_ child: Child, _ reason: BridgeError, at now: Instant, chance: Double) -> [Action] {
    guard let member = members.removeValue(forKey: ObjectIdentifier(child)) else { return [] }
    ready.removeAll { $0 === child }
    guard member.place == .ready else { return proceed() }
    restarts.started(at: member.since)
    return failed(reason, at: now, chance: chance)
  }

  private mutating func failed(_ reason: BridgeError, at now: Instant, chance: Double) -> [Action] {
    guard stopped == nil else { return [] }
    generation += 1
    lastFailure = reason
    switch restarts.ended(reason, at: now, chance: chance) {
    case .giveUp(let error): return stop(error)
    case .restart(let delay):
      backoff = (now.advanced(by: delay), reason)
      return failWhileDown()
    }
  }

  /// Fails the deadlines that have passed, and starts children again after a backoff.
  mutating func advance(to now: Instant) -> [Action] {
    let late = waiting.filter { $0.due <= now }
    waiting.removeAll { $0.due <= now }
    if let end = backoff?.end, end <= now { backoff = nil }
    return late.map { .fail($0.waiter, lateness($0)) } + proceed()
  }

  private func lateness(_ request: Waiting) -> BridgeError {
    let time = request.timeout ?? .zero
    guard let lastFailure else {
      return BridgeError(.deadlineExceeded, "No JavaScript process was free within \(time).")
    }
    var error = BridgeError(
      .deadlineExceeded, "No JavaScript process was ready within \(time); the last one failed: \(lastFailure.message)",
      data: lastFailure.data)
    error.causes = [lastFailure]
    return error
  }

  // MARK: End

  /// Refuses all requests, and kills the children, leased or not.
  mutating func close(_ reason: BridgeError) -> [Action] {
    isClosed = true
    var actions = stop(reason)
    for id in Array(members.keys) { actions += kill(id) }
    return actions
  }

  /// Refuses all requests, and kills the children that are not leased.
  private mutating func stop(_ reason: BridgeError) -> [Action] {
    stopped = stopped ?? reason
    backoff = nil
    var actions: [Action] = waiting.map { .fail($0.waiter, reason) }
    waiting = []
    for child in ready { actions += kill(ObjectIdentifier(child)) }
    return actions
  }

  // MARK: Deciding

  private mutating func proceed() -> [Action] { serve() + failWhileDown() + refill() }

  private mutating func kill(_ id: ObjectIdentifier) -> [Action] {
    guard let member = members[id], member.place != .ending else { return [] }
    members[id]?.place = .ending
    ready.removeAll { $0 === member.child }
    return [.kill(member.child)]
  }

  /// Grants requests in their order.
  private mutating func serve() -> [Action] {
    var granted: [Action] = []
    var free = configuration.count - count(.leased) - count(.checking)
    while free > 0, !waiting.isEmpty, let child = ready.popLast() {
      // The end of a child is known to its connection before it is reported to the ledger.
      guard child.isServing else { continue }
      free -= 1
      members[ObjectIdentifier(child)]?.place = .leased
      members[ObjectIdentifier(child)]?.uses += 1
      granted.append(.grant(waiting.removeFirst().waiter, child))
    }
    return granted
  }

  /// Starts the children that waiters need and the spares, within the maximum; one at a time after a failure.
  private mutating func refill() -> [Action] {
    guard stopped == nil, backoff == nil else { return [] }
    let wanted = waiting.count + configuration.spares - ready.count - starting
    let room = configuration.count + configuration.spares - members.count - starting
    let allowed = restarts.failures == 0 ? Int.max : 1 - starting
    let missing = min(wanted, room, allowed)
    guard missing > 0 else { return [] }
    starting += missing
    return Array(repeating: .start(generation: generation), count: missing)
  }

  /// Fails the requests that no child can serve before the end of a backoff, if the policy says so.
  private mutating func failWhileDown() -> [Action] {
    guard configuration.restart.callsWhileDown == .fail, let reason = backoff?.reason, starting == 0,
      members.values.allSatisfy({ $0.place == .ending || !$0.child.isServing })
    else { return [] }
    var error = BridgeError(
      .unavailable, "The JavaScript process is being restarted: \(reason.message)", data: reason.data)
    error.causes = [reason]
    defer { waiting = [] }
    return waiting.map { .fail($0.waiter, error) }
  }
}
