/// An object of Swift's on its way to the other side, or back.
final class LocalObject<Object: RemoteTarget>: Callable {
  let object: Object
  private let type: RemoteType<Object>

  init(_ object: Object, of type: RemoteType<Object>) {
    self.object = object
    self.type = type
  }

  var name: String { Object.remoteName }
  var noun: String { "a \(Object.remoteName)" }
  var limits: Limits { Limits() }
  /// Equal for each of the same object's.
  var identity: CallableIdentity { CallableIdentity(owner: ObjectIdentifier(object as AnyObject)) }

  func requireUsable() {}
  func keep() -> any Callable { self }
  func release() {}

  func call(_ params: Payload, timeout: Timeout) async throws -> Payload {
    throw BridgeError(.unimplemented, "A \(name) is an object: it cannot be called itself.")
  }

  func makeHandler(_ method: String?, name: String) -> Handler? { method.flatMap { type.handler($0, of: object) } }
}
