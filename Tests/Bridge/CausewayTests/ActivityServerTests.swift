@testable import Causeway
import CausewayConcurrency
import Foundation
import Glibc
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct ActivityServerTests {
  /// A directory for sockets, removed at the end.
  private final class Directory {
    let path = "/tmp/causeway-\(UUID().uuidString.prefix(13))"
    init() throws {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }
    deinit { try? FileManager.default.removeItem(atPath: path) }
  }

  private static func bridge() -> Bridge {
    var configuration = Bridge.Configuration()
    configuration.recordsActivity = true
    return Bridge(configuration)
  }

  /// A client that speaks to the server as `causeway top` does.
  private static func client(_ path: String) throws -> Connection {
    let port = LinePort(descriptor: try LocalSocket.connect(to: path), limits: ActivityServer.limits)
    let wire = JSONRPCTransport(port, limits: ActivityServer.limits)
    let connection = Bridge().connect(wire, permissions: [], limits: ActivityServer.limits)
    port.start({ wire.deliver($0) }, onEnd: { wire.lost($0) })
    return connection
  }

  private func code(_ body: () throws -> Void) -> BridgeError.Code? {
    do {
      try body()
      return nil
    } catch { return (error as? BridgeError)?.code }
  }

  @Test func `a client reads the activity and cancels a call`() async throws {
    let directory = try Directory()
    let bridge = ActivityServerTests.bridge()
    bridge.handle("wait") { () async throws in try await Task.sleep(for: .seconds(3600)) }
    let (left, right) = LoopbackTransport.pair()
    _ = bridge.connect(left, permissions: .all, name: "page")
    let caller = Bridge().connect(right, permissions: [])
    let call = Task { try await caller.call("wait") }
    try await eventually("the call is open") { !bridge.activity().calls.isEmpty }

    let server = try ActivityServer(bridge, at: "\(directory.path)/s")
    let client = try ActivityServerTests.client(server.path)
    let activity: BridgeActivity = try await client.call("activity.read")
    #expect(activity.calls.map(\.method) == ["wait"] && activity.connections.map(\.name) == ["page"])
    let id = try #require(activity.calls.first).id
    let isCancelled: Bool = try await client.call("call.cancel", ["id": id])
    #expect(isCancelled)
    await #expect(throws: BridgeError.self) { try await call.value }
    let isCancelledAgain: Bool = try await client.call("call.cancel", ["id": id])
    #expect(!isCancelledAgain)

    server.close()
    server.close()
    #expect(access(server.path, F_OK) != 0)
    try await eventually("the client is disconnected") { client.isClosed }
  }

  @Test func `only its user may use the socket`() throws {
    let directory = try Directory()
    let before = umask(0)
    defer { umask(before) }
    let server = try ActivityServer(ActivityServerTests.bridge(), at: "\(directory.path)/s")
    var status = stat()
    #expect(lstat(server.path, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600 && status.st_uid == geteuid())
  }

  @Test func `a stale socket is replaced, anything else is left alone`() throws {
    let directory = try Directory()
    let path = "\(directory.path)/s"
    let bridge = ActivityServerTests.bridge()
    // As a process that was killed leaves it: bound, and closed without being removed.
    let stale = try LocalSocket.listen(at: path)
    close(stale.descriptor)
    let server = try ActivityServer(bridge, at: path)
    #expect(code { _ = try ActivityServer(bridge, at: path) } == .alreadyExists)
    server.close()

    try Data("mine".utf8).write(to: URL(fileURLWithPath: path))
    #expect(code { _ = try ActivityServer(bridge, at: path) } == .alreadyExists)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
    // Links: to a file, to a socket that is stale, to nothing.
    let socket = "\(directory.path)/t"
    close(try LocalSocket.listen(at: socket).descriptor)
    for target in [path, socket, "\(directory.path)/nothing"] {
      let link = "\(directory.path)/link"
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
      #expect(code { _ = try ActivityServer(bridge, at: link) } == .alreadyExists, "\(target)")
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == target)
      try FileManager.default.removeItem(atPath: link)
    }
  }

  @Test func `closing leaves a socket alone that has taken the place of its own`() throws {
    let directory = try Directory()
    let path = "\(directory.path)/s"
    let first = try ActivityServer(ActivityServerTests.bridge(), at: path)
    unlink(path)
    let second = try ActivityServer(ActivityServerTests.bridge(), at: path)
    first.close()
    #expect(access(path, F_OK) == 0)
    second.close()
    #expect(access(path, F_OK) != 0)
  }

  @Test func `a path that cannot be used is refused with a code`() throws {
    let directory = try Directory()
    let bridge = ActivityServerTests.bridge()
    let long = "\(directory.path)/" + String(repeating: "x", count: 107 - directory.path.utf8.count)
    #expect(code { _ = try ActivityServer(bridge, at: "") } == .invalidArgument)
    #expect(code { _ = try ActivityServer(bridge, at: "a\0b") } == .invalidArgument)
    #expect(code { _ = try ActivityServer(bridge, at: long) } == .invalidArgument)
    #expect(code { _ = try ActivityServer(bridge, at: "\(directory.path)/none/s") } == .notFound)
    #expect(throws: LocalSocketError.self) { try LocalSocket.connect(to: "\(directory.path)/none") }
    let longest = try ActivityServer(bridge, at: String(long.dropLast()))
    #expect(try LocalSocket.connect(to: longest.path) >= 0)
  }

  @Test func `clients that speak nonsense, ask for everything or do not read leave the server alive`() async throws {
    let directory = try Directory()
    let server = try ActivityServer(ActivityServerTests.bridge(), at: "\(directory.path)/s")
    func raw(_ text: String) throws -> CInt {
      let descriptor = try LocalSocket.connect(to: server.path)
      _ = text.withCString { send(descriptor, $0, strlen($0), Int32(MSG_NOSIGNAL)) }
      return descriptor
    }
    let request = #"{"jsonrpc":"2.0","id":1,"method":"activity.read"}"# + "\n"
    var open: [CInt] = []
    open.append(try raw("nonsense\n\n{]\n\u{1}\u{2}\n[]\n{\"id\":1}\n"))
    open.append(try raw(#"{"jsonrpc":"2.0","id":1,"method":"$/subscribe","params":{"event":"x"}}"# + "\n"))
    open.append(try raw(#"{"jsonrpc":"2.0","id":1,"method":"call.cancel","params":[[1,2]]}"# + "\n"))
    // Asks and never reads.
    open.append(try raw(String(repeating: request, count: 2_000)))
    let client = try ActivityServerTests.client(server.path)
    let activity: BridgeActivity = try await client.call("activity.read")
    #expect(activity.calls.isEmpty)
    for method in ["activity.reed", "wait", "$/contract"] {
      _ = try? await client.call(method)
    }
    // Others come when eight are there: they are disconnected, and the eight go on.
    while open.count < 20 { open.append((try? raw(request)) ?? -1) }
    let again: BridgeActivity = try await client.call("activity.read")
    #expect(again.calls.isEmpty)
    for descriptor in open where descriptor >= 0 { close(descriptor) }
    client.close()
    try await eventually("there is room again") {
      guard let client = try? ActivityServerTests.client(server.path) else { return false }
      defer { client.close() }
      let activity: BridgeActivity? = try? await client.call("activity.read", timeout: .seconds(5))
      return activity != nil
    }
  }
}
