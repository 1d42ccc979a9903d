#if WebView
import CWebKitGTK
import Causeway
import TestSupport
import Testing

@testable import CausewayWebKit

/// Frames whose origin is listed for frames.
@Suite(.needsDisplay, .timeLimit(.minutes(5))) struct NamedFrameTests {
  /// Two sites: a page that records its frames' messages, and the pages of the frames.
  private final class Sites {
    let page: Site
    let frame: Site

    init(index: (_ frame: String) -> String, frame script: String) throws {
      frame = try Site(["frame.html": "<script>\(Sites.tell); \(script)</script>", "other.html": "<p>other"])
      page = try Site(["index.html": "<script>\(Sites.listen)</script>\(index(frame.url("frame.html")))"])
      try frame.serve()
      try page.serve()
    }

    /// In the page: the sorted messages of frames, once there are this many.
    private static let listen = """
      const messages = []; let changed = () => {};
      addEventListener('message', ({ data }) => { messages.push(data); changed(); });
      window.received = (count) => new Promise((resolve) => {
        (changed = () => { if (messages.length >= count) resolve(messages.sort().join()); })();
      });
      """
    private static let tell = "const tell = (value) => parent.postMessage(String(value), '*')"

    deinit {
      page.remove()
      frame.remove()
    }
  }

  @Test func `a frame has the bridge with the permissions of its own origin`() async throws {
    let sites = try Sites(
      index: { "<iframe src='\($0)'></iframe>" },
      frame: """
        (async () => {
          tell('1 ' + await bridge.call('echo', 'road'));
          tell('2 ' + await bridge.call('later', 7).catch((error) => error.code));
          const bytes = new Uint8Array(200_000).map((_, at) => at);
          const back = await bridge.call('echo', bytes);
          tell('3 ' + (back.byteLength === 200_000 && back.every((byte, at) => byte === at % 256)));
          for await (const item of bridge.stream('count', 3)) tell('4 ' + item);
        })();
        """)
    let lab = try await Lab(
      permissions: WebPermissions([sites.page.origin: .all], frames: [sites.frame.origin: ["echo", "count"]])
    ) { bridge in
      bridge.stream("count") { (upTo: Int, _: CallContext) in
        AsyncStream { continuation in
          for index in 0..<upTo { continuation.yield(index) }
          continuation.finish()
        }
      }
    }
    try await lab.view.load(sites.page.url())
    #expect(try await lab.value("received(6)") == "1 road,2 PERMISSION_DENIED,3 true,4 0,4 1,4 2")
    #expect(try await lab.value("bridge.call('later', 'mine')") == "mine")
    await lab.close()
  }

  @Test func `calls of a flooding frame fail beyond the limit, and the frame continues`() async throws {
    let sites = try Sites(
      index: { "<iframe src='\($0)'></iframe>" },
      frame: """
        (async () => {
          let [answered, refused] = [0, 0];
          const calls = Array.from({ length: 20 }, () => bridge.call('later', 'x'.repeat(4 << 20)).then(
            () => { answered += 1 }, (e) => { if (e.code === 'RESOURCE_EXHAUSTED') refused += 1 }));
          await Promise.all(calls);
          tell('1 ' + (answered > 0 && refused > 0 && answered + refused));
          tell('2 ' + (await bridge.call('later', 'x'.repeat(4 << 20))).length);
        })();
        """)
    var limits = Limits()
    limits.bytesInFlight = 16 << 20
    let lab = try await Lab(
      permissions: WebPermissions([sites.page.origin: .all], frames: [sites.frame.origin: .all]), limits: limits)
    try await lab.view.load(sites.page.url())
    #expect(try await lab.value("received(2)") == "1 20,2 4194304")
    await lab.close()
  }

  @Test func `endless invented frame names do not prevent another frame's bridge`() async throws {
    let sites = try Sites(
      index: { frame in
        """
        <iframe srcdoc="<script>for (let at = 0; at < 20_000; at += 1)
          top.postMessage('causeway-frame ' + String(at).padStart(32, '0'), '*')</script>"></iframe>
        <iframe src='\(frame)'></iframe>
        """
      }, frame: "bridge.call('echo', 'road').then(tell)")
    let lab = try await Lab(permissions: WebPermissions([sites.page.origin: .all], frames: [sites.frame.origin: .all]))
    try await lab.view.load(sites.page.url())
    #expect(try await lab.value("received(1)") == "road")
    await lab.close()
  }

  @Test func `Swift calls an idle frame, and sends it events`() async throws {
    let sites = try Sites(
      index: { "<iframe src='\($0)'></iframe>" },
      frame: """
        bridge.handle('double', async (value) => value instanceof Uint8Array ? value.length : value + value);
        bridge.on('tick', (value) => tell(value));
        """)
    let lab = try await Lab(permissions: WebPermissions([sites.page.origin: .all], frames: [sites.frame.origin: .all]))
    try await lab.view.load(sites.page.url())
    let frames = try await found("the frame's connection") {
      let frames = await lab.view.frames
      return frames.isEmpty ? nil : frames
    }
    let frame = try #require(frames.first)
    #expect(frames.count == 1)
    try await eventually("the frame has subscribed") { frame.statistics.subscriptions == 1 }
    for number in 1...100 {
      let double: Int = try await frame.call("double", number)
      #expect(double == 2 * number)
    }
    let length: Int = try await frame.call("double", BridgeBytes([UInt8](repeating: 7, count: 300_000)))
    #expect(length == 300_000)
    let answers = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<50 { group.addTask { try await frame.call("double", number) } }
      return try await group.reduce(0, +)
    }
    #expect(answers == 2450)
    for number in 10..<40 { try lab.bridge.emit("tick", number) }
    #expect(try await lab.value("received(30)") == (10..<40).map(String.init).joined(separator: ","))
    await lab.close()
  }

  @Test func `only a frame of a listed origin has the bridge, in a page that has it`() async throws {
    let report = "tell(NAME + ' ' + typeof bridge)"
    let sites = try Sites(
      index: { frame in
        """
        <iframe src="\(frame)?named"></iframe>
        <iframe src="\(frame)?sandboxed" sandbox="allow-scripts"></iframe>
        <iframe src="own.html"></iframe>
        <iframe srcdoc="<script>parent.postMessage('srcdoc ' + typeof bridge, '*')</script>"></iframe>
        """
      }, frame: report.replacing("NAME", with: "location.search"))
    try sites.page.write(
      Array("own.html".utf8), "<script>parent.postMessage('own ' + typeof bridge, '*')</script>")
    let permissions = WebPermissions([sites.page.origin: .all], frames: [sites.frame.origin: .all])
    let lab = try await Lab(permissions: permissions)
    try await lab.view.load(sites.page.url())
    #expect(
      try await lab.value("received(4)") == "?named object,?sandboxed undefined,own undefined,srcdoc undefined")
    // A page of the frame's origin has no bridge, and neither has the frame in a page without one.
    try await lab.view.load(sites.frame.url("frame.html"))
    #expect(try await lab.value("typeof bridge") == "undefined")
    let stranger = try Site([
      "index.html":
        "<script>window.received = new Promise((resolve) => addEventListener('message', ({ data }) => resolve(data)))</script><iframe src='\(sites.frame.url("frame.html"))'></iframe>"
    ])
    defer { stranger.remove() }
    try stranger.serve()
    try await lab.view.load(stranger.url())
    #expect(try await lab.value("received") == " undefined")
    #expect(await lab.view.frames.isEmpty)
    await lab.close()
  }

  @Test func `a frame in a window that shares the view's scripts has no bridge`() async throws {
    let sites = try Sites(
      index: { "<iframe src='\($0)'></iframe>" },
      frame: "bridge.call('echo', 1).then(tell, (error) => tell(error.code))")
    let lab = try await Lab(permissions: WebPermissions([sites.page.origin: .all], frames: [sites.frame.origin: .all]))
    try await lab.show(as: sites.page.origin)
    let native = try #require(await lab.view.native)
    let sibling = await native.makeSibling()
    await sibling.open(sites.page.url())
    try await eventually("the page has its scripts") {
      try await sibling.evaluate("return typeof received") != "undefined"
    }
    #expect(try await sibling.evaluate("return received(1)") == "UNAVAILABLE")
    #expect(await lab.view.frames.isEmpty)
    await sibling.release(destroying: true)
    await lab.close()
  }

  @Test func `frames of a page that rewrites its document have the bridge`() async throws {
    let sites = try Sites(
      index: { _ in "" }, frame: "bridge.call('echo', 'road').then(tell, (error) => tell(error.code))")
    let lab = try await Lab(permissions: WebPermissions([sites.page.origin: .all], frames: [sites.frame.origin: .all]))
    try await lab.view.load(sites.page.url())
    _ = try await lab.value(
      "(document.open(), document.write(`<iframe src='\(sites.frame.url("frame.html"))'></iframe>`), document.close())")
    _ = try await lab.value("addEventListener('message', ({ data }) => { messages.push(data); changed(); })")
    #expect(try await lab.value("received(1)") == "road")
    await lab.close()
  }

  @Test(
    arguments: ["frame.src = OTHER", "frame.remove()", "location.reload()"],
    [
      "", "document.open(); document.write('<p>new'); document.close();",
    ])
  func `the calls of a frame are cancelled when its page is closed`(leave: String, before: String) async throws {
    let ended = Signal()
    let sites = try Sites(
      index: { "<iframe id='frame' src='\($0)'></iframe>" },
      frame: "onload = () => setTimeout(() => { \(before) bridge.call('wait').catch(() => {}) })")
    let lab = try await Lab(
      permissions: WebPermissions([sites.page.origin: .all], frames: [sites.frame.origin: .all])
    ) { bridge in
      bridge.handle("wait") { () async throws in
        do { try await untilCancelled() } catch { ended.fire() }
      }
    }
    try await lab.view.load(sites.page.url())
    let frames = try await found("the frame's connection") {
      let frames = await lab.view.frames
      return frames.isEmpty ? nil : frames
    }
    try await eventually("the frame's call runs") { frames[0].statistics.running == 1 }
    let script = leave.replacing("OTHER", with: "'\(sites.frame.url("other.html"))'")
    _ = try? await lab.view.evaluate("\(script); return ''")
    await ended.wait()
    #expect(frames[0].isClosed)
    await lab.close()
  }

  @Test func `a frame is notified that its connection is closed`() async throws {
    let sites = try Sites(
      index: { "<iframe src='\($0)'></iframe>" },
      frame: "bridge.call('wait', null, { timeout: Infinity }).catch((error) => tell(error.code + error.message))")
    let lab = try await Lab(
      permissions: WebPermissions([sites.page.origin: .all], frames: [sites.frame.origin: .all])
    ) { bridge in
      bridge.handle("wait") { () async throws in try await untilCancelled() }
    }
    try await lab.view.load(sites.page.url())
    let frames = try await found("the frame's connection") {
      let frames = await lab.view.frames
      return frames.isEmpty ? nil : frames
    }
    try await eventually("the frame's call runs") { frames[0].statistics.running == 1 }
    frames[0].close()
    #expect(try await lab.value("received(1)").hasPrefix("UNAVAILABLE"))
    await lab.close()
  }
}
#endif
