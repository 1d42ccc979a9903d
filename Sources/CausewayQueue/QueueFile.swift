#if Plugins
import FoundationEssentials
import GRDB
import Glibc

/// The file of a queue: its making, and whether it is still the one that was opened.
struct QueueFile: Sendable {
  /// Marks the file as a queue of this library: "CwQu".
  static let applicationIdentifier: Int32 = 0x4377_5175
  static let version = 1

  /// A file, whatever its name is.
  private struct Inode: Equatable {
    let device: UInt64
    let number: UInt64
    let isPlain: Bool

    init?(_ path: String) {
      guard let status = QueueFile.status(path) else { return nil }
      device = UInt64(status.st_dev)
      number = UInt64(status.st_ino)
      isPlain = status.st_mode & S_IFMT == S_IFREG
    }
  }

  let path: String
  let database: DatabaseQueue
  /// The path from the root: a program may change its folder.
  private let place: String
  private let file: Inode
  /// The write-ahead log, which stays as long as anybody has the queue open: what is put is there before it is in the file.
  private let log: Inode
  private let logPath: String

  init(_ path: String, _ configuration: QueueConfiguration) throws(QueueError) {
    self.path = path
    place = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    let opened: Inode?
    do {
      // What waits in a queue is nobody else's business. SQLite gives its other two files the same rights.
      let descriptor = unsafe Glibc.open(QueueFile.target(of: place), O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
      if descriptor >= 0 { Glibc.close(descriptor) }
      opened = Inode(place)
      if opened?.isPlain == false {
        throw QueueError(.failedPrecondition, "open", "\(path) is no file. Choose another path.")
      }
      database = try QueueFile.open(place, configuration)
      logPath = try QueueFile.prepare(database, path, configuration) + "-wal"
    } catch {
      throw QueueError(error, operation: "open", path: path)
    }
    guard let file = Inode(place), let log = Inode(logPath), opened == nil || file == opened else {
      throw QueueFile.vanished("open", path)
    }
    self.file = file
    self.log = log
  }

  /// Throws when the files that are written are not at their paths any more: what went there would be lost with them.
  ///
  /// SQLite does not look in write-ahead mode: it goes on with files that have no name.
  func check(_ operation: String) throws(QueueError) {
    if Inode(place) != file || Inode(logPath) != log { throw QueueFile.vanished(operation, path) }
  }

  private static func status(_ path: String) -> stat? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? status : nil
  }

  /// Where the links at a path lead: SQLite makes a file there, and `O_EXCL` follows none.
  private static func target(of path: String) -> String {
    var path = path
    // As many as Linux follows.
    for _ in 0..<40 {
      guard let next = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else { break }
      path = next.hasPrefix("/") ? next : path[...(path.lastIndex(of: "/") ?? path.startIndex)] + next
    }
    return path
  }

  private static func vanished(_ operation: String, _ path: String) -> QueueError {
    QueueError(
      .dataLoss, operation,
      "The queue \(path), or its -wal file, was removed or replaced while it was open. Nothing more is written to it; "
        + "open it anew.")
  }

  private static func open(_ path: String, _ settings: QueueConfiguration) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.label = "CausewayQueue"
    // SQLite counts milliseconds in 32 bits: 24 days.
    configuration.busyMode = .timeout(min(settings.lockTimeout.inSeconds, 2_147_483))
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

  /// Makes the tables of a new queue, and begins on a machine that was started anew.
  ///
  /// - Returns: the file's own path, to which SQLite adds the names of the others: links have been followed.
  private static func prepare(
    _ database: DatabaseQueue, _ path: String, _ configuration: QueueConfiguration
  ) throws -> String {
    guard !configuration.time.boot.isEmpty else {
      throw QueueError(
        .failedPrecondition, "open",
        "Nothing tells when this machine was started, so no lease could be told from one of before: the queue needs "
          + "/proc/sys/kernel/random/boot_id.")
    }
    return try database.writeWithoutTransaction { db in
      // Every commit is on the disk when it returns; write-ahead mode alone would leave the last ones to chance.
      try db.execute(sql: "PRAGMA synchronous = FULL")
      // Debian's SQLite would write zeros over each payload that is removed, and a full disk could not be emptied.
      try db.execute(sql: "PRAGMA secure_delete = FAST")
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
      return try String.fetchOne(db, sql: "SELECT file FROM pragma_database_list WHERE name = 'main'") ?? path
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

  /// What taking or acknowledging an item adds to the log at most; usually a tenth of it.
  private static let reserve = 256 << 10

  /// Sees to it that a queue which has filled its disk can be emptied.
  ///
  /// What is taken and acknowledged is written to the log. So there is always room for the log to grow a little, and for
  /// what is in it to be brought into the file, after which it begins anew.
  ///
  /// - Throws: `SQLITE_FULL` when what is put would take that room.
  func keepRoom(_ db: Database, putting bytes: Int?) throws {
    guard let room = room(for: bytes ?? 0), let log = QueueFile.status(logPath), room < log.st_size else { return }
    guard let (frames, home) = try? db.checkpoint(), let bytes, let room = self.room(for: bytes) else { return }
    if room < (frames - home) * 4096 { throw DatabaseError(resultCode: .SQLITE_FULL) }
  }

  /// The bytes that the disk has beyond the reserve and what is put: once in the log, and once in the file.
  ///
  /// Nil for a file system that does not count.
  private func room(for bytes: Int) -> Int? {
    var disk = statvfs()
    guard unsafe statvfs(logPath, &disk) == 0, disk.f_blocks > 0 else { return nil }
    return Int(disk.f_bavail) * Int(disk.f_frsize) - 2 * bytes - QueueFile.reserve
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
#endif
