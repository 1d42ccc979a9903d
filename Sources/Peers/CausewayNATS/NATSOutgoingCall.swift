#if NATS
import Causeway
import CausewayConcurrency

/// A call of this side until its answer: decides what the messages of its worker mean.
struct NATSOutgoingCall {
  private(set) var request: NATSMessage
  private let due: Instant
  private let lease: Duration
  /// Whether the call may be sent once more: its method may run twice.
  private var isRetryable: Bool
  /// When the worker counts as dead.
  private var leaseEnd: Instant
  /// The worker's half of the pair; nil until it sends a heartbeat.
  private var control: String?
  private let isStream: Bool
  private let inboxPrefix: String
  private var items = NATSSequence()
  private var credits: UInt64 = 0
  /// Those that are published: a heartbeat that overtook a credit must not count it.
  private var publishedCredits: UInt64 = 0
  /// The caller has cancelled the call, and the worker is notified as soon as it is known.
  private(set) var isCancelled = false

  init(
    _ request: NATSMessage, inboxPrefix: String, isStream: Bool, isRetryable: Bool, lease: Duration, due: Instant,
    now: Instant
  ) {
    self.inboxPrefix = inboxPrefix
    self.request = request
    self.isStream = isStream
    self.isRetryable = isRetryable && !isStream
    self.lease = lease
    self.due = due
    leaseEnd = now.advanced(by: lease)
  }

  /// What to do next.
  enum Step {
    case wait
    /// The call continues; its caller receives these messages.
    case deliver([Message])
    /// The call ends with this message's answer.
    case answer
    /// The call ends without an answer from its worker; the message notifies the worker.
    case fail(BridgeError, NATSMessage?)
    /// The call has ended for its caller, and is forgotten; the message notifies the worker.
    case forget(NATSMessage?)
  }

  /// Takes a message to the call's own reply subject; `pair` is its content, unless it is an answer.
  mutating func take(_ message: NATSMessage, _ pair: NATSPairMessage?, now: Instant) -> Step {
    if message.isNoResponders {
      if isCancelled { return .forget(nil) }
      // The lease's end sends a call that may be repeated once more.
      return isRetryable ? .wait : .fail(BridgeError(.unavailable, "No worker serves \(request.subject)."), nil)
    }
    guard let subject = message.headers[NATSHeader.control] else {
      if isCancelled { return .forget(nil) }
      let sent = message.headers[NATSHeader.sequence].flatMap { UInt64($0) } ?? 0
      guard isStream, message.headers[NATSHeader.error] == nil, sent != items.count else { return .answer }
      return .fail(NATSSequence.loss("the last items"), nil)
    }
    guard let pair, NATSSubject.isInbox(subject, inboxPrefix) else { return .wait }
    let control = control ?? subject
    self.control = control
    if isCancelled { return .forget(cancellation) }
    leaseEnd = now.advanced(by: lease)
    guard isStream else {
      if case .progress? = pair.contents.first { return .deliver(pair.contents) }
      return .wait
    }
    switch (items.take(pair.sequence, pair.numbered), pair.contents.first) {
    case (.next, .item?): return .deliver(pair.contents)
    case (.next, _), (.repeated, _): return .wait
    case (.lost, _): return .fail(NATSSequence.loss("items"), cancellation)
    }
  }

  /// Cancels the call; the step is `wait` if the worker is not known yet.
  mutating func cancel() -> Step {
    if control != nil { return .forget(cancellation) }
    isCancelled = true
    request.data = []
    return .wait
  }

  /// The message that grants the worker more items; nil while it is not known.
  mutating func grant(_ count: Int) -> NATSMessage? {
    guard let control else { return nil }
    credits += 1
    return NATSPairMessage(.credit(NATSPairMessage.call, count), sequence: credits).message(to: control)
  }

  /// Notes that what ``grant(_:)`` returned is published, or lost: the next heartbeat reveals that.
  mutating func published() { publishedCredits += 1 }

  /// The message that cancels the call; nil while the worker is not known.
  var cancellation: NATSMessage? {
    control.map { NATSPairMessage(.cancel(NATSPairMessage.call, .cancelled), sequence: credits).message(to: $0) }
  }

  enum Watch {
    /// The message is a heartbeat of the caller for the worker.
    case goesOn(NATSMessage?)
    case again(NATSMessage)
    case dead
  }

  /// Looks at the lease, four times in each.
  mutating func watch(now: Instant) -> Watch {
    guard leaseEnd <= now else {
      return .goesOn(control.map { NATSPairMessage(nil, sequence: publishedCredits).message(to: $0) })
    }
    guard isRetryable, !isCancelled, now < due else { return .dead }
    isRetryable = false
    control = nil
    leaseEnd = now.advanced(by: lease)
    if due != .never { request.headers[NATSHeader.timeout] = String(now.duration(to: due) / .milliseconds(1)) }
    return .again(request)
  }
}
#endif
