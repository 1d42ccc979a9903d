import Foundation
import LinuxNetwork
import Testing

@testable import CausewayCommand

@Suite struct TableTests {
  private let plain = Style(colors: false)
  private let colored = Style(colors: true)

  private static let cable = """
    {"index":2,"name":"eth0","kind":"ethernet","up":true,"running":true,"operationalState":"up",
     "mac":"02:00:00:00:00:02","mtu":1500,"speedMbps":null,"alternativeNames":[],"promiscuous":false,"wifi":null,"statistics":null,"master":null,
     "addresses":[{"family":"ipv4","address":"192.0.2.7","prefixLength":24,"scope":"global","scopeId":null,
       "temporary":false,"deprecated":false,"dadFailed":false,"tentative":false},
      {"family":"ipv6","address":"2001:db8::7","prefixLength":64,"scope":"global","scopeId":null,
       "temporary":true,"deprecated":true,"dadFailed":false,"tentative":false}]}
    """
  private static let radio = """
    {"index":3,"name":"wlan0","kind":"wifi","up":true,"running":false,"operationalState":"dormant",
     "mac":null,"mtu":1500,"speedMbps":null,"statistics":null,"master":null,"addresses":[],"alternativeNames":[],"promiscuous":false,
     "wifi":{"joined":true,"ssid":"caf\\u00e9 \\u001b[31m\\u4e16","ssidBytes":[1],"bssid":"02:00:00:00:00:01"}}
    """
  private static let route = #"{"family":"ipv4","gateway":"192.0.2.1","interface":"eth0","metric":100,\#(more)}"#
  private static let more =
    #""table":254,"inUse":true,"weight":1,"onLink":false,"dead":false,"linkDown":false"#

  private func status(
    connected: Bool = true, interfaces: [String] = [cable, radio], routes: [String] = [route],
    servers: String = #"["192.0.2.53"]"#, source: String = "netlink"
  ) throws -> NetworkStatus {
    let ip = #"{"reachable":false,"grade":"none","interface":null,"gateway":null,"source":null}"#
    let json = """
      {"ipv4":\(ip),"ipv6":\(ip),"connected":\(connected),"connectionType":"\(connected ? "ethernet" : "none")","consistent":true,
       "defaultRoutes":[\(routes.joined(separator: ","))],"dns":{"servers":\(servers),"search":["example.org"],"ndots":1,"options":[]},
       "interfaces":[\(interfaces.joined(separator: ","))],"source":"\(source)","metered":\(connected)}
      """
    return try JSONDecoder().decode(NetworkStatus.self, from: Data(json.utf8))
  }

  @Test func `a status is a table, and control characters in names are escaped`() throws {
    let routes = [Self.route, #"{"family":"ipv6","gateway":null,"interface":"tun0","metric":5,\#(Self.more)}"#]
    #expect(
      StatusTable(try status(routes: routes), style: plain).text == """
        Connection     ethernet, metered
        WiFi           café \\u{1b}[31m世 by wlan0
        Default route  192.0.2.1    by eth0  IPv4  metric 100
        Default route  on the link  by tun0  IPv6  metric 5
        Name servers   192.0.2.53
        Search         example.org

        Interface  Kind      State       MTU   Hardware           Addresses
        eth0       ethernet  up          1500  02:00:00:00:00:02  192.0.2.7/24
                                                                  2001:db8::7/64 (temporary, deprecated)
        wlan0      wifi      no carrier  1500
        """)
  }

  @Test func `offline status and incomplete sources are described`() throws {
    let text = StatusTable(
      try status(connected: false, interfaces: [], routes: [], servers: "[]", source: "proc"), style: plain
    ).text
    #expect(text.hasPrefix("Connection    offline\nName servers  none\nSearch        example.org\nSource        /proc"))
  }

  @Test func `colours do not change the text`() throws {
    let status = try status()
    let text = StatusTable(status, style: colored).text
    let bare = text.replacing(/\u{1B}\[\d+m/, with: "")
    #expect(bare == StatusTable(status, style: plain).text)
    #expect(text.contains("\u{1B}[32methernet, metered\u{1B}[0m"))
    #expect(text.contains("\u{1B}[33mno carrier\u{1B}[0m"))
  }

  @Test func `differences are a table: time, subject, before and now`() throws {
    let old = try status()
    let roamed = Self.radio.replacingOccurrences(of: "00:01\"", with: "00:99\"")
    let down = Self.cable.replacingOccurrences(of: "\"running\":true", with: "\"running\":false")
      .replacingOccurrences(of: "192.0.2.7", with: "192.0.2.8")
    let new = try status(connected: false, interfaces: [down, roamed], routes: [], servers: "[]")
    let changes = StatusDifference(from: old, to: new).changes
    #expect(
      DifferenceTable(changes: changes, time: "14:03:22", style: plain).text == """
        14:03:22  ~  connection          ethernet, metered                    offline
                  ~  eth0 state          up                                   no carrier
                  -  eth0 address        192.0.2.7/24                         removed
                  +  eth0 address                                             192.0.2.8/24
                  ~  wlan0 access point  02:00:00:00:00:01                    02:00:00:00:00:99
                  -  default route       192.0.2.1 by eth0, IPv4, metric 100  removed
                  -  name server         192.0.2.53                           removed
        """)
  }

  @Test func `added, removed and renamed links are differences`() throws {
    let both = try status()
    let renamed = Self.cable.replacingOccurrences(of: "eth0", with: "lan\\u001b")
    let changes = StatusDifference(from: both, to: try status(interfaces: [renamed])).changes
    #expect(changes.map(\.subject) == ["wlan0", "eth0 name"])
    #expect(changes.map(\.now) == [nil, "lan\\u{1b}"])
    let arrival = StatusDifference(from: try status(interfaces: []), to: try status(interfaces: [Self.cable])).changes
    #expect(arrival.map(\.now) == ["ethernet, up", "192.0.2.7/24", "2001:db8::7/64 (temporary, deprecated)"])
    #expect(arrival.allSatisfy { $0.before == nil })
  }

  @Test func `an address that is now usable is one difference`() throws {
    let tentative = Self.cable.replacing("\"tentative\":false}]", with: "\"tentative\":true}]")
    let changes = StatusDifference(
      from: try status(interfaces: [tentative]), to: try status(interfaces: [Self.cable])
    ).changes
    #expect(changes.map(\.before) == ["2001:db8::7/64 (temporary, deprecated, tentative)"])
    #expect(changes.map(\.now) == ["2001:db8::7/64 (temporary, deprecated)"])
  }

  @Test func `a change without a column is still a difference`() throws {
    let status = try status()
    #expect(StatusDifference(from: status, to: status).changes.map(\.subject) == ["details"])
  }

  @Test func `the tables of several times align`() {
    let first = DifferenceTable(
      changes: [.init(subject: "eth0 state", before: "up", now: "down")], time: "14:03:22", style: plain)
    let second = DifferenceTable(
      changes: [.init(subject: "connection", before: nil, now: "wifi")], time: "14:03:23", style: plain)
    let lines = [DifferenceTable.headers(plain), first.text, second.text]
    #expect(
      lines.joined(separator: "\n") == """
        Time         What                Before                          Now
        14:03:22  ~  eth0 state          up                              down
        14:03:23  +  connection                                          wifi
        """)
  }

  @Test func `a WiFi connection shows only known properties`() throws {
    let json = """
      {"interface":"wlan0","ssid":null,"ssidBytes":[0,255],"bssid":"02:00:00:00:00:01","frequencyMHz":5180,
       "channel":36,"band":"5","signalDbm":-61,"signalPercent":78,"txBitrate":39.5,"connectedSeconds":3723,
       "security":["wpa2-personal","wpa3-personal"],
       "links":[{"id":1,"bssid":"02:00:00:00:00:03","frequencyMHz":5955,"channel":1,"band":"6","signalDbm":null}]}
      """
    let status = try JSONDecoder().decode(WiFiStatus.self, from: Data(json.utf8))
    #expect(
      WiFiTable(status, style: plain).text == """
        Network       octets 00 ff
        Interface     wlan0
        Access point  02:00:00:00:00:01
        Security      wpa2-personal, wpa3-personal
        Channel       36, 5180 MHz (5 GHz)
        Signal        -61 dBm (78 %)
        Sending       39.5 Mbit/s
        Connected     for 1 h 2 min 3 s
        Link 1        02:00:00:00:00:03, 5955 MHz
        """)
    #expect(WiFiTable(nil, style: colored).text == "This machine is not on WiFi.")
  }

  @Test func `a scan lists all networks, including hidden and hostile ones`() throws {
    let json = """
      [{"interface":"wlan0","ssid":"home","ssidBytes":[1],"bssid":"02:00:00:00:00:01","channel":1,"band":"2.4",
        "signalDbm":-40,"security":["wpa2-personal"],"joined":true},
       {"interface":"wlan0","ssid":null,"ssidBytes":null,"bssid":"02:00:00:00:00:02","channel":36,"band":"5",
        "signalDbm":-90,"security":["open"],"joined":false},
       {"interface":"wlan0","ssid":"\\u202e\\n","ssidBytes":[1],"bssid":null,"joined":false}]
      """
    let points = try JSONDecoder().decode([WiFiAccessPoint].self, from: Data(json.utf8))
    #expect(
      ScanTable(points: points, style: plain).text == """
           Network        Access point       Channel  GHz  Signal   Security
        *  home           02:00:00:00:00:01  1        2.4  -40 dBm  wpa2-personal
           (hidden)       02:00:00:00:00:02  36       5    -90 dBm  open
           \\u{202e}\\u{a}
        """)
    #expect(ScanTable(points: [], style: plain).text.hasPrefix("No access points are known."))
  }
}
