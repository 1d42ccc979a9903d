import Causeway
import CausewayJavaScript
import CausewayNetwork
import JavaScriptRuntime

struct Order: Codable, Sendable, Equatable {
  var id: Int64
  var name: String
  var prices: [Double]
  var note: String?
}

actor Till {
  private var sum = 0.0
  func add(_ amount: Double) -> Double {
    sum += amount
    return sum
  }
}

/// Every way across the bridge once, with an answer to compare; ends with 1 and the way that failed.
@main struct Client {
  struct Mismatch: Error { let text: String }

  static func expect<Value: Equatable>(_ value: Value, _ expected: Value, _ what: String) throws {
    guard value == expected else { throw Mismatch(text: "\(what): \(value) is not \(expected)") }
  }

  static func main() async throws {
    let bridge = Bridge()
    let till = Till()
    bridge.addNetwork()
    bridge.handle("number.double") { (x: Double) in 2 * x }
    bridge.handle("order.later") { (order: Order, call: CallContext) async throws -> Order in
      await Task.yield()
      call.report(progress: 0.5)
      return Order(id: order.id + 1, name: order.name, prices: order.prices, note: call.metadata["traceparent"])
    }
    bridge.handle("till.add", on: till) { (till, amount: Double, _) in till.add(amount) }
    bridge.handle("fail") { () throws -> Int in throw BridgeError(.notFound, "no such row") }
    bridge.stream("count") { (end: Int, _: CallContext) in
      AsyncStream<Int> { items in
        for item in 0..<end { items.yield(item) }
        items.finish()
      }
    }
    bridge.observe(MetricsObserver())

    let runtime = try await JavaScriptRuntime(bridge: bridge, permissions: .all)
    try await runtime.evaluate(
      """
      bridge.handle("render", async ({ name, prices }, { call }) => `${name} ${await call("number.double", prices[0])}`);
      bridge.handle("count", async function* (end) { for (let i = 0; i < end; i++) yield i; });
      globalThis.heard = new Promise((resolve) => bridge.on("shop.opened", resolve));
      """)
    let order = Order(id: .max - 1, name: "tea \u{1F375}", prices: [2.5, .infinity], note: nil)

    try expect(try await runtime.evaluate("1 + 41"), 42, "a value")
    try expect(
      try await runtime.evaluate("[[1, 'a'], [2, 'b']].map(([id, name]) => ({ id: BigInt(id), name, prices: [] }))"),
      [Order(id: 1, name: "a", prices: []), Order(id: 2, name: "b", prices: [])], "values of a struct")
    try expect(
      try await runtime.evaluate(
        """
        (async () => {
          let progress = 0, sum = 0;
          const order = { id: 9223372036854775806n, name: "n", prices: [0.5, -0] };
          const options = { onProgress: (value) => { progress = value; }, metadata: { traceparent: "00-1-2-01" } };
          const later = await bridge.call("order.later", order, options);
          for await (const item of bridge.stream("count", 100)) sum += item;
          const code = await bridge.call("fail").catch((error) => error.code);
          await Promise.all(Array.from({ length: 100 }, () => bridge.call("till.add", 0.25)));
          return [`${later.id} ${later.note} ${Object.is(later.prices[1], -0)}`, progress, sum, code].join("; ");
        })()
        """),
      "9223372036854775807 00-1-2-01 true; 0.5; 4950; NOT_FOUND", "calls from JavaScript")
    try expect(await till.add(0), 25, "an actor's handler")
    try expect(try await runtime.call("render", order), "tea \u{1F375} 5", "a call to JavaScript")
    var items: [Int] = []
    for try await item in try runtime.stream("count", 40, of: Int.self) { items.append(item) }
    try expect(items, Array(0..<40), "a stream from JavaScript")
    try bridge.emit("shop.opened", order.name)
    try expect(try await runtime.evaluate("heard"), order.name, "an event")
    do {
      let _: Int = try await runtime.call("nobody")
      throw Mismatch(text: "an unknown method was answered")
    } catch let error as BridgeError {
      try expect(error.code, .unimplemented, "an unknown method")
    }
    let statistics = try runtime.connection.statistics
    try expect(statistics.pending + statistics.running, 0, "calls in flight")
    await runtime.close()
    print("client: all passed")
  }
}
