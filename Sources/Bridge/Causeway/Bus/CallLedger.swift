import CausewayConcurrency
import HeapModule

/// A call that this side made and awaits.
struct OutboundCall {
  @safe enum Reply {
    /// Resumed once: the ledger returns each call once, and a refused call never enters it.
    ///
    /// A checked continuation would cost an object per call, and its size would be known only at run time.
    case single(UnsafeContinuation<Payload, any Error>, onProgress: (@Sendable (Payload) -> Void)?)
    case stream(IncomingStream)
    /// For a thread that cannot be a task: called where the answer arrives.
    case function(@Sendable (Result<Payload, BridgeError>) -> Void)
  }

  let method: String
  let reply: Reply
  /// Nil if the bridge has no observers and no leak check runs.
  var observation: CallObservation?
  /// Whether it counts towards the limit of calls in flight: a watchdog's question does not.
  var isCounted = true

  func settle(_ answer: Result<Payload, BridgeError>) {
    observation?.ended(answer)
    let answer = answer.mapError { $0.of(method) }
    switch reply {
    case .single(let continuation, _): unsafe continuation.resume(with: answer)
    case .stream(let stream): stream.finish(answer.map { _ in () })
    case .function(let body): body(answer)
    }
  }
}

/// The ledger of one connection's calls in both directions: the open calls and their deadlines.
///
/// A value that only decides: its owner acts on the results after leaving the lock.
struct CallLedger {
  private(set) var epoch = 0
  private(set) var closed: BridgeError?
  private(set) var outbound = CallRing<OutboundCall>()
  private(set) var inbound: [CallID: CallContext] = [:]
  /// The open calls of this side that do not count towards the limit.
  private var uncounted = 0
  private var deadlines = Heap<Entry>()
  private var deadEntries = 0
  /// The time at which the timer fires; no open call is due earlier.
  private var watched = Instant.never

  enum Direction { case outbound, inbound }

  private struct Entry: Comparable {
    let due: Instant
    let id: CallID
    let direction: Direction
    static func < (left: Entry, right: Entry) -> Bool { left.due < right.due }
    static func == (left: Entry, right: Entry) -> Bool { left.due == right.due && left.id == right.id }
  }

  /// The moment to wake at: that at which the next call is due that is still open; ``Instant/never`` if there is none.
  mutating func watchNextOpen() -> Instant {
    while let entry = deadlines.min, !isOpen(entry) {
      deadlines.removeMin()
      deadEntries -= 1
    }
    return watchNext()
  }

  private mutating func watchNext() -> Instant {
    watched = deadlines.min?.due ?? .never
    return watched
  }

  private func isOpen(_ entry: Entry) -> Bool {
    switch entry.direction {
    case .outbound: outbound[entry.id] != nil
    // A peer may number a call as one that has ended before its deadline.
    case .inbound: inbound[entry.id]?.deadline == entry.due
    }
  }

  // MARK: Calls of this side

  enum Opening {
    /// The latest time at which a timer must fire, if any.
    case opened(wake: Instant?, isOnly: Bool)
    case refused(BridgeError)
  }

  mutating func open(_ id: CallID, _ call: OutboundCall, due: Instant, limit: Int) -> Opening {
    if let closed { return .refused(closed) }
    if !call.isCounted {
      uncounted += 1
    } else if outbound.count - uncounted >= limit {
      return .refused(.exhausted("callsInFlight", maximum: limit, "The number of calls in flight"))
    }
    outbound.insert(id, call)
    return .opened(wake: schedule(Entry(due: due, id: id, direction: .outbound)), isOnly: outbound.count == 1)
  }

  /// Takes a call out of the book; nil when it has ended before.
  mutating func close(_ id: CallID) -> OutboundCall? {
    guard let call = remove(id) else { return nil }
    noteDead()
    return call
  }

  private mutating func remove(_ id: CallID) -> OutboundCall? {
    let call = outbound.remove(id)
    if call?.isCounted == false { uncounted -= 1 }
    return call
  }

  // MARK: Calls of the other side

  enum Admission {
    /// The latest time at which a timer must fire, if any.
    case listed(wake: Instant?)
    case duplicate, ended
  }

  /// Lists a call whose handler has not finished at once.
  mutating func list(_ call: CallContext, due: Instant) -> Admission {
    // While its handler was begun the connection may have ended, or the page been reloaded.
    guard closed == nil, call.epoch == epoch else { return .ended }
    if let first = inbound.updateValue(call, forKey: call.id) {
      inbound[call.id] = first
      return .duplicate
    }
    guard call.markListed() else {
      inbound[call.id] = nil
      return .ended
    }
    return .listed(wake: schedule(Entry(due: due, id: call.id, direction: .inbound)))
  }

  mutating func unlist(_ call: CallContext) {
    guard let index = inbound.index(forKey: call.id), inbound.values[index] === call else { return }
    inbound.remove(at: index)
    noteDead()
  }

  // MARK: Deadlines

  /// The calls whose deadline has come, and the moment to wake at for the next.
  ///
  /// Those of this side leave the book; the others leave it when they are aborted.
  mutating func expire(
    at now: Instant
  ) -> (outbound: [(CallID, OutboundCall)], inbound: [CallContext], wake: Instant) {
    var result: (outbound: [(CallID, OutboundCall)], inbound: [CallContext], wake: Instant) = ([], [], .never)
    while let entry = deadlines.min, entry.due <= now {
      deadlines.removeMin()
      switch entry.direction {
      case .outbound:
        if let call = remove(entry.id) {
          result.outbound.append((entry.id, call))
        } else {
          forget()
        }
      case .inbound:
        if isOpen(entry), let call = inbound.removeValue(forKey: entry.id) {
          result.inbound.append(call)
        } else {
          forget()
        }
      }
    }
    result.wake = watchNext()
    return result
  }

  /// The entry's deadline, if it is earlier than the time at which the timer fires.
  private mutating func schedule(_ entry: Entry) -> Instant? {
    // Calls with the same timeout come in the order of their deadlines, which costs a heap nothing.
    if entry.due == .never { deadEntries -= 1 } else { deadlines.insert(entry) }
    guard entry.due < watched else { return nil }
    watched = entry.due
    return watched
  }

  private mutating func forget() { deadEntries -= 1 }

  /// Notes that an entry now belongs to no open call.
  ///
  /// When most do, they are swept out.
  private mutating func noteDead() {
    deadEntries += 1
    guard deadEntries > 1024, deadEntries > deadlines.count / 2 else { return }
    deadlines = Heap(deadlines.unordered.filter(isOpen))
    deadEntries = 0
  }

  /// The deadlines of the open calls of this side that have one.
  var outboundDeadlines: [CallID: Instant] {
    var result: [CallID: Instant] = [:]
    for entry in deadlines.unordered where entry.direction == .outbound { result[entry.id] = entry.due }
    return result
  }

  // MARK: Ends

  /// Empties the ledger, and returns the open calls so that they can be ended.
  mutating func reset(closing error: BridgeError?) -> (outbound: [OutboundCall], inbound: [CallContext]) {
    let open = (outbound.all.map(\.call), Array(inbound.values))
    outbound = CallRing()
    uncounted = 0
    inbound = [:]
    deadlines = Heap()
    deadEntries = 0
    epoch += 1
    if let error, closed == nil { closed = error }
    return open
  }
}
