/// What one connection has sent by reference: functions and objects that the other side calls by number until it has released
/// every copy.
struct ExportedReferences {
  private struct Entry {
    let target: any Referent
    /// The name for observers.
    let name: String
    /// How often it was sent and not released.
    var copies: Int
    /// What answers the calls of its methods, or those of a function, whose method is empty.
    var handlers: [String: Handler] = [:]
  }

  private var entries: [Int: Entry] = [:]
  private var numbers: [ReferentIdentity: Int] = [:]
  private var last = 0

  var count: Int { entries.count }

  /// Counts one more copy of a reference that is sent; returns its number, or nil at the limit.
  mutating func lend(_ target: any Referent, name: @autoclosure () -> String, most: Int) -> Int? {
    if let known = numbers[target.identity] {
      entries[known]?.copies += 1
      return known
    }
    guard entries.count < most else { return nil }
    last += 1
    entries[last] = Entry(target: target, name: name(), copies: 1)
    numbers[target.identity] = last
    return last
  }

  /// Takes back copies that the other side has released, or that were never sent; ignores a number that is unknown.
  ///
  /// - Returns: the target if its last copy was released. Let go of it outside of the lock.
  mutating func release(_ number: Int, copies: Int) -> (any Referent)? {
    guard copies > 0, var entry = entries[number] else { return nil }
    entry.copies -= min(copies, entry.copies)
    guard entry.copies == 0 else {
      entries[number] = entry
      return nil
    }
    entries[number] = nil
    numbers[entry.target.identity] = nil
    return entry.target
  }

  /// Forgets everything; no number is given twice.
  ///
  /// - Returns: all targets. Let go of them outside of the lock.
  mutating func removeAll() -> [any Referent] {
    defer {
      entries = [:]
      numbers = [:]
    }
    return entries.values.map(\.target)
  }

  func target(_ number: Int) -> (any Referent)? { entries[number]?.target }

  /// What answers a call.
  ///
  /// - Throws: `NOT_FOUND` for an unknown number, `UNIMPLEMENTED` for an unknown method.
  mutating func handler(_ number: Int, _ method: String?) throws(BridgeError) -> Handler {
    guard let entry = entries[number] else {
      throw BridgeError(.notFound, "The function or object no longer exists: it was released.")
    }
    if let known = entry.handlers[method ?? ""] { return known }
    guard let handler = entry.target.makeHandler(method, name: entry.name) else {
      throw BridgeError(.unimplemented, "There is no such method.", method: entry.name)
    }
    entries[number]?.handlers[method ?? ""] = handler
    return handler
  }
}
