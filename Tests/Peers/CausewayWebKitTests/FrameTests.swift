#if WebView
import CWebKitGTK
import Causeway
import TestSupport
import Testing

@testable import CausewayWebKit

/// Documents outside of the view itself, and documents after redirects.
@Suite(.needsDisplay, .timeLimit(.minutes(5))) struct FrameTests {
  private static let report = "typeof bridge + ' ' + typeof webkit + ' ' + typeof causeway"
  private static let none = "undefined undefined undefined"
  private static let frame = HTTPServer.Answer.page(
    "<script>parent.postMessage(location.hostname + ' ' + \(report), '*')</script>")

  @Test func `a frame that is redirected to the page's origin has no bridge`() async throws {
    let server = try HTTPServer { port in
      [
        "/": .page(
          """
          <script>
          window.seen = [];
          window.all = new Promise((resolve) => addEventListener('message', ({ data }) => {
            seen.push(data); if (seen.length === 3) resolve(seen.sort().join());
          }));
          </script>
          <iframe src="/redirect"></iframe>
          <iframe src="http://localhost:\(port)/home"></iframe>
          <iframe src="/away"></iframe>
          """),
        "/redirect": .redirect("/frame"), "/home": .redirect("http://127.0.0.1:\(port)/frame"),
        "/away": .redirect("http://localhost:\(port)/frame"), "/frame": FrameTests.frame,
      ]
    }
    defer { server.close() }
    let lab = try await Lab(permissions: [WebOrigin("http://127.0.0.1:\(server.port)")!: .all])
    try await lab.view.load("http://127.0.0.1:\(server.port)/")
    let none = FrameTests.none
    #expect(try await lab.value("all") == "127.0.0.1 \(none),127.0.0.1 \(none),localhost \(none)")
    #expect(try await lab.value("bridge.call('echo', 'mine')") == "mine")
    await lab.close()
  }

  @Test func `a redirected page has the bridge of its final origin only`() async throws {
    let server = try HTTPServer { port in
      [
        "/away": .redirect("http://localhost:\(port)/page"), "/home": .redirect("http://127.0.0.1:\(port)/page"),
        "/page": .page("<p>page"),
      ]
    }
    defer { server.close() }
    let lab = try await Lab(permissions: [WebOrigin("http://127.0.0.1:\(server.port)")!: .all])
    try await lab.view.load("http://127.0.0.1:\(server.port)/away")
    #expect(try await lab.value("location.hostname + ' ' + \(FrameTests.report)") == "localhost \(FrameTests.none)")
    try await lab.view.load("http://localhost:\(server.port)/home")
    #expect(try await lab.value("bridge.call('echo', location.hostname)") == "127.0.0.1")
    await lab.close()
  }

  @Test func `a page that navigates to another origin loses the bridge`() async throws {
    let server = try HTTPServer { port in
      ["/": .page("<p>page"), "/leave": .page("<script>location = 'http://localhost:\(port)/'</script>")]
    }
    defer { server.close() }
    let origin = WebOrigin("http://127.0.0.1:\(server.port)")!
    let lab = try await Lab(permissions: [origin: .all])
    try await lab.view.load("\(origin)/")
    let connection = try await lab.view.connection
    _ = try? await lab.view.evaluate("location = '/leave'; return ''")
    try await eventually("the view has the other URL") {
      await lab.view.url == "http://localhost:\(server.port)/"
    }
    try await eventually("the other page has loaded") { try await lab.value("location.hostname") == "localhost" }
    #expect(try await lab.value(FrameTests.report) == FrameTests.none)
    #expect(connection.isClosed)
    await #expect(throws: BridgeError.self) { _ = try await lab.view.connection }
    await lab.close()
  }

  @Test func `a view that is created here opens no windows`() async throws {
    let lab = try await Lab()
    try await lab.show()
    #expect(try await lab.value("String(open('/other')) + String(open('about:blank', 'name'))") == "nullnull")
    await lab.close()
  }

  @Test func `an opened window has no bridge, and does not affect the page's`() async throws {
    let site = try Site(["index.html": "<p>opener", "child.html": "<p>child"])
    defer { site.remove() }
    try site.serve()
    try await GTKLoop.start()
    let bridge = Bridge()
    bridge.handle("echo") { (value: BridgeValue) in value }
    let native = await NativeObject.makeView()
    let opened = await OpenedWindows(of: native)
    let view = try await WebView(attaching: native, bridge: bridge, permissions: [site.origin: .all])
    try await view.load(site.url())
    // A window without a URL has the page's origin, but is not a page; another page of the origin is one.
    for address in ["", "about:blank", "child.html"] {
      _ = try await native.evaluate("window.child = open('\(address)'); return ''")
      #expect(try await native.evaluate("return typeof child") == "object")
      let window = try #require(await opened.last)
      try await eventually("the window has its document") {
        try await window.evaluate("return document.readyState") == "complete"
      }
      if address == "child.html" {
        try await eventually("the window has its page") {
          try await window.evaluate("return location.pathname") == "/child.html"
        }
      }
      let answer = try await window.evaluate(
        "return typeof bridge === 'undefined' ? 'none' : bridge.call('echo', 1).then(String, (e) => e.code)")
      #expect(["none", "UNAVAILABLE"].contains(answer), "\(address): \(answer)")
      #expect(try await native.evaluate("return bridge.call('echo', 'mine')") == "mine")
      #expect(try await view.connection.isClosed == false)
    }
    await opened.close()
    await view.close()
    await native.release(destroying: true)
  }
}

/// Opens the windows of a view's page, as an application that permits it.
@GTKActor private final class OpenedWindows {
  private var windows: [NativeObject] = []
  private var signal: NativeObject.Signal?

  var last: NativeObject? { windows.last }

  init(of view: NativeObject) {
    webkit_settings_set_javascript_can_open_windows_automatically(
      webkit_web_view_get_settings(view.pointer.assumingMemoryBound(to: WebKitWebView.self)), 1)
    typealias Pointer = UnsafeMutableRawPointer
    let create: @convention(c) (Pointer, Pointer, Pointer) -> Pointer? = { view, _, data in
      let windows = Unmanaged<OpenedWindows>.fromOpaque(data).takeUnretainedValue()
      return GTKActor.assumeIsolated { windows.open(NativeObject(view)) }.pointer
    }
    signal = view.connect("create", Unmanaged.passUnretained(self).toOpaque(), create)
  }

  /// A view that shares the other view's content manager, with its scripts.
  private func open(_ view: NativeObject) -> NativeObject {
    let opener = view.pointer.assumingMemoryBound(to: WebKitWebView.self)
    let window = NativeObject(g_object_ref_sink(webkit_web_view_new_with_related_view(opener))!)
    window.retain()
    windows.append(window)
    return window
  }

  func close() {
    signal?.disconnect()
    for window in windows { window.release(destroying: true) }
    windows = []
  }
}
#endif
