#if NATS
import Causeway
@testable import CausewayNATS
import Foundation
import TestSupport
import Testing

/// A cluster whose servers have a network namespace each, joined by a bridge; no privilege is needed.
///
/// The test starts itself again through `unshare`, and the second run does the work.
@Suite(.enabled(if: NATSServer.path != nil, "nats-server is not installed"), .timeLimit(.minutes(5)))
struct PartitionTests {
  private static let variable = "CAUSEWAY_NATS_NAMESPACE"
  private static let isInside = ProcessInfo.processInfo.environment[variable] != nil
  private static let isPossible = !isInside && (try? run(inside("true"))) == 0

  /// A command in new namespaces, with loopback up and a place for names of further ones.
  private static func inside(_ command: String...) -> [String] {
    let prepare = "ip link set lo up && mount -t tmpfs tmpfs /run && exec timeout 200 \"$@\""
    return ["unshare", "-Urnm", "--", "/bin/sh", "-c", prepare, "sh"] + command
  }

  @discardableResult private static func run(_ command: [String]) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    process.environment = ProcessInfo.processInfo.environment.merging([variable: "1"]) { $1 }
    try process.run(forAtMost: 240)
    process.waitUntilExit()
    return process.terminationStatus
  }

  @Test(.enabled(if: isPossible, "unshare -Urnm is not allowed here"))
  func `calls settle while each server of a cluster is cut off from the others`() throws {
    let filter = "CausewayNATSTests.PartitionTests/cutEachServerOff"
    #expect(
      try PartitionTests.run(
        PartitionTests.inside(CommandLine.arguments[0], "--testing-library", "swift-testing", "--filter", filter)) == 0)
  }

  @Test(.enabled(if: isInside, "runs only in its namespace")) func cutEachServerOff() async throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: "causeway-nats-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    func ip(_ arguments: String) throws {
      let status = try PartitionTests.run(["ip"] + arguments.split(separator: " ").map(String.init))
      try #require(status == 0, "ip \(arguments)")
    }
    try ip("link add lan type bridge")
    try ip("addr add 10.36.0.1/24 dev lan")
    try ip("link set lan up")
    let addresses = (0..<3).map { "10.36.0.\($0 + 10)" }
    var servers: [NATSServer] = []
    for (index, address) in addresses.enumerated() {
      try ip("netns add server\(index)")
      try ip("link add line\(index) type veth peer name eth0 netns server\(index)")
      try ip("link set line\(index) master lan")
      try ip("link set line\(index) up")
      for command in ["addr add \(address)/24 dev eth0", "link set eth0 up", "link set lo up"] {
        try ip("-n server\(index) \(command)")
      }
      let file = directory.appending(path: "server\(index)")
      let routes = addresses.map { "nats://\($0):6222" }.joined(separator: ", ")
      try Data(
        """
        ping_interval: "1s"
        ping_max: 2
        cluster { name: fleet, listen: "\(address):6222", routes: [\(routes)] }
        """.utf8
      ).write(to: file)
      let command = ["ip", "netns", "exec", "server\(index)", try #require(NATSServer.path)]
      servers.append(
        try NATSServer(
          ["/usr/bin/env"] + command + ["-a", address, "-p", "4222", "-c", file.path], address: address, port: 4_222,
          forAtMost: 200))
    }
    func client(_ index: Int) async throws -> NATSClient {
      var options = NATSOptions(servers[index].url)
      options.servers += servers.indices.filter { $0 != index }.map { servers[$0].url }
      return try await NATSClient.connect(options)
    }
    let load = Load()
    var workers: [Connection] = []
    for index in 0..<2 { workers.append(try await load.serve(on: client(index))) }
    let caller = try await Bridge().connect(to: "procedures", on: client(2), lease: .milliseconds(500))
    try await eventually("the servers have found each other") { await load.end(of: 0, caller) == .answered }
    var count = 0
    for index in 0..<3 {
      try ip("link set line\(index) down")
      // Half of them during the partition, at least.
      count += 200
      await load.call(caller, count: count)
      let during = load.answered
      try await eventually("calls are answered without the server", within: .seconds(40)) {
        count += 10
        await load.call(caller, count: count)
        return load.answered >= during + 10
      }
      try ip("link set line\(index) up")
      count += 200
      await load.call(caller, count: count)
    }
    load.expectSettled(count, caller)
    #expect(load.answered > count / 2, "\(load.ends)")
    for worker in workers { worker.close() }
  }
}
#endif
