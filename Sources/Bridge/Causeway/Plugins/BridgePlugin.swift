/// A Swift type whose marked members JavaScript can call by name.
///
/// `@Plugin` of CausewayExport generates the conformance:
///
///     @Plugin("counter")
///     actor Counter {
///       private var count = 0
///
///       /// Counts on.
///       @Export func add(_ step: Int = 1) -> Int { … }     // bridge.plugins.counter.add(2)
///     }
///
///     let registration = bridge.register(Counter())
public protocol BridgePlugin: Sendable {
  /// What JavaScript calls the plugin: the names of its members begin with it and a dot.
  static var pluginName: String { get }

  /// The plugin's documentation comment.
  static var pluginDocumentation: String { get }

  /// The permission of members that declare none; nil when each needs one by its own name.
  static var pluginPermission: String? { get }

  /// Registers the members.
  func register(in registrar: PluginRegistrar)
}

extension Bridge {
  /// Registers a plugin: everything in it that is marked `@Export`, and nothing else.
  ///
  /// A name that is already registered is a programming error and traps, as it does for
  /// `Bridge.handle(_:execution:timeout:_:)`.
  ///
  /// - Returns: the registration, which can remove the plugin again.
  @discardableResult
  public func register<Plugin: BridgePlugin>(_ plugin: Plugin) -> PluginRegistration {
    plugins.introduce(
      Plugin.pluginName, typeName: TypeCatalog.path(of: Plugin.self).last ?? "",
      documentation: Plugin.pluginDocumentation)
    let registrar = PluginRegistrar(self, name: Plugin.pluginName, permission: Plugin.pluginPermission)
    plugin.register(in: registrar)
    return registrar.finish()
  }
}

/// The registration of a plugin: ``remove()`` removes the plugin.
public struct PluginRegistration: Sendable {
  let bridge: Bridge
  let handlers: [Registration]
  let events: [@Sendable () -> Void]
  let names: [String]

  /// Removes every member; running calls and streams continue.
  public func remove() {
    for handler in handlers { handler.remove() }
    for detach in events { detach() }
    bridge.plugins.remove(names)
  }
}
