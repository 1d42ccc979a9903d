import Causeway
import CausewayJavaScript
import JavaScriptRuntime
import Synchronization
import TestSupport
import Testing

/// Runs JavaScript with a bridge and collects its output.
final class Lab: Sendable {
  private let lines = Mutex<[String]>([])
  let bridge = Bridge()
  var printed: [String] { lines.withLock { $0 } }

  func runtime(
    permissions: Permissions = .all, limits: Limits? = nil,
    configure: (inout RuntimeConfiguration) -> Void = { _ in },
    through wrap: (@Sendable (any Transport) -> any Transport)? = nil
  ) async throws -> JavaScriptRuntime {
    var configuration = RuntimeConfiguration()
    configuration.console = .handler { _, text in self.lines.withLock { $0.append(text) } }
    configuration.onUncaught = { error, kind in
      self.lines.withLock { $0.append("\(kind.rawValue): \(error.message)") }
    }
    configure(&configuration)
    return try await JavaScriptRuntime(
      bridge: bridge, permissions: permissions, configuration: configuration, limits: limits, through: wrap)
  }

  /// Runs a program to its end in a new runtime and returns its output.
  func run(_ source: String) async throws -> [String] {
    let runtime = try await runtime()
    try await runtime.run(source)
    let statistics = try runtime.connection.statistics
    #expect(statistics.pending == 0)
    #expect(statistics.running == 0)
    await runtime.close()
    return printed
  }
}

struct Point: Codable, Equatable, Sendable {
  var x: Double
  var label: String
  var list: [Double]
}

@Suite(.timeLimit(.minutes(5))) struct EngineCallTests {
  @Test func `JavaScript awaits a number`() async throws {
    let lab = Lab()
    lab.bridge.handle("double") { (x: Double) in x * 2 }
    #expect(try await lab.run("console.log(await bridge.call('double', 21))") == ["42"])
  }

  @Test func `a struct crosses in both directions`() async throws {
    let lab = Lab()
    lab.bridge.handle("echo") { (point: Point) in point }
    let lines = try await lab.run(
      "console.log(JSON.stringify(await bridge.call('echo', { x: 1.5, label: 'a\\u2028\"', list: [1, 2, 3] })))")
    #expect(lines == [#"{"x":1.5,"label":"a\#u{2028}\"","list":[1,2,3]}"#])
  }

  @Test func `a handler that suspends answers later`() async throws {
    let lab = Lab()
    lab.bridge.handle("later") { (x: Double) async -> Double in
      await Task.yield()
      return x + 1
    }
    let lines = try await lab.run(
      "console.log(...(await Promise.all([1, 2, 3].map(x => bridge.call('later', x)))))")
    #expect(lines == ["2 3 4"])
  }

  @Test func `an error keeps its code and names its method`() async throws {
    let lab = Lab()
    lab.bridge.handle("fail") { () throws -> Void in
      throw BridgeError("NO_SUCH_ROW", "Row 7 is gone.", data: ["row": 7])
    }
    let lines = try await lab.run(
      """
      try { await bridge.call('fail') } catch (e) { console.log(e.name, e.code, e.message, e.data.row, e.method) }
      """)
    #expect(lines == ["BridgeError NO_SUCH_ROW Row 7 is gone. 7 fail"])
  }

  @Test func `Swift awaits a handler in JavaScript`() async throws {
    let lab = Lab()
    let runtime = try await lab.runtime()
    try await runtime.evaluate("bridge.handle('render', async (p) => ({ ...p, label: p.label + '!' }))")
    let point = Point(x: 1, label: "a", list: [])
    let answer: Point = try await runtime.call("render", point)
    #expect(answer == Point(x: 1, label: "a!", list: []))
    await runtime.close()
  }

  @Test func `an error thrown by JavaScript reaches Swift with its class`() async throws {
    let lab = Lab()
    let runtime = try await lab.runtime()
    try await runtime.evaluate("bridge.handle('fail', () => { throw new RangeError('too far') })")
    await #expect {
      try await runtime.call("fail")
    } throws: { error in
      let error = error as? BridgeError
      return error?.name == "RangeError" && error?.message == "too far" && error?.method == "fail"
    }
    await runtime.close()
  }

  @Test func `a stream is iterated, and leaving the loop stops the producer`() async throws {
    let lab = Lab()
    let ended = AsyncStream<Void>.makeStream()
    lab.bridge.stream("count") { (_: CallContext) in
      let (stream, continuation) = AsyncStream<Int>.makeStream()
      continuation.onTermination = { _ in ended.continuation.finish() }
      for x in 0..<100 { continuation.yield(x) }
      return stream
    }
    let lines = try await lab.run(
      "for await (const x of bridge.stream('count', null, { buffer: 2 })) { console.log(x); if (x === 5) break }")
    #expect(lines == ["0", "1", "2", "3", "4", "5"])
    for await _ in ended.stream {}
  }

  @Test func `Swift iterates a generator`() async throws {
    let lab = Lab()
    let runtime = try await lab.runtime()
    try await runtime.evaluate(
      "bridge.handle('count', async function* (n) { try { for (let i = 0; i < n; i++) yield i } finally { console.log('ended') } })"
    )
    var items: [Int] = []
    for try await item in try runtime.stream("count", 10, of: Int.self) { items.append(item) }
    #expect(items == Array(0..<10))
    var first: Int?
    for try await item in try runtime.stream("count", 1_000_000_000, of: Int.self) {
      first = item
      break
    }
    #expect(first == 0)
    try await eventually("both generators have ended") { lab.printed.count == 2 }
    await runtime.close()
  }

  @Test func `events reach listeners until they unsubscribe`() async throws {
    let lab = Lab()
    let runtime = try await lab.runtime()
    try await runtime.evaluate("globalThis.stop = bridge.on('changed', x => console.log(x.n))")
    try lab.bridge.emit("changed", ["n": 1] as BridgeValue)
    try await runtime.evaluate("0")
    try await runtime.evaluate("stop()")
    try lab.bridge.emit("changed", ["n": 2] as BridgeValue)
    try await runtime.evaluate("0")
    #expect(lab.printed == ["1"])
    #expect(!lab.bridge.hasListeners("changed"))
    await runtime.close()
  }

  @Test func `an abort reaches the Swift task`() async throws {
    let lab = Lab()
    let ended = AsyncStream<Void>.makeStream()
    lab.bridge.handle("slow") { () async throws -> Void in
      defer { ended.continuation.finish() }
      let (stream, _) = AsyncStream<Void>.makeStream()
      for await _ in stream {}
      throw CancellationError()
    }
    let lines = try await lab.run(
      """
      const controller = new AbortController();
      const call = bridge.call('slow', undefined, { signal: controller.signal });
      controller.abort();
      try { await call } catch (e) { console.log(e.name, e.code) }
      """)
    #expect(lines == ["AbortError CANCELLED"])
    for await _ in ended.stream {}
  }

  @Test func `pages with callbacks are answered by a global function`() async throws {
    let lab = Lab()
    struct Body: Decodable, Sendable { let requestId: String }
    lab.bridge.handle("wifi") { (body: Body, call: CallContext) in
      try await call.connection.invoke(
        "onGetCurrentWifiSsidResult", [.string(body.requestId), "it's \"ü'); alert(1)//", nil])
    }
    let lines = try await lab.run(
      """
      globalThis.onGetCurrentWifiSsidResult = (id, ssid, error) => console.log(id, ssid, error);
      await webkit.messageHandlers.wifi.postMessage({ requestId: 'r1' });
      """)
    #expect(lines == ["r1 it's \"ü'); alert(1)// null"])
  }

  @Test func `a call whose handler is stopped has the reason, and so has every later call`() async throws {
    let lab = Lab()
    let runtime = try await lab.runtime { $0.evaluationLimit = .milliseconds(50) }
    try await runtime.evaluate(
      "bridge.handle('endless', () => { for (;;); }); bridge.handle('waits', () => new Promise(() => {}))")
    let waits = Task { try await runtime.call("waits") }
    let failures = [
      await #expect(throws: BridgeError.self) { try await runtime.call("endless") },
      await #expect(throws: BridgeError.self) { try await waits.value },
      await #expect(throws: BridgeError.self) { try await runtime.call("endless") },
    ]
    for failure in failures {
      #expect(failure?.code == .resourceExhausted)
      #expect(failure?.message == "The script ran longer than the evaluation limit (0.05 seconds) and was stopped.")
    }
    await runtime.close()
  }

  @Test func `a call whose handler is interrupted reports that the runtime closes`() async throws {
    let lab = Lab()
    let began = AsyncStream.makeStream(of: Void.self)
    lab.bridge.handle("began") { began.continuation.finish() }
    let runtime = try await lab.runtime { $0.evaluationLimit = .seconds(60) }
    try await runtime.evaluate("bridge.handle('endless', () => { bridge.call('began'); for (;;); })")
    let endless = Task { try await runtime.call("endless") }
    for await _ in began.stream {}
    runtime.interrupt()
    let failure = await #expect(throws: BridgeError.self) { try await endless.value }
    #expect(failure?.code == .unavailable)
    #expect(failure?.message == "The script was stopped because its runtime is closing.")
    await runtime.close()
  }
}
