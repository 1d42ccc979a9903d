#if Plugins
import Causeway
import Foundation

/// A part of the store with keys of its own.
struct StorageGroup: Sendable, Hashable {
  /// Empty for the group without a name.
  let name: String

  /// - Throws: `INVALID_ARGUMENT` for a name that could not be part of a permission.
  init(_ name: String?) throws(BridgeError) {
    guard let name else {
      self.name = ""
      return
    }
    let isPlain = name.utf8.allSatisfy { byte in
      switch UInt8(byte) {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
        true
      default: false
      }
    }
    guard (1...64).contains(name.utf8.count), isPlain else {
      throw BridgeError(
        .invalidArgument, "params.group: expected 1 to 64 letters of a to z, A to Z, digits, - and _",
        data: ["path": "params.group"])
    }
    self.name = name
  }

  /// A group that is in the store.
  init(stored name: String) { self.name = name }

  /// What JavaScript calls it.
  var publicName: String? { name.isEmpty ? nil : name }

  /// What a connection must be allowed beside the method; nil for the group without a name.
  var permission: String? { name.isEmpty ? nil : "storage.group.\(name)" }
}

extension StorageGroup {
  /// A group that a connection may use.
  init(_ name: String?, for connection: Connection) throws(BridgeError) {
    try self.init(name)
    guard let permission, !connection.permissions.allows(permission) else { return }
    throw BridgeError(
      .permissionDenied,
      "The group \(self.name) is not allowed on this connection. The permission \"\(permission)\" allows it.",
      data: ["permission": .string(permission)])
  }
}
#endif
