#if Plugins
import Causeway
import Foundation

/// A key, as the bytes of its UTF-8: SQLite's texts end at the first NUL, and Swift takes some different texts for one.
struct StorageKey: Sendable, Hashable {
  let bytes: Data

  /// - Throws: `RESOURCE_EXHAUSTED` for one that is too long, `INVALID_ARGUMENT` for one that is not all there.
  init(_ text: String, _ limits: StorageLimits) throws(BridgeError) {
    guard text.utf8.count <= limits.keyBytes else {
      throw .exhausted("keyBytes", maximum: limits.keyBytes, "A key of \(text.utf8.count) bytes")
    }
    guard !text.unicodeScalars.contains("\u{FFFD}") else {
      throw BridgeError(
        .invalidArgument,
        "params.key: holds half a surrogate pair or U+FFFD, which stands for it: two such keys could not be told apart",
        data: ["path": "params.key"])
    }
    bytes = Data(text.utf8)
  }

  init(stored bytes: Data) { self.bytes = bytes }

  var text: String { String(decoding: bytes, as: UTF8.self) }
}

extension RawJSON {
  /// A value that can be kept.
  func checked(_ limits: StorageLimits) throws(BridgeError) -> RawJSON {
    guard self != .undefined else {
      throw BridgeError(
        .invalidArgument, "params.value: undefined cannot be kept; storage.remove takes a value away",
        data: ["path": "params.value"])
    }
    guard text.count <= limits.valueBytes else {
      throw .exhausted("valueBytes", maximum: limits.valueBytes, "A value of \(text.count) bytes")
    }
    return self
  }
}
#endif
