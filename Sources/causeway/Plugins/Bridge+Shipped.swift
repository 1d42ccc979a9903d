import Causeway
import CausewayPlugins

extension Bridge {
  /// A bridge to everything that ships, as programs of the command line have it.
  static func withShippedPlugins(_ configuration: Configuration = Configuration()) -> Bridge {
    let bridge = Bridge(configuration)
    bridge.addNetwork()
    return bridge
  }
}
