import Causeway
import CausewayJavaScript
import CausewayPlugins
import JavaScriptRuntime
import LinuxNetwork
import Synchronization
import Testing

@Suite struct NetworkPluginTests {
  /// Runs a program that may read the network, and returns what it printed.
  private func run(_ source: String) async throws -> [String] {
    let lines = Printed()
    var configuration = RuntimeConfiguration()
    configuration.console = .handler { _, text in lines.add(text) }
    let bridge = Bridge()
    bridge.addNetwork()
    let runtime = try await JavaScriptRuntime(bridge: bridge, permissions: .network, configuration: configuration)
    try await runtime.runToEnd(source)
    await runtime.close()
    return lines.all
  }

  private final class Printed: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func add(_ line: String) { lines.withLock { $0.append(line) } }
  }

  @Test func `JavaScript sees the interfaces that Swift sees`() async throws {
    let names = try NetworkReader().interfaces().map(\.name)
    let lines = try await run(
      """
      const { network } = bridge.plugins;
      console.log((await network.status()).interfaces.map(({ name }) => name).join());
      console.log((await network.interfaces()).map(({ name }) => name).join());
      """)
    #expect(lines == [names.joined(separator: ","), names.joined(separator: ",")])
  }

  @Test func `the short status has Capacitor's shape`() async throws {
    let status = try NetworkReader().status()
    let lines = try await run("console.log(JSON.stringify(await bridge.call('network.getStatus')))")
    #expect(lines == [#"{"connected":\#(status.connected),"connectionType":"\#(status.connectionType)"}"#])
  }

  @Test func `the name of the WiFi network is a string or null, under both its names`() async throws {
    let ssid = try NetworkReader().currentSSID()?.text
    let lines = try await run(
      """
      const names = [await bridge.call('wifi.ssid'), await bridge.call('getCurrentWifiSsid')];
      console.log(names[0] === names[1], names[0] === null || typeof names[0] === 'string', String(names[0]));
      console.log(((await bridge.call('wifi.status')) === null) === (names[0] === null));
      """)
    #expect(lines == ["true true \(ssid ?? "null")", "true"])
  }

  @Test func `changes begin with the status, and leaving the loop ends them`() async throws {
    let lines = try await run(
      "for await (const status of bridge.stream('network.changes')) { console.log(typeof status.connected); break }")
    #expect(lines == ["boolean"])
  }

  @Test func `what is missing in a status is null`() async throws {
    let lines = try await run(
      "console.log('underlyingConnectionType' in (await bridge.plugins.network.status()))")
    #expect(lines == ["true"])
  }
}
