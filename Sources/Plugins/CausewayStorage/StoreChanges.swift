#if Plugins
import Foundation
import GRDB
import Synchronization

/// Reports the changes of a store, by any program.
final class StoreChanges: Sendable {
  private struct State {
    /// The number of the last reported change.
    var last: Int
    var listeners: [Int: AsyncStream<StorageChange>.Continuation] = [:]
    var lastID = 0
    var isEnded = false
  }

  private let database: DatabaseQueue
  private let state: Mutex<State>

  init(_ database: DatabaseQueue) throws {
    self.database = database
    state = Mutex(State(last: try database.writeWithoutTransaction { try StoreChanges.newest($0) }))
  }

  /// The changes from now on; a reader that is 1,024 changes behind loses the oldest.
  func listen() -> AsyncStream<StorageChange> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: StorageChange.self, bufferingPolicy: .bufferingNewest(1_024))
    let id: Int? = state.withLock { state in
      if state.isEnded { return nil }
      state.lastID += 1
      state.listeners[state.lastID] = continuation
      return state.lastID
    }
    guard let id else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in
      _ = self?.state.withLock { $0.listeners.removeValue(forKey: id) }
    }
    return stream
  }

  /// Whether the store was closed.
  var isEnded: Bool { state.withLock { $0.isEnded } }

  /// Ends all listeners.
  func end() {
    let listeners = state.withLock { state in
      state.isEnded = true
      defer { state.listeners = [:] }
      return state.listeners
    }
    for listener in listeners.values { listener.finish() }
  }

  /// Reports new changes, on the database's queue, so one run at a time.
  func deliverChanges() {
    database.asyncWriteWithoutTransaction { [weak self] db in
      // If this run fails, the next one reports its changes. A closed database must not be used.
      guard let self, !self.isEnded, let changes = try? self.take(db) else { return }
      let listeners = self.state.withLock { Array($0.listeners.values) }
      for listener in listeners { for change in changes { listener.yield(change) } }
    }
  }

  private func take(_ db: Database) throws -> [StorageChange] {
    let last = state.withLock { $0.last }
    let rows = try Row.fetchAll(
      try db.cachedStatement(sql: "SELECT area, key, sequence FROM change WHERE sequence > ? ORDER BY sequence"),
      arguments: [last])
    guard let newest = try rows.last?.decode(Int.self, atIndex: 2) else { return [] }
    var changes = try rows.map { row in
      StorageChange(
        group: StorageGroup(stored: try row.decode(atIndex: 0)).publicName,
        key: try row.decode(Data?.self, atIndex: 1).map { StorageKey(stored: $0).text })
    }
    if rows.count < newest - last {
      // More changes than are stored: each group may have changed.
      changes = try String.fetchAll(db, sql: "SELECT name FROM area UNION SELECT area FROM change").map {
        StorageChange(group: StorageGroup(stored: $0).publicName, key: nil)
      }
    }
    state.withLock { $0.last = newest }
    return changes
  }

  private static func newest(_ db: Database) throws -> Int {
    try Int.fetchOne(try db.cachedStatement(sql: "SELECT max(sequence) FROM change")) ?? 0
  }
}
#endif
