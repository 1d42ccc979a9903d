import Synchronization

/// The declarations of a bridge's plugins, besides their handlers.
final class PluginRegistry: Sendable {
  private struct State {
    var records: [String: MemberRecord] = [:]
    var documentation: [String: String] = [:]
    /// The names of the plugins that are of a Swift type of this name.
    var pluginsByType: [String: Set<String>] = [:]
    /// The number of additions and removals.
    var changes = 0
    /// The last result, and the number of handler changes at that time.
    var contract: (Contract, generation: Int)?

    /// Sets or removes a record, and returns the one before: what that holds is to go after the lock is left.
    mutating func set(_ record: MemberRecord?, of name: String) -> MemberRecord? {
      changes += 1
      contract = nil
      return exchange(&records[name], with: record)
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
  func introduce(_ plugin: String, typeName: String, documentation: String) {
    state.withLock {
      $0.documentation[plugin] = documentation
      $0.pluginsByType[typeName, default: []].insert(plugin)
    }
  }

  func record(_ name: String) -> MemberRecord? { state.withLock { $0.records[name] } }
  var records: [MemberRecord] { state.withLock { Array($0.records.values) } }
  var documentation: [String: String] { state.withLock { $0.documentation } }

  func contract(after generation: Int, _ make: () -> Contract) -> Contract {
    let (known, changes) = state.withLock { ($0.contract, $0.changes) }
    if let (contract, known) = known, known == generation { return contract }
    let contract = make()
    // It may lack declarations that were added meanwhile.
    state.withLock { if $0.changes == changes { $0.contract = (contract, generation) } }
    return contract
  }

  /// The permission that listening to an event takes.
  func permission(ofEvent name: String) -> String { record(name)?.permission ?? name }

  /// The declarations by name, and the names of the plugins of each Swift type.
  var snapshot: (records: [String: MemberRecord], pluginsByType: [String: Set<String>]) {
    state.withLock { ($0.records, $0.pluginsByType) }
  }
}
