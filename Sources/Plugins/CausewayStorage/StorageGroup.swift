#if Plugins
import Causeway
import Foundation

/// A part of the store with its own keys.
struct StorageGroup: Sendable, Hashable {
  /// The name; empty for the default group.
  let name: String

  /// - Throws: `INVALID_ARGUMENT` for a name that cannot be part of a permission.
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

  /// A group from the database.
  init(stored name: String) { self.name = name }

  /// The name in JavaScript.
  var publicName: String? { name.isEmpty ? nil : name }

  /// The additional permission of the group; nil for the default group.
  var permission: String? { name.isEmpty ? nil : "storage.group.\(name)" }
}

extension StorageGroup {
  /// Checks that a connection may use a group.
  init(_ name: String?, for connection: Connection) throws(BridgeError) {
    try self.init(name)
    guard let permission, !connection.permissions.allows(permission) else { return }
    throw BridgeError(
      .permissionDenied,
      "The group \(self.name) is not allowed on this connection. It needs the permission \"\(permission)\".",
      data: ["permission": .string(permission)])
  }
}
#endif
