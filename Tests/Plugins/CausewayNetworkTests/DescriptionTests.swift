import Causeway
import Foundation
import Testing

@testable import CausewayNetwork
@testable import LinuxNetwork

/// The descriptions are written by hand: each is compared with an encoded value.
@Suite(.timeLimit(.minutes(5))) struct DescriptionTests {
  private static let link =
    #"{"id":1,"bssid":"02:00:00:00:00:01","frequencyMHz":5180,"channel":36,"band":"5","signalDbm":-40}"#
  private static let membership =
    #"{"mode":"station","joined":true,"ssid":"home","ssidBytes":[104,255],"bssid":"02:00:00:00:00:01"}"#
  private static let network =
    #""interface":"wlan0","ssid":"home","ssidBytes":[104],"bssid":"02:00:00:00:00:01","frequencyMHz":5180,"channel":36,"#
    + #""band":"5","signalDbm":-40,"signalPercent":80,"security":["wpa2-personal","unknown"],"withheld":"why""#
  private static let radio =
    #""averageSignalDbm":-41,"widthMHz":80,"txMcs":9,"rxMcs":8,"txStreams":2,"rxStreams":1,"generation":5,"txRetries":1,"#
    + #""txFailures":0,"beaconLosses":0,"authorized":true,"txPowerLimitDbm":20.5,"powerSave":true,"regulatoryDomain":"DE","#
    + #""mldAddress":"02:00:00:00:00:09""#
  private static let wifi =
    "{\(network),\"txBitrate\":433.3,\"rxBitrate\":6,\"connectedSeconds\":9,\"cipher\":\"ccmp\",\"keyManagement\":\"psk\",\(radio),\"links\":[\(link)]}"
  private static let point = "{\(network),\"joined\":true,\"ageMilliseconds\":12}"
  private static let more =
    #""link":"v1","linkNamespace":0,"alternativeNames":["a"],"alias":"uplink","permanentMac":"02:00:00:00:00:03","#
    + #""driver":"e1000e","parentDevice":"0000:00:1f.6","vlanId":7,"tunnel":{"local":"192.0.2.7","remote":"192.0.2.8"},"#
    + #""promiscuous":true"#
  private static let interface =
    #"{"index":2,"name":"wlan0","kind":"wifi","up":true,"running":true,"operationalState":"dormant","mac":"02:00:00:00:00:02","#
    + #""mtu":1500,"speedMbps":1000,"addresses":[{"family":"ipv6","address":"fe80::1","prefixLength":64,"scope":"link","#
    + #""scopeId":2,"temporary":false,"deprecated":true,"tentative":false,"dadFailed":false,"dynamic":true,"#
    + #""preferredSeconds":1,"validSeconds":2,"peer":"fe80::2","broadcast":"192.0.2.255","label":"wlan0"}],"statistics":{"receivedPackets":18446744073709551615,"#
    + #""sentPackets":1,"receivedBytes":1,"sentBytes":1,"receiveErrors":1,"sendErrors":1,"receiveDropped":1,"sendDropped":1,"#
    + #""multicast":1,"collisions":1},"master":"br0","duplex":"full",\#(more),"wifi":\#(membership),"withheld":"why"}"#
  private static let ip =
    #"{"reachable":true,"grade":"routed","interface":"wlan0","gateway":"192.0.2.1","source":"192.0.2.7","#
    + #""portal":"https://portal.example/"}"#
  private static let route =
    #""table":254,"inUse":true,"origin":"dhcp","preferredSource":"192.0.2.7","from":"2001:db8::/64","preference":"low","#
    + #""weight":2,"mtu":1400,"onLink":true,"dead":false,"linkDown":false"#
  private static let status =
    #"{"connected":true,"connectionType":"vpn","underlyingConnectionType":"wifi","metered":true,"ipv4":\#(ip),"ipv6":\#(ip),"defaultRoutes":[{"family":"ipv4","#
    + #""gateway":"192.0.2.1","interface":"wlan0","metric":600,\#(route)}],"dns":{"servers":["192.0.2.1"],"search":["lan"],"stub":"127.0.0.53","ndots":1,"options":["edns0"]},"#
    + #""interfaces":[\#(interface)],"source":"netlink","consistent":true}"#

  private static let bridge = {
    let bridge = Bridge()
    bridge.addNetwork()
    return bridge
  }()

  /// A value of a reader's type, decoded from text and encoded by a connection.
  private func crossed<Value: Codable & Sendable>(_ text: String, as type: Value.Type) async throws -> BridgeValue {
    let value = try JSONDecoder().decode(type, from: Data(text.utf8))
    let bridge = Bridge()
    bridge.handle("value") { () in value }
    let (left, right) = LoopbackTransport.pair()
    _ = bridge.connect(left, permissions: .all)
    return try await Bridge().connect(right, permissions: .all).call(
      "value", BridgeValue.undefined, returning: BridgeValue.self)
  }

  @Test(arguments: [false, true])
  func `encoded and described members match`(isBare: Bool) async throws {
    func text(_ text: String) throws -> String { isBare ? try bare(text) : text }
    let checked = [
      ("NetworkStatus", try await crossed(text(Self.status), as: NetworkStatus.self)),
      ("NetworkInterface", try await crossed(text(Self.interface), as: NetworkInterface.self)),
      ("WiFiStatus", try await crossed(text(Self.wifi), as: WiFiStatus.self)),
      ("WiFiAccessPoint", try await crossed(text(Self.point), as: WiFiAccessPoint.self)),
      ("WiFiMembership", try await crossed(text(Self.membership), as: WiFiMembership.self)),
      ("ConnectionStatus", ["connected": true, "connectionType": "wifi"]),
    ]
    let description = Self.bridge.description
    for (name, value) in checked { #expect(differences(value, .named(name), in: description, at: name) == []) }
  }

  /// The same value, with null for each optional property.
  private func bare(_ text: String) throws -> String {
    let nullable: Set<String> = [
      "portal", "underlyingConnectionType", "metered", "gateway", "mac", "speedMbps", "scopeId", "statistics", "master",
      "wifi",
      "withheld", "ssid", "ssidBytes", "bssid", "frequencyMHz", "channel", "band", "signalDbm", "signalPercent",
      "duplex", "link", "linkNamespace", "alias", "permanentMac", "driver", "parentDevice", "vlanId", "tunnel",
      "dynamic",
      "preferredSeconds", "validSeconds", "peer", "broadcast", "label", "origin", "preferredSource", "from",
      "preference",
      "stub", "mode", "averageSignalDbm", "widthMHz", "txMcs", "rxMcs", "txStreams", "rxStreams", "generation",
      "txRetries",
      "txFailures", "beaconLosses", "authorized", "txPowerLimitDbm", "powerSave", "regulatoryDomain", "mldAddress",
      "security", "cipher", "keyManagement", "txBitrate", "rxBitrate", "connectedSeconds", "ageMilliseconds",
    ]
    func bare(_ value: Any) -> Any {
      if let list = value as? [Any] { return list.map(bare) }
      guard let object = value as? [String: Any] else { return value }
      return Dictionary(uniqueKeysWithValues: object.map { ($0, nullable.contains($0) ? NSNull() : bare($1)) })
    }
    return String(
      decoding: try JSONSerialization.data(withJSONObject: bare(JSONSerialization.jsonObject(with: Data(text.utf8)))),
      as: UTF8.self)
  }

  @Test func `this machine's status matches its description`() async throws {
    let (left, right) = LoopbackTransport.pair()
    _ = Self.bridge.connect(left, permissions: .all)
    let caller = Bridge().connect(right, permissions: .all)
    let description = Self.bridge.description
    for member in description.members where member.kind == .method {
      let value = try await caller.call(member.name, BridgeValue.undefined, returning: BridgeValue.self)
      #expect(differences(value, member.result, in: description, at: member.name) == [])
    }
  }

  @Test func `no type of the network plugins is unknown to a client`() {
    let description = Self.bridge.description
    #expect(description.gaps == [])
    for member in description.members {
      #expect(member.result != .any && member.result != .unknown(""))
      #expect(!member.documentation.isEmpty || member.name == "getCurrentWifiSsid")
    }
    #expect(
      description.members.filter { $0.kind == .event }.map(\.name) == [
        "network.changed", "network.networkStatusChange",
      ])
    #expect(description.types.allSatisfy { !$0.documentation.isEmpty })
  }

  @Test func `a description that does not match is detected`() {
    let description = Self.bridge.description
    let value: BridgeValue = ["connected": 1, "connectionType": "smoke", "more": nil]
    #expect(
      differences(value, .named("ConnectionStatus"), in: description, at: "it").sorted() == [
        "it.connected", "it.connectionType", "it.more",
      ])
    #expect(differences([:], .named("ConnectionStatus"), in: description, at: "it").count == 2)
  }

  @Test func `a plugin can be registered alone, and removed with its events`() async throws {
    let bridge = Bridge()
    let registration = bridge.register(NetworkPlugin())
    #expect(Set(bridge.description.members.map(\.plugin)) == ["network"])
    registration.remove()
    #expect(bridge.description.members.isEmpty)
    bridge.register(WiFiPlugin())
    #expect(bridge.methods == ["wifi.scan", "wifi.ssid", "wifi.status"])
  }

  /// The paths at which a value does not match its description.
  private func differences(
    _ value: BridgeValue, _ type: TypeDescription, in description: BridgeDescription, at place: String
  ) -> [String] {
    switch (type, value) {
    case (.optional, .null), (.boolean, .bool), (.number, .number), (.string, .string), (.bytes, .bytes): return []
    case (.optional(let inner), _): return differences(value, inner, in: description, at: place)
    case (.integer, .number(let number)): return number == number.rounded() ? [] : [place]
    case (.integer(_, _, let isBig), .bigInt): return isBig ? [] : [place]
    case (.list(let element), .array(let values)):
      return values.flatMap { differences($0, element, in: description, at: "\(place)[]") }
    case (.named(let name), _):
      switch (description.types.first { $0.name == name }?.shape, value) {
      case (.literals(let literals)?, .string(let text)):
        return literals.contains { $0.value == "\"\(text)\"" } ? [] : [place]
      case (.object(let fields)?, .object(let object)):
        let known = Set(fields.map(\.name))
        let surplus = object.keys.filter { !known.contains($0) }.map { "\(place).\($0)" }
        return surplus
          + fields.flatMap { field -> [String] in
            guard let member = object[field.name] else { return field.isOptional ? [] : ["\(place).\(field.name)"] }
            return differences(member, field.type, in: description, at: "\(place).\(field.name)")
          }
      default: return [place]
      }
    default: return [place]
    }
  }
}
