#if Plugins
import CausewayQueue
import Foundation
import GRDB
import Testing

/// Files that are locked, full, damaged, removed or not queues.
@Suite(.timeLimit(.minutes(5))) struct FaultTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  @Test func `a file that another process locks is unavailable, and nothing is lost`() async throws {
    let queue = try folder.queue()
    try await queue.put(Data(), key: "before")
    let other = try otherConnection(folder.queuePath)
    try await other.writeWithoutTransaction { db in try db.beginTransaction(.immediate) }
    let refused = await error { try await queue.put(Data(), key: "meanwhile") }
    #expect(refused?.code == .unavailable)
    #expect(refused?.operation == "put")
    #expect(refused?.message.contains("Another process has locked the queue") == true)
    #expect(try await queue.counts().ready == 1)  // Readers are not blocked.
    try await other.writeWithoutTransaction { db in try db.rollback() }
    #expect(try await queue.put(Data(), key: "meanwhile").isNew)
  }

  @Test func `a lock timeout beyond SQLite's maximum is accepted`() async throws {
    let queue = try folder.queue { $0.lockTimeout = .seconds(365 * 24 * 60 * 60) }
    #expect(try await queue.put(Data(), key: "a").isNew)
  }

  @Test func `a queue at its size limit rejects items, can be emptied, and accepts items again`() async throws {
    let queue = try folder.queue { $0.fileBytes = 100_000 }
    var put = 0
    let refused = await error {
      for index in 0..<1000 {
        try await queue.put(Data(count: 5000), key: "\(index)")
        put += 1
      }
    }
    #expect(refused?.code == .resourceExhausted)
    #expect(refused?.message.contains("free some space") == true)
    #expect(put > 5)
    #expect(try await queue.counts().ready == put)
    try await queue.lease()?.acknowledge()
    #expect(try await queue.put(Data(count: 5000), key: "again").isNew)
    while let lease = try await queue.lease() { try await lease.acknowledge() }
    #expect(try await queue.counts().done == put + 1)
  }

  /// A file system in its own name space, which can be filled without affecting others.
  @Test(
    .enabled("a small file system can be mounted") {
      try await run("/usr/bin/unshare", ["-Urm", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]) == 0
    })
  func `a full disk rejects new items and loses no confirmed item`() async throws {
    let (log, copy) = (folder.path + "/log", folder.path + "/copy")
    #expect(FileManager.default.createFile(atPath: log, contents: nil))
    let script = """
      mount -t tmpfs -o size=1m tmpfs /mnt
      "\(QueueProcesses.program)" fill /mnt/full.queue "\(log)" f 3000; status=$?
      mkdir "\(copy)" && cp /mnt/full.queue* "\(copy)"; exit $status
      """
    #expect(try await run("/usr/bin/unshare", ["-Urm", "sh", "-c", script]) == 3)
    let lines = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
    #expect(lines.last?.hasPrefix("error RESOURCE_EXHAUSTED The queue /mnt/full.queue is full") == true)
    let confirmed = Set(lines.filter { $0.hasPrefix("put ") }.map { String($0.dropFirst(4)) })
    #expect(confirmed.count > 10)
    // As after a restart of the machine, with free space again.
    let queue = try DurableQueue(path: copy + "/full.queue")
    var found = Set<String>()
    while let lease = try await queue.lease() {
      found.insert(lease.key)
      try await lease.acknowledge()
    }
    #expect(found.isSuperset(of: confirmed))
    #expect(found.count <= confirmed.count + 1)
  }

  @Test(
    .enabled("a small file system can be mounted") {
      try await run("/usr/bin/unshare", ["-Urm", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]) == 0
    }, arguments: [3_000, 400_000])
  func `a queue that fills its disk can be emptied and filled again`(size: Int) async throws {
    let log = folder.path + "/log"
    #expect(FileManager.default.createFile(atPath: log, contents: nil))
    let process = "\"\(QueueProcesses.program)\""
    let script = """
      mount -t tmpfs -o size=12m tmpfs /mnt
      \(process) fill /mnt/full.queue "\(log)" f \(size); [ $? = 3 ] || exit 10
      \(process) empty /mnt/full.queue "\(log)" e 0 || exit 11
      \(process) fill /mnt/full.queue "\(log)" g \(size); [ $? = 3 ] || exit 12
      \(process) empty /mnt/full.queue "\(log)" e 0
      """
    #expect(try await run("/usr/bin/unshare", ["-Urm", "sh", "-c", script]) == 0)
    let lines = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
    let (put, taken) = (lines.filter { $0.hasPrefix("put ") }, lines.filter { $0.hasPrefix("ack ") })
    #expect(put.count > 20 && taken.map { $0.dropFirst(4) } == put.map { $0.dropFirst(4) })
  }

  @Test func `an acknowledged payload is not overwritten with zeros`() async throws {
    let queue = try folder.queue()
    try await queue.put(Data(count: 1_000_000), key: "a")
    try await otherConnection(folder.queuePath).writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
    try await queue.lease()?.acknowledge()
    let log = try FileManager.default.attributesOfItem(atPath: folder.queuePath + "-wal")[.size] as? Int
    #expect(try #require(log) < 100_000)
  }

  @Test(arguments: [false, true])
  func `a removed or replaced file is detected, and no operation on it succeeds`(isReplaced: Bool) async throws {
    let queue = try folder.queue()
    try await queue.put(Data(), key: "a")
    let lease = try #require(try await queue.lease())
    for suffix in ["", "-wal", "-shm"] { try FileManager.default.removeItem(atPath: folder.queuePath + suffix) }
    let next = isReplaced ? try folder.queue() : nil
    for refused in [
      await error { try await queue.put(Data(), key: "b") }, await error { _ = try await queue.lease() },
      await error { try await lease.acknowledge() }, await error { _ = try await queue.counts() },
    ] {
      #expect(refused?.code == .dataLoss)
      #expect(refused?.message.contains("was removed or replaced while it was open") == true)
    }
    #expect(try await next?.counts().ready ?? 0 == 0)
    #expect(try await folder.queue().put(Data(), key: "b").isNew)
  }

  @Test func `a removed log is detected, and no operation on it succeeds`() async throws {
    let queue = try folder.queue()
    try FileManager.default.removeItem(atPath: folder.queuePath + "-wal")
    let refused = await error { try await queue.put(Data(), key: "a") }
    #expect(refused?.code == .dataLoss)
  }

  @Test func `a change of the working directory does not affect the queue`() async {
    await #expect(processExitsWith: .success) {
      let folder = try TestFolder()
      let manager = FileManager.default
      precondition(manager.changeCurrentDirectoryPath(folder.path))
      let queue = try DurableQueue(path: "test.queue")
      precondition(manager.changeCurrentDirectoryPath("/"))
      try await queue.put(Data(), key: "a")
      let count = try await DurableQueue(path: folder.queuePath).counts().ready
      precondition(count == 1)
    }
  }

  @Test func `a path that is not a regular file is rejected`() async {
    let path = folder.path + "/pipe"
    #expect(mkfifo(path, 0o600) == 0)
    #expect(await error { _ = try DurableQueue(path: path) }?.code == .failedPrecondition)
    #expect(await error { _ = try DurableQueue(path: folder.path) }?.code == .failedPrecondition)
  }

  @Test func `a process without a boot id cannot open the queue, and ends no lease`() async throws {
    let queue = try folder.queue()
    try await queue.put(Data(), key: "a")
    let lease = try #require(try await queue.lease())
    let refused = await error { _ = try folder.queue(TestTime(boot: "")) }
    #expect(refused?.code == .failedPrecondition)
    #expect(refused?.message.contains("boot_id") == true)
    try await lease.extend()
  }

  @Test func `a damaged file is reported with advice`() async throws {
    do {
      let queue = try folder.queue()
      for index in 0..<200 { try await queue.put(Data(count: 2000), key: "\(index)") }
    }
    var bytes = try Data(contentsOf: URL(fileURLWithPath: folder.queuePath))
    // All pages except the first, which identifies the file.
    for index in 4096..<bytes.count { bytes[index] = UInt8(truncatingIfNeeded: index &* 31) }
    try bytes.write(to: URL(fileURLWithPath: folder.queuePath))
    let refused = await error {
      let queue = try folder.queue()
      while let lease = try await queue.lease() { try await lease.acknowledge() }
    }
    #expect(refused?.code == .dataLoss)
    #expect(refused?.message.contains("Move it aside") == true)
  }

  @Test func `a file truncated at any length throws or works, and never crashes`() async throws {
    do {
      let queue = try folder.queue()
      for index in 0..<20 { try await queue.put(Data(repeating: 7, count: 2000), key: "\(index)") }
    }
    let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.queuePath))
    for length in stride(from: 0, to: bytes.count, by: 1999) {
      try bytes.prefix(length).write(to: URL(fileURLWithPath: folder.queuePath))
      let refused = await error {
        let queue = try folder.queue()
        while let lease = try await queue.lease() { try await lease.acknowledge() }
      }
      let codes: [QueueError.Code?] = [.dataLoss, .failedPrecondition, .unavailable]
      #expect(length == 0 ? refused == nil : codes.contains(refused?.code), "\(length) of \(bytes.count): \(refused)")
      for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: folder.queuePath + suffix) }
    }
  }

  @Test func `a file that is not a queue is not changed`() async throws {
    try Data("# Shopping\n".utf8).write(to: URL(fileURLWithPath: folder.path + "/list.md"))
    #expect(await error { _ = try DurableQueue(path: folder.path + "/list.md") }?.code == .failedPrecondition)
    #expect(try String(contentsOfFile: folder.path + "/list.md", encoding: .utf8) == "# Shopping\n")
    try await otherConnection(folder.path + "/other.db").write { try $0.execute(sql: "CREATE TABLE t (x)") }
    let refused = await error { _ = try DurableQueue(path: folder.path + "/other.db") }
    #expect(refused?.message.contains("is a database, but not a queue") == true)
    try await otherConnection(folder.queuePath).write { db in
      try db.execute(sql: "PRAGMA application_id = 1131893109; PRAGMA user_version = 2; CREATE TABLE item (x)")
    }
    #expect(
      await error { _ = try folder.queue() }?.message.contains("newer version (2; this version supports 1)") == true)
  }

  @Test func `a missing folder is reported`() async {
    let refused = await error { _ = try DurableQueue(path: "/nonexistent/a.queue") }
    #expect(refused?.code == .notFound)
    #expect(refused?.description.hasPrefix("NOT_FOUND: The queue /nonexistent/a.queue cannot be opened") == true)
  }

  @Test func `a cancelled task puts nothing or the complete item`() async throws {
    let queue = try folder.queue()
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return await error { try await queue.put(Data(count: 1000), key: "a") }
    }
    task.cancel()
    let refused = await task.value
    #expect(try await queue.counts().ready == (refused == nil ? 1 : 0))
    #expect(refused == nil || refused?.code == .cancelled)
  }
}
#endif
