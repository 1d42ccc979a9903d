#if Plugins
import Causeway
import CausewayExport  // the macros; the package's trait `Macros`
import CausewayPageMessages
import CausewayPlugins

// The declarations of docs/plugins.md, word for word, and what they stand among in somebody's program.
struct Scanner: Sendable {
  var changes: AsyncStream<Network> { AsyncStream { $0.finish() } }
  func networks(_ hidden: Bool) async throws -> [Network] { [] }
  func join(_ ssid: String, _ key: String) async throws -> Network { Network(ssid: ssid, signal: nil) }
}

/// A WiFi network in reach.
@Crossing struct Network: Sendable {
  var ssid: String
  @Within(-100...0) var signal: Double?
}

/// Reads the radio.
@Plugin("radio", permission: "radio.read")
struct Radio {
  /// The driver's name.
  @Export static let driver = "hwsim"
  /// A network was joined.
  @Export let joined = PluginEvent<Network>()
  let scanner: Scanner

  /// The networks in reach.
  @Export func scan(hidden: Bool = false) async throws -> [Network] { try await scanner.networks(hidden) }
  @Export(permission: "radio.write", timeout: .seconds(20))
  func join(_ ssid: String, using key: String, call: CallContext) async throws {
    try joined.emit(try await scanner.join(ssid, key))
  }
  @Export func changes() -> AsyncStream<Network> { scanner.changes }
}

enum RadioError: BridgeErrorListing, CaseIterable {
  case off, busy
  var bridgeError: BridgeError {
    switch self {
    case .off: BridgeError(.unavailable, "The radio is off.")
    case .busy: BridgeError("RADIO_BUSY", "Another scan is under way.")
    }
  }
}

@Plugin("switch") struct Switch {
  @Export(errors: [.notFound]) func turnOn(_ name: String) async throws(RadioError) { throw .off }
}

/// The calls of docs/plugins.md, word for word.
// swift-format-ignore
private func examples(bridge: Bridge, scanner: Scanner) throws {
  let registration = bridge.register(Radio(scanner: scanner))   // registration.remove() unregisters all of it
  registration.remove()
  bridge.register(Switch())
  bridge.register(DevicePlugin())                 // permissions: ["device.getInfo", "device.getBatteryInfo"]
  let notes = try FileScope("notes", at: "/home/ana/notes", allowing: [.read, .write])
  bridge.register(FilesPlugin([notes]))           // permissions: ["files.read", "files.read.notes", "files.write", …] or ["files.*"]
  bridge.register(EnvironmentPlugin(allowing: ["LANG", "TZ"]))
  bridge.register(NotificationsPlugin(application: "Notes"))
  bridge.register(FilePickerPlugin())             // permissions: ["filePicker.open", "filePicker.save"]
}
#endif
