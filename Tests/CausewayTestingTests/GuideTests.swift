import Causeway
import CausewayTesting
import Foundation
import Testing

/// The Swift of docs/testing.md, word for word.
@Suite struct GuideTests {
  @Test func `a call that nobody answers ends at its deadline`() async throws {
    let clock = VirtualClock()
    var configuration = Bridge.Configuration()
    configuration.clock = clock
    let (server, client) = (Bridge(configuration), Bridge(configuration))
    server.handle("wifi.ssid") { "Home" }
    let (left, right) = LoopbackTransport.pair()
    let plan = try FaultPlan(parsing: "wifi.ssid: drop=100% only=answers calls=1")
    _ = server.connect(SimulatedTransport(left, plan: plan, clock: clock), permissions: .all)
    let caller = client.connect(right, permissions: .all)
    try await clock.runFreely {
      await #expect(throws: BridgeError.self) {
        let _: String = try await caller.call("wifi.ssid", BridgeValue.undefined)
      }
      #expect(clock.now.offset == .seconds(30))
      let ssid: String = try await caller.call("wifi.ssid", BridgeValue.undefined)
      #expect(ssid == "Home")
    }
    try clock.requireNobodyAsleep()
  }

  @Test func `the guide shows the code that runs here`() throws {
    let here = URL(fileURLWithPath: #filePath)
    let guide = here.deletingLastPathComponent().appending(path: "../../docs/testing.md")
    let blocks = try String(contentsOf: guide, encoding: .utf8).components(separatedBy: "```")
      .filter { $0.hasPrefix("swift\n") }
    #expect(blocks.count == 1)
    let code = try String(contentsOf: here, encoding: .utf8)
    for line in blocks[0].split(separator: "\n").dropFirst() { #expect(code.contains(line)) }
  }
}
