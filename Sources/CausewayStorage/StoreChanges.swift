#if Plugins
import Foundation
import GRDB
import Synchronization

/// Tells what has changed in a store, whoever changed it.
final class StoreChanges: Sendable {
  private struct State {
    /// The number of the last change that was told.
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

  /// Everything that changes from now on.
  func listen() -> AsyncStream<StorageChange> {
    let (stream, continuation) = AsyncStream.makeStream(of: StorageChange.self)
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

  /// Ends all who listen.
  func end() {
    let listeners = state.withLock { state in
      state.isEnded = true
      defer { state.listeners = [:] }
      return state.listeners
    }
    for listener in listeners.values { listener.finish() }
  }

  /// Looks for changes and tells them: on the database's queue, so one look after the other.
  func look() {
    database.asyncWriteWithoutTransaction { [weak self] db in
      // A look that fails leaves its changes to the next one. A database that was closed must not be touched.
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
    guard let newest: Int = rows.last?[2] else { return [] }
    var changes = rows.map { row in
      StorageChange(
        group: StorageGroup(stored: row[0]).publicName,
        key: (row[1] as Data?).map { StorageKey(stored: $0).text })
    }
    if rows.count < newest - last {
      // More than are remembered: of each group it is only known that it may have changed.
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
