import Synchronization

/// An event of a plugin: typed in Swift, `on(…)` in JavaScript.
///
///     @Export let joined = PluginEvent<Network>()
///
///     try joined.emit(network)
///
/// It has no effect before its plugin is registered and after the plugin is removed.
public final class PluginEvent<Value: Encodable & Sendable>: Sendable {
  private struct Target {
    let id: Int
    /// Weak: the bridge holds the plugin and the plugin this event.
    weak let bridge: Bridge?
    let name: String
  }

  private struct State {
    var targets: [Target] = []
    var lastID = 0
  }

  private let state = Mutex(State())

  /// Creates an event without listeners.
  public init() {}

  /// Sends the event to the connections that listen to it, on every bridge that the plugin is registered with.
  ///
  /// - Parameter isAllowed: whether a connection may receive this event; all may unless given.
  /// - Throws: when the value cannot be encoded.
  public func emit(_ value: Value, where isAllowed: (Connection) -> Bool = { _ in true }) throws(BridgeError) {
    for target in state.withLock({ $0.targets }) { try target.bridge?.emit(target.name, value, where: isAllowed) }
  }

  /// Whether the event has listeners.
  public var hasListeners: Bool { state.withLock { $0.targets }.contains { $0.bridge?.hasListeners($0.name) == true } }

  func attach(to bridge: Bridge, as name: String) -> @Sendable () -> Void {
    // Outside the lock: this may hold the last reference to a bridge, and its plugins are released with it.
    let gone = Set(state.withLock { $0.targets }.filter { $0.bridge == nil }.map(\.id))
    let id = state.withLock { state in
      state.lastID += 1
      state.targets.removeAll { gone.contains($0.id) }
      state.targets.append(Target(id: state.lastID, bridge: bridge, name: name))
      return state.lastID
    }
    return { [self] in state.withLock { $0.targets.removeAll { $0.id == id } } }
  }
}

extension TypeCatalog {
  /// The type of the event's value.
  public mutating func describe<Value>(valueOf event: PluginEvent<Value>.Type) -> TypeDescription {
    describe(any: Value.self)
  }
}
