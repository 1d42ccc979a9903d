#if WebView
import CWebKitGTK
import Causeway
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import CausewayWebKit

/// The lifecycle of pages; their calls end with them.
@Suite(.needsDisplay, .timeLimit(.minutes(5))) struct LifecycleTests {
  @Test func `calls of the old page are cancelled, and their answers never reach the new page`() async throws {
    let begun = Shared(0)
    let gates = [Signal(), Signal()]
    let starts = [Signal(), Signal()]
    let cancelled = Signal()
    let lab = try await Lab { bridge in
      bridge.handle("slow") { (_: BridgeValue) async -> Int in
        let number = begun.withLock { count in
          defer { count += 1 }
          return count
        }
        starts[number].fire()
        await withTaskCancellationHandler {
          await gates[number].wait()
        } onCancel: {
          cancelled.fire()
        }
        return number
      }
    }
    let script = "window.answer = bridge.call('slow', null).then(String)"
    try await lab.show(script)
    await starts[0].wait()
    let old = try await lab.view.connection
    try await lab.show(script)
    await starts[1].wait()
    await cancelled.wait()
    gates[0].fire()
    try await eventually("the first call has ended") { old.statistics.running == 0 }
    // Both calls have the same id. Any effect of the first answer would occur before the second answer.
    #expect(try await lab.value("Promise.race([answer, bridge.call('echo', 'nothing yet')])") == "nothing yet")
    gates[1].fire()
    #expect(try await lab.value("answer") == "1")
    #expect(old.isClosed)
    await lab.close()
  }

  @Test func `calls to a left page fail, and its streams and listeners end`() async throws {
    let ended = Signal()
    let asked = Signal()
    let lab = try await Lab { bridge in
      bridge.handle("asked") { asked.fire() }
      bridge.stream("forever") { (_: CallContext) in
        AsyncStream<Int> { continuation in
          continuation.yield(1)
          continuation.onTermination = { _ in ended.fire() }
        }
      }
    }
    try await lab.show(
      """
      bridge.handle('never', () => { bridge.call('asked'); return new Promise(() => {}); });
      bridge.on('tick', () => {});
      window.first = bridge.stream('forever').next();
      """)
    _ = try await lab.value("first.then(() => 0)")
    let connection = try await lab.view.connection
    let call = Task { try await connection.call("never", BridgeValue.null) }
    await asked.wait()
    #expect(lab.bridge.hasListeners("tick"))
    try await lab.show()
    let error = await #expect(throws: BridgeError.self) { try await call.value }
    #expect(error?.code == .aborted)
    await ended.wait()
    #expect(!lab.bridge.hasListeners("tick"))
    #expect(connection.statistics.pending == 0 && connection.statistics.subscriptions == 0)
    await lab.close()
  }

  @Test func `reload, back and forward give a new page with the bridge`() async throws {
    let site = try Site(["a.html": "<script>window.loads = 1</script>", "b.html": "<script>window.loads = 1</script>"])
    defer { site.remove() }
    try site.serve()
    let lab = try await Lab(permissions: [site.origin: .all])
    let check = "window.loads + (await bridge.call('echo', location.pathname))"
    try await lab.view.load(site.url("a.html"))
    _ = try await lab.value("window.loads = 7")
    #expect(try await lab.value(check) == "7/a.html")
    try await lab.view.reload()
    #expect(try await lab.value(check) == "1/a.html")
    _ = try await lab.value("window.loads = 7")
    try await lab.view.load(site.url("b.html"))
    try await lab.view.goBack()
    // Not the cached heap, whose promises would stay pending.
    #expect(try await lab.value(check) == "1/a.html")
    try await lab.view.goForward()
    #expect(try await lab.value(check) == "1/b.html")
    let error = await #expect(throws: BridgeError.self) { try await lab.view.goForward() }
    #expect(error?.code == "OUT_OF_RANGE")
    // Another place in the same document is not a new page.
    let connection = try await lab.view.connection
    _ = try await lab.value("history.pushState(null, '', 'c.html'), location.hash = 'x', 0")
    #expect(try await lab.value(check) == "1/c.html")
    #expect(try await lab.view.connection === connection)
    await lab.close()
  }

  @Test func `a page that rewrites its document keeps its bridge, without an error`() async throws {
    let lab = try await Lab()
    try await lab.show()
    let connection = try await lab.view.connection
    let errors = try await lab.value(
      """
      new Promise((resolve) => {
        document.open();
        const errors = [];
        addEventListener('error', ({ message }) => errors.push(message));
        document.write('<!doctype html><p>new');
        document.close();
        setTimeout(() => resolve(errors.join() + document.body.innerText));
      })
      """)
    #expect(errors == "new")
    #expect(try await lab.value("bridge.call('echo', 'still')") == "still")
    #expect(try await lab.view.connection === connection)
    await lab.close()
  }

  @Test(.unsanitized) func `a hundred reloads during a call leave nothing behind`() async throws {
    let running = Shared(0)
    let lab = try await Lab { bridge in
      bridge.handle("wait") { () async throws in
        running.withLock { $0 += 1 }
        defer { running.withLock { $0 -= 1 } }
        try await untilCancelled()
      }
    }
    try await lab.show()
    for _ in 0..<100 {
      try await lab.show("bridge.call('wait'); bridge.on('tick', () => {})")
    }
    try await lab.show()
    try await eventually("every call has ended") { running.value == 0 }
    #expect(!lab.bridge.hasListeners("tick"))
    #expect(try await lab.value("bridge.call('echo', 'alive')") == "alive")
    await lab.close()
  }

  @Test func `the end of the web process ends all calls, and the next page works`() async throws {
    let begun = Signal()
    let ended = Signal()
    let lab = try await Lab { bridge in
      bridge.handle("wait") { () async throws in
        begun.fire()
        do { try await untilCancelled() } catch { ended.fire() }
      }
    }
    try await lab.show("bridge.handle('never', () => { bridge.call('wait'); return new Promise(() => {}) })")
    let connection = try await lab.view.connection
    let call = Task { try await connection.call("never", BridgeValue.null) }
    await begun.wait()
    await lab.view.terminate()
    let error = await #expect(throws: BridgeError.self) { try await call.value }
    #expect(error?.code == .unavailable)
    await ended.wait()
    await #expect(throws: BridgeError.self) { _ = try await lab.view.connection }
    try await lab.show()
    #expect(try await lab.value("bridge.call('echo', 'again')") == "again")
    await lab.close()
  }

  @Test func `closing a view rejects the calls of its page at once`() async throws {
    let asked = Signal()
    let lab = try await Lab { $0.handle("asked") { asked.fire() } }
    try await lab.show("bridge.handle('never', () => { bridge.call('asked'); return new Promise(() => {}) })")
    let connection = try await lab.view.connection
    let call = Task { try await connection.call("never", BridgeValue.null, timeout: .never) }
    await asked.wait()
    await lab.view.close()
    let error = await #expect(throws: BridgeError.self) { try await call.value }
    #expect(error?.code == .unavailable)
    await #expect(throws: BridgeError.self) { try await lab.show() }
    #expect(
      await lab.events(3) == [.opened(Lab.origin), .left(BridgeError(.unavailable, "The view was closed.")), .closed])
  }

  @Test func `destroying a view ends its calls`() async throws {
    let asked = Signal()
    let bridge = Bridge()
    bridge.handle("asked") { asked.fire() }
    let window = try await WebViewWindow(bridge: bridge, permissions: [Lab.origin: .all])
    try await window.view.load(
      html: "<script>bridge.handle('never', () => { bridge.call('asked'); return new Promise(() => {}) })</script>",
      as: Lab.origin)
    let connection = try await window.view.connection
    let call = Task { try await connection.call("never", BridgeValue.null, timeout: .never) }
    await asked.wait()
    await window.destroyNatively()
    let error = await #expect(throws: BridgeError.self) { try await call.value }
    #expect(error?.code == .unavailable)
    await window.closed()
  }

  @Test(arguments: ["destroy", "close", "leave", "terminate"])
  func `a call that closes the view on cancellation can be cancelled by the end of the view`(how: String)
    async throws
  {
    let begun = Signal()
    let bridge = Bridge()
    let shown = Mutex<WebView?>(nil)
    bridge.handle("wait") { () async throws in
      try await withTaskCancellationHandler {
        begun.fire()
        try await Task.sleep(for: .seconds(600))
      } onCancel: {
        GTKActor.assumeIsolated { shown.withLock { $0 }?.close() }
      }
    }
    let window = try await WebViewWindow(bridge: bridge, permissions: [Lab.origin: .all])
    shown.withLock { $0 = window.view }
    try await window.view.load(html: "<script>bridge.call('wait')</script>", as: Lab.origin)
    await begun.wait()
    switch how {
    case "destroy": await window.destroyNatively()
    case "close": await window.view.close()
    case "leave": _ = try? await window.view.load(html: "", as: Lab.origin)
    default: await window.view.terminate()
    }
    var events: [WebViewEvent] = []
    for await event in window.view.events { events.append(event) }
    #expect(events.last == .closed)
    shown.withLock { $0 = nil }
    await window.close()
    await window.closed()
  }

  @Test func `an unresponsive page is reported, and its recovery as well`() async throws {
    let lab = try await Lab(timeout: .milliseconds(100))
    try await lab.show()
    async let busy = lab.value("(() => { const end = Date.now() + 700; while (Date.now() < end); return 'free' })()")
    #expect(await lab.events(3) == [.opened(Lab.origin), .becameUnresponsive, .becameResponsive])
    #expect(try await busy == "free")
    await lab.close()
  }

  @Test(arguments: [.seconds(Int64.max), .seconds(-1), .zero] as [Duration])
  func `any timeout is accepted`(timeout: Duration) async throws {
    let lab = try await Lab(timeout: timeout)
    try await lab.show()
    #expect(try await lab.value("bridge.call('echo', 'fine')") == "fine")
    await lab.close()
  }

  @Test func `an evaluation in a page that is left, or a closed view, fails with the reason`() async throws {
    let lab = try await Lab()
    for leaving in ["reload", "terminate", "close"] {
      try await lab.show()
      let begun = Task { try await lab.view.evaluate("return new Promise(() => {})") }
      _ = try await lab.value("bridge.call('echo', 1)")
      switch leaving {
      case "reload": try await lab.view.reload()
      case "terminate": await lab.view.terminate()
      default: await lab.close()
      }
      let error = await #expect(throws: BridgeError.self) { try await begun.value }
      #expect(error?.code == (leaving == "close" ? .unavailable : .aborted))
    }
  }

  @Test func `an unresponsive page is reported before it was connected`() async throws {
    let lab = try await Lab(timeout: .milliseconds(100))
    let load = Task { try await lab.show("while (true);") }
    #expect(await lab.events(1) == [.becameUnresponsive])
    #expect(await lab.view.isResponsive == false)
    await lab.view.terminate()
    let error = await #expect(throws: BridgeError.self) { try await load.value }
    #expect(error?.code == .unavailable)
    #expect(await lab.view.isResponsive)
    try await lab.show()
    await lab.close()
  }

  @Test func `events to a busy page are dropped instead of queued`() async throws {
    var limits = Limits()
    limits.eventBuffer = 8
    let lab = try await Lab(limits: limits)
    try await lab.show("window.seen = []; bridge.on('tick', (n) => { seen.push(n) })")
    let connection = try await lab.view.connection
    try await eventually("the page has subscribed") { connection.statistics.subscriptions == 1 }
    async let busy = lab.value("(() => { const end = Date.now() + 300; while (Date.now() < end); return 0 })()")
    var number = 0
    try await eventually("a hundred events were dropped") {
      for _ in 0..<100 {
        try lab.bridge.emit("tick", number)
        number += 1
      }
      return connection.statistics.dropped >= 100
    }
    _ = try await busy
    try await eventually("the page has received the last event") {
      try await lab.value("seen.at(-1)") == "\(number - 1)"
    }
    #expect(try await lab.value("seen.every((n, at) => at === 0 || n > seen[at - 1])") == "true")
    await lab.close()
  }

  @Test func `a URL that WebKit refuses is an error, although it shows an empty page`() async throws {
    let lab = try await Lab()
    try await lab.show()
    let error = await #expect(throws: BridgeError.self) { try await lab.view.load("http://127.0.0.1:6000/") }
    #expect(error?.code == .unavailable)
    try await lab.view.load("about:blank")
    try await lab.show()
    #expect(try await lab.value("bridge.call('echo', 'alive')") == "alive")
    await lab.close()
  }

  @Test func `a failed load has an error, and a pending one can be cancelled`() async throws {
    let lab = try await Lab()
    let gone = try SilentServer()
    gone.close()
    let error = await #expect(throws: BridgeError.self) { try await lab.view.load("http://127.0.0.1:\(gone.port)/") }
    #expect(error?.code == .unavailable)
    let silent = try SilentServer()
    let load = Task { try await lab.view.load("http://127.0.0.1:\(silent.port)/") }
    await silent.accept()
    load.cancel()
    let cancelled = await #expect(throws: BridgeError.self) { try await load.value }
    #expect(cancelled?.code == .cancelled)
    silent.close()
    try await lab.show()
    #expect(try await lab.value("bridge.call('echo', 'alive')") == "alive")
    await lab.close()
  }

  @Test func `a handler that is registered after the load is found`() async throws {
    let lab = try await Lab()
    try await lab.show()
    #expect(try await lab.value("bridge.call('new').catch((e) => e.code)") == "UNIMPLEMENTED")
    lab.bridge.handle("new") { "there" }
    #expect(try await lab.value("bridge.call('new')") == "there")
    await lab.close()
  }

  @Test func `the page of an application's view is notified that the bridge is closed`() async throws {
    let bridge = Bridge()
    let begun = Signal()
    bridge.handle("wait") { () async throws in
      begun.fire()
      try await untilCancelled()
    }
    try await GTKLoop.start()
    let native = await NativeObject.makeView()
    let view = try await WebView(attaching: native, bridge: bridge, permissions: [Lab.origin: .all])
    let twice = await #expect(throws: BridgeError.self) {
      try await WebView(attaching: native, bridge: bridge, permissions: [:])
    }
    #expect(twice?.code == .alreadyExists)
    try await view.load(html: "<script>window.end = bridge.call('wait').catch((e) => e.code)</script>", as: Lab.origin)
    await begun.wait()
    await view.close()
    #expect(try await native.evaluate("return end") == "UNAVAILABLE")
    #expect(try await native.evaluate("return bridge.call('wait').catch((e) => e.code)") == "UNAVAILABLE")
    // The view can get another bridge now.
    let next = try await WebView(attaching: native, bridge: bridge, permissions: [Lab.origin: .all])
    try await next.load(html: "<script></script>", as: Lab.origin)
    #expect(try await native.evaluate("return typeof bridge") == "object")
    await next.close()
    await native.release(destroying: true)
  }
}

extension WebViewWindow {
  /// Closes the window like a window manager.
  func destroyNatively() { if let window { cw_widget_destroy(window.pointer) } }
}
#endif
