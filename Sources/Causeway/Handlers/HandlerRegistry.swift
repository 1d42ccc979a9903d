import Synchronization

/// The handlers of a bridge, by name.
final class HandlerRegistry: Sendable {
  private let handlers = Mutex<[String: Handler]>([:])
  private let callbacks = Mutex<[String: PageCallback]>([:])
  private let changes = Atomic<Int>(0)

  /// Counts the changes, so that whoever remembers a handler knows when to look again.
  var generation: Int { changes.load(ordering: .acquiring) }

  func handler(_ name: String) -> Handler? { handlers.withLock { $0[name] } }

  /// The handler as it is called: by way of what pages with callbacks of their own expect, where one is set.
  func answering(_ handler: Handler) -> Handler {
    callbacks.withLock { $0[handler.name] }.map { handler.answering(by: $0) } ?? handler
  }

  func setCallback(_ callback: PageCallback, of name: String) {
    callbacks.withLock { $0[name] = callback }
    changes.add(1, ordering: .releasing)
  }

  /// Adds a handler; false when the name is taken.
  func add(_ handler: Handler) -> Bool {
    let isNew = handlers.withLock { handlers in
      if handlers[handler.name] != nil { return false }
      handlers[handler.name] = handler
      return true
    }
    changes.add(1, ordering: .releasing)
    return isNew
  }

  /// Removes whatever handler has this name; false when none has.
  func remove(_ name: String) -> Bool {
    let wasThere = handlers.withLock { $0.removeValue(forKey: name) != nil }
    changes.add(1, ordering: .releasing)
    return wasThere
  }

  /// Removes this very handler, unless it was replaced meanwhile.
  func remove(_ handler: Handler) {
    handlers.withLock { if $0[handler.name] === handler { $0[handler.name] = nil } }
    changes.add(1, ordering: .releasing)
  }

  var names: [String] { handlers.withLock { $0.keys.sorted() } }
  var all: [Handler] { handlers.withLock { Array($0.values) } }

  /// The names that these permissions allow, sorted.
  func names(allowed: Permissions) -> [String] {
    all.filter { allowed.allows($0.permission) }.map(\.name).sorted()
  }

  /// The error for a name that nobody has registered, with what may have been meant.
  func unknown(_ name: String, allowed: Permissions) -> BridgeError {
    guard let near = Suggestion.nearest(to: name, among: names(allowed: allowed)) else {
      return BridgeError(.unimplemented, "There is no method \(Suggestion.quoted(name)).")
    }
    return BridgeError(
      .unimplemented, "There is no method \(Suggestion.quoted(name)): did you mean \(near)?",
      data: ["suggestion": .string(near)])
  }
}

/// Finds what a mistyped name may have meant.
package enum Suggestion {
  /// The candidate with the fewest edits, if they are few for the name's length.
  package static func nearest(to name: String, among candidates: [String]) -> String? {
    guard name.utf8.count <= 64 else { return nil }
    let letters = Array(name.lowercased())
    let near = candidates.map { ($0, distance(letters, Array($0.lowercased()))) }.min { $0.1 < $1.1 }
    guard let (candidate, edits) = near, edits <= max(2, letters.count / 3) else { return nil }
    return candidate
  }

  /// A name from outside, short enough and plain enough to stand in a message.
  package static func quoted(_ name: String) -> String {
    let short = name.count > 64 ? name.prefix(64) + "…" : name[...]
    return String(short).debugDescription
  }

  /// The edits (insert, delete, replace, swap neighbours) that turn one text into the other.
  private static func distance(_ left: [Character], _ right: [Character]) -> Int {
    var before: [Int] = []
    var last = Array(0...right.count)
    for (row, letter) in left.enumerated() {
      var current = [row + 1]
      for (column, other) in right.enumerated() {
        var cost = min(last[column] + (letter == other ? 0 : 1), last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
          cost = min(cost, before[column - 1] + 1)
        }
        current.append(cost)
      }
      before = last
      last = current
    }
    return last[right.count]
  }
}
