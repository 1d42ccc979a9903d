/// Who listens to which watcher: decides when one begins and when it ends.
///
/// A value without locks or threads; ``ChangeMonitor`` does what it says.
struct ListenerTable<Key: Hashable, Listener> {
  /// A listener's number; never given twice.
  typealias ID = Int

  private struct Entry {
    var present: Set<ID> = []
    var joined: [(id: ID, listener: Listener)] = []
    var left: [ID] = []
  }

  /// What the watcher has not heard of yet.
  struct News {
    var joined: [(id: ID, listener: Listener)]
    var left: [ID]
    /// Nobody listens any more: the watcher is out of the table, and ends.
    var isOver: Bool
  }

  private var entries: [Key: Entry] = [:]
  private var lastID = 0

  /// Adds a listener; `isFirst` means that a watcher must begin.
  mutating func join(_ listener: Listener, _ key: Key) -> (id: ID, isFirst: Bool) {
    lastID += 1
    let isFirst = entries[key] == nil
    entries[key, default: Entry()].present.insert(lastID)
    entries[key]?.joined.append((lastID, listener))
    return (lastID, isFirst)
  }

  /// Takes a listener away; leaving twice is leaving once.
  ///
  /// Returns whether there is a watcher to tell.
  mutating func leave(_ id: ID, _ key: Key) -> Bool {
    guard entries[key]?.present.remove(id) != nil else { return false }
    if let index = entries[key]?.joined.firstIndex(where: { $0.id == id }) {
      entries[key]?.joined.remove(at: index)
    } else {
      entries[key]?.left.append(id)
    }
    return true
  }

  /// Takes what happened since the last time.
  mutating func news(for key: Key) -> News {
    guard let entry = entries[key] else { return News(joined: [], left: [], isOver: true) }
    if entry.present.isEmpty {
      entries[key] = nil
    } else {
      entries[key]?.joined = []
      entries[key]?.left = []
    }
    return News(joined: entry.joined, left: entry.left, isOver: entry.present.isEmpty)
  }

  /// How many listen.
  func count(_ key: Key) -> Int { entries[key]?.present.count ?? 0 }

  /// Takes the watcher out, which can go on no longer; returns those that it has not heard of yet.
  mutating func abandon(_ key: Key) -> [Listener] {
    entries.removeValue(forKey: key)?.joined.map(\.listener) ?? []
  }
}
