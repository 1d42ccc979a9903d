import Causeway
import CausewayJavaScript
import JavaScriptRuntime
import Synchronization

struct Sample: Codable, Sendable {
  var x: Double
  var label: String
  var list: [Double]
}

struct Record: Codable, Sendable {
  var id: Double
  var name: String
  var tags: [String]
  var values: [Double]
}

struct Records: Codable, Sendable { var records: [Record] }

struct DataRow: Codable, Sendable {
  var id: Double
  var name: String
  var price: Double
  var isOpen: Bool
  var note: String
}

/// The library's side: a runtime with a bridge, with the default permissions, limits and deadlines.
final class OurHost: Sendable {
  let runtime: JavaScriptRuntime
  let connection: Connection
  private let reported = Mutex(Double.nan)
  private let unanswered = Mutex<[Reply<Double>]>([])

  /// - Parameter callsInFlight: raises this limit, to measure the memory of more calls.
  /// - Parameter handlers: the number of additional handlers, which are not called.
  init(callsInFlight: Int? = nil, handlers: Int = 0) async throws {
    let bridge = Bridge()
    var limits = Limits()
    if let callsInFlight { limits.callsInFlight = callsInFlight }
    runtime = try await JavaScriptRuntime(
      bridge: bridge, permissions: ["number.*", "object.*", "bench.*", "echo.*"], limits: limits)
    connection = try runtime.connection
    bridge.handle("number.echo") { (x: Double) in x }
    bridge.handle("number.async") { (x: Double) async -> Double in x }
    bridge.handle("number.later") { (x: Double) async -> Double in
      await Task.yield()
      return x
    }
    bridge.handle("number.concurrent", execution: .concurrent) { (x: Double) in x }
    bridge.handle("number.never", replying: Double.self) { [self] (_: Double, _, reply) in
      unanswered.withLock { $0.append(reply) }
    }
    for number in 0..<handlers { bridge.handle("number.other\(number)") { (x: Double) in x } }
    #if Macros
    bridge.register(Echo())
    #endif
    bridge.handle("object.sample") { (sample: Sample) in sample }
    bridge.handle("object.records") { (records: Records) in records }
    bridge.handle("object.rows") { (rows: [DataRow]) in rows }
    bridge.handle("object.any") { (value: BridgeValue) in value }
    bridge.handle("object.bytes") { (bytes: BridgeBytes) in bytes }
    bridge.stream("number.count") { (count: Int, _: CallContext) in Counting(end: count) }
    bridge.handle("bench.emit") { [unowned bridge] (count: Int) in
      for _ in 0..<count { try bridge.emit("bench.tick", 1.0) }
    }
    bridge.handle("bench.report") { [self] (x: Double) in reported.withLock { $0 = x } }
    try await runtime.evaluate(Self.prelude, url: "prelude.js")
    try await runtime.evaluate(PlainHost.driver, url: "driver.js")
  }

  private static let prelude = """
    globalThis.host = {
      now: () => performance.now(),
      listen: (listener) => bridge.on("bench.tick", listener),
      emit: (count) => void bridge.call("bench.emit", count),
      stream: (count, window) => bridge.stream("number.count", count, { buffer: window }),
      methods: {
        number: (x) => bridge.call("number.echo", x),
        async: (x) => bridge.call("number.async", x),
        later: (x) => bridge.call("number.later", x),
        concurrent: (x) => bridge.call("number.concurrent", x),
        never: (x) => bridge.call("number.never", x, { timeout: Infinity }).catch(() => {}),
        plugin: (x) => bridge.call("echo.number", x),
        pluginAsync: (x) => bridge.call("echo.suspendable", x),
        crossing: (x) => bridge.call("echo.sample", x),
        crossings: (x) => bridge.call("echo.records", x),
        crossingRows: (x) => bridge.call("echo.rows", x),
        named: (x) => bridge.call("echo.named", x),
        sample: (x) => bridge.call("object.sample", x),
        records: (x) => bridge.call("object.records", x),
        rows: (x) => bridge.call("object.rows", x),
        any: (x) => bridge.call("object.any", x),
        bytes: (x) => bridge.call("object.bytes", x),
      },
    };
    bridge.handle("echo", async (x) => x);
    bridge.handle("count", async function* (count) { for (let i = 0; i < count; i++) yield i });
    """

  /// Awaits a JavaScript expression and returns its number.
  func run(_ expression: String) async throws -> Double {
    reported.withLock { $0 = .nan }
    try await runtime.evaluate(program: "await bridge.call('bench.report', await \(expression) ?? 0)", url: "run.js")
    return reported.withLock { $0 }
  }

  /// Awaits the handler `echo` in JavaScript from `depth` tasks of Swift's pool; returns nanoseconds for each call.
  func awaitHandler(inFlight depth: Int, count: Int) async throws -> Double {
    let share = max(1, count / depth)
    let elapsed = try await ContinuousClock().measure {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<depth {
          group.addTask { [connection] in
            for i in 0..<share {
              let answer: Double = try await connection.call("echo", Double(i))
              if answer != Double(i) { throw Failure("the answer does not match the question") }
            }
          }
        }
        try await group.waitForAll()
      }
    }
    return elapsed / .nanoseconds(1) / Double(share * depth)
  }

  /// Consumes the items of a generator in JavaScript; returns nanoseconds for each item.
  func takeItems(count: Int, window: Int) async throws -> Double {
    let elapsed = try await ContinuousClock().measure {
      var seen = 0
      var misplaced = 0
      for try await item in connection.stream("count", count, of: Int.self, buffer: window) {
        if item != seen { misplaced += 1 }
        seen += 1
      }
      guard seen == count, misplaced == 0 else {
        throw Failure("stream: \(seen) items of \(count), \(misplaced) out of order")
      }
    }
    return elapsed / .nanoseconds(1) / Double(count)
  }

  /// The number of calls in flight in both directions; 0 when every call has been answered.
  var pending: Int { connection.statistics.pending + connection.statistics.running }

  func close() async {
    unanswered.withLock { $0 = [] }
    await runtime.close()
  }
}

/// The whole numbers below `end`.
struct Counting: AsyncSequence, Sendable {
  let end: Int

  func makeAsyncIterator() -> Iterator { Iterator(end: end) }

  struct Iterator: AsyncIteratorProtocol {
    let end: Int
    var next = 0

    mutating func next() async -> Int? {
      guard next < end else { return nil }
      defer { next += 1 }
      return next
    }
  }
}
