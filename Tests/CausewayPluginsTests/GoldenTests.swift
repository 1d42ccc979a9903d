#if Plugins
import Causeway
import CausewayNetwork
import CausewayPlugins
import Foundation
import Testing

/// The declarations of all that ships, compared with a file that a person can read; `make test-js` compiles it.
///
/// `UPDATE_FIXTURES=1 swift test --filter CausewayPluginsTests.GoldenTests` writes it anew.
@Suite struct GoldenTests {
  /// A bridge with every plugin that ships in these two modules.
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

  @Test func `a bridge with every plugin goes with whoever holds it`() {
    weak var bridge: Bridge?
    do {
      let held = makeBridge()
      bridge = held
      #expect(held.methods.count > 20)
    }
    #expect(bridge == nil)
  }

  @Test func `what is printed is what was committed`() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Fixtures/shipped/plugins.d.ts")
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

  /// A name of Capacitor's that is missing here is left out on purpose: docs/plugins.md says which.
  @Test func `the names are Capacitor's where it has them`() {
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
