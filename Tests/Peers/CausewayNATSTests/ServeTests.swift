#if NATS
import Causeway
import CausewayNATS
import Foundation
import Glibc
import TestSupport
import Testing

@Suite(.enabled(if: NATSServer.path != nil, "nats-server is not installed"), .timeLimit(.minutes(5)))
struct ServeTests {
  private let program = """
    bridge.handle("sum", ({ numbers }) => numbers.reduce((sum, number) => sum + number, 0));
    bridge.handle("wait", () => {
      console.log("a call waits");
      return new Promise(() => { setTimeout(() => {}, 60_000); });
    });
    bridge.handle("count", async function* (limit) { for (let item = 1; item <= limit; item += 1) yield item; });
    bridge.handle("fail", () => { throw new TypeError("on purpose"); });
    """

  private func call(_ server: NATSServer, _ arguments: String...) throws -> (
    status: Int32, output: String, errors: String
  ) {
    try run(["call", "--nats", server.url] + arguments)
  }

  private func run(_ arguments: [String]) throws -> (status: Int32, output: String, errors: String) {
    let process = Process()
    let (output, errors) = (Pipe(), Pipe())
    process.executableURL = Worker.command
    process.arguments = arguments
    process.standardOutput = output
    process.standardError = errors
    try process.run(forAtMost: 60)
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let complaint = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text, complaint)
  }

  @Test func `what a program handles is called from another process, by causeway call and by a bridge`() async throws {
    let server = try NATSServer()
    let worker = try Worker(server.url, program)
    try await worker.waitUntil("Serving count, fail, sum, wait as causeway")
    let sum = try call(server, "sum", #"{"numbers":[1,2,3]}"#)
    #expect((sum.status, sum.output, sum.errors) == (0, "6\n", ""))
    let items = try call(server, "--stream", "count", "3")
    #expect((items.status, items.output) == (0, "1\n2\n3\n"))
    let failure = try call(server, "fail")
    #expect(failure.status == 1)
    #expect(failure.errors == "causeway: UNKNOWN: on purpose\n")
    let unknown = try call(server, "summ", "1")
    #expect(unknown.status == 1)
    #expect(unknown.errors.contains("UNIMPLEMENTED"))
    #expect(try call(server, "sum", "{").status == 2)
    #expect(try call(server, "--prefix", "nobody", "sum").errors.contains("UNAVAILABLE"))
    let caller = try await Bridge().connect(to: "causeway", on: NATSClient.connect(server.url))
    var numbers: [Int] = []
    for try await item in caller.stream("count", 500, of: Int.self, buffer: 8) { numbers.append(item) }
    #expect(numbers == Array(1...500))
    #expect(try await worker.interrupt() == 0)
    let gone = await #expect(throws: BridgeError.self) { try await caller.call("sum", ["numbers": [1]]) }
    #expect(gone?.code == .unavailable)
  }

  @Test func `causeway top sums the calls of all workers of a prefix`() async throws {
    let server = try NATSServer()
    let workers = try [Worker(server.url, program), Worker(server.url, program)]
    for worker in workers { try await worker.waitUntil("Serving") }
    let caller = try await Bridge().connect(to: "causeway", on: NATSClient.connect(server.url))
    for _ in 0..<30 { #expect(try await caller.call("sum", ["numbers": [1, 2]]) == 3) }
    for _ in 0..<2 { await #expect(throws: BridgeError.self) { try await caller.call("fail") } }
    let shown = try run(["top", "--nats", server.url])
    #expect(shown.status == 0 && shown.errors == "")
    #expect(shown.output.contains("2 workers of causeway, 32 calls"))
    #expect(shown.output.contains("on purpose"))
    let fleet = try JSONDecoder().decode(
      BridgeValue.self, from: Data(run(["top", "--json", "--nats", server.url]).output.utf8))
    guard case .object(let object) = fleet, case .array(let methods)? = object["methods"],
      case .array(let listed)? = object["workers"]
    else {
      Issue.record("not the JSON of a fleet")
      return
    }
    #expect(listed.count == 2)
    let sums = methods.compactMap { if case .object(let method) = $0 { method } else { nil } }
    #expect(sums.map { $0["name"] } == ["count", "fail", "sum", "wait"])
    #expect(sums.map { $0["calls"] } == [0, 2, 30, 0])
    #expect(sums.map { $0["errors"] } == [0, 2, 0, 0])
    #expect(try run(["top", "--nats", server.url, "--prefix", "nobody"]).output.contains("0 workers of nobody"))
    #expect(try run(["top"]).status != 0)
    #expect(try run(["top", "1", "--nats", server.url]).status != 0)
    for worker in workers { _ = try await worker.interrupt() }
  }

  @Test func `a gateway forwards calls and streams to programs on other machines`() async throws {
    let server = try NATSServer()
    let worker = try Worker(server.url, program)
    try await worker.waitUntil("Serving")
    let gateway = Bridge()
    gateway.forward("*", to: try await gateway.connect(to: "causeway", on: NATSClient.connect(server.url)))
    let (near, far) = LoopbackTransport.pair()
    let callee = gateway.connect(near, permissions: ["sum", "count"])
    let caller = Bridge().connect(far, permissions: .none)
    #expect(try await caller.call("sum", ["numbers": [1, 2]]) == 3)
    var numbers: [Int] = []
    for try await item in caller.stream("count", 50, of: Int.self) { numbers.append(item) }
    #expect(numbers == Array(1...50))
    let error = await #expect(throws: BridgeError.self) { for try await _ in caller.stream("sum", of: Int.self) {} }
    #expect(error != nil)
    let hidden = await #expect(throws: BridgeError.self) { try await caller.call("fail") }
    #expect(hidden?.code == .permissionDenied)
    callee.close()
  }

  @Test func `a program that is run awaits the handlers of programs on other machines`() async throws {
    let server = try NATSServer()
    let worker = try Worker(server.url, program)
    try await worker.waitUntil("Serving")
    let text = """
      let last = 0;
      for await (const item of bridge.stream("count", 100)) last = item;
      console.log(await bridge.call("sum", { numbers: [1, 2] }), last);
      await bridge.call("fail");
      """
    let arguments = ["run", "-e", text, "--forward", "sum,count", "--nats", server.url]
    let result = try run(arguments)
    #expect(result.output == "3 100\n")
    #expect(result.status == 1)
    #expect(result.errors.contains("PERMISSION_DENIED") || result.errors.contains("not allowed"))
    #expect(try run(["run", "-e", "1", "--forward", "sum"]).status == 2)
  }

  @Test func `a program that changes is replaced, and one that does not start is not`() async throws {
    let server = try NATSServer()
    let worker = try Worker(server.url, "bridge.handle('version', () => 1);", ["--watch"])
    try await worker.waitUntil("Serving version")
    let caller = try await Bridge().connect(to: "causeway", on: NATSClient.connect(server.url))
    #expect(try await caller.call("version") == 1)
    try worker.replace("bridge.handle('version', () => 2); bridge.handle('added', () => true);")
    try await eventually("the new program answers") { try await caller.call("version") == 2 }
    #expect(try await caller.call("added") == true)
    try worker.replace("bridge.handle('version', () => 3; // no JavaScript")
    try await worker.waitUntil("The program was not replaced")
    #expect(try await caller.call("version") == 2)
  }

  @Test func `a handler that loops for ever fails its call, and the program is started again`() async throws {
    let server = try NATSServer()
    let worker = try Worker(
      server.url, "bridge.handle('loop', () => { for (;;) ; }); bridge.handle('one', () => 1);", ["--limit", "0.5"])
    try await worker.waitUntil("Serving loop, one")
    let caller = try await Bridge().connect(to: "causeway", on: NATSClient.connect(server.url))
    let error = await #expect(throws: BridgeError.self) { try await caller.call("loop", timeout: .seconds(25)) }
    #expect(error?.code == .resourceExhausted)
    try await eventually("the program answers again") { (try? await caller.call("one")) == 1 }
    #expect(worker.output.contains("starting it again"))
    #expect(try await worker.interrupt() == 0)
  }

  @Test func `a worker that is stopped by a signal is unavailable after its lease, and serves again when it goes on`()
    async throws
  {
    let server = try NATSServer()
    let worker = try Worker(server.url, program)
    try await worker.waitUntil("Serving")
    let caller = try await Bridge().connect(
      to: "causeway", on: NATSClient.connect(server.url), lease: .milliseconds(500))
    #expect(try await caller.call("sum", ["numbers": [1]]) == 1)
    worker.signal(SIGSTOP)
    let error = await #expect(throws: BridgeError.self) { try await caller.call("sum", ["numbers": [1]]) }
    #expect(error?.code == .unavailable)
    worker.signal(SIGCONT)
    try await eventually("it answers") { (try? await caller.call("sum", ["numbers": [2]])) == 2 }
    #expect(caller.statistics.pending == 0)
  }

  @Test func `a worker that is killed fails its calls only, and another one goes on`() async throws {
    let server = try NATSServer()
    let workers = try [Worker(server.url, program), Worker(server.url, program)]
    for worker in workers { try await worker.waitUntil("Serving") }
    let caller = try await Bridge().connect(
      to: "causeway", on: NATSClient.connect(server.url), lease: .milliseconds(500))
    let waiting = (0..<20).map { _ in Task { try await caller.call("wait", timeout: .seconds(30)) } }
    try await eventually("the calls are made") { caller.statistics.pending == 20 }
    try await eventually("the workers have the calls") {
      workers.reduce(0) { $0 + $1.output.ranges(of: "a call waits").count } == 20
    }
    workers[0].signal(SIGKILL)
    try await eventually("the calls of the one that was killed have failed") {
      (1..<20).contains(caller.statistics.pending)
    }
    for _ in 0..<50 { #expect(try await caller.call("sum", ["numbers": [3]]) == 3) }
    for call in waiting { call.cancel() }
    for call in waiting {
      let error = await #expect(throws: BridgeError.self) { try await call.value }
      #expect([.unavailable, .cancelled].contains(error?.code))
    }
  }

  @Test func `a program that cannot be served says why`() async throws {
    let server = try NATSServer()
    let empty = try Worker(server.url, "1 + 1;")
    try await empty.waitUntil("registers no handler")
    let broken = try Worker(server.url, "bridge.handle('a', () => 1; // no JavaScript")
    try await broken.waitUntil("SyntaxError")
    let alone = try Worker(server.url, program, ["--prefix", "a.*"])
    try await alone.waitUntil("INVALID_ARGUMENT")
  }
}
#endif
