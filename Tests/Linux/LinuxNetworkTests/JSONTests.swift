import Foundation
import Testing

@testable import LinuxNetwork

@Suite struct `As JSON` {
  private func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  @Test func `a status has the shape for JavaScript, with null for properties that do not apply`() throws {
    var snapshot = NetworkSnapshot(
      links: [Made.link(2, "x\"y")], routes: [Made.route([(4, Int32(2).octets)])], outgoing: Made.outgoing(2))
    snapshot.dns = DNSConfiguration(servers: ["192.0.2.53"], search: ["example.org"])
    #expect(
      try json(NetworkStatus(snapshot)) == """
        {"connected":true,"connectionType":"ethernet","consistent":true,\
        "defaultRoutes":[{"dead":false,"family":"ipv4","from":null,"gateway":null,"inUse":false,"interface":"x\\"y",\
        "linkDown":false,"metric":0,"mtu":null,"onLink":false,"origin":"boot","preference":null,"preferredSource":null,\
        "table":254,"weight":1}],\
        "dns":{"ndots":1,"options":[],"search":["example.org"],"servers":["192.0.2.53"],"stub":null},\
        "interfaces":[{"addresses":[],"alias":null,"alternativeNames":[],"driver":null,"duplex":null,"index":2,\
        "kind":"ethernet","link":null,"linkNamespace":null,"mac":null,"master":null,"mtu":1500,\
        "name":"x\\"y","operationalState":"up","parentDevice":null,"permanentMac":null,"promiscuous":false,\
        "running":true,"speedMbps":null,"statistics":null,"tunnel":null,"up":true,"vlanId":null,\
        "wifi":null,"withheld":null}],\
        "ipv4":{"gateway":null,"grade":"routed","interface":"x\\"y","portal":null,"reachable":true,"source":"192.0.2.7"},\
        "ipv6":{"gateway":null,"grade":"none","interface":null,"portal":null,"reachable":false,"source":null},"metered":null,"source":"netlink","underlyingConnectionType":null}
        """)
  }

  @Test func `a WiFi status keeps the octets of a name that is not text`() throws {
    let association = try #require(try RecordedMachine(name: "k6.1-binary-ssid").association())
    let status = WiFiStatus(association)
    let text = try json(status)
    #expect(text.contains("\"ssid\":null,\"ssidBytes\":[0,255,10,128,195,40,39,13,27,91,49,109]"))
    #expect(try JSONDecoder().decode(WiFiStatus.self, from: Data(text.utf8)) == status)
  }

  @Test(arguments: RecordedMachine.all) func `a status survives encoding and decoding`(_ machine: RecordedMachine)
    throws
  {
    let status = NetworkStatus(try machine.snapshot())
    #expect(try JSONDecoder().decode(NetworkStatus.self, from: Data(json(status).utf8)) == status)
  }
}
