import Synchronization

/// What the plugins of a bridge declare, beside their handlers.
final class PluginRegistry: Sendable {
  private struct State {
    var records: [String: MemberRecord] = [:]
    var documentation: [String: String] = [:]
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

  func document(_ plugin: String, _ text: String) { state.withLock { $0.documentation[plugin] = text } }

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
}
