#if Plugins
import Causeway
import CausewayStorage

/// The Swift of docs/plugins.md about the store, word for word.
private func example(bridge: Bridge) throws {
  bridge.register(StoragePlugin(try KeyValueStore(at: "/var/lib/kiosk/storage.db")))
}
#endif
