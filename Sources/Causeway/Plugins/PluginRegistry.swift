import Synchronization

/// What the plugins of a bridge declare, beside their handlers.
final class PluginRegistry: Sendable {
  private struct State {
    var records: [String: MemberRecord] = [:]
    /// The names of methods and streams, by their plugin's and their own.
    var methods: [String: [String: String]] = [:]
    var documentation: [String: String] = [:]
    /// The names of the plugins that are of a Swift type of this name.
    var classes: [String: Set<String>] = [:]
    /// Counts what was added and removed.
    var changes = 0
    /// What was last found out, and how often handlers had changed then.
    var contract: (Contract, generation: Int)?

    /// Sets or removes a record, and returns the one before: what that holds is to go after the lock is left.
    mutating func set(_ record: MemberRecord?, of name: String) -> MemberRecord? {
      changes += 1
      contract = nil
      let old = exchange(&records[name], with: record)
      if let old {
        methods[old.plugin]?[old.member] = nil
        if methods[old.plugin]?.isEmpty == true { methods[old.plugin] = nil }
      }
      if let record, record.isMethod { methods[record.plugin, default: [:]][record.member] = name }
      return old
    }
  }

  private let state = Mutex(State())

  func add(_ record: MemberRecord) {
    let old = state.withLock { $0.set(record, of: record.name) }
    withExtendedLifetime(old) {}
  }

  func remove(_ names: [String]) {
    let removed = state.withLock { state in names.map { state.set(nil, of: $0) } }
    withExtendedLifetime(removed) {}
  }

  /// Remembers a plugin's documentation and the name of its Swift type.
  func introduce(_ plugin: String, className: String, documentation: String) {
    state.withLock {
      $0.documentation[plugin] = documentation
      $0.classes[className, default: []].insert(plugin)
    }
  }

  func record(_ name: String) -> MemberRecord? { state.withLock { $0.records[name] } }
  var records: [MemberRecord] { state.withLock { Array($0.records.values) } }
  var documentation: [String: String] { state.withLock { $0.documentation } }

  func contract(after generation: Int, _ make: () -> Contract) -> Contract {
    let (known, changes) = state.withLock { ($0.contract, $0.changes) }
    if let (contract, known) = known, known == generation { return contract }
    let contract = make()
    // What was declared meanwhile may be missing in it.
    state.withLock { if $0.changes == changes { $0.contract = (contract, generation) } }
    return contract
  }

  /// The permission that listening to an event takes.
  func permission(ofEvent name: String) -> String { record(name)?.permission ?? name }

  // MARK: Classes

  /// The exported method that a message names by a class and a function.
  ///
  /// What was meant is suggested from what is allowed only.
  func method(_ message: PluginMessage, allowed: Permissions, limits: Limits) -> Result<String, BridgeError> {
    let (name, function) = (message.className, message.function)
    for text in [name, function] where text.utf8.count > limits.nameLength {
      return .failure(.exhausted("nameLength", maximum: limits.nameLength, "A name of \(text.utf8.count) characters"))
    }
    let (records, methods, classes) = state.withLock { ($0.records, $0.methods, $0.classes) }
    func isAllowed(_ name: String) -> Bool { records[name].map { allowed.allows($0.permission) } ?? false }
    func isUsable(_ plugin: String) -> Bool { methods[plugin]?.values.contains(where: isAllowed) ?? false }
    let meant = methods[name] != nil ? [name] : (classes[name] ?? []).filter { methods[$0] != nil }.sorted()
    guard let plugin = meant.first, let members = methods[plugin] else {
      let near = Suggestion.nearest(to: name, among: Array(methods.keys) + classes.keys) {
        isUsable($0) || classes[$0]?.contains(where: isUsable) ?? false
      }
      return .failure(PluginRegistry.unknown("There is no plugin", name, near))
    }
    guard meant.count == 1 else {
      return .failure(
        BridgeError(
          .invalidArgument,
          "Several plugins are of a class \(Suggestion.quoted(name)): name one of \(meant.joined(separator: ", ")).",
          data: ["plugins": .array(meant.map { .string($0) })]))
    }
    guard let method = members[function] else {
      let near = Suggestion.nearest(to: function, among: members.keys) { members[$0].map(isAllowed) ?? false }
      return .failure(PluginRegistry.unknown("The plugin \(plugin) has no method", function, near))
    }
    return .success(method)
  }

  private static func unknown(_ what: String, _ name: String, _ near: String?) -> BridgeError {
    guard let near else { return BridgeError(.unimplemented, "\(what) \(Suggestion.quoted(name)).") }
    return BridgeError(
      .unimplemented, "\(what) \(Suggestion.quoted(name)): did you mean \(near)?", data: ["suggestion": .string(near)])
  }
}
