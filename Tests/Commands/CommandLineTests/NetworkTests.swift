import Foundation
import LinuxNetwork
import StandardStreams
import Testing

@testable import CausewayCommand

@Suite struct NetworkTests {
  @Test func `the status is JSON that decodes to the same value`() throws {
    let result = try CommandLine.run("network", "status", "--json")
    #expect(result.status == 0)
    let status = try JSONDecoder().decode(NetworkStatus.self, from: Data(result.output.utf8))
    #expect(status.interfaces.contains { $0.name == "lo" })
  }

  @Test func `the table names every interface`() throws {
    let result = try CommandLine.run("network")
    #expect(result.status == 0)
    for interface in try NetworkReader().interfaces() { #expect(result.output.contains(interface.name.printable)) }
  }

  @Test func `WiFi is JSON, or null`() throws {
    let result = try CommandLine.run("network", "wifi", "--json")
    #expect(result.status == 0)
    _ = try JSONDecoder().decode(WiFiStatus?.self, from: Data(result.output.utf8))
  }

  @Test func `bidirectional control characters are escaped in JSON`() throws {
    let name = "a\u{202E}b\u{1B}\u{85}\u{E0041}é"
    let json = try TerminalJSON.line([name])
    #expect(!json.unicodeScalars.contains { $0.isTerminalControl })
    #expect(try JSONDecoder().decode([String].self, from: Data(json.utf8)) == [name])
  }

  @Test func `an unsuitable probe is reported in one line`() throws {
    let result = try CommandLine.run("network", "status", "--probe", "https://example.org/")
    #expect(result.status == 1 && result.output.isEmpty)
    #expect(result.errors.hasPrefix("causeway: The URL of a probe must be an http: URL"))
  }

  @Test func `the verdict of a probe is in the table`() throws {
    let output = Data(try CommandLine.run("network", "status", "--json").output.utf8)
    var object = try #require(try JSONSerialization.jsonObject(with: output) as? [String: Any])
    var ipv4: [String: Any] = ["reachable": true, "source": "192.0.2.7", "portal": "https://portal.example/"]
    object["connected"] = true
    object["connectionType"] = "ethernet"
    object["metered"] = NSNull()
    object["underlyingConnectionType"] = NSNull()
    object["ipv6"] = ["reachable": false, "grade": "none"] as [String: Any]
    func text(_ grade: String) throws -> String {
      ipv4["grade"] = grade
      object["ipv4"] = ipv4
      let data = try JSONSerialization.data(withJSONObject: object)
      return try JSONDecoder().decode(NetworkStatus.self, from: data).connectionText
    }
    #expect(try text("captive") == "ethernet, captive portal: https://portal.example/")
    #expect(try text("full") == "ethernet, Internet reachable")
    #expect(try text("routed") == "ethernet")
  }

  private static let hasWiFi = (try? NetworkReader().interfaces().contains { $0.wifi != nil }) ?? true

  @Test(.disabled(if: hasWiFi, "this machine has WiFi"))
  func `a machine without Wi-Fi has a message`() throws {
    #expect(try CommandLine.run("network", "wifi").output == "This machine is not on WiFi.\n")
    #expect(try CommandLine.run("network", "wifi", "--json").output == "null\n")
    #expect(try CommandLine.run("network", "wifi", "--scan", "--json").status == 0)
  }

  @Test(.disabled(if: hasWiFi, "this machine has WiFi"))
  func `an impossible scan is reported in one line`() throws {
    let result = try CommandLine.run("network", "wifi", "--trigger")
    #expect(result.status == 1 && result.output.isEmpty)
    #expect(result.errors == "causeway: There is no WiFi interface.\n")
  }

  @Test func `output to a file has no colours`() throws {
    for arguments in [["network"], ["network", "wifi"]] {
      #expect(!(try CommandLine.run(arguments).output.contains("\u{1B}")))
    }
  }
}
