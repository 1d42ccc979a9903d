import Foundation
import TestSupport
import Testing

@testable import LinuxNetwork

/// Failures of a watcher in a separate network namespace: ``NamespaceTests`` starts these tests.
@Suite(.timeLimit(.minutes(5))) struct `Failures in a namespace` {
  private let reader = NetworkReader()

  /// The number of open netlink sockets of this process, counted without another descriptor.
  private var netlinkSockets: Int {
    (Int32(0)..<1024).count { number in
      var address = sockaddr()
      var size = socklen_t(MemoryLayout<sockaddr>.size)
      return getsockname(number, &address, &size) == 0 && Int32(address.sa_family) == AF_NETLINK
    }
  }

  @Test(.enabled(if: Namespace.work == .failures, "runs only in its namespace"))
  func `failures`() async throws {
    var changes = reader.changes(settle: .milliseconds(500)).makeAsyncIterator()
    _ = try await changes.next()
    #expect(netlinkSockets == 2)
    try IPCommand.run("link set lo mtu 1234")
    // No socket can be opened to read the change: the watcher fails, and closes its own sockets.
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(7), &limit)  // RLIMIT_NOFILE
    var none = limit
    none.rlim_cur = 4
    setrlimit(__rlimit_resource_t(7), &none)
    // Does not use a task's sleep, which needs descriptors.
    try eventually(blocking: "the watcher has closed its sockets") { netlinkSockets == 0 }
    setrlimit(__rlimit_resource_t(7), &limit)
    #expect(try await changes.next()?.interfaces.first?.mtu == 1234)
    try IPCommand.run("link set lo mtu 2345")
    #expect(try await changes.next()?.interfaces.first?.mtu == 2345)
  }

  @Test(.enabled(if: Namespace.work == .deletion, "runs only in its namespace"))
  func `deletion`() async throws {
    let (stream, continuation) = AsyncThrowingStream.makeStream(of: NetworkStatus.self, throwing: (any Error).self)
    var statuses = stream.makeAsyncIterator()
    let home = SystemCalls.networkNamespace
    // Swift's Glibc module lacks the Linux-specific functions.
    let symbol = try #require(dlsym(nil, "unshare"))
    let unshare = unsafeBitCast(symbol, to: (@convention(c) (Int32) -> Int32).self)
    // A thread creates a namespace, listens there, and ends: only the watcher is left in it.
    try SystemCalls.startThread {
      guard unshare(0x4000_0000) == 0 else { return continuation.finish() }  // CLONE_NEWNET
      let key = ChangeMonitor.Key(
        namespace: SystemCalls.networkNamespace, settle: .milliseconds(20), resolver: ResolverFiles())
      do { try ChangeMonitor.join(continuation, key) } catch { continuation.finish(throwing: error) }
    }
    #expect(try await statuses.next()?.interfaces.map(\.up) == [false])
    // When the other thread has ended, the remaining one is the watcher.
    try await eventually("the thread that made the namespace has ended") { try threads(outside: home).count == 1 }
    let watcher = try #require(threads(outside: home).first)
    let command = Process()
    command.executableURL = URL(filePath: "/usr/bin/nsenter")
    command.arguments = ["--net=\(watcher)", "ip", "link", "set", "lo", "up"]
    try command.run(forAtMost: 60)
    command.waitUntilExit()
    try #require(command.terminationStatus == 0)
    #expect(try await statuses.next()?.interfaces.map(\.up) == [true])
    // The last listener keeps the namespace alive.
    continuation.finish()
    try await eventually("the watcher has ended") { try threads(outside: home).isEmpty }
  }

  /// The namespaces of this process's threads that are not `namespace`.
  private func threads(outside namespace: UInt64) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").map { "/proc/self/task/\($0)/ns/net" }
      .filter { path in
        var facts = stat()
        return stat(path, &facts) == 0 && UInt64(facts.st_ino) != namespace
      }
      .map { $0.replacing("/proc/self", with: "/proc/\(getpid())") }
  }

  @Test(.enabled(if: Namespace.work == .tables, "runs only in its namespace"))
  func `tables`() throws {
    try IPCommand.run("link add v0 type veth peer name v1")
    for link in ["v0", "v1"] { try IPCommand.run("link set \(link) up") }
    try IPCommand.run("addr add 192.0.2.1/24 dev v0")
    let scratch = try Scratch()
    let routes = (0..<50_000).map { "route add 10.\($0 >> 16 & 255).\($0 >> 8 & 255).\($0 & 255) via 192.0.2.9\n" }
    try IPCommand.run("-batch \(scratch.write("routes", routes.joined()))")
    func dump(_ limit: Duration) throws -> Duration {
      var socket = try NetlinkSocket(.route, timeout: limit)
      let start = ContinuousClock.now
      #expect(try socket.dump(RouteMessage.dump(.ipv4), RouteMessage.init).records.count > 50_000)
      return ContinuousClock.now - start
    }
    // The timeout bounds the time between messages of the kernel, not the length of the answer. A busy machine may
    // delay this process as long: then another attempt is made.
    let limit = try dump(.seconds(10)) / 4
    let isWhole = (0..<20).contains { _ in (try? dump(limit)).map { $0 > limit } == true }
    #expect(isWhole)
  }

  @Test(.enabled(if: Namespace.work == .lookups, "runs only in its namespace"))
  func `lookups`() throws {
    try IPCommand.run("link add v0 type veth peer name v1")
    try IPCommand.run("link add mac0 link v0 type macvlan")
    try IPCommand.run("link add br0 type bridge")
    for link in ["v0", "v1", "mac0", "br0"] { try IPCommand.run("link set \(link) up") }
    for (number, link) in ["v0", "mac0", "br0"].enumerated() {
      try IPCommand.run("addr add 192.0.2.\(number + 1)/24 dev \(link)")
      try IPCommand.run("route replace default via 192.0.2.9 dev \(link)")
      // The link below a macvlan can be followed; the ports of a bridge cannot.
      let read = try NetworkSnapshot.outgoing()?.links.map { String(kernelText: $0.name) }
      #expect(read == [["v0"], ["mac0", "v0"], nil][number])
      #expect(try reader.connectionType() == reader.status().connectionType)
    }
  }
}
