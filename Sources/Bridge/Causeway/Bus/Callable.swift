/// What crosses by reference: a function of the other side, or a function or an object of this side's.
protocol Callable: SentReference, ReceivedReference {
  /// Where the function was received, for errors and observers: `db.each#row`.
  var name: String { get }
  /// The limits of the values that cross.
  var limits: Limits { get }
  /// What two of the same function have in common.
  var identity: CallableIdentity { get }

  func call(_ params: Payload, timeout: Timeout) async throws -> Payload
  /// Throws if it can no longer be called.
  func requireUsable() throws(BridgeError)
  /// One of its own for the same function, which the end of this one does not end.
  func keep() throws(BridgeError) -> any Callable
  func release()
  /// What answers the calls of another side, to which the function is sent.
  ///
  /// - Parameters:
  ///   - method: the method of an object; nil for a function.
  ///   - name: the name of the function for observers.
  /// - Returns: nil if there is no such method.
  func makeHandler(_ method: String?, name: String) -> Handler?
}

/// Equal for the same function of the same peer.
struct CallableIdentity: Hashable {
  var owner: ObjectIdentifier
  /// Zero for one of this side's, which owns itself.
  var number = 0
  var epoch = 0
}

extension Callable {
  var noun: String { "a function" }
}
