import Causeway
import CausewayMCP
import CausewayProcess
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct RunCodeTests {
  struct Order: Codable { var id: Int }

  private func client(
    permissions: Permissions = ["orders.*"], limits: (inout ProcessLimits) -> Void = { _ in },
    configure: (inout MCPConfiguration) -> Void = { _ in }
  ) async throws -> MCPClient {
    let bridge = Bridge()
    bridge.handle("orders.find") { (order: Order) in ["id": order.id] }
    bridge.handle("secrets.read") { "secret" }
    return try await MCPClient(bridge, permissions: permissions) {
      $0.code = MCPClient.child(limits)
      configure(&$0)
    }
  }

  @Test func `TypeScript calls what is permitted, and its result and log are the answer`() async throws {
    let answer = try await client().run(
      """
      interface Order { id: number }
      const orders: Order[] = [];
      for (const id of [1, 2, 3]) orders.push(await bridge.call("orders.find", { id }) as Order);
      console.log("found", orders.length);
      return orders.map((order: Order) => order.id);
      """)
    #expect(answer?["result"] == [1, 2, 3])
    #expect(answer?["log"] == "found 3\n")
    #expect(answer?["error"] == nil)
  }

  @Test func `its description declares the permitted methods and no others`() async throws {
    let list = try await client().request("tools/list")
    let text = list?["result"]?["tools"]?[0]?["description"]?.string ?? ""
    #expect(text.contains("find("))
    #expect(!text.contains("secret"))
  }

  @Test func `what is not permitted is refused`() async throws {
    let answer = try await client().run("return await bridge.call('secrets.read')")
    #expect(answer?["error"]?["code"] == "PERMISSION_DENIED")
    let fetch = try await client().run("return typeof fetch")
    #expect(fetch?["result"] == "undefined")
  }

  @Test func `an error has its line and the output before it`() async throws {
    let answer = try await client().run("const x: number = 1;\nconsole.log(x);\nthrow new TypeError('no ' + x);")
    #expect(answer?["log"] == "1\n")
    #expect(answer?["error"]?["name"] == "TypeError")
    #expect(answer?["error"]?["message"] == "no 1")
    #expect(answer?["error"]?["stack"]?.string?.contains("code.ts:3") == true)
  }

  @Test(arguments: ["return )(", "import 'x'; return 1", "} {", "`", "/*"])
  func `text that is no program is an error`(code: String) async throws {
    let answer = try await client().run(code)
    #expect(answer?["error"]?["message"]?.string?.isEmpty == false)
  }

  @Test func `a run keeps nothing for the next`() async throws {
    let client = try await client()
    _ = try await client.run("globalThis.kept = 1")
    #expect(try await client.run("return typeof kept")?["result"] == "undefined")
  }

  @Test func `an endless loop is stopped`() async throws {
    let answer = try await client(limits: { $0.turn = .milliseconds(300) }).run("console.log('in'); for (;;);")
    #expect(answer?["error"]?["code"] == "RESOURCE_EXHAUSTED")
    #expect(answer?["error"]?["data"]?["limit"] == "turn")
    #expect(answer?["log"] == "in\n")
  }

  @Test func `code that waits for ever ends with the timeout`() async throws {
    let answer = try await client(configure: { $0.timeout = .seconds(2) }).run("await new Promise(() => {})")
    #expect(answer?["error"]?["code"] == "DEADLINE_EXCEEDED")
  }

  @Test func `code that takes all memory is stopped`() async throws {
    let answer = try await client().run("const a = []; for (;;) { a.push(new Uint8Array(1 << 20).fill(1)); await 0; }")
    #expect(answer?["error"]?["code"] == "RESOURCE_EXHAUSTED")
  }

  @Test func `output without end is cut off, and code that goes on is stopped`() async throws {
    let client = try await client(limits: { $0.consoleBytes = 4 << 20 })
    let some = try await client.run("for (let i = 0; i < 2000; i++) console.log('x'.repeat(1000)); return 1")
    #expect(some?["result"] == 1)
    #expect((some?["log"]?.string?.utf8.count ?? 0) < 70_000)
    #expect(some?["log"]?.string?.contains("more bytes") == true)
    let flood = try await client.run("for (let i = 0; i < 1e6; i++) console.log('x'.repeat(1000))")
    #expect(flood?["error"]?["data"]?["limit"] == "consoleBytes")
  }

  @Test func `a result of many megabytes is refused`() async throws {
    let client = try await client()
    let result = try await client.call("run_code", ["code": "return 'x'.repeat(5e6)"])
    #expect(result?["isError"] == true)
    #expect(result?["content"]?[0]?["text"]?.string?.contains("resultBytes") == true)
    #expect(try await client.run("return 'x'.repeat(2 ** 30)")?["error"] != nil)
    #expect(try await client.run("return 1")?["result"] == 1)
  }

  @Test func `a cancelled run and a closed session end their children`() async throws {
    let client = try await client()
    let before = children()
    async let cancelled = client.request(
      "tools/call", ["name": "run_code", "arguments": ["code": "await new Promise(() => {})"]], id: "one")
    async let closed = client.request(
      "tools/call", ["name": "run_code", "arguments": ["code": "for (;;) await 0"]], id: "two")
    try await eventually("both children run") { children() >= before + 2 }
    _ = try await client.send(
      #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"one"}}"#)
    #expect(try await cancelled == nil)
    try await eventually("a child ends") { children() <= before + 1 }
    client.session.close()
    #expect(try await closed == nil)
    try await eventually("the other child ends") { children() <= before }
  }

  @Test func `more runs than the limit are refused`() async throws {
    let bridge = Bridge()
    let began = Mutex(false)
    bridge.handle("begin") { began.withLock { $0 = true } }
    let client = try await MCPClient(bridge) {
      $0.code = MCPClient.child()
      $0.runs = 1
    }
    async let first = client.run("await bridge.call('begin'); await new Promise(() => {})", id: "one")
    try await eventually("the first run begins") { began.withLock { $0 } }
    #expect(try await client.run("return 1", id: "two")?["error"]?["data"]?["limit"] == "runs")
    client.session.close()
    #expect(try await first == nil)
  }

  @Test func `a program that is no worker is an error`() async throws {
    let client = try await client(configure: { $0.code?.program = .file("/nowhere/worker") })
    #expect(try await client.run("return 1")?["error"]?["code"] == "UNAVAILABLE")
  }

  /// The processes that this one has started.
  private func children() -> Int {
    let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
    return tasks.reduce(0) { count, task in
      let text = (try? String(contentsOfFile: "/proc/self/task/\(task)/children", encoding: .utf8)) ?? ""
      return count + text.split(separator: " ").count
    }
  }
}
