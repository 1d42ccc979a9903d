package import CausewayConcurrency

/// Observes the calls of a bridge in both directions, streams included.
///
///     struct AuditLog: CallObserver {
///       func ended(_ call: ObservedCall, _ outcome: Result<Payload, BridgeError>, after duration: Duration) { … }
///     }
///     bridge.observe(AuditLog())
///
/// Each call is reported twice: when it begins and when it ends, whatever ends it. Calls that are refused before they begin
/// are not reported (there is no such method, it is not allowed, a limit is reached), nor are requests of the other
/// side to the bridge itself, whose names begin with `$/`.
///
/// The methods are called on the thread on which the call begins or ends, which holds no lock, and the call waits for
/// them. To refuse, repeat or change calls, use a ``BridgeMiddleware``.
public protocol CallObserver: Sendable {
  /// A call begins: its handler runs next, or it is sent.
  func began(_ call: ObservedCall, _ params: Payload)

  /// A call has ended; its answer is delivered next.
  ///
  /// - Parameters:
  ///   - outcome: the result, or the error with everything that its thrower said, also if the other side may not see it.
  ///     A stream has the result `undefined`.
  ///   - duration: the time since the call began.
  func ended(_ call: ObservedCall, _ outcome: Result<Payload, BridgeError>, after duration: Duration)
}

extension CallObserver {
  /// Does nothing.
  public func began(_ call: ObservedCall, _ params: Payload) {}
}

/// A call as its observers see it.
public struct ObservedCall: Sendable {
  /// The caller's number for the call; calls of both directions may have the same.
  public let id: CallID
  /// The name of the method; for a function of the other side the call and the place where it was received, `db.each#row`.
  ///
  /// A peer can make up names, so state for each of them needs a limit.
  public let method: String
  /// Whether this side makes the call; false if it handles the call.
  public let isOutgoing: Bool
  /// Whether the caller receives items.
  public let isStream: Bool
  /// Text that is sent with the call: written by the caller, so neither its keys nor its values can be trusted.
  public let metadata: [String: String]
  /// The name of the connection in logs.
  public let connection: String
  /// Counts the connections of the bridge from 1.
  package let connectionNumber: Int
  /// The time at which the call began.
  package let start: Instant

  package init(
    _ request: borrowing CallRequest, as name: String? = nil, isOutgoing: Bool, connection: String, number: Int,
    start: Instant
  ) {
    id = request.id
    method = name ?? request.method
    self.isOutgoing = isOutgoing
    isStream = request.credit != nil
    metadata = request.metadata
    self.connection = connection
    connectionNumber = number
    self.start = start
  }

  /// The direction as a label: `in` for the calls that this side handles, `out` for those that it makes.
  var direction: String { isOutgoing ? "out" : "in" }
}

extension Result where Failure == BridgeError {
  /// The code of the error; nil for a success.
  package var errorCode: BridgeError.Code? { if case .failure(let error) = self { error.code } else { nil } }
}
