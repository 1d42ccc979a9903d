#if Plugins
import Causeway
import CausewayNetwork
import CausewayPlugins
import Foundation
import TestSupport
import Testing

/// The declarations of all plugins, compared with a readable file; `make test-js` compiles it.
///
/// `UPDATE_FIXTURES=1 swift test --filter CausewayPluginsTests.GoldenTests` rewrites it.
@Suite struct GoldenTests {
  /// A bridge with every plugin of these two modules.
  private func makeBridge() -> Bridge {
    let bridge = Bridge()
    bridge.addNetwork()
    bridge.register(DevicePlugin())
    bridge.register(EnvironmentPlugin(allowing: []))
    bridge.register(FilePickerPlugin())
    bridge.register(FilesPlugin([]))
    bridge.register(NotificationsPlugin(application: "Tests"))
    return bridge
  }

  private var description: BridgeDescription { makeBridge().description }

  @Test func `a bridge with every plugin is released with its last reference`() {
    weak var bridge: Bridge?
    do {
      let held = makeBridge()
      bridge = held
      #expect(held.methods.count > 20)
    }
    #expect(bridge == nil)
  }

  @Test func `the printed declarations equal the committed file`() throws {
    let file = repositoryFile("Tests/Fixtures/shipped/plugins.d.ts")
    let made = description.typeScript
    if ProcessInfo.processInfo.environment["UPDATE_FIXTURES"] != nil { try Data(made.utf8).write(to: file) }
    #expect(made == String(decoding: try Data(contentsOf: file), as: UTF8.self))
  }

  @Test func `every member and every type is described and documented`() {
    #expect(description.gaps == [])
    let undocumented = description.members.filter { $0.documentation.isEmpty }.map(\.name)
    #expect(undocumented == ["getCurrentWifiSsid"])
    #expect(description.types.filter { $0.documentation.isEmpty }.map(\.name) == [])
    #expect(!description.typeScript.contains("unknown;"))
  }

  /// Names of Capacitor that are missing here are omitted on purpose: docs/plugins.md lists them.
  @Test func `the names are Capacitor's names if it has them`() {
    let names = Set(description.members.map(\.name))
    #expect(
      names.isSuperset(of: [
        "network.getStatus", "network.networkStatusChange", "device.getInfo", "device.getId", "device.getBatteryInfo",
        "device.getLanguageCode", "device.getLanguageTag", "files.readFile", "files.writeFile", "files.appendFile",
        "files.deleteFile", "files.mkdir", "files.rmdir", "files.readdir", "files.stat", "files.rename", "files.copy",
        "files.readFileInChunks", "notifications.schedule", "notifications.cancel", "notifications.areEnabled",
        "notifications.localNotificationActionPerformed",
      ]))
  }
}
#endif
