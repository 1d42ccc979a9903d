import CPlain
import Causeway
import CausewayJavaScript
import Glibc
import JavaScriptRuntime

/// Runs one hot path a number of times and nothing else, for callgrind: `hot-paths PATH COUNT`.
///
/// A separate program, because it is built for each tested change and must not need macros.
@main struct HotPaths {
  /// The call, one at a time in flight.
  enum Path: String, CaseIterable {
    /// JavaScript awaits a synchronous handler that takes and returns a number.
    case number
    /// An `async` handler that does not suspend.
    case async
    /// A handler with a `Codable` structure of three fields.
    case `struct`
    /// The same structure by code of its own, as `@Crossing` writes it.
    case crossing
    /// A handler with a `Codable` object of 1 KB.
    case records
    /// The same object by code as `@Crossing` writes it.
    case crossings
    /// The same object as a `BridgeValue`.
    case value
    /// Swift awaits a handler in JavaScript.
    case handler
    /// Swift awaits a function that JavaScript returned.
    case callback
    /// JavaScript awaits a closure that Swift returned.
    case closure
    /// A runtime without a bridge is created and closed.
    case empty
    /// JavaScript consumes items of a sequence in Swift, of which 16 are granted.
    case stream
    /// A runtime with a bridge is created and closed.
    case bridged
    /// A runtime with a bridge is created, JavaScript awaits one call, and it is closed.
    case called
  }

  /// Not `async`: otherwise the main thread waits by `sigsuspend`, which crashes valgrind 3.19.
  static func main() {
    Task.detached {
      do {
        try await run(CommandLine.arguments)
        exit(0)
      } catch {
        print(error)
        exit(1)
      }
    }
    while true { pause() }
  }

  private static func run(_ words: [String]) async throws {
    guard words.count == 3, let path = Path(rawValue: words[1]), let count = Int(words[2]) else {
      throw Failure("hot-paths \(Path.allCases.map(\.rawValue).joined(separator: "|")) COUNT")
    }
    let bridge = Bridge()
    bridge.handle("echo.number") { (x: Double) in x }
    bridge.handle("echo.async") { (x: Double) async in x }
    bridge.handle("echo.struct") { (sample: Sample) in sample }
    bridge.handle("echo.crossing") { (sample: CrossingSample) in sample }
    bridge.handle("echo.records") { (records: Records) in records }
    bridge.handle("echo.crossings") { (records: CrossingRecords) in records }
    bridge.handle("echo.maker") { () in Callback { (x: Double) in x } }
    bridge.handle("echo.value") { (value: BridgeValue) in value }
    bridge.stream("echo.items") { (count: Int, _: CallContext) in Counting(end: count) }
    switch path {
    case .empty:
      return try await create(count) { try await JavaScriptRuntime() }
    case .bridged, .called:
      let program = path == .called ? "await bridge.call('echo.number', 1)" : nil
      return try await create(count, evaluating: program) {
        try await JavaScriptRuntime(bridge: bridge, permissions: ["echo.*"])
      }
    default: break
    }
    let runtime = try await JavaScriptRuntime(bridge: bridge, permissions: ["echo.*"])
    try await runtime.evaluate(prelude, url: "prelude.js")
    try await runtime.evaluate(String(cString: cplain_driver()), url: "driver.js")
    switch path {
    case .number, .async, .struct, .crossing, .records, .crossings, .value, .closure:
      if path == .closure {
        try await runtime.evaluate(program: "host.methods.closure = await bridge.call('echo.maker')", url: "maker.js")
      }
      let kind =
        switch path {
        case .struct, .crossing: "struct"
        case .records, .crossings, .value: "1 KB"
        default: "number"
        }
      try await runtime.evaluate(program: "await bench.run('\(path)', '\(kind)', 1, \(count))", url: "run.js")
    case .handler:
      let connection = try runtime.connection
      for i in 0..<count {
        let answer: Double = try await connection.call("echo", Double(i))
        if answer != Double(i) { throw Failure("the answer does not match the question") }
      }
    case .callback:
      let echo: Callback<Double, Double> = try await runtime.connection.call("maker")
      for i in 0..<count {
        let answer = try await echo(Double(i))
        if answer != Double(i) { throw Failure("the answer does not match the question") }
      }
    case .stream:
      try await runtime.evaluate(program: "await bench.take(\(count), 16)", url: "run.js")
    case .empty, .bridged, .called: break
    }
    await runtime.close()
  }

  private static func create(
    _ count: Int, evaluating program: String? = nil, _ make: () async throws -> JavaScriptRuntime
  ) async throws {
    for _ in 0..<count {
      let runtime = try await make()
      if let program { try await runtime.evaluate(program: program, url: "run.js") }
      await runtime.close()
    }
  }

  private static let prelude = """
    globalThis.host = {
      now: () => performance.now(),
      stream: (count, window) => bridge.stream("echo.items", count, { buffer: window }),
      methods: {
        number: (x) => bridge.call("echo.number", x),
        async: (x) => bridge.call("echo.async", x),
        struct: (x) => bridge.call("echo.struct", x),
        crossing: (x) => bridge.call("echo.crossing", x),
        records: (x) => bridge.call("echo.records", x),
        crossings: (x) => bridge.call("echo.crossings", x),
        value: (x) => bridge.call("echo.value", x),
      },
    };
    bridge.handle("echo", async (x) => x);
    bridge.handle("maker", () => async (x) => x);
    """
}

/// The numbers from 0 on.
struct Counting: AsyncSequence, AsyncIteratorProtocol {
  let end: Int
  var at = 0

  init(end: Int) { self.end = end }

  func makeAsyncIterator() -> Counting { self }

  mutating func next(isolation actor: isolated (any Actor)?) async throws(Never) -> Int? {
    guard at < end else { return nil }
    defer { at += 1 }
    return at
  }
}

struct Failure: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
