import Foundation
import LinuxNetwork
import Testing

/// The Swift of docs/network.md, word for word.
// swift-format-ignore
private func example(show: (NetworkStatus) -> Void) async throws {
  let reader = NetworkReader()                           // holds nothing
  let status = try reader.status()
  let isOnline = try reader.isConnected()                // by look-ups that do not grow with the tables
  let name = try reader.currentSSID()?.text
  let wifi = try reader.wifiStatus()
  let known = try reader.accessPoints()
  let found = try await reader.scan()                    // needs CAP_NET_ADMIN
  _ = (status, isOnline, name, wifi, known, found)
  for try await status in reader.changes() { show(status) }
}

@Suite struct GuideTests {
  @Test func `the guide shows code that compiles`() throws {
    let here = URL(filePath: #filePath)
    let guide = try String(contentsOf: here.appending(path: "../../../docs/network.md").standardized, encoding: .utf8)
    let code = try String(contentsOf: here, encoding: .utf8)
    let blocks = guide.components(separatedBy: "```").filter { $0.hasPrefix("swift\n") }
    #expect(blocks.count == 1)
    for line in blocks.joined().split(separator: "\n") where line != "swift" {
      #expect(code.contains(line.drop { $0 == " " }))
    }
  }
}
