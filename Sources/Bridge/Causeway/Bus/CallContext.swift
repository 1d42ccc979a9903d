import CausewayConcurrency
import Logging
import Synchronization

/// The context of a call for its handler: its connection, its deadline and its progress.
///
/// It also settles the call. The first outcome (a result, an error, the deadline, a cancellation, the end of the
/// connection) wins; later ones are counted and dropped.
public final class CallContext: Sendable {
  /// The call that the current task handles; nil outside of handlers.
  @TaskLocal public static var current: CallContext?

  /// The caller's number for the call.
  public let id: CallID
  /// The name under which the handler was called.
  public let method: String
  /// The connection of the call.
  ///
  /// Calls made through it inherit this call's deadline.
  public let connection: Connection
  /// Text that was sent with the call, such as a trace id.
  public let metadata: [String: String]
  private let timeout: Timeout
  private let standardTimeout: Timeout
  /// The deadline in nanoseconds, computed on first use: most calls end before that.
  private let knownDeadline = Atomic<Int64>(CallContext.unknownDeadline)
  private static let unknownDeadline = Int64.min
  let stream: StreamSender?
  /// Receives the answer in place of the caller; nil for the caller.
  let sink: (any AnswerSink)?
  let epoch: Int
  private let hearsProgress: Bool
  /// The call's share of its connection's bytes.
  private let weight: Atomic<Int>
  /// Nil if the bridge has no observers.
  let observation: CallObservation?
  /// The functions in the parameters, which are lent until the call ends; nil if there are none.
  private let lent: ReferencingText?

  private enum Phase {
    static let fresh: UInt8 = 0
    static let listed: UInt8 = 1
    static let settled: UInt8 = 2
    /// Settled from outside, while its handler may go on.
    static let stopped: UInt8 = 3
  }

  /// The answer of a call that ends while its handler is being started: the starting code returns it.
  private enum Early {
    case possible
    case held(Result<Payload, BridgeError>)
    /// The answer is sent like any other, after what was sent before it.
    case no
  }

  private let phase = Atomic<UInt8>(Phase.fresh)
  private let early: Mutex<Early>
  private let task = Mutex<Task<Void, Never>?>(nil)

  /// - Parameters:
  ///   - request: borrowed, because an initializer has its arguments copied for it otherwise.
  ///   - weight: the bytes that the connection counts for the call, which gives them back.
  ///   - sink: receives the answer in place of the caller; nil for the caller.
  init(
    _ request: borrowing CallRequest, by handler: Handler, weight: Int, connection: Connection, epoch: Int,
    sink: (any AnswerSink)?, observation: CallObservation?
  ) {
    id = request.id
    method = request.method
    metadata = request.metadata
    self.sink = sink
    self.connection = connection
    timeout = request.timeout
    self.epoch = epoch
    hearsProgress = !request.isSynchronous
    self.weight = Atomic(weight)
    self.observation = observation
    lent = request.params.hasReferences ? request.params.references : nil
    if let policy = handler.streamPolicy(asStream: request.credit != nil) {
      // A stream runs until its consumer has enough, so only a deadline of its own ends it. Its answer follows its items.
      standardTimeout = handler.timeout
      early = Mutex(.no)
      stream = StreamSender(id: request.id, connection: connection, credit: request.credit ?? 0, policy: policy)
    } else {
      standardTimeout = handler.timeout == .standard ? connection.bridge.timeout : handler.timeout
      early = Mutex(.possible)
      stream = nil
    }
  }

  /// A handler that goes on after its call has ended from outside holds the parameters until it returns.
  deinit {
    giveBackBytes()
    if phase.load(ordering: .relaxed) == Phase.stopped { connection.abandoned.decrement() }
  }

  private func giveBackBytes() {
    if weight.load(ordering: .relaxed) == 0 { return }
    connection.received.giveBack(weight.exchange(0, ordering: .relaxed))
  }

  /// When the call is due; ``Instant/never`` if it has no deadline.
  var deadline: Instant {
    let known = knownDeadline.load(ordering: .acquiring)
    if known != CallContext.unknownDeadline { return Instant(nanoseconds: known) }
    let due = connection.due(timeout, standard: standardTimeout)
    let (exchanged, original) = knownDeadline.compareExchange(
      expected: CallContext.unknownDeadline, desired: due.nanoseconds, ordering: .acquiringAndReleasing)
    return exchanged ? due : Instant(nanoseconds: original)
  }

  /// The time left until the deadline; nil if there is none.
  ///
  /// Never negative.
  public var timeRemaining: Duration? {
    deadline == .never ? nil : max(.zero, connection.clock.now.duration(to: deadline))
  }

  /// Whether the call has ended, so that further work is useless.
  ///
  /// The handler's task is cancelled as well.
  public var isSettled: Bool { phase.load(ordering: .acquiring) >= Phase.settled }

  /// Reports the progress of the call to its caller (`onProgress` in JavaScript).
  ///
  /// It has no effect after the end of the call. A value that cannot cross is dropped and logged; the call continues.
  ///
  /// - Parameter progress: any value that can cross; by convention a fraction from 0 to 1.
  public func report(progress: some Encodable & Sendable) {
    guard hearsProgress, !isSettled else { return }
    do throws(BridgeError) {
      let payload = try Payload(encoding: progress, root: "progress", limits: connection.limits)
      if releasesAnswer() { connection.send(.progress(id, payload)) }
    } catch {
      connection.bridge.logger.warning(
        "A progress report cannot cross the bridge.",
        metadata: ["method": "\(method)", "code": "\(error.code)", "error": "\(error.message)"])
    }
  }

  /// Makes the answer follow the message that is sent now; false if the call has ended meanwhile and its answer is
  /// held.
  private func releasesAnswer() -> Bool {
    early.withLock { early in
      if case .held = early { return false }
      early = .no
      return true
    }
  }

  // MARK: Settling

  /// Ends the call, unless it has ended.
  ///
  /// Returns whether this was the end.
  @discardableResult
  func settle(_ answer: Result<Payload, BridgeError>) -> Bool {
    let outcome = lent?.checked(answer) ?? answer
    let phase = end(outcome, as: Phase.settled)
    guard phase < Phase.settled else {
      connection.countLate()
      return false
    }
    // A stream that fails also drops its held items.
    stream?.close()
    let answer = outcome.mapError { connection.crossing($0.of(method)) }
    if phase == Phase.fresh, hold(answer) {
      giveBackBytes()
      return true
    }
    giveBackBytes()
    send(answer)
    return true
  }

  /// Sends the answer to the caller or its stand-in, unless the page that asked is gone.
  private func send(_ answer: Result<Payload, BridgeError>) {
    guard connection.isCurrent(epoch) else { return connection.countLate() }
    if let sink { return sink.take(answer, to: id, of: method, on: connection) }
    connection.reply(to: id, method: method, answer)
  }

  /// Keeps the answer for who is beginning the handler; false when it has to be sent.
  private func hold(_ answer: Result<Payload, BridgeError>) -> Bool {
    early.withLock { early in
      guard case .possible = early else { return false }
      early = .held(answer)
      return true
    }
  }

  /// The answer of a call that ended while its handler was being begun; nil if it was sent or will be.
  func takeHeldAnswer() -> Result<Payload, BridgeError>? {
    let answer: Result<Payload, BridgeError>? = early.withLock { early in
      defer { early = .no }
      return if case .held(let answer) = early { answer } else { nil }
    }
    guard let answer else { return nil }
    guard connection.isCurrent(epoch) else {
      connection.countLate()
      return nil
    }
    if case .success(let payload) = answer, payload.hasSentReferences, sink == nil {
      return connection.lending(payload, ofAnswerTo: method)
    }
    return answer
  }

  /// Ends the call from outside with an error, and stops its handler.
  func abort(_ error: BridgeError) {
    guard end(.failure(error), as: Phase.stopped) < Phase.settled else { return }
    send(.failure(error.of(method)))
    stop()
  }

  /// Ends the call without an answer, because the caller is gone or has given up.
  func abandon() {
    let phase = end(.failure(BridgeError(.cancelled, "The caller of \(method) is gone.")), as: Phase.stopped)
    guard phase < Phase.settled else { return }
    stop()
  }

  /// Ends the call, unless it has ended; returns the phase that it was in.
  private func end(_ outcome: @autoclosure () -> Result<Payload, BridgeError>, as last: UInt8) -> UInt8 {
    var before = phase.load(ordering: .acquiring)
    while before < Phase.settled {
      let (exchanged, original) = phase.compareExchange(
        expected: before, desired: last, ordering: .acquiringAndReleasing)
      guard exchanged else {
        before = original
        continue
      }
      if last == Phase.stopped { connection.abandoned.increment() }
      observation?.ended(outcome())
      lent?.end(after: outcome(), on: connection)
      connection.ended(self, wasListed: before == Phase.listed)
      break
    }
    return before
  }

  private func stop() {
    stream?.close()
    task.withLock { $0 }?.cancel()
  }

  /// Marks the call as one that others can find; false when it ended meanwhile.
  func markListed() -> Bool {
    phase.compareExchange(expected: Phase.fresh, desired: Phase.listed, ordering: .acquiringAndReleasing).exchanged
  }

  /// Remembers the task that handles the call, to stop it when the call ends first.
  func handled(by task: Task<Void, Never>) {
    self.task.withLock { $0 = task }
    // The call may have ended before its task was known: stopping a task that has finished does nothing.
    if isSettled { task.cancel() }
  }
}
