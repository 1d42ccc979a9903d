#if Macros
import Causeway
import CausewayExport
import CausewayJavaScript
import CausewayPageMessages
import JavaScriptRuntime
import Synchronization
import Testing

/// A plugin for pages of an older bridge.
@Plugin("terminal", permission: "terminal.write")
final class Console: Sendable {
  let lines = Mutex<[String]>([])

  @Export func log(_ line: BridgeValue) { lines.withLock { $0.append(line.string ?? "?") } }
  @Export func echo(_ value: BridgeValue) -> BridgeValue { value }
  /// Ends after the given number of turns, so that calls overtake each other.
  @Export func later(text: String, turns: Int) async -> String {
    for _ in 0..<turns { await Task.yield() }
    return text
  }
  @Export func fail() throws { throw BridgeError("OWN", "It's \"no\".") }
  @Export(permission: "terminal.erase") func erase() {}
  @Export(timeout: .milliseconds(1)) func forever() async throws { try await Task.sleep(for: .seconds(3600)) }
  @Export func ticks() -> AsyncStream<Int> { AsyncStream { $0.finish() } }
  func secret() -> String { "secret" }
}

@Plugin("radio") struct Radio { @Export func name() -> String { "radio" } }

@Plugin("counter") actor Counter {
  private var count = 0

  @Export func add(_ step: Int) -> Int {
    count += step
    return count
  }
}

enum Other {
  @Plugin("other") struct Radio { @Export func name() -> String { "other" } }
}

/// Messages of pages that name a class and a function, and of pages that keep callbacks by id.
@Suite(.timeLimit(.minutes(5))) struct PageMessageTests {
  private let bridge = Bridge()
  private let console = Console()

  private func page(
    _ permissions: Permissions = ["native", "terminal.write"], callsInFlight: Int = 1000
  ) async throws -> JavaScriptRuntime {
    bridge.register(console)
    bridge.handle("terminal.byHand") { () in "by hand" }
    bridge.handlePluginMessages("native")
    var limits = Limits()
    limits.callsInFlight = callsInFlight
    let runtime = try await JavaScriptRuntime(bridge: bridge, permissions: permissions, limits: limits)
    try await runtime.evaluate(
      program: """
        globalThis.queue = [];
        globalThis.fireTask = (id, text) => queue[id].resolve(text);
        globalThis.onError = (id, message) => queue[id].reject(message);
        globalThis.post = (className, functionName, data) => {
          const taskId = queue.length;
          queue.push(Promise.withResolvers());
          webkit.messageHandlers.native.postMessage({ className, functionName, taskId, data });
          return queue[taskId].promise;
        };
        globalThis.failure = (...given) => post(...given).then((text) => `resolved: ${text}`, (message) => message);
        """, url: "page.js")
    return runtime
  }

  @Test(arguments: ["terminal", "Console"])
  func `a class is the name of a plugin or of its Swift type`(name: String) async throws {
    let runtime = try await page()
    #expect(try await runtime.evaluate("post('\(name)', 'echo', [1, 'a'])") == "[1,\"a\"]")
    #expect(try await runtime.evaluate("post('\(name)', 'log', 'hello')") == "null")
    #expect(console.lines.withLock { $0 } == ["hello"])
    await runtime.close()
  }

  @Test func `without a task id the promise has the result`() async throws {
    let runtime = try await page()
    let post = "webkit.messageHandlers.native.postMessage"
    #expect(try await runtime.evaluate("\(post)({ className: 'Console', functionName: 'echo', data: 5 })") == 5)
    #expect(
      try await runtime.evaluate(
        "\(post)({ className: 'Console', functionName: 'fail' }).catch((error) => error.code + error.method)")
        == "OWNterminal.fail")
    await runtime.close()
  }

  @Test func `concurrent calls get their own results, in any order`() async throws {
    let runtime = try await page()
    let answers: [String] = try await runtime.evaluate(
      """
      Promise.all(Array.from({ length: 50 }, (_, n) =>
        post("Console", n % 3 ? "later" : "echo", n % 3 ? { text: `${n}`, turns: 50 - n } : `${n}`)))
        .then((all) => all.map(JSON.parse))
      """)
    #expect(answers == (0..<50).map { "\($0)" })
    await runtime.close()
  }

  @Test func `more messages than the limit of calls in flight are all answered`() async throws {
    let limit = 200
    let runtime = try await page(callsInFlight: limit)
    let count: Int = try await runtime.evaluate(
      """
      Promise.all(Array.from({ length: \(limit * 2 + 1) }, (_, n) => post("Console", "echo", n)))
        .then((all) => all.filter((text, n) => text === `${n}`).length)
      """)
    #expect(count == limit * 2 + 1)
    await runtime.close()
  }

  @Test func `a page that navigates away cancels the answers to its messages`() async throws {
    let limit = 200
    let runtime = try await page(callsInFlight: limit)
    let connection = try runtime.connection
    let begun: Int = try await runtime.evaluate(
      "for (let n = 0; n < \(limit * 2); n += 1) post('Console', n % 2 ? 'echo' : 'forever', n); 1")
    #expect(begun == 1)
    await runtime.close()
    #expect(connection.statistics.running == 0 && connection.statistics.pending == 0)
  }

  @Test func `quotes in a value and in an error message arrive unchanged`() async throws {
    let runtime = try await page()
    let same: Bool = try await runtime.evaluate(
      #"""
      (() => { globalThis.hostile = "');post=0;//\"\\ \u2028</script>${x}\0";
        return post("Console", "echo", { [hostile]: hostile }).then((text) => JSON.parse(text)[hostile] === hostile) })()
      """#)
    #expect(same)
    #expect(try await runtime.evaluate("failure('Console', 'fail')") == "It's \"no\".")
    await runtime.close()
  }

  @Test(
    arguments: [
      ("'Terminal', 'log'", #"There is no plugin "Terminal": did you mean terminal?"#),
      ("'Nothing', 'log'", #"There is no plugin "Nothing"."#),
      ("'Console', 'lgo'", #"The plugin terminal has no method "lgo": did you mean log?"#),
      ("'Console', 'secret'", #"The plugin terminal has no method "secret"."#),
      ("'Console', 'byHand'", #"The plugin terminal has no method "byHand"."#),
      ("'Console', 'pluginName'", #"The plugin terminal has no method "pluginName"."#),
      ("'Console', '__proto__'", #"The plugin terminal has no method "__proto__"."#),
      ("'Console', 'constructor'", #"The plugin terminal has no method "constructor"."#),
      ("'Console', 'then'", #"The plugin terminal has no method "then"."#),
      ("'Console', ''", #"The plugin terminal has no method ""."#),
      ("'', 'log'", #"There is no plugin ""."#),
      ("'toString', 'toString'", #"There is no plugin "toString"."#),
      ("'terminal.echo', ''", #"There is no plugin "terminal.echo"."#),
      ("'$/contract', ''", #"There is no plugin "$/contract"."#),
      ("'native', 'native'", #"There is no plugin "native"."#),
      ("'x'.repeat(1 << 20), 'log'", "A name of 1048576 characters is over the limit nameLength (256)."),
      ("7, 'log'", "className: expected a string"),
      ("'Console'", "functionName: expected a string"),
      (
        "'Console', 'erase'",
        #"terminal.erase is not allowed on this connection. The permission "terminal.erase" or "terminal.*" allows it."#
      ),
      ("'Console', 'later', { text: 5, turns: 1 }", "params.text: expected a string, got the number 5"),
      ("'Console', 'forever'", "terminal.forever exceeded its deadline."),
      ("'Console', 'ticks'", "terminal.ticks is a stream, which a callback cannot receive: iterate it with for await."),
    ]) func `a call that is not possible is an error for its task`(call: String, message: String) async throws
  {
    let runtime = try await page()
    #expect(try await runtime.evaluate("failure(\(call))") == message)
    #expect(try await runtime.evaluate("post('Console', 'echo', 1)") == "1")
    await runtime.close()
  }

  @Test(arguments: [
    "undefined", "null", "5", "'text'", "[]", "new Map()", "{ className: 'Console', functionName: 'log', taskId: {} }",
  ]) func `an invalid message rejects its promise`(message: String) async throws {
    let runtime = try await page()
    #expect(
      try await runtime.evaluate(
        "webkit.messageHandlers.native.postMessage(\(message)).catch((error) => error.code)") == "INVALID_ARGUMENT")
    await runtime.close()
  }

  @Test func `a missing callback of the page is reported on its console`() async throws {
    let runtime = try await page()
    #expect(
      try await runtime.evaluate(
        """
        (() => { delete globalThis.fireTask;
          return webkit.messageHandlers.native.postMessage({ className: "Console", functionName: "echo", taskId: 1 })
            .catch((error) => error.message) })()
        """) == "fireTask: no such global function")
    await runtime.close()
  }

  @Test func `two plugins with one class are distinguished by their names only`() async throws {
    bridge.register(Other.Radio())
    bridge.register(Radio())
    let runtime = try await page(["native", "other.*", "radio.*"])
    #expect(try await runtime.evaluate("post('other', 'name')") == "\"other\"")
    #expect(
      try await runtime.evaluate("failure('Radio', 'name')")
        == #"Several plugins have the class "Radio": name one of other, radio."#)
    await runtime.close()
  }

  @Test func `suggestions contain only permitted names`() async throws {
    let runtime = try await page(["native"])
    #expect(try await runtime.evaluate("failure('Consol', 'log')") == #"There is no plugin "Consol"."#)
    await runtime.close()
  }

  @Test func `a removed plugin is not found by its class`() async throws {
    let runtime = try await page(["native", "counter.*"])
    let registration = bridge.register(Counter())
    #expect(try await runtime.evaluate("post('Counter', 'add', 2)") == "2")
    registration.remove()
    #expect(try await runtime.evaluate("failure('Counter', 'add', 2)") == #"There is no plugin "Counter"."#)
    await runtime.close()
  }

  @Test func `middleware receives the resolved call`() async throws {
    struct Names: BridgeMiddleware {
      let seen = Shared()
      final class Shared: Sendable { let names = Mutex<[String]>([]) }
      func intercept(
        _ call: CallContext, _ params: Payload, next: @Sendable (Payload) async throws -> Payload
      ) async throws -> Payload {
        seen.names.withLock { $0.append(call.method) }
        return try await next(params)
      }
    }
    let names = Names()
    bridge.use(names)
    let runtime = try await page()
    #expect(try await runtime.evaluate("post('Console', 'echo', 1)") == "1")
    #expect(names.seen.names.withLock { $0 } == ["terminal.echo"])
    await runtime.close()
  }

  // MARK: requestId

  @Test func `one handler answers by its promise and by the page's function`() async throws {
    bridge.handle("getCurrentWifiSsid") { () async throws in "Home \"5\"" }
    bridge.handle("refuse") { () async throws in throw BridgeError(.unavailable, "It's off.") }
    bridge.handle("mirror") { (value: BridgeValue) in value }
    bridge.handle("giver") { () in Callback { () in 1 } }
    for name in ["getCurrentWifiSsid", "refuse", "mirror", "giver"] {
      bridge.answerRequests(to: name, by: .function("app.handleNativeResponse"))
    }
    let runtime = try await JavaScriptRuntime(
      bridge: bridge, permissions: ["getCurrentWifiSsid", "refuse", "mirror", "giver"])
    try await runtime.evaluate(
      program: """
        const callbacks = {};
        globalThis.app = { handleNativeResponse: (id, value, error) => { callbacks[id]([value, error]); delete callbacks[id] } };
        globalThis.ask = (name, requestId, more) => new Promise((resolve) => {
          callbacks[requestId] = resolve;
          webkit.messageHandlers[name].postMessage({ requestId, ...more });
        });
        """, url: "page.js")
    #expect(
      try await runtime.evaluate("webkit.messageHandlers.getCurrentWifiSsid.postMessage({})") == "Home \"5\"")
    #expect(
      try await runtime.evaluate("ask('getCurrentWifiSsid', 'r1').then(JSON.stringify)") == #"["Home \"5\"",null]"#)
    #expect(try await runtime.evaluate("ask('refuse', 7).then(JSON.stringify)") == #"[null,"It's off."]"#)
    #expect(
      try await runtime.evaluate("ask('mirror', 'r2', { a: 1 }).then(JSON.stringify)") == #"[{"a":1},null]"#)
    let both: [String] = try await runtime.evaluate(
      "Promise.all([ask('mirror', 1, { n: 'a' }), ask('mirror', '2', { n: 'b' })]).then((all) => all.map(([value]) => value.n))"
    )
    #expect(both == ["a", "b"])
    // Functions cross by a promise, and are not turned into data for the page's function.
    let reason = "A function or an object that crosses by reference is not a value."
    #expect(try await runtime.evaluate("ask('giver', 'r3').then(JSON.stringify)") == "[null,\"\(reason)\"]")
    let code: String = try await runtime.evaluate(
      "webkit.messageHandlers.mirror.postMessage({ requestId: 'r4', f: () => 1 }).catch(({ code }) => code)")
    #expect(code == "INVALID_ARGUMENT")
    #expect(
      try await runtime.evaluate("webkit.messageHandlers.giver.postMessage({}).then((give) => give())") == 1)
    await runtime.close()
  }

  @Test func `a removed registration cancels its answers`() async throws {
    bridge.answerRequests(to: "soon", by: .function("answered"))
    let registration = bridge.handle("soon") { () in 1 }
    let runtime = try await JavaScriptRuntime(bridge: bridge, permissions: ["soon"])
    #expect(try await runtime.evaluate("bridge.call('soon')") == 1)
    registration.remove()
    #expect(try await runtime.evaluate("bridge.call('soon').catch((error) => error.code)") == "UNIMPLEMENTED")
    await runtime.close()
  }
}
#endif
