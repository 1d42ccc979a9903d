import Synchronization

/// What the plugins of a bridge declare, beside their handlers.
final class PluginRegistry: Sendable {
  private struct State {
    var records: [String: MemberRecord] = [:]
    var documentation: [String: String] = [:]
    /// The names of the plugins that are of a Swift type of this name.
    var classes: [String: Set<String>] = [:]
    /// What was last found out, and how often handlers had changed then.
    var contract: (Contract, generation: Int)?
  }

  private let state = Mutex(State())

  func add(_ record: MemberRecord) {
    state.withLock {
      $0.records[record.name] = record
      $0.contract = nil
    }
  }

  func remove(_ names: [String]) {
    state.withLock {
      for name in names { $0.records[name] = nil }
      $0.contract = nil
    }
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
    if let (contract, known) = state.withLock({ $0.contract }), known == generation { return contract }
    let contract = make()
    state.withLock { $0.contract = (contract, generation) }
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
    let (records, classes) = state.withLock { ($0.records, $0.classes) }
    let methods = records.values.filter { $0.declaration.kind == .method || $0.declaration.kind == .stream }
    let plugins = Set(methods.map(\.plugin))
    let meant = plugins.contains(name) ? [name] : (classes[name] ?? []).filter { plugins.contains($0) }.sorted()
    guard let plugin = meant.first else {
      let usable = Set(methods.filter { allowed.allows($0.permission) }.map(\.plugin))
      let known = usable.union(classes.filter { !$0.value.isDisjoint(with: usable) }.keys)
      return .failure(PluginRegistry.unknown("There is no plugin", name, known))
    }
    guard meant.count == 1 else {
      return .failure(
        BridgeError(
          .invalidArgument,
          "Several plugins are of a class \(Suggestion.quoted(name)): name one of \(meant.joined(separator: ", ")).",
          data: ["plugins": .array(meant.map { .string($0) })]))
    }
    let own = methods.filter { $0.plugin == plugin }
    guard let record = own.first(where: { $0.member == function }) else {
      let known = own.filter { allowed.allows($0.permission) }.map(\.member)
      return .failure(PluginRegistry.unknown("The plugin \(plugin) has no method", function, Set(known)))
    }
    return .success(record.name)
  }

  private static func unknown(_ what: String, _ name: String, _ known: Set<String>) -> BridgeError {
    guard let near = Suggestion.nearest(to: name, among: known.sorted()) else {
      return BridgeError(.unimplemented, "\(what) \(Suggestion.quoted(name)).")
    }
    return BridgeError(
      .unimplemented, "\(what) \(Suggestion.quoted(name)): did you mean \(near)?", data: ["suggestion": .string(near)])
  }
}
