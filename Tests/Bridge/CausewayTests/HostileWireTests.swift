@testable import Causeway
import CausewayTesting
import Glibc
import Synchronization
import TestSupport
import Testing

/// A peer that writes what no client of ours would: it may harm its own calls, and nothing else.
@Suite(.timeLimit(.minutes(5))) struct HostileWireTests {
  private struct Peer {
    let port = WireCancelTests.Texts()
    let transport: JSONRPCTransport
    let connection: Connection

    init(_ configuration: Bridge.Configuration = Bridge.Configuration(), _ register: (Bridge) -> Void = { _ in }) {
      transport = JSONRPCTransport(port)
      let bridge = Bridge(configuration)
      register(bridge)
      connection = bridge.connect(transport, permissions: .all)
    }

    func says(_ text: String) { transport.deliver(Array(text.utf8)) }
  }

  private static let deep = String(repeating: "[", count: 400_000) + String(repeating: "]", count: 400_000)

  @Test(arguments: [("", BridgeError.Code.unknown), (#"{"code":"ABORTED","data":"#, .aborted)])
  func `an error that is nested without end ends its call and not the process`(
    data: String, code: BridgeError.Code
  ) async throws {
    let peer = Peer()
    let call = Task { try await peer.connection.call("ask", 1, timeout: .never, returning: Int.self) }
    try await eventually("the call is sent") { !peer.port.all.isEmpty }
    let end = data.isEmpty ? "" : "}"
    peer.says(#"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"no","data":\#(data)\#(Self.deep)\#(end)}}"#)
    let error = await #expect(throws: BridgeError.self) { _ = try await call.value }
    #expect(error?.code == code && error?.message == "no" && error?.data == nil)
    peer.connection.close()
  }

  @Test func `a context that is nested without end is refused`() {
    let peer = Peer { $0.handle("ask") { 1 } }
    peer.says(#"{"jsonrpc":"2.0","id":1,"method":"ask","params":[1,{"metadata":{"a":\#(Self.deep)}}]}"#)
    #expect(peer.port.all.first?.contains("-32602") == true)
    peer.connection.close()
  }

  private static func count(credit: Int) -> String {
    #"{"jsonrpc":"2.0","id":1,"method":"count","params":[1,{"credit":\#(credit)}]}"#
  }

  @Test(arguments: [.wait, .latest, .dropOldest(2), .buffer(2)] as [StreamPolicy])
  func `a consumer that asks for more items ahead than the limit is refused`(policy: StreamPolicy) {
    let peer = Peer { bridge in
      bridge.stream("count", policy: policy) { (_: Int, _) in Counting(limit: .max) }
    }
    for credit in [1025, Int.max] { peer.says(Self.count(credit: credit)) }
    #expect(peer.port.all.count == 2)
    #expect(peer.port.all.allSatisfy { $0.contains("RESOURCE_EXHAUSTED") && $0.contains("streamBuffer") })
    #expect(peer.connection.statistics.running == 0)
    peer.connection.close()
  }

  @Test func `a consumer that grants more items than there are numbers is sent as many as the limit`() async throws {
    let counting = Counting(limit: .max)
    let peer = Peer { $0.stream("count") { (_: Int, _) in counting } }
    peer.says(Self.count(credit: 1))
    peer.says(#"{"jsonrpc":"2.0","method":"$/credit","params":{"id":1,"items":\#(Int.max)}}"#)
    try await eventually("all that may be sent is taken") { counting.taken.value >= 1026 }
    for _ in 0..<1000 { await Task.yield() }
    #expect(peer.port.all.count == 1025)
    peer.connection.close()
  }

  @Test func `a call does not inherit the deadline of one that had its id before`() async throws {
    let clock = VirtualClock()
    var configuration = Bridge.Configuration()
    configuration.clock = clock
    let first = Signal()
    let calls = Shared(0)
    let peer = Peer(configuration) { bridge in
      bridge.handle("wait") { () async throws -> Void in
        let isFirst = calls.withLock { calls in
          calls += 1
          return calls == 1
        }
        if isFirst { await first.wait() } else { try await untilCancelled() }
      }
    }
    func ask(_ id: Int, milliseconds: Int) {
      peer.says(#"{"jsonrpc":"2.0","id":\#(id),"method":"wait","params":[1,{"timeout":\#(milliseconds)}]}"#)
    }
    ask(1, milliseconds: 100)
    ask(2, milliseconds: 50)
    first.fire()
    try await eventually("the first call is answered") { !peer.port.all.isEmpty }
    ask(1, milliseconds: 1000)
    await clock.run(for: .milliseconds(500))
    #expect(peer.port.all.count == 2)
    await clock.run(for: .milliseconds(600))
    #expect(peer.port.all.count == 3)
    #expect(peer.port.all.last?.contains("DEADLINE_EXCEEDED") == true)
    peer.connection.close()
  }

  @Test func `names that nobody may call are not remembered`() {
    let peer = Peer { $0.handle("known") { 1 } }
    for number in 0..<100 { peer.says(#"{"jsonrpc":"2.0","id":\#(number),"method":"made.up.\#(number)"}"#) }
    peer.says(#"{"jsonrpc":"2.0","id":100,"method":"known"}"#)
    #expect(peer.port.all.count == 101)
    #expect(peer.connection.routes.withLock { $0.count } == 1)
    peer.connection.close()
  }

  @Test func `a call of before a reload makes no room for others than itself`() async {
    let dialogs = ExclusiveCalls(limit: "dialogs", refusal: "A dialog is open.")
    let (answer, ended) = (Signal(), Signal())
    let calls = Shared(0)
    let peer = Peer { bridge in
      bridge.handle("dialog") { (call: CallContext) async throws -> Void in
        let number = calls.withLock { calls in
          calls += 1
          return calls
        }
        defer { if number == 1 { ended.fire() } }
        try await dialogs.run(call) { if number == 1 { await answer.wait() } else { try await untilCancelled() } }
      }
    }
    peer.says(#"{"jsonrpc":"2.0","id":1,"method":"dialog"}"#)
    peer.connection.reload()
    peer.says(#"{"jsonrpc":"2.0","id":1,"method":"dialog"}"#)
    answer.fire()
    await ended.wait()
    peer.says(#"{"jsonrpc":"2.0","id":2,"method":"dialog"}"#)
    #expect(peer.port.all.count == 1)
    #expect(peer.port.all.first?.contains("RESOURCE_EXHAUSTED") == true)
    peer.connection.close()
  }

  @Test func `limits without end are limits`() async throws {
    var limits = Limits()
    limits.messageBytes = .max
    limits.depth = .max
    limits.nodes = .max
    limits.callsInFlight = .max
    limits.streamBuffer = .max
    limits.eventBuffer = .max
    limits.nameLength = .max
    limits.metadataLength = .max
    limits.subscriptions = .max
    var pair: [CInt] = [-1, -1]
    #expect(unsafe socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &pair) == 0)
    let ports = pair.map { LinePort(descriptor: $0, limits: limits) }
    let ends = ports.map { JSONRPCTransport($0, limits: limits) }
    let server = Bridge()
    server.handle("echo") { (value: BridgeValue) in value }
    server.stream("count", policy: .buffer(.max)) { (_: CallContext) in Counting(limit: 100) }
    let callee = server.connect(ends[0], permissions: .all, limits: limits)
    let caller = Bridge().connect(ends[1], permissions: .all, limits: limits)
    for (port, end) in zip(ports, ends) {
      port.start {
        end.deliver($0)
      } onEnd: {
        end.lost($0)
      }
    }
    let echo: BridgeValue = try await caller.call(
      "echo", ["a": [1, "b"]] as BridgeValue, timeout: .after(.seconds(Int64.max)))
    #expect(echo == ["a": [1, "b"]])
    var items = 0
    for try await _ in caller.stream("count", BridgeValue.undefined, of: Int.self, buffer: 1 << 40) { items += 1 }
    #expect(items == 100)
    caller.close()
    callee.close()
  }
}
