#if WebView
import Causeway
import CausewayWebKit
import TestSupport
import Testing

/// A page and a bridge: a page has the same features as embedded JavaScript.
@Suite(.needsDisplay, .timeLimit(.minutes(5))) struct LinkTests {
  @Test func `a page awaits a Swift handler`() async throws {
    let lab = try await Lab()
    try await lab.show()
    #expect(try await lab.value("bridge.call('echo', 'road').then(String)") == "road")
    #expect(try await lab.value("bridge.call('later', [1, 2]).then(JSON.stringify)") == "[1,2]")
    await lab.close()
  }

  @Test func `the bridge is available before the page's first script`() async throws {
    let lab = try await Lab()
    try await lab.show(
      "window.first = typeof bridge + ' ' + Object.isFrozen(bridge) + ' ' + typeof webkit.messageHandlers")
    #expect(try await lab.value("first") == "object true object")
    await lab.close()
  }

  @Test func `every value of the table crosses in both directions`() async throws {
    let lab = try await Lab()
    try await lab.show(
      """
      window.same = async (value) => {
        const back = await bridge.call('echo', value);
        const text = (it) => it instanceof Map || it instanceof Set ? JSON.stringify([...it])
          : ArrayBuffer.isView(it) ? it.constructor.name + it.join() : it instanceof Date ? it.toISOString()
          : typeof it === 'object' ? JSON.stringify(it) : Object.is(it, -0) ? '-0' : String(it);
        return text(back) === text(value) && typeof back === typeof value;
      };
      """)
    for value in [
      "undefined", "null", "true", "NaN", "-0", "-Infinity", "1e308", "5e-324", "'\\0 \\u2028 </script>'", "2n ** 63n",
      "new Date(0)", "new Map([[1, 'a']])", "new Set([1])", "new Uint8Array([0, 255])", "new Float64Array([0.5])",
      "({ ['__proto__']: 1, $date: 'no' })", "[[], {}]", "'\\u{1F309}'.repeat(1000)",
    ] {
      #expect(try await lab.value("same(\(value))") == "true", "\(value)")
    }
    await lab.close()
  }

  @Test func `calls of one microtask are sent as one message, and a thousand are answered in order`() async throws {
    let lab = try await Lab()
    try await lab.show()
    let sum = try await lab.value(
      "Promise.all(Array.from({ length: 1000 }, (_, n) => bridge.call(n % 2 ? 'later' : 'echo', n))).then((all) => all.every((v, n) => v === n))"
    )
    #expect(sum == "true")
    await lab.close()
  }

  @Test func `Swift awaits a handler of the page`() async throws {
    let lab = try await Lab()
    try await lab.show("bridge.handle('render', async ({ name }) => `<b>${name}</b>`)")
    let hostile = "');alert(1);//\"\\ \u{2028} </script> ${x} \u{1F309}"
    let html: String = try await lab.view.connection.call("render", ["name": hostile])
    #expect(html == "<b>\(hostile)</b>")
    await #expect(throws: BridgeError.self) { try await lab.view.connection.call("missing", BridgeValue.null) }
    await lab.close()
  }

  @Test func `streams, events and progress reach the page in order`() async throws {
    let lab = try await Lab { bridge in
      bridge.stream("count") { (upTo: Int, _: CallContext) in
        AsyncStream { continuation in
          for index in 0..<upTo { continuation.yield(index) }
          continuation.finish()
        }
      }
      bridge.handle("work") { (_: BridgeValue, call: CallContext) async in
        for step in 1...3 { call.report(progress: step) }
        return "done"
      }
    }
    try await lab.show()
    let items = try await lab.value(
      "(async () => { const seen = []; for await (const n of bridge.stream('count', 500)) seen.push(n); return seen.length + ' ' + seen.every((v, n) => v === n) })()"
    )
    #expect(items == "500 true")
    #expect(
      try await lab.value(
        "(async () => { const seen = []; const end = await bridge.call('work', null, { onProgress: (n) => seen.push(n) }); return seen.join() + end })()"
      )
        == "1,2,3done")
    _ = try await lab.value(
      "(async () => { window.seen = []; window.ten = new Promise((resolve) => { window.stop = bridge.on('tick', (n) => { seen.push(n); if (n === 10) resolve() }) }) })()"
    )
    try await eventually("the page has subscribed") { try await lab.view.connection.statistics.subscriptions == 1 }
    for index in 0...10 { try lab.bridge.emit("tick", index) }
    #expect(try await lab.value("ten.then(() => seen.join())") == "0,1,2,3,4,5,6,7,8,9,10")
    await lab.close()
  }

  @Test func `an aborted call is cancelled in Swift`() async throws {
    let cancelled = Signal()
    let begun = Signal()
    let lab = try await Lab { bridge in
      bridge.handle("wait") { () async throws in
        begun.fire()
        do { try await untilCancelled() } catch { cancelled.fire() }
      }
    }
    try await lab.show()
    async let name = lab.value(
      "(async () => { window.stop = new AbortController(); return bridge.call('wait', null, { signal: stop.signal }).catch((error) => error.name) })()"
    )
    await begun.wait()
    _ = try await lab.value("stop.abort()")
    #expect(try await name == "AbortError")
    await cancelled.wait()
    await lab.close()
  }

  @Test func `errors keep their class, code, data and message`() async throws {
    let lab = try await Lab { bridge in
      bridge.handle("fail") { () throws(BridgeError) in
        throw BridgeError("MY_OWN", "It says \"no\".", data: ["why": 7])
      }
    }
    try await lab.show()
    #expect(
      try await lab.value(
        "bridge.call('fail').catch((e) => [e instanceof bridge.BridgeError, e.code, e.message, e.data.why, e.method].join('|'))"
      )
        == "true|MY_OWN|It says \"no\".|7|fail")
    #expect(
      try await lab.value("bridge.call('ecko').catch((e) => e.code + e.message.includes('echo'))")
        == "UNIMPLEMENTEDtrue")
    await lab.close()
  }
}
#endif
