#if Macros
import Causeway
import CausewayExport
import CausewayJavaScript
import JavaScriptRuntime
import Synchronization
import TestSupport
import Testing

@Crossing struct Line: Sendable, Equatable {
  var number: Int
  var text: String
}

/// Reads lines one after the other.
@Remote actor Reader {
  private var next = 0
  private let count: Int
  let gone: Shared<Int>

  init(count: Int, gone: Shared<Int>) {
    self.count = count
    self.gone = gone
  }

  deinit { gone.withLock { $0 += 1 } }

  /// The next line; nil at the end.
  @Export func line() -> Line? {
    guard next < count else { return nil }
    defer { next += 1 }
    return Line(number: next, text: "line \(next)")
  }

  /// Skips lines.
  ///
  /// - Parameter count: how many.
  @Export func skip(count: Int = 1) { next += count }
  @Export func lines() -> AsyncStream<Line> {
    let lines = (next..<count).map { Line(number: $0, text: "") }
    return AsyncStream { continuation in
      for line in lines { continuation.yield(line) }
      continuation.finish()
    }
  }
  @Export(errors: ["EOF"]) func fail() throws { throw BridgeError("EOF", "the end") }
  func secret() -> Int { 1 }
}

/// Is compared with another one of its type.
@Remote("Key") final class LocalKey: Sendable {
  let id: Int
  init(_ id: Int) { self.id = id }
  @Export func number() -> Int { id }
  @Export func isSame(_ other: LocalKey) -> Bool { self === other }
  @Export func child() -> LocalKey { LocalKey(id + 1) }
}

private struct Pair: Codable, Sendable {
  let keys: [LocalKey]
  let name: String
}

/// Objects that cross by reference.
@Suite(.timeLimit(.minutes(5))) struct RemoteTests {
  private let bridge = Bridge()
  private let gone = Shared(0)

  init() {
    bridge.handle("reader") { [gone] (count: Int) in Reader(count: count, gone: gone) }
    let key = LocalKey(5)
    bridge.handle("key") { () in key }
    bridge.handle("keys") { () in Pair(keys: [key, LocalKey(9)], name: "two") }
    bridge.handle("isKey") { (given: LocalKey) in given === key }
  }

  private func value<Value: Decodable & Sendable>(_ source: String, _ type: Value.Type = Value.self) async throws
    -> Value
  {
    let runtime = try await JavaScriptRuntime(bridge: bridge, permissions: .all)
    defer { Task { await runtime.close() } }
    try await runtime.evaluate("bridge.handle('main', async () => { \(source) })", url: "main.js")
    return try await runtime.call("main")
  }

  @Test func `JavaScript calls the exported methods, and no others`() async throws {
    let texts: [String] = try await value(
      """
      const reader = await bridge.call("reader", 6);
      const texts = [];
      texts.push((await reader.line()).text);
      await reader.skip();
      await reader.skip({ count: 2 });
      texts.push((await reader.line()).text, String(reader.secret), Object.prototype.toString.call(reader));
      for await (const { number } of reader.lines()) texts.push(String(number));
      for (const call of [() => reader.skip({ cuont: 1 }), () => reader.skip({ count: "x" }), () => reader.fail()]) {
        await call().catch(({ code, message, method }) => texts.push(`${code} ${message} ${method}`));
      }
      await reader.skip({ count: 9 });
      texts.push(String(await reader.line()));
      return texts;
      """)
    #expect(
      texts == [
        "line 0", "line 4", "undefined", "[object Reader]", "5",
        "INVALID_ARGUMENT params.cuont: Reader.skip has no such parameter: did you mean count? Reader.skip",
        "INVALID_ARGUMENT params.count: expected an integer of 64 bits, got a string Reader.skip",
        "EOF the end Reader.fail", "null",
      ])
  }

  @Test func `an object is the same however it comes, and itself where it goes back`() async throws {
    let results: [Bool] = try await value(
      """
      const key = await bridge.call("key");
      const { keys } = await bridge.call("keys");
      const child = await key.child();
      return [
        keys[0] === key, keys[1] === key, await bridge.call("isKey", key), await bridge.call("isKey", keys[1]),
        await key.isSame(keys[0]), await key.isSame(child), (await child.number()) === 6,
      ];
      """)
    #expect(results == [true, false, true, false, true, false, true])
  }

  @Test func `what is no such object is refused by its path`() async throws {
    let texts: [String] = try await value(
      """
      const reader = await bridge.call("reader", 1);
      const texts = [];
      for (const params of [reader, {}, 5, () => 1]) {
        await bridge.call("isKey", params).then(() => texts.push("?"), ({ code, message }) => texts.push(`${code} ${message}`));
      }
      return texts;
      """)
    #expect(
      texts == [
        "INVALID_ARGUMENT params: expected a Key, got a Reader",
        "INVALID_ARGUMENT params: expected a Key, got an object",
        "INVALID_ARGUMENT params: expected a Key, got the number 5",
        "INVALID_ARGUMENT params: expected a Key, got a function",
      ])
  }

  @Test func `an object is released when JavaScript has released or collected it, and with the runtime`() async throws {
    let runtime = try await JavaScriptRuntime(bridge: bridge, permissions: .all)
    try await runtime.evaluate(
      """
      let kept;
      bridge.handle("release", async () => {
        const reader = await bridge.call("reader", 3);
        bridge.release(reader);
        return await reader.line().catch(({ code }) => code);
      });
      bridge.handle("drop", async () => { for (let at = 0; at < 50; at += 1) await (await bridge.call("reader", 1)).line(); });
      bridge.handle("keep", async () => { kept = await bridge.call("reader", 3); });
      """)
    #expect(try await runtime.call("release") == "NOT_FOUND")
    try await eventually("it was released") { gone.value == 1 }
    try await runtime.call("drop")
    try await eventually("they were collected") {
      try await runtime.collectGarbage()
      return gone.value == 51
    }
    try await runtime.call("keep")
    await runtime.close()
    try await eventually("it ended with its connection") { gone.value == 52 }
  }

  @Test func `an object is disposed of, and neither cloned nor written as JSON`() async throws {
    let texts: [String] = try await value(
      """
      const texts = [];
      const dispose = async (reader) => { await reader[Symbol.asyncDispose](); return await reader.line().catch(({ code }) => code) };
      texts.push(await dispose(await bridge.call("reader", 1)));
      const reader = await bridge.call("reader", 1);
      for (const use of [() => structuredClone(reader), () => structuredClone({ at: [reader.line] }), () => JSON.stringify({ reader })]) {
        try { use(); texts.push("?") } catch ({ name, message }) { texts.push(`${name} ${message}`) }
      }
      return texts;
      """)
    #expect(
      texts == [
        "NOT_FOUND", "DataCloneError [remote Reader] could not be cloned",
        "DataCloneError [Function (anonymous)] could not be cloned",
        "TypeError Reader of the other side has no JSON: it crosses by reference",
      ])
  }

  @Test func `Swift passes an object to JavaScript, which calls it later`() async throws {
    let runtime = try await JavaScriptRuntime(bridge: bridge, permissions: .all)
    try await runtime.evaluate(
      "let key; bridge.handle('take', (given) => { key = given }); bridge.handle('ask', () => key.number())")
    try await runtime.call("take", LocalKey(12))
    #expect(try await runtime.call("ask") == 12)
    await runtime.close()
  }

  @Test func `numbers that were not given reach nothing`() async throws {
    let texts: [String] = try await value(
      """
      await bridge.call("key");
      const texts = [];
      for (const name of ["$/call/1", "$/call/1/secret", "$/call/2/number", "$/call/1/", "$/call/x/number", "$/call/-1/number"]) {
        await bridge.call(name).then(() => texts.push("?"), ({ code }) => texts.push(code));
      }
      texts.push(String(await bridge.call("$/call/1/number")));
      return texts;
      """)
    #expect(texts == ["UNIMPLEMENTED", "UNIMPLEMENTED", "NOT_FOUND", "UNIMPLEMENTED", "NOT_FOUND", "NOT_FOUND", "5"])
  }

  @Test func `declarations have an interface for each type`() {
    let text = bridge.description.typeScript
    for line in [
      "export interface Reader {", "line(params?: undefined, options?: CallOptions): Promise<Line | null>;",
      "skip(params?: { count?: number }, options?: CallOptions): Promise<void>;",
      "lines(params?: undefined, options?: StreamOptions): AsyncIterableIterator<Line>;",
      "child(params?: undefined, options?: CallOptions): Promise<LocalKey>;",
    ] { #expect(text.contains(line), "\(line) in \(text)") }
    #expect(bridge.description.members.filter { !bridge.description.hasFunctions($0) }.map(\.name) == [])
  }
}
#endif
