#if Plugins
public import Causeway
import CausewayExport

/// Keys and values that outlive the program.
///
/// Names and shapes are those of Capacitor's Preferences; values may be anything that can cross.
/// A group has keys of its own, and takes the permission `storage.group.NAME` beside the method's.
@Plugin("storage")
public final class StoragePlugin: Sendable {
  private let opener: StoreOpener

  /// A key was set or removed, by whichever program.
  @Export(permission: "storage.read") public let changed: PluginEvent<StorageChange>

  /// A plugin on a store, which other plugins may share.
  public convenience init(_ store: KeyValueStore) { self.init(isOpen: store) { store } }

  /// A plugin that opens its store for the first call that needs it; changes of other programs are heard from then on.
  ///
  /// - Parameter open: called again by the next call when it throws.
  public convenience init(opening open: @escaping @Sendable () throws -> KeyValueStore) {
    self.init(isOpen: nil, open)
  }

  private init(isOpen store: KeyValueStore?, _ open: @escaping @Sendable () throws -> KeyValueStore) {
    let changed = PluginEvent<StorageChange>()
    self.changed = changed
    opener = StoreOpener(store, open) { change in
      let permission = StorageGroup(stored: change.group ?? "").permission
      // A change always can be encoded.
      try? changed.emit(change) { connection in permission.map { connection.permissions.allows($0) } ?? true }
    }
  }

  /// What a key holds.
  ///
  /// - Returns: the value, `null` if there is none, and the version to check in a `commit`.
  @Export(permission: "storage.read")
  func get(key: String, group: String? = nil, call: CallContext) async throws -> StorageEntry {
    try await opener.store.entry(key, group: try granted(group, call))
  }

  /// The keys, in the order of their UTF-8.
  ///
  /// - Parameters:
  ///   - prefix: how they begin.
  ///   - after: the last key of the page before.
  ///   - limit: how many at most; all when left out.
  @Export(permission: "storage.read", ranges: ["limit": 0...1_000_000])
  func keys(
    prefix: String = "", after: String? = nil, limit: Int? = nil, group: String? = nil, call: CallContext
  ) async throws -> StorageKeys {
    let keys = try await opener.store.keys(
      prefix: prefix, after: after, limit: limit, group: try granted(group, call))
    return StorageKeys(keys: keys)
  }

  /// How much is kept.
  @Export(permission: "storage.read")
  func usage(group: String? = nil, call: CallContext) async throws -> StorageUsage {
    try await opener.store.usage(group: try granted(group, call))
  }

  /// Keeps a value: once this resolves it is on the disk.
  ///
  /// - Returns: the version that the key has now.
  /// - Throws: `RESOURCE_EXHAUSTED` with the limit that is reached.
  @Export(permission: "storage.write")
  func set(key: String, value: RawJSON, group: String? = nil, call: CallContext) async throws -> Int {
    try await opener.store.set(key, value, group: try granted(group, call))
  }

  /// Removes a key, if it is there.
  @Export(permission: "storage.write")
  func remove(key: String, group: String? = nil, call: CallContext) async throws {
    try await opener.store.remove(key, group: try granted(group, call))
  }

  /// Removes all keys of the group.
  @Export(permission: "storage.write")
  func clear(group: String? = nil, call: CallContext) async throws {
    try await opener.store.clear(group: try granted(group, call))
  }

  /// Makes all of these changes, or none.
  ///
  /// Nothing is locked while JavaScript thinks: read with `get`, then commit with a check of each version that was read;
  /// when another was faster nothing happens, and the program begins again.
  ///
  /// - Returns: the version of the last change, which only its key has; null if nothing was changed.
  /// - Throws: `ABORTED` when a check fails, with `data: { key, version }`.
  @Export(permission: "storage.write")
  func commit(operations: [StorageOperation], group: String? = nil, call: CallContext) async throws -> Int? {
    try await opener.store.commit(operations, group: try granted(group, call))
  }

  /// The group's name, if the connection may use it.
  private func granted(_ name: String?, _ call: CallContext) throws -> String? {
    try StorageGroup(name, for: call.connection).publicName
  }
}
#endif
