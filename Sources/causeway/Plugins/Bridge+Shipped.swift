import Causeway
import CausewayPlugins

extension Bridge {
  /// A bridge to everything that ships, as programs of the command line have it.
  static func withShippedPlugins() -> Bridge {
    let bridge = Bridge()
    bridge.addNetwork()
    return bridge
  }
}
