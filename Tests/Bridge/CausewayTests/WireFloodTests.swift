import CausewayPageMessages
import Glibc
import Logging
import Synchronization
import TestSupport
import Testing

@testable import Causeway

/// Floods of a peer on a wire: of large texts, of small ones, of what says nothing.
@Suite(.timeLimit(.minutes(2))) struct WireFloodTests {
  /// A peer on a socket that reads when it is told to.
  private struct Socket {
    let peer: CInt
    let connection: Connection

    init(_ bridge: Bridge, _ limits: Limits) {
      var pair: [CInt] = [-1, -1]
      #expect(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &pair) == 0)
      let port = LinePort(descriptor: pair[0], limits: limits)
      let wire = JSONRPCTransport(port, limits: limits)
      connection = bridge.connect(wire, permissions: .all, limits: limits)
      port.start {
        wire.deliver($0)
      } onEnd: {
        wire.lost($0)
      }
      peer = pair[1]
      var patience = timeval(tv_sec: 10, tv_usec: 0)
      setsockopt(peer, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    }

    func write(_ text: String) {
      var rest = Array(text.utf8)[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { Glibc.send(peer, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) }
        guard count > 0 else { return }
        rest = rest.dropFirst(count)
      }
    }

    /// So many lines; fewer when no more come for ten seconds.
    func lines(_ wanted: Int) -> [String] {
      var (lines, rest): ([String], [UInt8]) = ([], [])
      var buffer = [UInt8](repeating: 0, count: 1 << 20)
      while lines.count < wanted {
        let count = read(peer, &buffer, buffer.count)
        guard count > 0 else { break }
        rest += buffer[..<count]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
          lines.append(String(decoding: rest[..<end], as: UTF8.self))
          rest.removeSubrange(...end)
        }
      }
      return lines
    }

    func close() {
      connection.close()
      Glibc.close(peer)
    }
  }

  private static func limited(_ bytes: Int) -> Limits {
    var limits = Limits()
    limits.bytesInFlight = bytes
    return limits
  }

  @Test(.slowWhenSanitized)
  func `large answers for a peer that does not read are refused, and nothing stays unanswered`() async throws {
    let limit = 4 << 20
    let bridge = Bridge()
    bridge.handle("large") { String(repeating: "x", count: 1 << 20) }
    let socket = Socket(bridge, Self.limited(limit))
    for id in 1...100 { socket.write("{\"jsonrpc\":\"2.0\",\"id\":\(id),\"method\":\"large\"}\n") }
    try await eventually("the link comes to rest") { socket.connection.statistics.calls == 100 }
    #expect(socket.connection.statistics.bytesInFlight < limit + (100 << 10))
    // Others of the same bridge are answered meanwhile.
    let (left, right) = LoopbackTransport.pair()
    let other = bridge.connect(left, permissions: .all)
    let caller = Bridge().connect(right, permissions: .all)
    #expect(try await caller.call("large", BridgeValue.undefined, returning: String.self).count == 1 << 20)
    let lines = socket.lines(100)
    #expect(lines.count == 100)
    let refused = lines.filter { $0.contains("RESOURCE_EXHAUSTED") && $0.contains("bytesInFlight") }
    let answered = lines.filter { $0.contains("\"result\"") }
    #expect(refused.count + answered.count == 100 && answered.count >= 3 && answered.count < 20)
    // It has read: there is room again.
    socket.write("{\"jsonrpc\":\"2.0\",\"id\":101,\"method\":\"large\"}\n")
    #expect(socket.lines(1).first?.contains("\"result\"") == true)
    caller.close()
    other.close()
    socket.close()
  }

  @Test func `large calls that are not answered are refused as far as they are too much`() async throws {
    let limit = 4 << 20
    let bridge = Bridge()
    let gate = Signal()
    bridge.handle("wait") { (text: String) async in
      await gate.wait()
      return text.utf8.count
    }
    let socket = Socket(bridge, Self.limited(limit))
    let params = String(repeating: "x", count: 1 << 20)
    for id in 1...12 {
      socket.write("{\"jsonrpc\":\"2.0\",\"id\":\(id),\"method\":\"wait\",\"params\":[\"\(params)\"]}\n")
    }
    try await eventually("the link comes to rest") { socket.connection.statistics.calls == 12 }
    #expect(socket.connection.statistics.running == 4)
    #expect(socket.lines(8).allSatisfy { $0.contains("bytesInFlight") })
    gate.fire()
    #expect(socket.lines(4).allSatisfy { $0.hasSuffix("\"result\":1048576}") })
    try await eventually("the link comes to rest") { socket.connection.statistics.bytesInFlight == 0 }
    socket.close()
  }

  @Test func `a peer that writes and never reads is ended by name, and takes nobody along`() async throws {
    var limits = Self.limited(1 << 20)
    limits.messageBytes = 1000
    let bridge = Bridge()
    bridge.handle("now") { 1 }
    let socket = Socket(bridge, limits)
    // Refusals are small, but they are many.
    let many = String(repeating: "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"nothing.of.that.name\"}\n", count: 10_000)
    let writer = Task.detached { for _ in 0..<100 { socket.write(many) } }
    try await eventually("the link comes to rest") { socket.connection.isClosed }
    _ = await writer.value
    let (left, right) = LoopbackTransport.pair()
    _ = bridge.connect(left, permissions: .all)
    let caller = Bridge().connect(right, permissions: .all)
    #expect(try await caller.call("now", BridgeValue.undefined, returning: Int.self) == 1)
    caller.close()
    socket.close()
  }

  // MARK: Texts

  private struct Peer {
    let port = WireCancelTests.Texts()
    let transport: JSONRPCTransport
    let connection: Connection

    init(
      _ limits: Limits = Limits(), logger: Logger = Logger(label: "test"), _ register: (Bridge) -> Void = { _ in }
    ) {
      transport = JSONRPCTransport(port, limits: limits)
      var configuration = Bridge.Configuration()
      configuration.logger = logger
      let bridge = Bridge(configuration)
      register(bridge)
      connection = bridge.connect(transport, permissions: .all, limits: limits)
    }

    func says(_ text: String) { transport.deliver(Array(text.utf8)) }
  }

  @Test(arguments: [(255, true), (256, true), (257, false), (16 << 20, false)])
  func `an id that is text is as long as a name, and a longer one is not kept`(count: Int, isTaken: Bool) {
    let peer = Peer { $0.handle("ask") { 1 } }
    let id = String(repeating: "i", count: count)
    peer.says(#"{"jsonrpc":"2.0","id":"\#(id)","method":"ask"}"#)
    #expect(peer.port.all.count == 1)
    #expect(peer.port.all.first?.contains(isTaken ? #""id":"\#(id)","result":1"# : #""id":null"#) == true)
    #expect(peer.port.all.first?.utf8.count ?? 0 < 1000)
    peer.connection.close()
  }

  @Test(arguments: ["x", "$/x"]) func `a method's name without end does not come back with its refusal`(start: String) {
    let peer = Peer { $0.handle("ask") { 1 } }
    let name = start + String(repeating: "m", count: 16 << 20)
    peer.says(#"{"jsonrpc":"2.0","id":1,"method":"\#(name)","params":[1]}"#)
    peer.says(#"{"jsonrpc":"2.0","id":2,"method":"ask"}"#)
    #expect(peer.port.all.count == 2)
    #expect(peer.port.all.first?.contains("nameLength") == true)
    #expect(peer.port.all.first?.utf8.count ?? .max < 2000)
    peer.connection.close()
  }

  @Test(.slowWhenSanitized)
  func `a batch of what is no message is answered, but not two bytes with a hundred without end`() {
    let peer = Peer { $0.handle("ask") { 1 } }
    let nothing = Array(repeating: "1", count: 500_000).joined(separator: ",")
    peer.says(#"[\#(nothing),{"jsonrpc":"2.0","id":1,"method":"ask"},{"id":2}]"#)
    #expect(peer.port.all.count == 102)
    #expect(peer.port.all.suffix(2).first == #"{"jsonrpc":"2.0","id":1,"result":1}"#)
    #expect(peer.port.all.last?.contains(#""id":2"#) == true)
    peer.connection.close()
  }

  @Test(.unsanitized) func `notifications without end leave nothing behind, and few lines of a log`() {
    let lines = Shared<[String]>([])
    let peer = Peer(logger: Logger(label: "test") { _ in LoggedLines(lines: lines) }) { $0.handle("ask") { 1 } }
    for id in 0..<5000 {
      peer.says(#"{"jsonrpc":"2.0","method":"$/event","params":{"event":"made.up","value":"\#(id)"}}"#)
      peer.says(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":\#(id)}}"#)
      peer.says(#"{"jsonrpc":"2.0","method":"$/credit","params":{"id":\#(id),"items":5}}"#)
      for kind in ["item", "report"] {
        let params = #"{"token":\#(id),"value":{"kind":"\#(kind)","value":1}}"#
        peer.says(#"{"jsonrpc":"2.0","method":"$/progress","params":\#(params)}"#)
      }
      peer.says(#"{"jsonrpc":"2.0","id":\#(id),"result":1}"#)
      peer.says(#"{"jsonrpc":"2.0","method":"made.up","params":{}}"#)
    }
    #expect(peer.port.all.isEmpty)
    #expect(!lines.value.isEmpty && lines.value.count < 20)
    let statistics = peer.connection.statistics
    #expect(statistics.bytesInFlight == 0 && statistics.running == 0 && statistics.pending == 0)
    peer.connection.close()
  }

  @Test func `answers that wait for a page's function are bounded, and refused to the message itself`() async throws {
    let limit = 20_000
    let peer = Peer(Self.limited(limit)) { bridge in
      bridge.handle("ask") { (_: BridgeValue) in 1 }
      bridge.answerRequests(to: "ask", by: .function("done"))
    }
    for id in 1...1000 { peer.says(#"{"jsonrpc":"2.0","id":\#(id),"method":"ask","params":{"requestId":"r\#(id)"}}"#) }
    let refused = peer.port.all.filter { $0.contains("RESOURCE_EXHAUSTED") }
    #expect(refused.count > 500 && peer.connection.statistics.bytesInFlight <= limit)
    #expect(peer.connection.statistics.pending + refused.count == 1000)
    // The page's function is called for all others; then there is room again.
    let calls = peer.connection.statistics.pending
    for id in 1...calls { peer.says(#"{"jsonrpc":"2.0","id":\#(id),"result":null}"#) }
    try await eventually("the link comes to rest") { peer.connection.statistics.bytesInFlight == 0 }
    try await eventually("the link comes to rest") { peer.port.all.count == 1000 + calls }
    peer.connection.close()
  }
}
