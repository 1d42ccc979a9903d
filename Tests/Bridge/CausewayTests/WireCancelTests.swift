import Causeway
import Synchronization
import TestSupport
import Testing

/// A client that speaks plain JSON-RPC with LSP's cancellation, and waits for an answer to every request.
@Suite(.timeLimit(.minutes(5))) struct WireCancelTests {
  final class Texts: TextPort {
    private let texts = Mutex<[String]>([])
    var all: [String] { texts.withLock { $0 } }
    func send(_ text: [UInt8]) { texts.withLock { $0.append(String(decoding: text, as: UTF8.self)) } }
    func close() {}
  }

  @Test(arguments: ["1", "\"one\""]) func `a request that its client cancels is still answered, once`(id: String) {
    let port = Texts()
    let transport = JSONRPCTransport(port)
    let bridge = Bridge()
    bridge.handle("slow") { () async throws -> Void in try await untilCancelled() }
    let connection = bridge.connect(transport, permissions: .all)
    transport.deliver(Array(#"{"jsonrpc":"2.0","id":\#(id),"method":"slow"}"#.utf8))
    let cancel = Array(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":\#(id)}}"#.utf8)
    transport.deliver(cancel)
    transport.deliver(cancel)
    #expect(port.all.count == 1)
    #expect(port.all.first?.contains("\"id\":\(id)") == true)
    #expect(port.all.first?.contains("-32800") == true)
    #expect(connection.statistics.running == 0)
    connection.close()
  }

  /// A text that is over a limit cannot be read, but its beginning says whom it is for.
  @Test(arguments: ["nodes", "messageBytes"]) func `an answer that is over a limit does not leave its call waiting`(
    limit: String
  ) async throws {
    var limits = Limits()
    if limit == "nodes" { limits.nodes = 50 } else { limits.messageBytes = 200 }
    let port = Texts()
    let transport = JSONRPCTransport(port, limits: limits)
    let connection = Bridge().connect(transport, permissions: .all)
    let call = Task { try await connection.call("rows", 1, timeout: .never, returning: [Int].self) }
    try await eventually("the call is sent") { connection.statistics.pending == 1 && !port.all.isEmpty }
    let rows = (0..<100).map(String.init).joined(separator: ",")
    transport.deliver(Array(#"{"jsonrpc":"2.0","id":1,"result":[\#(rows)]}"#.utf8))
    await #expect {
      try await call.value
    } throws: { error in
      (error as? BridgeError)?.code == .resourceExhausted && (error as? BridgeError)?.data?["limit"] == .string(limit)
    }
    #expect(port.all.count == 1)
    connection.close()
  }

  @Test func `a request that is over a limit is refused by its own id`() {
    var limits = Limits()
    limits.nodes = 50
    let port = Texts()
    let transport = JSONRPCTransport(port, limits: limits)
    let connection = Bridge().connect(transport, permissions: .all)
    let rows = (0..<100).map(String.init).joined(separator: ",")
    transport.deliver(Array(#"{"jsonrpc":"2.0","id":7,"method":"rows","params":[[\#(rows)]]}"#.utf8))
    #expect(port.all.count == 1)
    #expect(port.all.first?.hasPrefix(#"{"jsonrpc":"2.0","id":7,"error":"#) == true)
    #expect(port.all.first?.contains("RESOURCE_EXHAUSTED") == true)
    connection.close()
  }

  @Test(arguments: [
    #"{"jsonrpc":"2.0","id":99999999999999999999,"result":[1,2]}"#, #"{"jsonrpc":"2.0","id":,"result":[1,2]}"#,
    #"{"jsonrpc":"2.0","id":-1,"result":[1,2]}"#, #"{"jsonrpc":"2.0","id":1"#, #"[1,2,3]"#,
  ]) func `a text over a limit whose beginning says nothing is refused without an id`(text: String) {
    var limits = Limits()
    limits.nodes = 1
    let port = Texts()
    let transport = JSONRPCTransport(port, limits: limits)
    let connection = Bridge().connect(transport, permissions: .all)
    transport.deliver(Array(text.utf8))
    #expect(port.all.count == 1)
    #expect(port.all.first?.contains(#""id":null"#) == true)
    connection.close()
  }
}
