import Synchronization

/// The handlers of a bridge, by name.
final class HandlerRegistry: Sendable {
  private let handlers = Mutex<[String: Handler]>([:])
  private let translations = Mutex<[String: RequestTranslation]>([:])
  /// Handlers of names that none of `handlers` has, made when they are called.
  private let forwards = Mutex<[(names: Permissions, make: @Sendable (String) -> Handler)]>([])
  private let changes = Atomic<Int>(0)

  /// Counts the changes, so that caches of handlers know when to look them up again.
  var generation: Int { changes.load(ordering: .acquiring) }

  func handler(_ name: String) -> Handler? {
    if let handler = handlers.withLock({ $0[name] }) { return handler }
    guard let make = forwards.withLock({ $0.first { $0.names.allows(name) }?.make }) else { return nil }
    return MethodName.complaint(about: name) == nil ? make(name) : nil
  }

  /// Has calls of other names handled by what `make` makes for the name; patterns that came first are tried first.
  func forward(_ names: Permissions, make: @escaping @Sendable (String) -> Handler) {
    forwards.withLock { $0.append((names, make)) }
    changes.add(1, ordering: .releasing)
  }

  /// The handler with the translation that its name has, if it has one.
  func translating(_ handler: Handler) -> Handler {
    translations.withLock { $0[handler.name] }.map { Handler(handler, translation: $0) } ?? handler
  }

  /// Reads the calls of a name before they are handled, whichever handler has the name.
  func setTranslation(_ translation: RequestTranslation, of name: String) {
    translations.withLock { $0[name] = translation }
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
    let removed = handlers.withLock { $0.removeValue(forKey: name) }
    changes.add(1, ordering: .releasing)
    // What its closure held may look at the bridge when it goes: not under the lock.
    return withExtendedLifetime(removed) { removed != nil }
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

  /// The error for an unregistered name, with a suggestion.
  func unknown(_ name: String, allowed: Permissions) -> BridgeError {
    let handlers = handlers.withLock { $0 }
    let near = Suggestion.nearest(to: name, among: handlers.keys) {
      handlers[$0].map { allowed.allows($0.permission) } ?? false
    }
    guard let near else {
      return BridgeError(.unimplemented, "There is no method \(Suggestion.quoted(name)).")
    }
    return BridgeError(
      .unimplemented, "There is no method \(Suggestion.quoted(name)): did you mean \(near)?",
      data: ["suggestion": .string(near)])
  }
}
