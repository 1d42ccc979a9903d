import FoundationEssentials
import GRDB
import Glibc

/// The file of a queue: its making, and whether it is still the one that was opened.
struct QueueFile: Sendable {
  /// Marks the file as a queue of this library: "CwQu".
  static let applicationIdentifier: Int32 = 0x4377_5175
  static let version = 1

  private struct Identity: Equatable {
    var device: UInt64
    var inode: UInt64

    init?(_ path: String) {
      var status = stat()
      guard unsafe stat(path, &status) == 0 else { return nil }
      device = UInt64(status.st_dev)
      inode = UInt64(status.st_ino)
    }
  }

  let path: String
  let database: DatabaseQueue
  private let identity: Identity

  init(_ path: String, _ configuration: QueueConfiguration) throws(QueueError) {
    self.path = path
    do {
      // What waits in a queue is nobody else's business. SQLite gives its other two files the same rights.
      let descriptor = unsafe Glibc.open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
      if descriptor >= 0 { Glibc.close(descriptor) }
      database = try QueueFile.open(path, configuration)
      try QueueFile.prepare(database, path, configuration)
    } catch {
      throw QueueError(error, operation: "open", path: path)
    }
    guard let identity = Identity(path) else { throw QueueFile.vanished("open", path) }
    self.identity = identity
  }

  /// Throws when the file that is written is not at its path any more: what went there would be lost with it.
  ///
  /// SQLite does not look in write-ahead mode: it goes on with the file that has no name.
  func check(_ operation: String) throws(QueueError) {
    if Identity(path) != identity { throw QueueFile.vanished(operation, path) }
  }

  private static func vanished(_ operation: String, _ path: String) -> QueueError {
    QueueError(
      .dataLoss, operation,
      "The queue \(path) was removed or replaced while it was open. Nothing more is written to it; open it anew.")
  }

  private static func open(_ path: String, _ settings: QueueConfiguration) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.label = "CausewayQueue"
    configuration.busyMode = .timeout(settings.lockTimeout.inSeconds)
    configuration.journalMode = .wal
    let deadline = ContinuousClock.now + settings.lockTimeout
    // Two processes that turn a new file to write-ahead mode at once: one of them is refused without being made to wait.
    while true {
      do {
        return try DatabaseQueue(path: path, configuration: configuration)
      } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY && ContinuousClock.now < deadline {
        usleep(2_000)
      }
    }
  }

  private static func prepare(
    _ database: DatabaseQueue, _ path: String, _ configuration: QueueConfiguration
  ) throws {
    try database.writeWithoutTransaction { db in
      // Every commit is on the disk when it returns; write-ahead mode alone would leave the last ones to chance.
      try db.execute(sql: "PRAGMA synchronous = FULL")
      try db.inTransaction(.immediate) {
        let identifier = try Int32.fetchOne(db, sql: "PRAGMA application_id") ?? 0
        let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        let isEmpty = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") == 0
        if identifier == 0, version == 0, isEmpty {
          try create(db, boot: configuration.time.boot)
        } else if identifier != applicationIdentifier {
          throw QueueError(
            .failedPrecondition, "open", "\(path) is a database, but no queue. Choose another path.")
        } else if version > QueueFile.version {
          throw QueueError(
            .failedPrecondition, "open",
            "The queue \(path) was written by a newer version (\(version), this one knows \(QueueFile.version)).")
        }
        try begin(db, boot: configuration.time.boot)
        return .commit
      }
    }
  }

  /// Holds what follows on this connection to the size that the file may have.
  ///
  /// - Parameter isPut: what only changes items that are there may take a little more, or a full queue could not be
  ///   emptied.
  func limit(_ db: Database, _ configuration: QueueConfiguration, isPut: Bool) throws {
    guard let bytes = configuration.fileBytes else { return }
    let size = try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 4096
    try db.execute(sql: "PRAGMA max_page_count = \(max(1, bytes / size) + (isPut ? 0 : 64))")
  }

  /// The payloads are apart, so that changing an item does not write its payload anew: a full disk could not be emptied.
  ///
  /// `due` counts nanoseconds since `boot` for an item that waits or is leased, and for one that is done the
  /// milliseconds since 1970 at which its key is forgotten.
  private static func create(_ db: Database, boot: String) throws {
    try db.execute(
      sql: """
        CREATE TABLE item (
          id INTEGER PRIMARY KEY AUTOINCREMENT,
          key TEXT NOT NULL UNIQUE,
          state INTEGER NOT NULL,
          due INTEGER NOT NULL,
          attempts INTEGER NOT NULL DEFAULT 0,
          token BLOB,
          reason TEXT,
          put_at REAL NOT NULL
        ) STRICT;
        CREATE INDEX item_by_due ON item (state, due, id);
        CREATE TABLE payload (item INTEGER PRIMARY KEY, checksum INTEGER NOT NULL, body BLOB NOT NULL) STRICT;
        CREATE TABLE machine (boot TEXT NOT NULL) STRICT;
        PRAGMA application_id = \(applicationIdentifier);
        PRAGMA user_version = \(version);
        """)
    try db.execute(sql: "INSERT INTO machine VALUES (?)", arguments: [boot])
  }

  /// The machine has been started anew: whoever held a lease is gone, and the time counts from zero again.
  private static func begin(_ db: Database, boot: String) throws {
    guard try String.fetchOne(db, sql: "SELECT boot FROM machine") != boot else { return }
    try db.execute(sql: "UPDATE item SET state = 0, due = 0, token = NULL WHERE state IN (0, 1)")
    try db.execute(sql: "UPDATE machine SET boot = ?", arguments: [boot])
  }
}

extension QueueFile {
  /// FNV-1a, 64 bits: not against an enemy, against a disk.
  static func checksum(_ payload: Data) -> Int64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in payload { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return Int64(bitPattern: hash)
  }
}
