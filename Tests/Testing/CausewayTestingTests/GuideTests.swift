import Causeway
import CausewayTesting
import Foundation
import TestSupport
import Testing

func currentSSID(_ wifi: Connection, _ clock: some Clock<Duration>, tries: Int = 3) async throws -> String {
  do {
    return try await wifi.call("wifi.ssid", BridgeValue.undefined)
  } catch let error as BridgeError where tries > 1 && [.unavailable, .deadlineExceeded].contains(error.code) {
    try await clock.sleep(for: .seconds(1))
    return try await currentSSID(wifi, clock, tries: tries - 1)
  }
}

func link(_ clock: VirtualClock, _ answers: [MockAnswer], plan: String = "") throws -> Connection {
  var configuration = Bridge.Configuration()
  configuration.clock = clock
  let server = Bridge(configuration)
  MockScript(["wifi.ssid": answers]).install(on: server)
  let (left, right) = LoopbackTransport.pair()
  let simulated = SimulatedTransport(left, plan: try FaultPlan(parsing: plan, seed: 1), clock: clock)
  _ = server.connect(simulated, permissions: .all)
  return Bridge(configuration).connect(right, permissions: .all)
}

/// The Swift code of docs/testing.md, unchanged.
@Suite(.timeLimit(.minutes(5))) struct GuideTests {
  @Test func `a call times out after thirty seconds`() async throws {
    let clock = VirtualClock()
    let wifi = try link(clock, [.never])
    let error = await #expect(throws: BridgeError.self) {
      try await clock.runFreely { try await currentSSID(wifi, clock, tries: 1) }
    }
    #expect(error?.code == .deadlineExceeded)
    #expect(clock.now.offset == .seconds(30))
    try clock.requireNoSleepers()
  }

  @Test func `the first call fails`() async throws {
    let clock = VirtualClock()
    let off = MockAnswer.fail(BridgeError(.unavailable, "The radio is off."))
    let wifi = try link(clock, [off, .answer("Home", after: .fixed(.milliseconds(300)))])
    let ssid = try await clock.runFreely { try await currentSSID(wifi, clock) }
    #expect(ssid == "Home")
    #expect(clock.now.offset == .milliseconds(1300))
  }

  @Test func `the first answer is lost`() async throws {
    let clock = VirtualClock()
    let plan = "wifi.ssid: delay=100ms; wifi.ssid: drop=100% only=answers calls=1"
    let wifi = try link(clock, [.answer("Home")], plan: plan)
    let ssid = try await clock.runFreely { try await currentSSID(wifi, clock) }
    #expect(ssid == "Home")
    #expect(clock.now.offset == .milliseconds(31_200))
  }

  @Test func `the guide shows the code that runs here, each test in less than 20 lines`() throws {
    let guide = repositoryFile("docs/testing.md")
    let blocks = try String(contentsOf: guide, encoding: .utf8).components(separatedBy: "```")
      .filter { $0.hasPrefix("swift\n") && $0.contains("clock") }
    #expect(blocks.count == 5)
    let code = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
    for block in blocks {
      let lines = block.split(separator: "\n").dropFirst()
      #expect(lines.count < 20)
      for line in lines { #expect(code.contains(line)) }
    }
  }
}
