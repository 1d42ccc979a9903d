import CausewayConcurrency
import Synchronization

extension Bridge {
  /// The current activity of the bridge.
  ///
  /// Ages, locations and ``BridgeActivity/methods`` are known if ``Configuration/recordsActivity`` is set. May be
  /// called on any thread. The connections keep running, so the parts may be some microseconds apart.
  ///
  /// - Parameter limit: the maximum number of listed calls, oldest first.
  public func activity(calls limit: Int = 1_000) -> BridgeActivity {
    let connections = openConnections
    var calls = connections.flatMap(\.openCalls)
    calls.sort { ($1.age ?? -1, $0.id) < ($0.age ?? -1, $1.id) }
    return BridgeActivity(
      connections: connections.map { connection in
        BridgeActivity.Connection(
          number: connection.number, name: connection.name, statistics: connection.statistics,
          subscriptions: Array(connection.subscriptions.withLock { $0 }.sorted().prefix(100)))
      },
      calls: Array(calls.prefix(max(0, limit))), methods: recorder?.snapshot ?? [])
  }

  /// Cancels an open call or stream: it fails with `CANCELLED` for its caller, and its handler's task is cancelled.
  ///
  /// - Parameter id: ``BridgeActivity/Call/id``.
  /// - Returns: false if there is no such call, for example because it has ended.
  @discardableResult
  public func cancelCall(_ id: String) -> Bool {
    guard let name = CallName(id), let connection = openConnections.first(where: { $0.number == name.connection })
    else { return false }
    return connection.cancelCall(name.id, isOutgoing: name.isOutgoing)
  }
}

/// The name of a call among all calls of a bridge, such as `2.in.17`: its connection, its direction and its id there.
private struct CallName: CustomStringConvertible {
  let connection: Int
  let isOutgoing: Bool
  let id: CallID

  init(connection: Int, isOutgoing: Bool, id: CallID) {
    self.connection = connection
    self.isOutgoing = isOutgoing
    self.id = id
  }

  init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let connection = Int(parts[0]), ["in", "out"].contains(parts[1]),
      let id = UInt64(parts[2])
    else { return nil }
    self.init(connection: connection, isOutgoing: parts[1] == "out", id: CallID(rawValue: id))
  }

  var description: String { "\(connection).\(isOutgoing ? "out" : "in").\(id)" }
}

extension Connection {
  /// Whether the bridge records its activity, so that ``located(_:at:)`` has an effect.
  package var recordsActivity: Bool { bridge.recorder != nil }

  fileprivate var openCalls: [BridgeActivity.Call] {
    let (outbound, deadlines, inbound) = ledger.withLock { ($0.outbound.all, $0.outboundDeadlines, $0.inbound) }
    let now = clock.now
    func entry(
      _ id: CallID, isOutgoing: Bool, _ method: String, _ observation: CallObservation?, due: Instant,
      _ stream: BridgeActivity.Stream?
    ) -> BridgeActivity.Call {
      BridgeActivity.Call(
        id: CallName(connection: number, isOutgoing: isOutgoing, id: id).description, connection: number,
        method: method, isOutgoing: isOutgoing,
        age: observation.map { max(.zero, $0.call.start.duration(to: now)) / .seconds(1) },
        timeRemaining: due == .never ? nil : max(.zero, now.duration(to: due)) / .seconds(1),
        location: isOutgoing ? nil : observation?.location, stream: stream)
    }
    let outgoing = outbound.map { id, call in
      let stream: BridgeActivity.Stream? = if case .stream(let stream) = call.reply { stream.activity } else { nil }
      return entry(id, isOutgoing: true, call.method, call.observation, due: deadlines[id] ?? .never, stream)
    }
    let incoming = inbound.map { id, call in
      entry(id, isOutgoing: false, call.method, call.observation, due: call.deadline, call.stream?.activity)
    }
    return incoming + outgoing
  }

  fileprivate func cancelCall(_ id: CallID, isOutgoing: Bool) -> Bool {
    let (outbound, inbound) = ledger.withLock { ($0.outbound[id], $0.inbound[id]) }
    if isOutgoing, let outbound {
      cancel(id, BridgeError(.cancelled, "\(outbound.method) was cancelled by an operator."))
      return true
    }
    guard !isOutgoing, let inbound else { return false }
    inbound.abort(BridgeError(.cancelled, "\(inbound.method) was cancelled by an operator."))
    return true
  }
}
