import Causeway
import Synchronization
import Testing

/// A client that speaks plain JSON-RPC with LSP's cancellation, and waits for an answer to every request.
@Suite struct WireCancelTests {
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
}
