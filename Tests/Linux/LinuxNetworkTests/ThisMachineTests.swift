import Foundation
import Testing

@testable import LinuxNetwork

@Suite(.timeLimit(.minutes(5))) struct `This machine` {
  private let reader = NetworkReader()

  @Test(.enabled(if: IPCommand.isPresent, "iproute2's ip is not installed"))
  func `matches the output of ip`() throws {
    try expectAgreement(reader.interfaces(), with: IPCommand.list("-d addr", as: [IPCommand.Link].self))
    let routes = try ["-4", "-6"].flatMap {
      try IPCommand.list("\($0) route show table all", as: [IPCommand.Route].self)
    }
    expectAgreement(try reader.status().defaultRoutes, with: routes)
  }

  @Test func `names the drivers of its devices as /sys does`() throws {
    for interface in try reader.interfaces() {
      let link = "/sys/class/net/\(interface.name)/device/driver"
      guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: link) else { continue }
      #expect(interface.driver == target.split(separator: "/").last.map(String.init))
    }
  }

  @Test func `can be read completely`() throws {
    let status = try reader.status()
    #expect(status.interfaces.contains { $0.kind == "loopback" })
    #expect(status.source == .netlink)
    #expect(status.connected == (status.connectionType != .none))
    #expect(try reader.connectionType() == status.connectionType)
    #expect(try reader.isConnected() == status.connected)
  }

  @Test(.enabled(if: !FileManager.default.fileExists(atPath: "/sys/class/ieee80211"), "this kernel has WiFi"))
  func `without WiFi is on no WiFi network`() throws {
    #expect(try reader.currentSSID() == nil)
    #expect(try reader.wifiStatus() == nil)
  }

  @Test func `reports its current status first`() async throws {
    var changes = reader.changes().makeAsyncIterator()
    #expect(try await changes.next()?.interfaces.isEmpty == false)
  }

  @Test(.timeLimit(.minutes(1))) func `stops reporting when the task is cancelled`() async throws {
    let (first, continuation) = AsyncStream<Void>.makeStream()
    let listener = Task {
      var count = 0
      for try await _ in reader.changes() {
        count += 1
        continuation.finish()
      }
      return count
    }
    for await _ in first {}
    listener.cancel()
    #expect(try await listener.value >= 1)
  }
}
