#if Plugins
import Causeway
@testable import CausewayStorage
import Foundation
import GRDB
import TestSupport
import Testing

/// Faults of the file.
@Suite(.timeLimit(.minutes(5))) struct StoreFileTests {
  /// The error of opening a path.
  private func openingError(_ path: String, _ limits: StorageLimits = StorageLimits()) -> BridgeError? {
    do {
      _ = try KeyValueStore(at: path, limits: limits)
      return nil
    } catch {
      return error as? BridgeError
    }
  }

  private static var path: String {
    get throws { try StoreFixture.makeFolder().appending(path: "store.db").path }
  }

  @Test func `stored values remain after the store is opened again`() async throws {
    let path = try Self.path
    var store: KeyValueStore? = try KeyValueStore(at: path)
    let version = try await store?.put("a", [1, "two"])
    try store?.close()
    store = nil
    let again = try KeyValueStore(at: path)
    #expect(try await again.entry("a") == StorageEntry(value: RawJSON([1, "two"]), version: version))
  }

  @Test func `the file is private to its owner`() throws {
    let path = try Self.path
    let store = try KeyValueStore(at: path)
    for suffix in ["", "-wal", "-shm"] {
      let mode = try FileManager.default.attributesOfItem(atPath: path + suffix)[.posixPermissions] as? Int
      #expect(mode == 0o600, "\(suffix)")
    }
    try store.close()
  }

  @Test func `completed changes survive the kill of the process`() async throws {
    let path = try Self.path
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      let store = try KeyValueStore(at: path)
      for number in 0..<50 { try await store.put("key\(number)", .number(Double(number))) }
      try await store.commit((0..<50).map { .remove(key: "key\($0 * 2)") })
      kill(getpid(), SIGKILL)
    }
    let store = try KeyValueStore(at: path)
    let keys = try await store.keys()
    #expect(keys.count == 25 && keys.contains("key49") && !keys.contains("key48"))
    #expect(try await store.usage().entries == 25)
  }

  @Test func `a process that is killed in a transaction has no effect`() async throws {
    let path = try Self.path
    do {
      let store = try KeyValueStore(at: path)
      try await store.put("before", 1)
      try store.close()
    }
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      let database = try DatabaseQueue(path: path)
      try await database.write { db in
        try db.execute(sql: "DELETE FROM entry; INSERT INTO change(area, key) VALUES('', NULL)")
        kill(getpid(), SIGKILL)
      }
    }
    #expect(try await KeyValueStore(at: path).keys() == ["before"])
  }

  @Test func `two stores on one file see and report each other's changes`() async throws {
    let path = try Self.path
    let (one, other) = (try KeyValueStore(at: path), try KeyValueStore(at: path))
    var changes = one.changes().makeAsyncIterator()
    try await other.put("a", 1)
    #expect(await changes.next() == StorageChange(group: nil, key: "a"))
    #expect(try await one.entry("a").value == RawJSON(1))
    try await one.put("b", 1, group: "g")
    #expect(await changes.next() == StorageChange(group: "g", key: "b"))
    try await other.clear(group: "g")
    #expect(await changes.next() == StorageChange(group: "g", key: nil))
    // Another process.
    await #expect(processExitsWith: .success) { [path = path as String] in
      try await KeyValueStore(at: path).put("from afar", 1)
    }
    #expect(await changes.next() == StorageChange(group: nil, key: "from afar"))
  }

  @Test func `more changes than are stored are reported by group`() async throws {
    let path = try Self.path
    let (one, other) = (try KeyValueStore(at: path), try KeyValueStore(at: path))
    var changes = one.changes().makeAsyncIterator()
    try await one.put("a", 1, group: "g")
    #expect(await changes.next() == StorageChange(group: "g", key: "a"))
    // Two thousand in one transaction, so that no reader runs in between.
    var limits = StorageLimits()
    limits.operations = 3_000
    let large = try KeyValueStore(at: path, limits: limits)
    try await large.commit((0..<2_000).map { .set(key: "\($0)", value: .null) })
    var reported: [StorageChange] = []
    while reported.last?.group != "g", let change = await changes.next() { reported.append(change) }
    #expect(
      reported.contains(StorageChange(group: nil, key: nil)) && reported.contains(StorageChange(group: "g", key: nil)))
    #expect(try await other.keys().count == 2_000)
  }

  @Test func `a store that another program locks is unavailable, and nothing is lost`() async throws {
    let path = try Self.path
    var limits = StorageLimits()
    limits.busyTimeout = .milliseconds(100)
    let store = try KeyValueStore(at: path, limits: limits)
    try await store.put("a", 1)
    let database = try DatabaseQueue(path: path)
    let error: BridgeError? = try await database.writeWithoutTransaction { db in
      try db.beginTransaction(.immediate)
      defer { try? db.rollback() }
      let done = DispatchSemaphore(value: 0)
      let result = Outcome()
      Task {
        result.error = await #expect(throws: BridgeError.self) { try await store.put("a", 2) }
        // The store can still be read.
        result.value = try? await store.entry("a").value
        done.signal()
      }
      done.wait(for: "the store gives up")
      #expect(result.value == RawJSON(1))
      return result.error
    }
    #expect(error?.code == .unavailable)
    #expect(error?.message == "Another program locked the store for longer than 0.1 seconds: nothing was changed.")
    try await store.put("a", 3)
    #expect(try await store.entry("a").value == RawJSON(3))
  }

  @Test func `a lock timeout beyond SQLite's maximum is accepted`() throws {
    var limits = StorageLimits()
    limits.busyTimeout = .seconds(365 * 24 * 60 * 60)
    #expect(try openingError(Self.path, limits) == nil)
  }

  /// `@unchecked Sendable`: written before a semaphore is signalled, and read after the wait for it.
  private final class Outcome: @unchecked Sendable {
    var error: BridgeError?
    var value: RawJSON?
  }

  @Test(arguments: [
    [UInt8]("This is no database, but a text that is longer than a head of one: a hundred bytes, and then some.".utf8),
    [UInt8]("SQLite format 3\u{0}".utf8) + [UInt8](repeating: 0xFF, count: 8_000),
  ]) func `a file that is not a store is rejected and not changed`(bytes: [UInt8]) throws {
    let path = try Self.path
    try Data(bytes).write(to: URL(filePath: path))
    #expect(openingError(path)?.code == .dataLoss)
    #expect(try Data(contentsOf: URL(filePath: path)) == Data(bytes))
  }

  @Test func `a database of another program and a store of a newer version are rejected`() async throws {
    let foreign = try Self.path
    try await DatabaseQueue(path: foreign).write { try $0.execute(sql: "CREATE TABLE entry(a)") }
    #expect(openingError(foreign)?.message == "The file is a database of another program. It was not changed.")
    let newer = try Self.path
    try KeyValueStore(at: newer).close()
    try await DatabaseQueue(path: newer).write { try $0.execute(sql: "PRAGMA user_version = 99") }
    #expect(openingError(newer)?.message == "The store was written by a newer version (99) of this plugin.")
  }

  @Test func `damage in the middle of the file is reported, not hidden`() async throws {
    let path = try Self.path
    do {
      let store = try KeyValueStore(at: path)
      for number in 0..<200 { try await store.put("key\(number)", .string(String(repeating: "x", count: 500))) }
      try store.close()
    }
    let handle = try FileHandle(forUpdating: URL(filePath: path))
    // All pages except the first, which has the schema.
    let size = try handle.seekToEnd()
    try handle.seek(toOffset: 4_096)
    try handle.write(contentsOf: Data(repeating: 0xA5, count: Int(size) - 4_096))
    try handle.close()
    do {
      let store = try KeyValueStore(at: path)
      let error = await #expect(throws: BridgeError.self) { try await store.entry("key1") }
      #expect(error?.code == .dataLoss)
    } catch {
      #expect((error as? BridgeError)?.code == .dataLoss)
    }
  }

  @Test func `a full file accepts no new values, and keeps the stored ones`() async throws {
    var limits = StorageLimits()
    limits.fileBytes = 64 * 4_096
    let store = try KeyValueStore(at: try Self.path, limits: limits)
    var kept = 0
    let error = await #expect(throws: BridgeError.self) {
      while kept < 1_000 {
        try await store.put("key\(kept)", .string(String(repeating: "x", count: 4_000)))
        kept += 1
      }
    }
    #expect(error?.code == .resourceExhausted)
    #expect(error?.data?["limit"] == "fileBytes")
    #expect(kept > 10 && kept < 64)
    #expect(try await store.keys().count == kept)
    #expect(try await store.usage().entries == kept)
    try await store.clear()
    try await store.put("again", 1)
  }

  @Test(arguments: [true, false]) func `a removed or replaced file is detected by every operation`(
    isReplaced: Bool
  ) async throws {
    let path = try Self.path
    let store = try KeyValueStore(at: path)
    try await store.put("a", 1)
    try FileManager.default.removeItem(atPath: path)
    if isReplaced { try KeyValueStore(at: path).close() }
    for attempt in [
      { try await store.put("b", 2) },
      {
        _ = try await store.entry("a"); return 0
      },
      {
        try await store.clear(); return 0
      },
    ] as [@Sendable () async throws -> Int] {
      let error = await #expect(throws: BridgeError.self) { _ = try await attempt() }
      #expect(error?.code == .dataLoss)
    }
  }

  @Test func `a path that is not a regular file is rejected`() throws {
    let folder = try StoreFixture.makeFolder()
    #expect(openingError(folder.path)?.code == .failedPrecondition)
    #expect(openingError(folder.appending(path: "none/store.db").path)?.code == .unavailable)
    #expect(openingError("/dev/null")?.code == .failedPrecondition)
  }

  @Test func `a program's store is in the state folder of the desktop`() async throws {
    let folder = try StoreFixture.makeFolder()
    await #expect(processExitsWith: .success) { [path = folder.path as String] in
      setenv("XDG_STATE_HOME", path, 1)
      try await KeyValueStore.ofProgram("kiosk").put("a", 1)
    }
    let store = try KeyValueStore(at: folder.appending(path: "kiosk/storage.db").path)
    #expect(try await store.keys() == ["a"])
    let mode = try FileManager.default.attributesOfItem(atPath: folder.path + "/kiosk")[.posixPermissions] as? Int
    #expect(mode == 0o700)
  }

  @Test func `a closed store is unavailable`() async throws {
    let store = try KeyValueStore(at: try Self.path)
    let changes = store.changes()
    try store.close()
    for await _ in changes { Issue.record("a change of a closed store") }
    for await _ in store.changes() { Issue.record("a change of a closed store") }
    let error = await #expect(throws: BridgeError.self) { try await store.put("a", 1) }
    #expect(error?.message == "The store is closed.")
    let reading = await #expect(throws: BridgeError.self) { try await store.entry("a") }
    #expect(reading == error)
    try store.close()
  }

  @Test func `a busy store can be closed`() async throws {
    let store = try KeyValueStore(at: try Self.path)
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<100 {
        group.addTask {
          do { try await store.put("key\(number)", 1) } catch {
            #expect((error as? BridgeError)?.message == "The store is closed.")
          }
        }
        if number == 50 { group.addTask { try? store.close() } }
      }
    }
    await #expect(throws: BridgeError.self) { try await store.put("late", 1) }
  }
}
#endif
