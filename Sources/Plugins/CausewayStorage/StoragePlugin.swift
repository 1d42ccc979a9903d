#if Plugins
public import Causeway
import CausewayExport

/// A durable key-value store.
///
/// Names and shapes are those of Capacitor's Preferences; a value may be any value that can cross the bridge. A group
/// has its own keys, and needs the permission `storage.group.NAME` in addition to the method's.
@Plugin("storage")
public final class StoragePlugin: Sendable {
  private let opener: StoreOpener

  /// A key was set or removed, by any program.
  @Export(permission: "storage.read") public let changed: PluginEvent<StorageChange>

  /// Creates a plugin for a store, which several plugins may share.
  public convenience init(_ store: KeyValueStore) { self.init(isOpen: store) { store } }

  /// Creates a plugin that opens its store on the first call; it reports changes of other programs from then on.
  ///
  /// - Parameter open: if it throws, the next call tries again.
  public convenience init(opening open: @escaping @Sendable () throws -> KeyValueStore) {
    self.init(isOpen: nil, open)
  }

  private init(isOpen store: KeyValueStore?, _ open: @escaping @Sendable () throws -> KeyValueStore) {
    let changed = PluginEvent<StorageChange>()
    self.changed = changed
    opener = StoreOpener(store, open) { change in
      let permission = StorageGroup(stored: change.group ?? "").permission
      // A change can always be encoded.
      try? changed.emit(change) { connection in permission.map { connection.permissions.allows($0) } ?? true }
    }
  }

  /// The value of a key.
  ///
  /// - Returns: the value, `null` if the key does not exist, and its version for a check in `commit`.
  @Export(permission: "storage.read")
  func get(key: String, group: String? = nil, call: CallContext) async throws -> StorageEntry {
    try await opener.store.entry(key, group: try granted(group, call))
  }

  /// The keys, in the order of their UTF-8.
  ///
  /// - Parameters:
  ///   - prefix: the prefix of the keys.
  ///   - after: the last key of the previous page.
  ///   - limit: the maximum number of keys; all if omitted.
  @Export(permission: "storage.read", ranges: ["limit": 0...1_000_000])
  func keys(
    prefix: String = "", after: String? = nil, limit: Int? = nil, group: String? = nil, call: CallContext
  ) async throws -> StorageKeys {
    let keys = try await opener.store.keys(
      prefix: prefix, after: after, limit: limit, group: try granted(group, call))
    return StorageKeys(keys: keys)
  }

  /// The usage of the group.
  @Export(permission: "storage.read")
  func usage(group: String? = nil, call: CallContext) async throws -> StorageUsage {
    try await opener.store.usage(group: try granted(group, call))
  }

  /// Stores a value.
  ///
  /// When the promise resolves, it is on the disk.
  ///
  /// - Returns: the new version of the key.
  /// - Throws: `RESOURCE_EXHAUSTED` with the name of the limit.
  @Export(permission: "storage.write")
  func set(key: String, value: RawJSON, group: String? = nil, call: CallContext) async throws -> Int {
    try await opener.store.set(key, value, group: try granted(group, call))
  }

  /// Removes a key, if it exists.
  @Export(permission: "storage.write")
  func remove(key: String, group: String? = nil, call: CallContext) async throws {
    try await opener.store.remove(key, group: try granted(group, call))
  }

  /// Removes all keys of the group.
  @Export(permission: "storage.write")
  func clear(group: String? = nil, call: CallContext) async throws {
    try await opener.store.clear(group: try granted(group, call))
  }

  /// Applies all of these changes, or none.
  ///
  /// Nothing is locked while JavaScript runs: read with `get`, then commit with a check of each read version. If
  /// another program was faster, the commit has no effect, and the program tries again.
  ///
  /// - Returns: the version of the last change, which is unique; null without a change.
  /// - Throws: `ABORTED` if a check fails, with `data: { key, version }`.
  @Export(permission: "storage.write")
  func commit(operations: [StorageOperation], group: String? = nil, call: CallContext) async throws -> Int? {
    try await opener.store.commit(operations, group: try granted(group, call))
  }

  /// The group's name, if the connection may use it.
  private func granted(_ name: String?, _ call: CallContext) throws -> String? {
    try StorageGroup(name, for: call.connection).publicName
  }
}
#else
/// Absent: the package is built without the trait `Plugins`.
@available(*, unavailable, message: "Enable the trait Plugins of the package in your manifest.")
public struct StoragePlugin {}
#endif
