#if Plugins
import FoundationEssentials
import GRDB
import Glibc

/// The file of a queue: its creation, and checks that it was not replaced.
struct QueueFile: Sendable {
  /// Marks the file as a queue of this library: "CwQu".
  static let applicationIdentifier: Int32 = 0x4377_5175
  static let version = 1

  /// The identity of a file, independent of its name.
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
  /// The absolute path: a program may change its working directory.
  private let absolutePath: String
  private let file: Inode
  /// The write-ahead log, which exists as long as a process has the queue open: new items are there before they are in
  /// the file.
  private let log: Inode
  private let logPath: String

  init(_ path: String, _ configuration: QueueConfiguration) throws(QueueError) {
    self.path = path
    absolutePath = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    let opened: Inode?
    do {
      // The items are private to the user. SQLite gives its other two files the same mode.
      let descriptor = unsafe Glibc.open(
        QueueFile.target(of: absolutePath), O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
      if descriptor >= 0 { Glibc.close(descriptor) }
      opened = Inode(absolutePath)
      if opened?.isPlain == false {
        throw QueueError(.failedPrecondition, "open", "\(path) is not a regular file. Use another path.")
      }
      database = try QueueFile.open(absolutePath, configuration)
      logPath = try QueueFile.prepare(database, path, configuration) + "-wal"
    } catch {
      throw QueueError(error, operation: "open", path: path)
    }
    guard let file = Inode(absolutePath), let log = Inode(logPath), opened == nil || file == opened else {
      throw QueueFile.removed("open", path)
    }
    self.file = file
    self.log = log
  }

  /// Throws if the open files are no longer at their paths, because later changes would be lost.
  ///
  /// In write-ahead mode SQLite does not check, and continues with files without a name.
  func check(_ operation: String) throws(QueueError) {
    if Inode(absolutePath) != file || Inode(logPath) != log { throw QueueFile.removed(operation, path) }
  }

  private static func status(_ path: String) -> stat? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? status : nil
  }

  /// The target of the symbolic links at a path: SQLite creates a file there, and `O_EXCL` follows no link.
  private static func target(of path: String) -> String {
    var path = path
    // The maximum that Linux follows.
    for _ in 0..<40 {
      guard let next = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else { break }
      path = next.hasPrefix("/") ? next : path[...(path.lastIndex(of: "/") ?? path.startIndex)] + next
    }
    return path
  }

  private static func removed(_ operation: String, _ path: String) -> QueueError {
    QueueError(
      .dataLoss, operation,
      "The queue \(path), or its -wal file, was removed or replaced while it was open. Its changes would be lost; "
        + "open it again.")
  }

  private static func open(_ path: String, _ settings: QueueConfiguration) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.label = "CausewayQueue"
    // SQLite counts milliseconds in 32 bits: 24 days.
    configuration.busyMode = .timeout(min(settings.lockTimeout.inSeconds, 2_147_483))
    configuration.journalMode = .wal
    let deadline = ContinuousClock.now + settings.lockTimeout
    // If two processes switch a new file to write-ahead mode at once, one of them fails without waiting.
    while true {
      do {
        return try DatabaseQueue(path: path, configuration: configuration)
      } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY && ContinuousClock.now < deadline {
        usleep(2_000)
      }
    }
  }

  /// Creates the tables of a new queue, and resets the leases after a restart of the machine.
  ///
  /// - Returns: the resolved path of the file, to which SQLite adds the suffixes of its other files.
  private static func prepare(
    _ database: DatabaseQueue, _ path: String, _ configuration: QueueConfiguration
  ) throws -> String {
    guard !configuration.time.boot.isEmpty else {
      throw QueueError(
        .failedPrecondition, "open",
        "The boot id of this machine is unknown, so leases from before its start cannot be detected: the queue needs "
          + "/proc/sys/kernel/random/boot_id.")
    }
    return try database.writeWithoutTransaction { db in
      // Every commit is on the disk when it returns; write-ahead mode alone does not guarantee this for the last ones.
      try db.execute(sql: "PRAGMA synchronous = FULL")
      // Debian's SQLite would overwrite each removed payload with zeros, so that a full disk could not be emptied.
      try db.execute(sql: "PRAGMA secure_delete = FAST")
      try db.inTransaction(.immediate) {
        let identifier = try Int32.fetchOne(db, sql: "PRAGMA application_id") ?? 0
        let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        let isEmpty = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") == 0
        if identifier == 0, version == 0, isEmpty {
          try create(db, boot: configuration.time.boot)
        } else if identifier != applicationIdentifier {
          throw QueueError(
            .failedPrecondition, "open", "\(path) is a database, but not a queue. Use another path.")
        } else if version > QueueFile.version {
          throw QueueError(
            .failedPrecondition, "open",
            "The queue \(path) was written by a newer version (\(version); this version supports \(QueueFile.version))."
          )
        }
        try begin(db, boot: configuration.time.boot)
        return .commit
      }
      return try String.fetchOne(db, sql: "SELECT file FROM pragma_database_list WHERE name = 'main'") ?? path
    }
  }

  /// Limits the size of the file for the following operations on this connection.
  ///
  /// - Parameter isPut: changes of existing items may use a little more, so that a full queue can be emptied.
  func limit(_ db: Database, _ configuration: QueueConfiguration, isPut: Bool) throws {
    guard let bytes = configuration.fileBytes else { return }
    let size = try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 4096
    try db.execute(sql: "PRAGMA max_page_count = \(max(1, bytes / size) + (isPut ? 0 : 64))")
  }

  /// The maximum bytes that leasing or acknowledging an item adds to the log; usually a tenth of it.
  private static let reserve = 256 << 10

  /// Ensures that a queue can be emptied after it has filled its disk.
  ///
  /// Leases and acknowledgements are written to the log. So there is always space for the log to grow a little, and for
  /// a checkpoint of its content into the file, after which it is reused.
  ///
  /// - Throws: `SQLITE_FULL` if a put would use that space.
  func reserveSpace(_ db: Database, putting bytes: Int?) throws {
    guard let space = freeSpace(for: bytes ?? 0), let log = QueueFile.status(logPath), space < log.st_size else {
      return
    }
    guard let (frames, copied) = try? db.checkpoint(), let bytes, let space = freeSpace(for: bytes) else { return }
    if space < (frames - copied) * 4096 { throw DatabaseError(resultCode: .SQLITE_FULL) }
  }

  /// The free bytes of the disk, without the reserve and the payload: once in the log, and once in the file.
  ///
  /// Nil for a file system that does not report its size.
  private func freeSpace(for bytes: Int) -> Int? {
    var disk = statvfs()
    guard unsafe statvfs(logPath, &disk) == 0, disk.f_blocks > 0 else { return nil }
    return Int(disk.f_bavail) * Int(disk.f_frsize) - 2 * bytes - QueueFile.reserve
  }

  /// Payloads are in a separate table, so that changing an item does not rewrite its payload: otherwise a full disk
  /// could not be emptied.
  ///
  /// `due` is in nanoseconds since `boot` for a waiting or leased item, and for an acknowledged one the end of its
  /// key's retention, in milliseconds since 1970.
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

  /// After a restart of the machine, all leases have ended, and the time starts from zero.
  private static func begin(_ db: Database, boot: String) throws {
    guard try String.fetchOne(db, sql: "SELECT boot FROM machine") != boot else { return }
    try db.execute(sql: "UPDATE item SET state = 0, due = 0, token = NULL WHERE state IN (0, 1)")
    try db.execute(sql: "UPDATE machine SET boot = ?", arguments: [boot])
  }
}

extension QueueFile {
  /// FNV-1a, 64 bits: detects disk errors, not attacks.
  static func checksum(_ payload: Data) -> Int64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in payload { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return Int64(bitPattern: hash)
  }
}
#endif
