import Causeway
import CausewayMCP
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct MCPSessionTests {
  struct Order: Codable { var id: Int }

  private func bridge() -> Bridge {
    let bridge = Bridge()
    bridge.handle("orders.find") { (order: Order) in ["id": order.id, "items": 3] }
    bridge.handle("orders.fail") { () throws -> Int in
      throw BridgeError("SOLD_OUT", "There is none.", data: ["left": 0])
    }
    bridge.handle("secrets.read") { "secret" }
    return bridge
  }

  @Test(arguments: ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"])
  func `each known revision is agreed to`(version: String) async throws {
    let client = try await MCPClient(isInitialized: false)
    let answer = try await client.request("initialize", ["protocolVersion": .string(version)])
    #expect(answer?["result"]?["protocolVersion"]?.string == version)
    #expect(answer?["result"]?["capabilities"]?["tools"] != nil)
  }

  @Test func `an unknown revision is answered with the newest`() async throws {
    let client = try await MCPClient(isInitialized: false)
    let answer = try await client.request("initialize", ["protocolVersion": "1999-01-01"])
    #expect(answer?["result"]?["protocolVersion"]?.string == MCPServer.versions[0])
  }

  @Test func `a method is called with its arguments, and its result is text and structure`() async throws {
    let result = try await MCPClient(bridge()).call("orders_find", ["params": ["id": 7]])
    #expect(result?["isError"] == false)
    #expect(result?["structuredContent"]?["result"]?["id"] == 7)
    #expect(result?["content"]?[0]?["text"]?.string?.contains("\"items\": 3") == true)
  }

  @Test func `an error of a handler is a result that the model sees`() async throws {
    let result = try await MCPClient(bridge()).call("orders_fail")
    #expect(result?["isError"] == true)
    let text = result?["content"]?[0]?["text"]?.string ?? ""
    #expect(text.contains("SOLD_OUT") && text.contains("There is none.") && text.contains("left"))
  }

  @Test func `arguments of the wrong type are an error that names them`() async throws {
    let result = try await MCPClient(bridge()).call("orders_find", ["params": ["id": "seven"]])
    #expect(result?["isError"] == true)
    #expect(result?["content"]?[0]?["text"]?.string?.contains("params.id") == true)
  }

  @Test func `a method without permission is no tool`() async throws {
    let client = try await MCPClient(bridge(), permissions: ["orders.*"])
    let list = try await client.request("tools/list")
    guard case .array(let tools)? = list?["result"]?["tools"] else { throw BridgeError(.internal, "no list") }
    #expect(tools.compactMap { $0["name"]?.string } == ["orders_fail", "orders_find"])
    let answer = try await client.request("tools/call", ["name": "secrets_read"])
    #expect(answer?["error"]?["code"] == -32602)
    // The name of the method is not one of a tool.
    #expect(try await client.request("tools/call", ["name": "secrets.read"])?["error"]?["code"] == -32602)
  }

  @Test func `a method that takes a function is no tool`() async throws {
    struct Each: Decodable, Sendable { let row: Callback<Int, Bool> }
    let bridge = bridge()
    bridge.handle("orders.each") { (_: [Each]) in 1 }
    let client = try await MCPClient(bridge, permissions: ["orders.*"])
    let list = try await client.request("tools/list")
    guard case .array(let tools)? = list?["result"]?["tools"] else { throw BridgeError(.internal, "no list") }
    #expect(tools.compactMap { $0["name"]?.string } == ["orders_fail", "orders_find"])
  }

  @Test func `methods whose names become the same are two tools`() async throws {
    let bridge = Bridge()
    bridge.handle("a.b") { 1 }
    bridge.handle("a_b") { 2 }
    bridge.handle(String(repeating: "long", count: 40)) { 3 }
    let client = try await MCPClient(bridge)
    let list = try await client.request("tools/list")
    guard case .array(let tools)? = list?["result"]?["tools"] else { throw BridgeError(.internal, "no list") }
    let names = tools.compactMap { $0["name"]?.string }
    #expect(Set(names).count == 3)
    #expect(names.allSatisfy { $0.utf8.count <= 64 })
    #expect(try await client.call("a_b")?["structuredContent"]?["result"] == 1)
    #expect(try await client.call("a_b_2")?["structuredContent"]?["result"] == 2)
  }

  @Test(
    arguments: [
      ("nonsense", -32700), ("{\"jsonrpc\":\"2.0\",", -32700), ("\u{0}", -32700), ("7", -32600), ("{}", -32600),
      ("[]", -32600), ("[7]", -32600), (#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, -32600),
      (#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32600),
      (#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, -32600),
      (#"{"jsonrpc":"2.0","id":1,"method":7}"#, -32600),
      (#"{"jsonrpc":"2.0","id":1,"method":"resources/list"}"#, -32601),
      (#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"x"}}"#, -32602),
      (#"{"jsonrpc":"2.0","id":1,"method":"tools/call"}"#, -32602),
      (#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":[]}"#, -32602),
      (#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"orders_find","arguments":7}}"#, -32602),
      (#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}"#, -32600),
    ] as [(String, Double)])
  func `a wrong message is answered with an error, and the session lives on`(text: String, code: Double) async throws {
    let client = try await MCPClient(bridge())
    let answer = try await client.send(text)
    #expect((answer?[0] ?? answer)?["error"]?["code"]?.number == code)
    #expect(try await client.call("orders_find", ["params": ["id": 7]])?["isError"] == false)
  }

  @Test func `a message that is too long or too deep is an error`() async throws {
    let client = try await MCPClient(bridge()) { $0.messageBytes = 10_000 }
    let long = try await client.request("ping", .string(String(repeating: "x", count: 20_000)))
    #expect(long?["error"]?["code"] == -32700)
    let deep = String(repeating: "[", count: 4_000) + String(repeating: "]", count: 4_000)
    #expect(try await client.send(deep)?["error"]?["code"] == -32700)
    #expect(try await client.send([0xff, 0xfe])?["error"]?["code"] == -32700)
    #expect(try await client.request("ping")?["result"] == .object([:]))
  }

  @Test func `nothing but a ping is answered before initialize`() async throws {
    let client = try await MCPClient(bridge(), isInitialized: false)
    #expect(try await client.request("ping")?["result"] == .object([:]))
    #expect(try await client.request("tools/list")?["error"]?["code"] == -32600)
    #expect(try await client.request("tools/call", ["name": "orders_find"])?["error"]?["code"] == -32600)
  }

  @Test func `answers and unknown notifications are ignored`() async throws {
    let client = try await MCPClient(bridge())
    for text in [
      #"{"jsonrpc":"2.0","id":1,"result":{}}"#, #"{"jsonrpc":"2.0","id":1,"error":{}}"#,
      #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#, #"{"jsonrpc":"2.0","method":"x"}"#,
      #"{"jsonrpc":"2.0","method":"notifications/cancelled"}"#,
      #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99}}"#,
    ] { #expect(try await client.send(text) == nil) }
  }

  @Test func `a batch is answered by one list`() async throws {
    let client = try await MCPClient(bridge())
    let answer = try await client.send(
      #"[{"jsonrpc":"2.0","id":"a","method":"ping"},{"jsonrpc":"2.0","method":"x"},{"jsonrpc":"2.0","id":"b","method":"tools/call","params":{"name":"orders_find","arguments":{"params":{"id":1}}}}]"#
    )
    guard case .array(let answers)? = answer else { throw BridgeError(.internal, "no list") }
    #expect(Set(answers.compactMap { $0["id"]?.string }) == ["a", "b"])
    #expect(answers.count == 2)
  }

  @Test func `a cancelled call is stopped and gets no answer`() async throws {
    let bridge = Bridge()
    let began = Mutex(false)
    let stopped = Mutex(false)
    bridge.handle("wait") { () async throws -> Int in
      began.withLock { $0 = true }
      do { try await Task.sleep(for: .seconds(1_000)) } catch { stopped.withLock { $0 = true } }
      return 1
    }
    let client = try await MCPClient(bridge)
    async let answer = client.request("tools/call", ["name": "wait"], id: "slow")
    try await eventually("the call begins") { began.withLock { $0 } }
    // Its id is in use.
    #expect(try await client.request("tools/call", ["name": "wait"], id: "slow")?["error"]?["code"] == -32600)
    #expect(
      try await client.send(
        #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"slow"}}"#) == nil)
    #expect(try await answer == nil)
    try await eventually("the handler is stopped") { stopped.withLock { $0 } }
  }

  @Test func `more requests than the limit are refused`() async throws {
    let bridge = Bridge()
    bridge.handle("wait") { () async throws -> Int in
      try await Task.sleep(for: .seconds(1_000))
      return 1
    }
    let client = try await MCPClient(bridge) { $0.requests = 3 }
    let answers = Mutex(0)
    for id in 0..<3 {
      let text = #"{"jsonrpc":"2.0","id":\#(id),"method":"tools/call","params":{"name":"wait"}}"#
      client.session.receive(Array(text.utf8)) { _ in answers.withLock { $0 += 1 } }
    }
    #expect(try await client.request("tools/call", ["name": "wait"], id: 9)?["error"]?["code"] == -32000)
    client.session.close()
    #expect(answers.withLock { $0 } == 3)
    #expect(try await client.request("tools/call", ["name": "wait"], id: 9)?["error"]?["code"] == -32000)
  }

  @Test func `a call that takes too long ends with the timeout`() async throws {
    let bridge = Bridge()
    bridge.handle("wait") { () async throws -> Int in
      try await Task.sleep(for: .seconds(1_000))
      return 1
    }
    let result = try await MCPClient(bridge) { $0.timeout = .milliseconds(50) }.call("wait")
    #expect(result?["isError"] == true)
    #expect(result?["content"]?[0]?["text"]?.string?.contains("DEADLINE_EXCEEDED") == true)
  }

  @Test func `a result over the limit is refused by name`() async throws {
    let bridge = Bridge()
    bridge.handle("much") { String(repeating: "x", count: 100_000) }
    let result = try await MCPClient(bridge) { $0.resultBytes = 1_000 }.call("much")
    #expect(result?["isError"] == true)
    #expect(result?["structuredContent"] == nil)
    #expect(result?["content"]?[0]?["text"]?.string?.contains("resultBytes") == true)
  }

  @Test func `the bytes of the requests that go on have a limit`() async throws {
    let (bridge, gate, begun) = (Bridge(), Signal(), Shared(0))
    bridge.handle("wait") { (_: [BridgeValue]) async -> Void in
      begun.withLock { $0 += 1 }
      await gate.wait()
    }
    let client = try await MCPClient(bridge) { $0.messageBytes = 10_000 }
    let list = BridgeValue.array(Array(repeating: .null, count: 1_600))
    let going = (0..<2).map { id in Task { try await client.call("wait", ["params": list], id: .number(Double(id))) } }
    try await eventually("both go on") { begun.value == 2 }
    let answer = try await client.request("tools/call", ["name": "wait", "arguments": ["params": list]], id: 3)
    #expect(answer?["error"]?["message"]?.string?.contains("messageBytes") == true)
    gate.fire()
    for call in going { #expect(try await call.value?["isError"] == false) }
  }

  @Test func `a line that is too long is kept in part only`() {
    var configuration = MCPConfiguration()
    configuration.messageBytes = 10
    var lines = MCPLines(configuration)
    #expect(lines.append(Array("{}\r\n\n \t\r\n[".utf8)) == [Array("{}".utf8)])
    for _ in 0..<100 { #expect(lines.append([UInt8](repeating: 120, count: 1_000)) == []) }
    let rest = lines.append(Array("]\n{}\n".utf8))
    #expect(rest.map(\.count) == [11, 2])
  }

  @Test(arguments: [0, 2_147_483_648, -2_147_483_649, 1_774_232_524_389, 9_007_199_254_740_991, 1.5])
  func `an id comes back as it was written`(id: Double) async throws {
    let client = try await MCPClient(bridge())
    #expect(try await client.request("ping", id: .number(id))?["id"] == .number(id))
    let written = String(decoding: RawJSON(.number(id)).text, as: UTF8.self)
    #expect(written == Int(exactly: id).map(String.init) ?? "\(id)")
  }

  @Test func `an id that would come back as another is refused`() async throws {
    let answer = try await MCPClient(bridge()).send(
      #"{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}"#)
    #expect(answer?["error"]?["code"] == -32600)
  }
}
