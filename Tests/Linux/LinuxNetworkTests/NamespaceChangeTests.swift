import Foundation
import TestSupport
import Testing

@testable import LinuxNetwork

/// Real changes in a separate network namespace: ``NamespaceTests`` starts these tests.
@Suite(.timeLimit(.minutes(5))) struct `Changes in a namespace` {
  private let reader = NetworkReader()

  @Test(.enabled(if: Namespace.work == .changes, "runs only in its namespace"))
  func `changes`() async throws {
    var changes = reader.changes(settle: .milliseconds(20)).makeAsyncIterator()
    #expect(try await changes.next()?.interfaces.map(\.name) == ["lo"])
    try IPCommand.run("link add br0 type bridge")
    #expect(try await changes.next()?.interfaces.map(\.name) == ["lo", "br0"])
    try IPCommand.run("addr add 192.0.2.7/24 dev br0")
    #expect(try await changes.next()?.interfaces.last?.addresses.map(\.address) == ["192.0.2.7"])
    try IPCommand.run("link del br0")
    #expect(try await changes.next()?.interfaces.map(\.name) == ["lo"])
  }

  @Test(.enabled(if: Namespace.work == .repetitions, "runs only in its namespace"))
  func `repetitions`() async throws {
    try IPCommand.run("link add br0 type bridge")
    try IPCommand.run("addr add 192.0.2.7/24 dev br0")
    // Short enough that each command is read before the next begins.
    var changes = reader.changes(settle: .milliseconds(1)).makeAsyncIterator()
    _ = try await changes.next()
    for _ in 0..<20 { try IPCommand.run("addr replace 192.0.2.7/24 dev br0") }
    try IPCommand.run("link set br0 mtu 1234")
    // A report of a repeated address would come first.
    #expect(try await changes.next()?.interfaces.last?.mtu == 1234)
  }

  @Test(.enabled(if: Namespace.work == .storm, "runs only in its namespace"))
  func `storm`() async throws {
    var changes = reader.changes(settle: .milliseconds(20)).makeAsyncIterator()
    _ = try await changes.next()
    try IPCommand.run("link add br0 type bridge")
    let scratch = try Scratch()
    let flaps = (0..<6000).map { "link set br0 \($0 % 2 == 0 ? "up" : "down")\n" }.joined()
    let script = try scratch.write("storm", flaps + "link set br0 mtu 1234\n")
    try IPCommand.run("-batch \(script)")
    while let status = try await changes.next() {
      guard status.interfaces.last?.mtu == 1234 else { continue }
      #expect(status.interfaces.last?.up == false)
      break
    }
  }

  @Test(.enabled(if: Namespace.work == .deletions, "runs only in its namespace"))
  func `deletions`() async throws {
    try IPCommand.run("link add v0 type veth peer name v1")
    for name in ["v0", "v1"] { try IPCommand.run("link set \(name) up") }
    try IPCommand.run("addr add 192.0.2.7/24 dev v0")
    try IPCommand.run("route add default via 192.0.2.1")
    let scratch = try Scratch()
    let made = (0..<200).map { "link add br\($0) type bridge\n" }.joined()
    try IPCommand.run("-batch \(try scratch.write("make", made))")
    // The kernel checks the addresses of v0 and v1 for a second.
    try eventually(blocking: "the network is quiet") {
      let status = try reader.status()
      return status.connected && status.interfaces.flatMap(\.addresses).allSatisfy { !$0.tentative }
    }
    var changes = reader.changes().makeAsyncIterator()
    #expect(try await changes.next()?.interfaces.count == 203)
    // Each deletion takes longer than a read, and less than the quiet time.
    let half = (0..<100).map { "link del br\($0)\n" }.joined()
    let other = (100..<200).map { "link del br\($0)\n" }.joined()
    try IPCommand.run("-batch \(try scratch.write("delete", half + "route del default\n" + other))")
    var received: [NetworkStatus] = []
    while let status = try await changes.next() {
      received.append(status)
      if status.interfaces.count == 3 { break }
    }
    // The lost connection if the burst is long, and the lists after it. A machine with much to do adds pauses that are
    // longer than the quiet time.
    #expect(received.count < 10 && received.last?.connected == false)
  }

  private func openDescriptors() throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
  }

  /// The netlink sockets of this namespace that are not the kernel's own, and the inotify instances of this process.
  ///
  /// Counted by kind: running a command makes Foundation open descriptors of other kinds, and keep some of them.
  private func watching() throws -> [Int] {
    let table = try String(contentsOfFile: "/proc/thread-self/net/netlink", encoding: .utf8)
    let sockets = table.split(separator: "\n").dropFirst().filter { line in
      line.split(separator: " ").dropFirst(2).first != "0"
    }
    let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
    let files = descriptors.filter { descriptor in
      let path = "/proc/self/fd/\(descriptor)"
      return (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) == "anon_inode:inotify"
    }
    return [sockets.count, files.count]
  }

  @Test(.enabled(if: Namespace.work == .leaks, "runs only in its namespace"))
  func `leaks`() async throws {
    // Real time: a task's first sleep opens descriptors, which stay open.
    try await Task.sleep(for: .milliseconds(1))
    let before = try openDescriptors()
    for _ in 0..<1000 {
      var changes = reader.changes().makeAsyncIterator()
      _ = try await changes.next()
    }
    // Threads end asynchronously.
    // The libraries open some on a busy machine, and keep them; a leak for each round would be a thousand.
    try await eventually("every descriptor is closed") { try openDescriptors() < before + 10 }
  }

  @Test(.enabled(if: Namespace.work == .listeners, "runs only in its namespace"))
  func `listeners`() async throws {
    #expect(try watching() == [0, 0])
    var listeners = (0..<2000).map { _ in reader.changes(settle: .milliseconds(20)).makeAsyncIterator() }
    for index in listeners.indices { #expect(try await listeners[index].next()?.interfaces.count == 1) }
    // One socket for routes and the like, and one for WiFi: for all two thousand listeners.
    #expect(try watching() == [2, 1])
    try IPCommand.run("link add br0 type bridge")
    for index in listeners.indices { #expect(try await listeners[index].next()?.interfaces.count == 2) }
    // One listener leaves; the others continue.
    listeners.removeLast(1000)
    try IPCommand.run("link del br0")
    for index in listeners.indices { #expect(try await listeners[index].next()?.interfaces.count == 1) }
    listeners = []
    try await eventually("the watcher has ended") { try watching() == [0, 0] }
    // The next listener starts a new watcher.
    var late = reader.changes(settle: .milliseconds(20)).makeAsyncIterator()
    #expect(try await late.next()?.interfaces.count == 1)
    #expect(try watching() == [2, 1])
  }

  @Test(.enabled(if: Namespace.work == .resolver, "runs only in its namespace"))
  func `resolver`() async throws {
    let scratch = try Scratch()
    var files = ResolverFiles()
    files.configurationFile = scratch.path("resolv.conf")
    files.upstreamFile = scratch.path("later/upstream.conf")
    var changes = NetworkReader(resolver: files).changes(settle: .milliseconds(5)).makeAsyncIterator()
    #expect(try await changes.next()?.dns.servers == ["127.0.0.1"])
    _ = try scratch.write("resolv.conf", "nameserver 192.0.2.1\n")
    #expect(try await changes.next()?.dns.servers == ["192.0.2.1"])
    // Replaced by a link to a file in a directory that is created later.
    try scratch.link("new", to: "later/stub.conf")
    try FileManager.default.removeItem(atPath: scratch.path("resolv.conf"))
    #expect(try await changes.next()?.dns.servers == ["127.0.0.1"])
    try FileManager.default.moveItem(atPath: scratch.path("new"), toPath: scratch.path("resolv.conf"))
    try scratch.makeDirectory("later")
    _ = try scratch.write("later/stub.conf", "nameserver 192.0.2.3\n")
    #expect(try await changes.next()?.dns.servers == ["192.0.2.3"])
    _ = try scratch.write("later/other.conf", "nameserver 192.0.2.9\n")
    _ = try scratch.write("later/stub.conf", "nameserver 127.0.0.53\n")
    #expect(try await changes.next()?.dns.servers == ["127.0.0.53"])
    _ = try scratch.write("later/upstream.conf", "nameserver 192.0.2.4\n")
    let upstream = try await changes.next()?.dns
    #expect(upstream?.servers == ["192.0.2.4"] && upstream?.stub == "127.0.0.53")
  }
}
