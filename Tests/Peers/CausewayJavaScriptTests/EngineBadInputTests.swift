import Causeway
import CausewayJavaScript
import Foundation
import JavaScriptRuntime
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct EngineBadInputTests {
  @Test(arguments: [
    ("bridge.call('nmae')", "UNIMPLEMENTED", "did you mean name?"), ("bridge.call(5)", "INVALID_ARGUMENT", "method"),
    ("bridge.call()", "INVALID_ARGUMENT", "method"),
    ("bridge.call('name', 1, { timeout: -1 })", "INVALID_ARGUMENT", "timeout"),
    ("bridge.call('name', 1, { timeout: NaN })", "INVALID_ARGUMENT", "timeout"),
    ("bridge.call('name', 1, { timeout: '5' })", "INVALID_ARGUMENT", "timeout"),
    ("bridge.call('name', 1, { timeout: 0 })", "DEADLINE_EXCEEDED", "no time"),
    ("bridge.call('name', 1, { signal: AbortSignal.abort() })", "CANCELLED", "cancelled"),
    ("bridge.call('strict', { x: 'one' })", "INVALID_ARGUMENT", "params.x: expected a number, got a string"),
    ("bridge.call('strict', { x: 1, list: [1, 'two'] })", "INVALID_ARGUMENT", "params.label: is missing"),
    (
      "bridge.call('strict', { x: 1, label: '', list: [1, 'two'] })", "INVALID_ARGUMENT",
      "params.list[1]: expected a number, got a string"
    ),
    ("bridge.call('strict')", "INVALID_ARGUMENT", "params: expected an object, got undefined"),
    (
      "bridge.call('small', 300)", "INVALID_ARGUMENT",
      "params: expected an integer from -128 to 127, got the number 300"
    ),
    ("bridge.call('small', 1.5)", "INVALID_ARGUMENT", "got the number 1.5"),
    ("bridge.call('secret.read')", "PERMISSION_DENIED", "\"secret.read\" or \"secret.*\""),
  ]) func `bad input rejects with a code and a message`(call: String, code: String, part: String) async throws {
    let lab = Lab()
    lab.bridge.handle("name") { "n" }
    lab.bridge.handle("strict") { (point: Point) in point }
    lab.bridge.handle("small") { (x: Int8) in x }
    lab.bridge.handle("secret.read") { "s" }
    let runtime = try await lab.runtime(permissions: ["name", "strict", "small"])
    try await runtime.run(
      "try { console.log('answered', await \(call)) } catch (e) { console.log(e.code); console.log(e.message) }")
    #expect(lab.printed.first == code)
    #expect(lab.printed.last?.contains(part) == true, "\(lab.printed)")
    #expect(try runtime.connection.statistics.running == 0)
    await runtime.close()
  }

  @Test func `getters defined for missing array elements leave nothing pending`() async throws {
    let lab = Lab()
    lab.bridge.handle("wifi.ssid") { (name: String?) in name ?? "none" }
    let runtime = try await lab.runtime()
    try await runtime.run(
      """
      bridge.handle("page", (x, { metadata }) => `${x} ${Object.keys(metadata).length}`);
      for (let at = 0; at < 10; at++) {
        const get = () => { throw new Error(`planted ${at}`) };
        Object.defineProperty(Array.prototype, at, { __proto__: null, configurable: true, get, set() {} });
      }
      const codeOf = (promise) => promise.then((value) => value, (error) => error.code ?? error.message);
      const unknown = await codeOf(bridge.call("wifi.sidd"));
      const plugin = await codeOf(bridge.plugins.wifi.ssid());
      globalThis.clean = () => { for (let at = 0; at < 10; at++) delete Array.prototype[at]; return `${unknown} ${plugin}`; };
      """)
    #expect(try await runtime.call("page", 5, returning: String.self) == "5 0")
    #expect(try await runtime.evaluate("clean()", returning: String.self) == "UNIMPLEMENTED none")
    await runtime.close()
  }

  @Test func `a huge timeout counts as no timeout`() async throws {
    let lab = Lab()
    lab.bridge.handle("left") { (call: CallContext) in call.timeRemaining == nil }
    let lines = try await lab.run(
      "for (const timeout of [Infinity, 1e300, Number.MAX_VALUE]) console.log(await bridge.call('left', null, { timeout }))"
    )
    #expect(lines == ["true", "true", "true"])
  }

  @Test func `closing the runtime ends the waits of both sides`() async throws {
    let lab = Lab()
    let ended = AsyncStream<Void>.makeStream()
    lab.bridge.handle("slow") { () async throws -> Void in
      defer { ended.continuation.finish() }
      let (stream, _) = AsyncStream<Void>.makeStream()
      for await _ in stream {}
      throw CancellationError()
    }
    let runtime = try await lab.runtime()
    try await runtime.evaluate(
      "bridge.call('slow').catch(() => {}); bridge.handle('never', () => new Promise(() => {}))")
    let answer = Task { try await runtime.call("never") }
    try await eventually("the call is under way") { try runtime.connection.statistics.pending == 1 }
    await runtime.close()
    await #expect { try await answer.value } throws: { ($0 as? BridgeError)?.code == .unavailable }
    for await _ in ended.stream {}
    #expect(try runtime.connection.statistics.running == 0)
    await #expect(throws: BridgeError.self) { try await runtime.call("never") }
  }

  @Test func `closing the connection rejects pending calls of JavaScript, and later calls at once`() async throws {
    let lab = Lab()
    lab.bridge.handle("slow") { () async -> Void in
      let (stream, _) = AsyncStream<Void>.makeStream()
      for await _ in stream {}
    }
    let runtime = try await lab.runtime()
    let program = Task {
      try await runtime.evaluate(
        program: """
          try { await bridge.call('slow') } catch (e) { console.log(e.code) }
          try { await bridge.call('slow') } catch (e) { console.log(e.code) }
          """)
    }
    try await eventually("the call runs") { try runtime.connection.statistics.running == 1 }
    try runtime.connection.close()
    try await program.value
    #expect(lab.printed == ["UNAVAILABLE", "UNAVAILABLE"])
    await runtime.close()
  }

  @Test(.unsanitized) func `a hundred thousand calls in each direction leak nothing`() async throws {
    let lab = Lab()
    lab.bridge.handle("echo") { (x: BridgeValue) in x }
    lab.bridge.handle("later") { (x: Double) async -> Double in
      await Task.yield()
      return x
    }
    let runtime = try await lab.runtime()
    try await runtime.evaluate("bridge.handle('echo', x => x)")
    func round(_ count: Int) async throws {
      try await runtime.evaluate(
        program: "for (let i = 0; i < \(count); i++) if ((await bridge.call('echo', [i]))[0] !== i) throw i")
      try await runtime.evaluate(
        program: """
          for (let i = 0; i < \(count); i += 1000) {
            const answers = await Promise.all(Array.from({ length: 1000 }, (_, k) => bridge.call('later', i + k)));
            if (!answers.every((answer, k) => answer === i + k)) throw i;
          }
          """)
      for x in 0..<(count / 10) {
        let answer: Int = try await runtime.call("echo", x)
        #expect(answer == x)
      }
    }
    try await round(10_000)
    try await runtime.collectGarbage()
    let grown = try await leastGrowth(enough: 30_000) {
      try await round(100_000)
      try await runtime.collectGarbage()
    }
    #expect(grown < 30_000, "\(grown) kB more")
    let statistics = try runtime.connection.statistics
    #expect(statistics.running == 0 && statistics.pending == 0 && statistics.late == 0)
    try await runtime.evaluate("console.log(bridge.inspect().pending)")
    #expect(lab.printed == ["0"])
    await runtime.close()
  }
}
