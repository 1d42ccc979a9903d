#if Plugins
import Causeway
import Foundation

/// A key as UTF-8 bytes: SQLite's texts end at the first NUL, and Swift compares different texts as equal.
struct StorageKey: Sendable, Hashable {
  let bytes: Data

  /// - Throws: `RESOURCE_EXHAUSTED` for a key that is too long, `INVALID_ARGUMENT` for one with a lone surrogate.
  init(_ text: String, _ limits: StorageLimits) throws(BridgeError) {
    guard text.utf8.count <= limits.keyBytes else {
      throw .exhausted("keyBytes", maximum: limits.keyBytes, "A key of \(text.utf8.count) bytes")
    }
    guard !text.unicodeScalars.contains("\u{FFFD}") else {
      throw BridgeError(
        .invalidArgument,
        "params.key: contains a lone surrogate or U+FFFD, which replaces it: such keys are ambiguous",
        data: ["path": "params.key"])
    }
    bytes = Data(text.utf8)
  }

  init(stored bytes: Data) { self.bytes = bytes }

  var text: String { String(decoding: bytes, as: UTF8.self) }
}

extension RawJSON {
  /// Checks that a value can be stored.
  func checked(_ limits: StorageLimits) throws(BridgeError) -> RawJSON {
    guard self != .undefined else {
      throw BridgeError(
        .invalidArgument, "params.value: undefined cannot be stored; storage.remove removes a value",
        data: ["path": "params.value"])
    }
    guard text.count <= limits.valueBytes else {
      throw .exhausted("valueBytes", maximum: limits.valueBytes, "A value of \(text.count) bytes")
    }
    return self
  }
}
#endif
