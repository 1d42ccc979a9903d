#if Plugins
public import Causeway
public import CausewayExport

/// One step of a transaction.
///
/// Checks apply to the state before the transaction: all checks precede all changes, in whatever order they are listed.
@Crossing public enum StorageOperation: Sendable, Equatable {
  /// Aborts the transaction unless the key has this version; without a version, unless the key does not exist.
  case check(key: String, version: Int?)
  /// Stores a value.
  case set(key: String, value: RawJSON)
  /// Removes a key, if it exists.
  case remove(key: String)
}

/// The value of a key.
@Crossing public struct StorageEntry: Sendable, Equatable {
  /// The value; `null` if the key does not exist.
  public var value: RawJSON
  /// The number of the change that set the value; omitted if the key does not exist.
  public var version: Int?
}

/// The keys of a group.
@Crossing public struct StorageKeys: Sendable, Equatable {
  /// The keys, in the order of their UTF-8.
  public var keys: [String]
}

/// The usage of a group.
@Crossing public struct StorageUsage: Sendable, Equatable {
  /// The number of keys.
  public var entries: Int
  /// The bytes of keys and values, as the limits count them.
  public var bytes: Int
}

/// A change of the store.
@Crossing public struct StorageChange: Sendable, Equatable {
  /// The group; omitted for the default group.
  public var group: String?
  /// The key; omitted if any key may have changed: after a `clear`, and after too many changes at once.
  public var key: String?
}
#endif
