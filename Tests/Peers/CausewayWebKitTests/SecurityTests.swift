#if WebView
import CWebKitGTK
import Causeway
import TestSupport
import Testing

@testable import CausewayWebKit

/// The pages that have the bridge, and the limits of a hostile page.
@Suite(.needsDisplay, .timeLimit(.minutes(5))) struct SecurityTests {
  @Test func `no frame of a page has the bridge, whatever its source`() async throws {
    let report = "parent.postMessage('FRAME ' + typeof bridge + ' ' + typeof webkit + ' ' + typeof causeway, '*')"
    let site = try Site(
      [
        "index.html": """
        <script>
        window.frames_ = []; window.all = new Promise((resolve) => addEventListener('message', ({ data }) => {
          frames_.push(data); if (frames_.length === 6) resolve(frames_.sort().join());
        }));
        </script>
        <iframe src="frame.html?same"></iframe>
        <iframe src="frame.html?sandboxed" sandbox="allow-scripts"></iframe>
        <iframe srcdoc="<script>\(report.replacing("FRAME", with: "srcdoc"))</script>"></iframe>
        <iframe src="data:text/html,<script>\(report.replacing("FRAME", with: "data"))</script>"></iframe>
        <iframe id="blank" src="about:blank"></iframe>
        <iframe id="blob"></iframe>
        <script>
        blank.contentWindow.eval("\(report.replacing("FRAME", with: "blank"))");
        blob.src = URL.createObjectURL(new Blob(["<script>\(report.replacing("FRAME", with: "blob"))<\\/script>"], { type: 'text/html' }));
        </script>
        """,
        "frame.html": "<script>\(report.replacing("'FRAME '", with: "location.search + ' '"))</script>",
      ], policy: "default-src * data: blob: 'unsafe-inline' 'unsafe-eval'")
    defer { site.remove() }
    try site.serve()
    let lab = try await Lab(permissions: [site.origin: .all])
    try await lab.view.load(site.url())
    let none = "undefined undefined undefined"
    #expect(
      try await lab.value("all")
        == "?same \(none),?sandboxed \(none),blank \(none),blob \(none),data \(none),srcdoc \(none)")
    #expect(try await lab.value("typeof bridge") == "object")
    await lab.close()
  }

  @Test(
    arguments: [
      "http://one.test", "https://one.test:8443", "https://sub.one.test", "https://one.test.evil.test",
      "https://xone.test",
      "app://one.test",
    ] as [WebOrigin])
  func `a page of another origin has no bridge`(origin: WebOrigin) async throws {
    let lab = try await Lab(permissions: ["https://one.test": .all])
    try await lab.show(as: origin)
    #expect(try await lab.value("location.origin + typeof bridge + typeof webkit") == "\(origin)undefinedundefined")
    let error = await #expect(throws: BridgeError.self) { _ = try await lab.view.connection }
    #expect(error?.code == .failedPrecondition && error?.message.contains("https://one.test") == true)
    await lab.close()
  }

  @Test func `navigation to another origin loses the bridge, and navigation back restores it`() async throws {
    let lab = try await Lab(permissions: ["https://one.test": .all])
    try await lab.show(as: "https://one.test")
    #expect(try await lab.value("bridge.call('echo', 1)") == "1")
    try await lab.show(as: "https://evil.test")
    #expect(try await lab.value("typeof bridge") == "undefined")
    try await lab.show(as: "https://one.test")
    #expect(try await lab.value("bridge.call('echo', 2)") == "2")
    await lab.close()
  }

  @Test func `each origin has its own permissions`() async throws {
    let lab = try await Lab(permissions: ["https://one.test": ["echo"], "https://two.test": ["later"]]) { bridge in
      bridge.handle("secret") { 42 }
    }
    let calls =
      "Promise.all(['echo', 'later', 'secret'].map((m) => bridge.call(m, 1).then(String, (e) => e.code))).then(String)"
    try await lab.show(as: "https://one.test")
    #expect(try await lab.value(calls) == "1,PERMISSION_DENIED,PERMISSION_DENIED")
    try await lab.show(as: "https://two.test")
    #expect(try await lab.value(calls) == "PERMISSION_DENIED,1,PERMISSION_DENIED")
    await lab.close()
  }

  @Test func `a page without an origin has no bridge`() async throws {
    let lab = try await Lab()
    for url in ["about:blank", "data:text/html,<script>1</script>"] {
      try await lab.view.load(url)
      #expect(try await lab.value("typeof bridge") == "undefined")
    }
    await lab.close()
  }

  @Test func `a window that shares the view's scripts has no bridge`() async throws {
    let lab = try await Lab()
    try await lab.show()
    let native = try #require(await lab.view.native)
    let sibling = await native.makeSibling()
    await sibling.load(
      "<script>window.answer = bridge.call('echo', 1).then(String, (e) => e.code + e.message)</script>")
    try await eventually("the page has called") {
      try await sibling.evaluate("return typeof answer") != "undefined"
    }
    #expect(try await sibling.evaluate("return answer").hasPrefix("UNAVAILABLE"))
    #expect(try await lab.value("bridge.call('echo', 'mine')") == "mine")
    await sibling.release(destroying: true)
    await lab.close()
  }

  @Test func `a page cannot access the messages`() async throws {
    let lab = try await Lab()
    try await lab.show(
      """
      window.caught = [];
      for (const name of ['causeway-offer', 'causeway-ask', 'up', 'down', 'end', 'join'])
        for (const target of [window, document, document.documentElement])
          target.addEventListener(name, (event) => caught.push(name + event.relatedTarget), true);
      dispatchEvent(new Event('causeway-ask'));
      const node = document.createTextNode('');
      dispatchEvent(new MouseEvent('causeway-offer', { relatedTarget: node }));
      node.data = '[1]'; node.dispatchEvent(new Event('up'));
      """)
    #expect(try await lab.value("bridge.call('echo', 'fine')") == "fine")
    // Only the page's own events.
    #expect(
      try await lab.value("caught.filter((name) => !name.includes('ask') && !name.includes('offer')).length") == "0")
    #expect(
      try await lab.value("typeof causeway + Object.keys(webkit) + Object.keys(webkit.messageHandlers)")
        == "undefinedmessageHandlers")
    await lab.close()
  }

  @Test(arguments: [
    "Promise = null", "Promise.prototype.then = () => { throw 1 }", "EventTarget.prototype.dispatchEvent = () => false",
    "EventTarget.prototype.addEventListener = null", "Event = null", "Function.prototype.call = null",
    "Object.defineProperty(CharacterData.prototype, 'data', { get: () => 'stolen', set: () => {} })",
    "JSON.parse = JSON.stringify = () => '{}'", "Map.prototype.get = () => 1", "Array.prototype.push = null",
    "Object.defineProperty(Object.prototype, 'then', { get() { return undefined }, set() {} })",
    "Object.defineProperty(Array.prototype, 0, { set() { throw 1 } })", "setTimeout = null; clearTimeout = null",
    "document.open(); document.write('<p>new'); document.close()", "document.createTextNode = null",
  ])
  func `a page that replaces its built-ins breaks no call`(attack: String) async throws {
    let answer = Shared("")
    let done = Signal()
    let lab = try await Lab { bridge in
      bridge.handle("done") { (text: String) in
        answer.withLock { $0 = text }
        done.fire()
      }
    }
    try await lab.show(
      """
      const { call } = bridge;
      const go = async () => call('done', (await call('echo', { road: ['open'] })).road[0]);
      onload = () => setTimeout(() => { \(attack); go(); });
      """)
    await done.wait()
    #expect(answer.value == "open")
    await lab.close()
  }

  @Test func `invalid messages with the page's name do no harm`() async throws {
    let lab = try await Lab()
    try await lab.show()
    let native = try #require(await lab.view.native)
    let world = try #require(await lab.view.world)
    // The name alone, and with a number: all other texts must be a message.
    let post =
      "let number = 0; const say = (text) => webkit.messageHandlers.causeway.postMessage(text).catch(() => {}); "
      + "for (const it of [null, {}, 5, '', 'short', 'x'.repeat(1e6), causeway.name, causeway.name + '{', "
      + "causeway.name + '1[]', causeway.name + '0 []', causeway.name + '-1 []', causeway.name + '1e99 []', "
      + "causeway.name + '9'.repeat(30) + ' []', causeway.name + '700 []', causeway.name.replace(/./, 'z') + '1 []'"
      + "]) say(it); for (const it of ['{', '[]', '\\u0000\\ud800', '['.repeat(1e5), "
      + #"'{"jsonrpc":"2.0","id":1,"result":7}', '{"jsonrpc":"2.0","id":9e99,"method":"echo"}', "#
      + #"'{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":3}}'"#
      + "]) say(`${causeway.name}${++number} ${it}`); "
      + "say(`${causeway.name}1 twice`); say(`${causeway.name}${++number} {}`); return 'posted'"
    #expect(try await native.evaluate(post, world: world) == "posted")
    try await lab.show()
    #expect(try await lab.value("bridge.call('echo', 'fine')") == "fine")
    await lab.close()
  }

  @Test func `calls of a flooding page fail beyond the limit, and the page continues`() async throws {
    var limits = Limits()
    limits.callsInFlight = 100
    let gate = Signal()
    let lab = try await Lab(limits: limits) { $0.handle("wait") { () async in await gate.wait() } }
    try await lab.show()
    let refused = try await lab.value(
      "(() => { let refused = 0; let calls = []; for (let at = 0; at < 20000; at += 1) calls.push(bridge.call('wait').catch((e) => { if (e.code === 'RESOURCE_EXHAUSTED') refused += 1 })); window.calls = calls; return new Promise((resolve) => { const look = () => refused >= 19900 ? resolve(refused) : setTimeout(look); look() }) })()"
    )
    #expect(refused == "19900")
    gate.fire()
    #expect(try await lab.value("Promise.all(calls).then((all) => all.length)") == "20000")
    #expect(try await lab.value("bridge.call('echo', 'fine')") == "fine")
    await lab.close()
  }

  @Test func `a page cannot replace the bridge`() async throws {
    let lab = try await Lab()
    try await lab.show(
      """
      'use strict';
      window.failures = 0;
      for (const attack of [() => { bridge = 1 }, () => { bridge.call = 1 }, () => { delete window.bridge }, () => { webkit.messageHandlers = 1 },
        () => Object.defineProperty(window, 'bridge', { value: 1 }), () => { window.webkit = 1 }])
        try { attack() } catch { failures += 1 }
      """)
    #expect(try await lab.value("failures") == "6")
    #expect(try await lab.value("bridge.call('echo', 'fine')") == "fine")
    await lab.close()
  }

  @Test func `a message over the limit fails with the limit's name`() async throws {
    var limits = Limits()
    limits.messageBytes = 1000
    let lab = try await Lab(limits: limits)
    try await lab.show()
    #expect(
      try await lab.value("bridge.call('echo', 'x'.repeat(2000)).catch((e) => e.code + e.data.limit)")
        == "RESOURCE_EXHAUSTEDmessageBytes")
    #expect(
      try await lab.value("bridge.call('echo', () => {}).catch((e) => e.message)")
        == "params: expected a value, got a function: nothing here calls it.")
    await lab.close()
  }
}
#endif
