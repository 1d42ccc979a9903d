import Foundation
import LinuxNetwork
import Testing

@testable import causeway

@Suite struct NetworkTests {
  @Test func `the status is JSON that reads back`() throws {
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

  @Test func `marks that turn the writing direction stay JSON`() throws {
    let name = "a\u{202E}b\u{1B}\u{85}\u{E0041}é"
    let json = try JSONText.line([name])
    #expect(!json.unicodeScalars.contains { $0.isObeyedByTerminals })
    #expect(try JSONDecoder().decode([String].self, from: Data(json.utf8)) == [name])
  }
}
