import Causeway
import CausewayNetwork

#if CAUSEWAY_PLUGINS
  import CausewayPlugins
#endif

extension Bridge {
  /// A bridge to everything that ships, as programs of the command line have it.
  static func withShippedPlugins(_ configuration: Configuration = Configuration()) -> Bridge {
    let bridge = Bridge(configuration)
    bridge.addNetwork()
    #if CAUSEWAY_PLUGINS
      bridge.register(EnvironmentPlugin(allowing: []))
    #endif
    return bridge
  }
}
