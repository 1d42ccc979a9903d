/// The listeners of each watcher.
///
/// Decides when a watcher starts and ends.
///
/// A value without locks or threads; ``ChangeMonitor`` acts on its decisions.
struct ListenerTable<Key: Hashable, Listener> {
  /// A listener's number, never reused.
  typealias ID = Int

  private struct Entry {
    var present: Set<ID> = []
    var joined: [(id: ID, listener: Listener)] = []
    var left: [ID] = []
  }

  /// The changes that the watcher has not processed yet.
  struct Changes {
    var joined: [(id: ID, listener: Listener)]
    var left: [ID]
    /// No listener is left: the watcher is removed from the table, and ends.
    var hasEnded: Bool
  }

  private var entries: [Key: Entry] = [:]
  private var lastID = 0

  /// Adds a listener; `isFirst` means that a watcher must start.
  mutating func join(_ listener: Listener, _ key: Key) -> (id: ID, isFirst: Bool) {
    lastID += 1
    let isFirst = entries[key] == nil
    entries[key, default: Entry()].present.insert(lastID)
    entries[key]?.joined.append((lastID, listener))
    return (lastID, isFirst)
  }

  /// Removes a listener; removing twice has no effect.
  ///
  /// Returns whether a watcher must be woken.
  mutating func leave(_ id: ID, _ key: Key) -> Bool {
    guard entries[key]?.present.remove(id) != nil else { return false }
    if let index = entries[key]?.joined.firstIndex(where: { $0.id == id }) {
      entries[key]?.joined.remove(at: index)
    } else {
      entries[key]?.left.append(id)
    }
    return true
  }

  /// Takes the changes since the last call.
  mutating func takeChanges(for key: Key) -> Changes {
    guard let entry = entries[key] else { return Changes(joined: [], left: [], hasEnded: true) }
    if entry.present.isEmpty {
      entries[key] = nil
    } else {
      entries[key]?.joined = []
      entries[key]?.left = []
    }
    return Changes(joined: entry.joined, left: entry.left, hasEnded: entry.present.isEmpty)
  }

  /// The number of listeners.
  func count(_ key: Key) -> Int { entries[key]?.present.count ?? 0 }

  /// Removes a failed watcher; returns the listeners that it has not processed yet.
  mutating func abandon(_ key: Key) -> [Listener] {
    entries.removeValue(forKey: key)?.joined.map(\.listener) ?? []
  }
}
