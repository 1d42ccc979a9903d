#if Plugins
public import Causeway
import Foundation
import GRDB

/// Keys and values in a file, which outlive the program: what was acknowledged is on the disk.
///
///     let store = try KeyValueStore(at: "/var/lib/kiosk/storage.db")
///     try await store.set("theme", BridgeText("dark"))
///     bridge.register(StoragePlugin(store))
///
/// SQLite in the mode of a write-ahead log: any number of programs may use one file at once. Values are whatever can
/// cross the bridge, and come back as they went.
public final class KeyValueStore: Sendable {
  /// What the store takes at most.
  public let limits: StorageLimits
  private let database: DatabaseQueue
  private let file: StoreFile
  private let changed: StoreChanges
  private let bell: FileChangeSource?

  /// Opens the store at a path, and makes it where there is none, for its owner only.
  ///
  /// Blocks the thread as long as another program holds the file, at most ``StorageLimits/busyTimeout``.
  ///
  /// - Throws: `BridgeError`: `UNAVAILABLE`, `DATA_LOSS` for a damaged file, `FAILED_PRECONDITION` for one that is another
  ///   program's. The file is left as it is.
  public init(at path: String, limits: StorageLimits = StorageLimits()) throws {
    self.limits = limits
    file = try StoreFile(at: URL(filePath: path).path)
    do {
      database = try DatabaseQueue(path: file.path, configuration: KeyValueStore.configuration(limits))
      // A commit then waits until the log is on the disk: it survives a loss of power, and not only a crash.
      try database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
      try database.write { try StorageSchema.prepare($0) }
      changed = try StoreChanges(database)
    } catch {
      throw BridgeError.ofStorage(error, limits)
    }
    bell = FileChangeSource(file.path) { [weak changed] in changed?.look() }
  }

  /// Opens the store of a program in the place that the desktop has for it.
  ///
  /// That is `$XDG_STATE_HOME/NAME/storage.db`, or below `~/.local/state`.
  ///
  /// - Throws: as ``init(at:limits:)`` does.
  public static func ofProgram(_ name: String, limits: StorageLimits = StorageLimits()) throws -> KeyValueStore {
    // A path that is not absolute is to be ignored: XDG Base Directory Specification.
    let given = ProcessInfo.processInfo.environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    let state = given.map { URL(filePath: $0) } ?? URL.homeDirectory.appending(path: ".local/state")
    let folder = state.appending(path: name)
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw BridgeError(.unavailable, "The folder for the program's state cannot be made.")
    }
    return try KeyValueStore(at: folder.appending(path: "storage.db").path, limits: limits)
  }

  deinit { changed.end() }

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

  /// Closes the file; every later call fails with `UNAVAILABLE`.
  public func close() throws {
    changed.end()
    try database.close()
  }

  // MARK: Reading

  /// What a key holds.
  public func entry(_ key: String, group: String? = nil) async throws -> StorageEntry {
    let key = try StorageKey(key, limits)
    return try await read(StorageGroup(group)) { transaction in
      let entry = try transaction.entry(key)
      return StorageEntry(value: try entry.map { try RawJSON(text: $0.value) } ?? .null, version: entry?.version)
    }
  }

  /// The keys of a group that begin with `prefix` and come behind `after`, in the order of their UTF-8.
  public func keys(
    prefix: String = "", after: String? = nil, limit: Int? = nil, group: String? = nil
  ) async throws -> [String] {
    let prefix = try StorageKey(prefix, limits).bytes
    let after = try after.map { try StorageKey($0, limits).bytes }
    return try await read(StorageGroup(group)) { transaction in
      try transaction.keys(prefix: prefix, after: after, limit: limit ?? .max).map { StorageKey(stored: $0).text }
    }
  }

  /// How much a group holds.
  public func usage(group: String? = nil) async throws -> StorageUsage {
    try await read(StorageGroup(group)) { try $0.usage() }
  }

  /// Everything that changes from now on, in this program or another one.
  public func changes() -> AsyncStream<StorageChange> { changed.listen() }

  // MARK: Changing

  /// Keeps a value, and returns the version that it has now.
  @discardableResult
  public func set(_ key: String, _ value: RawJSON, group: String? = nil) async throws -> Int {
    let key = try StorageKey(key, limits)
    let value = try value.checked(limits)
    return try await write(StorageGroup(group)) { try $0.set(key, value) }
  }

  /// Removes a key, if it is there.
  public func remove(_ key: String, group: String? = nil) async throws {
    let key = try StorageKey(key, limits)
    try await write(StorageGroup(group)) { _ = try $0.remove(key) }
  }

  /// Removes all keys of a group.
  public func clear(group: String? = nil) async throws { try await write(StorageGroup(group)) { try $0.clear() } }

  /// Makes all of these changes, or none.
  ///
  /// - Returns: the version of the last change; nil if nothing was changed.
  /// - Throws: `ABORTED` when a check fails, with the key and its version as data.
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
    // Written to a file that nobody finds again: that is no success.
    guard file.isInPlace else { throw BridgeError.storeIsGone }
    file.ring()
    if bell == nil { changed.look() }
    return result
  }

  private func transact<Result: Sendable>(
    _ kind: Database.TransactionKind, _ group: StorageGroup,
    _ body: @escaping @Sendable (StorageTransaction) throws -> Result
  ) async throws -> Result {
    guard file.isInPlace else { throw BridgeError.storeIsGone }
    do {
      return try await database.writeWithoutTransaction { [limits, changed] db in
        // On the database's queue, where it is closed as well: a closed one must not be touched.
        guard !changed.isEnded else { throw BridgeError.storeIsClosed }
        var result: Result?
        try db.inTransaction(kind) {
          result = try body(StorageTransaction(db: db, group: group, limits: limits))
          return .commit
        }
        // Set, or the transaction has thrown.
        return result!
      }
    } catch {
      throw BridgeError.ofStorage(error, limits)
    }
  }
}
#endif
