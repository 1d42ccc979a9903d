import Causeway
import CausewayJavaScript
import Foundation
import JavaScriptRuntime
import Synchronization
import Testing

@testable import CausewayNetwork
@testable import LinuxNetwork

@Suite(.timeLimit(.minutes(5))) struct NetworkPluginTests {
  /// Runs a program with permission to read the network, and returns its output.
  private func run(
    _ source: String, permissions: Permissions = .network, reader: NetworkReader = NetworkReader(),
    onLine: @escaping @Sendable (String) -> Void = { _ in }
  ) async throws -> [String] {
    let lines = Printed()
    var configuration = RuntimeConfiguration()
    configuration.console = .handler { _, text in
      lines.add(text)
      onLine(text)
    }
    let bridge = Bridge()
    bridge.addNetwork(reader)
    let runtime = try await JavaScriptRuntime(bridge: bridge, permissions: permissions, configuration: configuration)
    try await runtime.run(source)
    await runtime.close()
    return lines.all
  }

  private final class Counter: Sendable {
    private let count = Mutex(0)
    func next() -> Int {
      count.withLock {
        $0 += 1
        return $0
      }
    }
  }

  private final class Printed: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func add(_ line: String) { lines.withLock { $0.append(line) } }
  }

  @Test func `JavaScript receives the same interfaces as Swift`() async throws {
    let names = try NetworkReader().interfaces().map(\.name)
    let lines = try await run(
      """
      const { network } = bridge.plugins;
      console.log((await network.status()).interfaces.map(({ name }) => name).join());
      console.log((await network.interfaces()).map(({ name }) => name).join());
      """)
    #expect(lines == [names.joined(separator: ","), names.joined(separator: ",")])
  }

  @Test func `two thousand streams start, and end early`() async throws {
    let lines = try await run(
      """
      const streams = Array.from({ length: 2000 }, () => bridge.stream("network.changes")[Symbol.asyncIterator]());
      const first = await Promise.all(streams.map((stream) => stream.next()));
      await Promise.all(streams.map((stream) => stream.return()));
      console.log(first.filter(({ done, value }) => !done && value.interfaces.length > 0).length);
      """)
    #expect(lines == ["2000"])
  }

  @Test func `the short status has Capacitor's shape`() async throws {
    let status = try NetworkReader().status()
    let lines = try await run("console.log(JSON.stringify(await bridge.call('network.getStatus')))")
    #expect(lines == [#"{"connected":\#(status.connected),"connectionType":"\#(status.connectionType)"}"#])
  }

  @Test func `the name of the WiFi network is a string or null, under both method names`() async throws {
    let ssid = try NetworkReader().currentSSID()?.text
    let lines = try await run(
      """
      const names = [await bridge.call('wifi.ssid'), await bridge.call('getCurrentWifiSsid')];
      console.log(names[0] === names[1], names[0] === null || typeof names[0] === 'string', String(names[0]));
      console.log(((await bridge.call('wifi.status')) === null) === (names[0] === null));
      """)
    #expect(lines == ["true true \(ssid ?? "null")", "true"])
  }

  @Test func `the stream of changes starts with the status, and leaving the loop ends it`() async throws {
    let lines = try await run(
      "for await (const status of bridge.stream('network.changes')) { console.log(typeof status.connected); break }")
    #expect(lines == ["boolean"])
  }

  @Test func `a missing property of a status is null`() async throws {
    let lines = try await run(
      "console.log('underlyingConnectionType' in (await bridge.plugins.network.status()))")
    #expect(lines == ["true"])
  }

  @Test func `without their own permission, hardware addresses are null, and withheld has the reason`() async throws {
    let source = """
      const links = [...await network.interfaces(), ...(await network.status()).interfaces];
      for await (const status of bridge.stream('network.changes')) { links.push(...status.interfaces); break }
      console.log(links.every(({ mac, withheld }) => mac === null && withheld.includes('"network.identity"')));
      console.log(links.some(({ mac }) => mac !== null), links.every(({ withheld }) => withheld === null));
      """
    let program = "const { network } = bridge.plugins;" + source
    let methods: Permissions = ["network.status", "network.interfaces", "network.changes"]
    #expect(try await run(program, permissions: methods) == ["true", "false false"])
    let shown = try await run(
      program.replacing("withheld.includes('\"network.identity\"')", with: "withheld === null"),
      permissions: Permissions(methods.patterns + ["network.identity"]))
    #expect(shown == ["false", "true true"])
  }

  @Test func `interfaces can be filtered by name and kind, and invalid filters are rejected`() async throws {
    let lines = try await run(
      """
      const { network } = bridge.plugins;
      const names = async (filter) => (await network.interfaces(filter)).map(({ name }) => name).join();
      console.log(await names({ name: 'lo' }), await names({ kind: 'loopback' }), await names({ name: 'no "such\\0' }));
      console.log((await names()) === (await names(null)), (await names(null)) === (await names({})));
      for (const filter of [{ name: 1 }, 7, 'lo', [[]], { nam: 'lo' }, { kind: 'wifi', then: 1 }]) {
        await names(filter).catch(({ code, message }) => console.log(code, message));
      }
      await bridge.plugins.wifi.scan({ triger: true }).catch(({ code, message }) => console.log(code, message));
      for (const name of ['ssid', 'status']) {
        await bridge.plugins.wifi[name]({ name: 'x' }).catch(({ code, message }) => console.log(code, message));
      }
      """)
    let object = "INVALID_ARGUMENT params: expected an object of network.interfaces's parameters, got"
    #expect(
      lines == [
        "lo lo ", "true true", "INVALID_ARGUMENT params.name: expected a string, got the number 1",
        "\(object) the number 7",
        "\(object) a string", "\(object) an array",
        "INVALID_ARGUMENT params.nam: network.interfaces has no such parameter: did you mean name?",
        "INVALID_ARGUMENT params.then: network.interfaces has no such parameter; it takes name, kind",
        "INVALID_ARGUMENT params.triger: wifi.scan has no such parameter: did you mean trigger?",
        "INVALID_ARGUMENT params.name: wifi.ssid has no such parameter; it takes interface",
        "INVALID_ARGUMENT params.name: wifi.status has no such parameter; it takes interface",
      ])
  }

  @Test func `an unknown WiFi interface has no status and no name, and cannot scan`() async throws {
    let lines = try await run(
      """
      const { wifi } = bridge.plugins;
      console.log(await wifi.status({ interface: 'no/such' }), await wifi.ssid({ interface: '' }));
      for (const trigger of [false, true]) {
        await wifi.scan({ interface: 'no such', trigger }).catch(({ code, message }) => console.log(code, message));
      }
      await wifi.scan({ trigger: 'yes' }).catch(({ code, message }) => console.log(code, message));
      """)
    #expect(
      lines == [
        "null null", "NOT_FOUND There is no WiFi interface called no such.",
        "NOT_FOUND There is no WiFi interface called no such.",
        "INVALID_ARGUMENT params.trigger: expected a boolean, got a string",
      ])
  }

  private static let hasWiFi = (try? NetworkReader().interfaces().contains { $0.wifi != nil }) ?? true

  @Test func `methods without parameters ignore their parameters`() async throws {
    let lines = try await run(
      """
      const { getCurrentWifiSsid } = webkit.messageHandlers;
      const ssid = await bridge.call('wifi.ssid');
      for (const body of [{}, null, 'getSSID', [1], 7, { id: 1 }]) {
        const status = await bridge.call('network.status', body);
        console.log(typeof status.connected, (await getCurrentWifiSsid.postMessage(body)) === ssid);
      }
      """)
    #expect(lines == Array(repeating: "boolean true", count: 6))
  }

  @Test(.disabled(if: hasWiFi, "this machine has WiFi"))
  func `a scan without Wi-Fi finds nothing`() async throws {
    #expect(try await run("console.log((await bridge.call('wifi.scan')).length)") == ["0"])
  }

  @Test(.timeLimit(.minutes(1))) func `a change is one event for a listener, and one item for a stream`() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "resolv-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    var files = ResolverFiles()
    files.configurationFile = file.path
    let written = Counter()
    let lines = try await run(
      """
      // The event's listener may not have started yet: the file is written again until an event arrives.
      const writing = setInterval(() => console.log('write'), 400);
      const changed = bridge.once('network.changed');
      const items = bridge.stream('network.changes');
      await items.next();
      const [status, { value }] = await Promise.all([changed, items.next()]);
      clearInterval(writing);
      console.log(/^192\\.0\\.2\\.\\d+$/.test(status.dns.servers.join()), value.dns.servers.length);
      await items.return();
      """, reader: NetworkReader(resolver: files)
    ) { line in
      guard line == "write" else { return }
      let number = written.next()
      try? Data("nameserver 192.0.2.\(number % 250)\n".utf8).write(to: file, options: .atomic)
    }
    #expect(lines.filter { $0 != "write" } == ["true 1"])
  }

  @Test func `a probe that cannot be answered leaves the grades, and a URL of another scheme is refused`() async throws
  {
    // Nothing listens on the discard port.
    let reader = NetworkReader(probe: try ConnectivityProbe("http://127.0.0.1:9/"))
    let status = try await reader.gradedStatus()
    let source = """
      for (const { grade, portal } of await bridge.plugins.network.status().then(({ ipv4, ipv6 }) => [ipv4, ipv6])) {
        console.log(grade, portal);
      }
      """
    #expect(try await run(source, reader: reader) == ["\(status.ipv4.grade) null", "\(status.ipv6.grade) null"])
    #expect(throws: NetworkError.self) { try ConnectivityProbe("https://example.org/") }
  }

  private static func route(_ link: Int32) -> [OutgoingRoute] {
    let source = IPAddress([192, 0, 2, 7])
    return [OutgoingRoute(family: .ipv4, source: source, hops: [RouteMessage.Hop(link: link, gateway: nil)])]
  }

  @Test func `Capacitor's event reports only changes of its own properties, and not the first status`() async throws {
    func status(_ out: Int32?, servers: [String] = []) -> NetworkStatus {
      var link = LinkMessage(index: 2, hardwareType: 1, flags: .ready)
      link.name = Array("eth0".utf8)
      var snapshot = NetworkSnapshot(links: [link], outgoing: out.map(Self.route) ?? [])
      snapshot.dns = DNSConfiguration(servers: servers, search: [])
      return NetworkStatus(snapshot)
    }
    let statuses = AsyncStream { continuation in
      for item in [status(2), status(2, servers: ["192.0.2.1"]), status(nil), status(nil), status(2)] {
        continuation.yield(item)
      }
      continuation.finish()
    }
    let received = try await ConnectionChanges(statuses: statuses).reduce(into: []) { $0.append($1) }
    #expect(received.map(\.connected) == [false, true])
    #expect(received.map(\.connectionType) == [.none, .ethernet])
  }

  @Test func `Capacitor's names are unchanged`() async throws {
    let lines = try await run(
      """
      const { network: Network } = bridge.plugins;
      const { connected, connectionType } = await Network.getStatus();
      console.log(typeof connected, typeof connectionType);
      const handle = await Network.addListener('networkStatusChange', () => {});
      console.log(bridge.inspect().listeners);
      await handle.remove();
      await Network.addListener('networkStatusChange', () => {});
      await Network.removeAllListeners();
      console.log(bridge.inspect().listeners);
      """)
    #expect(lines == ["boolean string", "1", "0"])
  }
}
