/// An object of Swift's on its way to the other side, or back.
final class LocalObject<Object: RemoteTarget>: Referent {
  let object: Object
  private let type: RemoteType<Object>

  init(_ object: Object, of type: RemoteType<Object>) {
    self.object = object
    self.type = type
  }

  var name: String { Object.remoteName }
  var noun: String { Object.remoteNoun }
  /// The object's own: a new `LocalObject` is made each time that it is sent.
  var identity: ReferentIdentity { ReferentIdentity(owner: ObjectIdentifier(object as AnyObject)) }

  func requireUsable() {}

  func makeHandler(_ method: String?, name: String) -> Handler? { method.flatMap { type.handler($0, of: object) } }
}
