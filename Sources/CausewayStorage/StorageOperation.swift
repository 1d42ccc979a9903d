#if Plugins
public import Causeway
public import CausewayExport

/// One step of a transaction.
///
/// What is checked is the state before the transaction: every check comes before every change, wherever it stands.
@Crossing public enum StorageOperation: Sendable, Equatable {
  /// Lets nothing happen unless the key's version is still this one; unless there is no such key, without a version.
  case check(key: String, version: Int?)
  /// Keeps a value.
  case set(key: String, value: RawJSON)
  /// Removes a key, if it is there.
  case remove(key: String)
}

/// What a key holds.
@Crossing public struct StorageEntry: Sendable, Equatable {
  /// The value; `null` also when there is no such key.
  public var value: RawJSON
  /// Counts the changes of the store up to this one; not there when there is no such key.
  public var version: Int?
}

/// The keys of a group.
@Crossing public struct StorageKeys: Sendable, Equatable {
  /// In the order of their UTF-8.
  public var keys: [String]
}

/// How much a group holds.
@Crossing public struct StorageUsage: Sendable, Equatable {
  /// The number of keys.
  public var entries: Int
  /// Bytes of keys and values, as the limits count them.
  public var bytes: Int
}

/// What has changed.
@Crossing public struct StorageChange: Sendable, Equatable {
  /// The group; not there for the one without a name.
  public var group: String?
  /// The key; not there when it may be any, after a `clear` and where changes came too fast to be told one by one.
  public var key: String?
}
#endif
