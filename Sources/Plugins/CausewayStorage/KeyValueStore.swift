#if Plugins
public import Causeway
import Foundation
import GRDB

/// A durable key-value store in a file.
///
///     let store = try KeyValueStore(at: "/var/lib/kiosk/storage.db")
///     try await store.set("theme", BridgeText("dark"))
///     bridge.register(StoragePlugin(store))
///
/// SQLite in write-ahead mode: any number of programs may use one file at the same time. A value may be any value that
/// can cross the bridge, and is returned unchanged.
public final class KeyValueStore: Sendable {
  /// The limits of the store.
  public let limits: StorageLimits
  private let database: DatabaseQueue
  private let file: StoreFile
  private let changeFeed: StoreChanges
  private let changeSource: FileChangeSource?

  /// Opens the store at a path, and creates it for its owner only if it does not exist.
  ///
  /// Blocks the thread while another program locks the file, at most for ``StorageLimits/busyTimeout``.
  ///
  /// - Throws: `BridgeError`: `UNAVAILABLE`, `DATA_LOSS` for a damaged file, `FAILED_PRECONDITION` for a database of
  ///   another program. The file is not changed.
  public init(at path: String, limits: StorageLimits = StorageLimits()) throws {
    self.limits = limits
    file = try StoreFile(at: URL(filePath: path).path)
    do {
      database = try DatabaseQueue(path: file.path, configuration: KeyValueStore.configuration(limits))
      // A commit then waits until the log is on the disk, so it survives a power failure, not only a crash.
      try database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
      try database.write { try StorageSchema.prepare($0) }
      changeFeed = try StoreChanges(database)
    } catch {
      throw BridgeError.ofStorage(error, limits)
    }
    changeSource = FileChangeSource(file.path) { [weak changeFeed] in changeFeed?.deliverChanges() }
  }

  /// Opens the store of a program in the desktop's standard folder.
  ///
  /// That is `$XDG_STATE_HOME/NAME/storage.db`, or below `~/.local/state`.
  ///
  /// - Throws: as ``init(at:limits:)``.
  public static func ofProgram(_ name: String, limits: StorageLimits = StorageLimits()) throws -> KeyValueStore {
    // The XDG Base Directory Specification requires to ignore a relative path.
    let given = ProcessInfo.processInfo.environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    let state = given.map { URL(filePath: $0) } ?? URL.homeDirectory.appending(path: ".local/state")
    let folder = state.appending(path: name)
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw BridgeError(.unavailable, "The folder for the program's state cannot be created.")
    }
    return try KeyValueStore(at: folder.appending(path: "storage.db").path, limits: limits)
  }

  deinit { changeFeed.end() }

  private static func configuration(_ limits: StorageLimits) -> Configuration {
    var configuration = Configuration()
    configuration.label = "causeway.storage"
    configuration.journalMode = .wal
    configuration.foreignKeysEnabled = false
    // SQLite counts milliseconds in 32 bits: 24 days.
    configuration.busyMode = .timeout(min(limits.busyTimeout / .seconds(1), 2_147_483))
    let pages = max(16, limits.fileBytes / 4096)
    configuration.prepareDatabase { db in
      try db.execute(
        sql: """
          PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA max_page_count = \(pages)
          """)
    }
    return configuration
  }

  /// Closes the file; later calls fail with `UNAVAILABLE`.
  public func close() throws {
    changeFeed.end()
    try database.close()
  }

  // MARK: Reading

  /// The value of a key.
  public func entry(_ key: String, group: String? = nil) async throws -> StorageEntry {
    let key = try StorageKey(key, limits)
    return try await read(StorageGroup(group)) { transaction in
      let entry = try transaction.entry(key)
      return StorageEntry(value: try entry.map { try RawJSON(text: $0.value) } ?? .null, version: entry?.version)
    }
  }

  /// The keys of a group that start with `prefix` and follow `after`, in the order of their UTF-8.
  public func keys(
    prefix: String = "", after: String? = nil, limit: Int? = nil, group: String? = nil
  ) async throws -> [String] {
    let prefix = try StorageKey(prefix, limits).bytes
    let after = try after.map { try StorageKey($0, limits).bytes }
    return try await read(StorageGroup(group)) { transaction in
      try transaction.keys(prefix: prefix, after: after, limit: limit ?? .max).map { StorageKey(stored: $0).text }
    }
  }

  /// The usage of a group.
  public func usage(group: String? = nil) async throws -> StorageUsage {
    try await read(StorageGroup(group)) { try $0.usage() }
  }

  /// All changes from now on, by this program or another one.
  public func changes() -> AsyncStream<StorageChange> { changeFeed.listen() }

  // MARK: Changing

  /// Stores a value, and returns its version.
  @discardableResult
  public func set(_ key: String, _ value: RawJSON, group: String? = nil) async throws -> Int {
    let key = try StorageKey(key, limits)
    let value = try value.checked(limits)
    return try await write(StorageGroup(group)) { try $0.set(key, value) }
  }

  /// Removes a key, if it exists.
  public func remove(_ key: String, group: String? = nil) async throws {
    let key = try StorageKey(key, limits)
    try await write(StorageGroup(group)) { _ = try $0.remove(key) }
  }

  /// Removes all keys of a group.
  public func clear(group: String? = nil) async throws { try await write(StorageGroup(group)) { try $0.clear() } }

  /// Applies all of these changes, or none.
  ///
  /// - Returns: the version of the last change; nil without a change.
  /// - Throws: `ABORTED` if a check fails, with the key and its version as data.
  @discardableResult
  public func commit(_ operations: [StorageOperation], group: String? = nil) async throws -> Int? {
    guard operations.count <= limits.operations else {
      throw BridgeError.exhausted(
        "operations", maximum: limits.operations, "A transaction of \(operations.count) operations")
    }
    var checks: [(StorageKey, Int?)] = []
    var changes: [(StorageKey, RawJSON?)] = []
    for operation in operations {
      switch operation {
      case .check(let key, let version): checks.append((try StorageKey(key, limits), version))
      case .set(let key, let value): changes.append((try StorageKey(key, limits), try value.checked(limits)))
      case .remove(let key): changes.append((try StorageKey(key, limits), nil))
      }
    }
    return try await write(StorageGroup(group)) { [checks, changes] transaction in
      for (key, version) in checks { try transaction.check(key, version) }
      var last: Int?
      for (key, value) in changes {
        if let value { last = try transaction.set(key, value) } else { last = try transaction.remove(key) ?? last }
      }
      return last
    }
  }

  // MARK: Transactions

  private func read<Result: Sendable>(
    _ group: StorageGroup, _ body: @escaping @Sendable (StorageTransaction) throws -> Result
  ) async throws -> Result {
    try await transact(.deferred, group, body)
  }

  private func write<Result: Sendable>(
    _ group: StorageGroup, _ body: @escaping @Sendable (StorageTransaction) throws -> Result
  ) async throws -> Result {
    let result = try await transact(.immediate, group, body)
    // A change of a file that was removed or replaced is lost.
    guard file.isInPlace else { throw BridgeError.storeIsGone }
    file.signalChange()
    if changeSource == nil { changeFeed.deliverChanges() }
    return result
  }

  private func transact<Result: Sendable>(
    _ kind: Database.TransactionKind, _ group: StorageGroup,
    _ body: @escaping @Sendable (StorageTransaction) throws -> Result
  ) async throws -> Result {
    guard file.isInPlace else { throw BridgeError.storeIsGone }
    do {
      return try await CallContext.holdTime {
        try await database.writeWithoutTransaction { [limits, changeFeed] db in
          // On the database's queue, where it is also closed: a closed database must not be used.
          guard !changeFeed.isEnded else { throw BridgeError.storeIsClosed }
          var result: Result?
          try db.inTransaction(kind) {
            result = try body(StorageTransaction(db: db, group: group, limits: limits))
            return .commit
          }
          // Set, or the transaction has thrown.
          return result!
        }
      }
    } catch {
      throw BridgeError.ofStorage(error, limits)
    }
  }
}
#else
/// Absent: the package is built without the trait `Plugins`.
@available(*, unavailable, message: "Enable the trait Plugins of the package in your manifest.")
public struct KeyValueStore {}
#endif
