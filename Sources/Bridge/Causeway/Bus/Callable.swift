/// What crosses by reference: a function of the other side, or a function or an object of this side.
protocol Referent: SentReference, ReceivedReference {
  /// Where the function was received, for errors and observers: `db.each#row`.
  var name: String { get }
  /// What two references to the same function have in common.
  var identity: ReferentIdentity { get }

  /// Throws if it can no longer be called.
  func requireUsable() throws(BridgeError)
  /// Makes the handler for calls of another side, to which it is sent.
  ///
  /// - Parameters:
  ///   - method: the method of an object; nil for a function.
  ///   - name: the name of the function for observers.
  /// - Returns: nil if there is no such method.
  func makeHandler(_ method: String?, name: String) -> Handler?
}

/// What a ``Callback`` calls.
protocol Callable: Referent {
  /// The limits of the values that cross.
  var limits: Limits { get }

  func call(_ params: Payload, timeout: Timeout) async throws -> Payload
  /// A reference of its own to the same function, which the end of this one does not end.
  func keep() throws(BridgeError) -> Self
  func release()
}

/// Equal for the same function of the same peer.
struct ReferentIdentity: Hashable {
  var owner: ObjectIdentifier
  /// Zero for what this side owns.
  var number = 0
  var epoch = 0
}

extension Callable {
  var noun: String { "a function" }
}
