#if WebView
import CWebKitGTK
import Causeway
import Glibc
import TestSupport
import Testing

@testable import CausewayWebKit

/// Windows and their options.
@Suite(.needsDisplay, .timeLimit(.minutes(5))) struct WindowTests {
  private func window(_ configuration: WebViewConfiguration = WebViewConfiguration()) async throws -> WebViewWindow {
    let window = try await WebViewWindow(
      bridge: Bridge(), permissions: [Lab.origin: .all], title: "One", size: .init(412, 311),
      configuration: configuration)
    try await window.view.load(html: "<p>page", as: Lab.origin)
    return window
  }

  @Test func `a window has the requested size and title`() async throws {
    let window = try await window()
    #expect(try await window.view.evaluate("return `${innerWidth}x${innerHeight}`") == "412x311")
    #expect(await window.title == "One")
    await window.setTitle("Two \u{1F309}")
    #expect(await window.title == "Two \u{1F309}")
    await window.close()
    await window.closed()
  }

  @Test func `closing a window during a load ends the load`() async throws {
    let silent = try SilentServer()
    defer { silent.close() }
    let window = try await WebViewWindow(bridge: Bridge(), permissions: [Lab.origin: .all])
    let load = Task { try await window.view.load("http://127.0.0.1:\(silent.port)/") }
    await silent.accept()
    async let closed: Void = window.closed()
    await window.destroyNatively()
    await closed
    let error = await #expect(throws: BridgeError.self) { try await load.value }
    #expect(error?.code == .unavailable)
    #expect(await !window.isOpen)
    #expect(await window.view.events.contains(.closed))
  }

  @Test(.timeLimit(.minutes(1))) func `a task that waits for a window can be cancelled`() async throws {
    let window = try await window()
    let waiting = Task { await window.closed() }
    let other = Task { await window.closed() }
    try await window.view.load(html: "<p>both wait", as: Lab.origin)
    waiting.cancel()
    await waiting.value
    #expect(await window.isOpen)
    await window.close()
    await other.value
  }

  @Test(.timeLimit(.minutes(1)), arguments: ["await new Promise(() => {})", "for (;;);"])
  func `a task that waits for a page can be cancelled`(script: String) async throws {
    var configuration = WebViewConfiguration()
    configuration.unresponsiveTimeout = .milliseconds(100)
    let window = try await window(configuration)
    let answer = Task { try await window.view.evaluate(script) }
    let picture = Task {
      while true { _ = try await window.view.snapshot() }
    }
    for await event in window.view.events where event == .becameUnresponsive || !script.hasPrefix("for") { break }
    answer.cancel()
    picture.cancel()
    for error in [
      await #expect(throws: BridgeError.self) { try await answer.value },
      await #expect(throws: BridgeError.self) { try await picture.value },
    ] {
      #expect(error?.code == .cancelled)
    }
    await window.close()
  }

  @Test func `a window whose page fails to load is closed`() async throws {
    let site = try Site(["index.html": "<p>page"])
    defer { site.remove() }
    try await GTKLoop.start()
    let before = await GTKActor.shared.countWindows()
    let opening = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await WebViewWindow(
        bridge: Bridge(), permissions: .all, folder: site.folder, name: site.name, title: "Never")
    }
    opening.cancel()
    let error = await #expect(throws: BridgeError.self) { try await opening.value }
    #expect(error?.code == .cancelled)
    #expect(await GTKActor.shared.countWindows() == before)
  }

  @Test(.timeLimit(.minutes(1))) func `a server's password request does not block without dialogs`()
    async throws
  {
    let server = try HTTPServer { _ in
      let headers = ["Content-Type": "text/html", "WWW-Authenticate": "Basic realm=\"x\""]
      return ["/": .init(status: "401 Unauthorized", headers: headers, body: "<p>Who are you?")]
    }
    defer { server.close() }
    var configuration = WebViewConfiguration()
    configuration.showsDialogs = false
    let window = try await WebViewWindow(
      bridge: Bridge(), permissions: [Lab.origin: .all], configuration: configuration)
    try await window.view.load("http://127.0.0.1:\(server.port)/")
    #expect(try await window.view.evaluate("return document.body.innerText") == "Who are you?")
    await window.close()
    await window.closed()
  }

  @Test func `without a display the loop is left to the application`() async {
    await #expect(processExitsWith: .success) {
      unsetenv("DISPLAY")
      unsetenv("WAYLAND_DISPLAY")
      let error = await #expect(throws: BridgeError.self) { try await GTKLoop.start() }
      precondition(error?.code == .unavailable)
      let isFree = await MainActor.run { g_main_context_acquire(nil) != 0 }
      precondition(isFree)
    }
  }

  @Test func `the storage of an ephemeral view is deleted, and separate from other views`() async throws {
    var configuration = WebViewConfiguration()
    configuration.isEphemeral = true
    for _ in 1...2 {
      let window = try await window(configuration)
      #expect(try await window.view.evaluate("return String(localStorage.seen)") == "undefined")
      _ = try await window.view.evaluate("localStorage.seen = 'before'")
      try await window.view.reload()
      #expect(try await window.view.evaluate("return localStorage.seen") == "before")
      await window.close()
      await window.closed()
    }
  }

  @Test func `texts to and from a page are complete, with any characters`() async throws {
    let window = try await window()
    func evaluate(_ body: String, _ text: String = "") async throws -> String {
      try await window.view.evaluate(body, text)
    }
    #expect(try await evaluate("return 'a\\0b' // and no more") == "a\0b")
    #expect(try await evaluate("return 'a\\ud800b'") == "a\u{FFFD}b")
    #expect(try await evaluate("return text", "\u{FEFF}é\u{1F600}") == "\u{FEFF}é\u{1F600}")
    for (body, text) in [("return text", "a\0b"), ("return 1\0", "")] {
      let error = await #expect(throws: BridgeError.self) { try await evaluate(body, text) }
      #expect(error?.code == .invalidArgument)
    }
    await window.close()
    await window.closed()
  }

  @Test func `an application's own message handlers keep working`() async throws {
    try await GTKLoop.start()
    let bridge = Bridge()
    bridge.handle("echo") { (value: BridgeValue) in value }
    let native = await NativeObject.makeView()
    await native.addMessageHandler("own")
    let view = try await WebView(attaching: native, bridge: bridge, permissions: [Lab.origin: .all])
    try await view.load(html: "<p>page", as: Lab.origin)
    #expect(
      try await native.evaluate("return bridge.call('echo', typeof webkit.messageHandlers.own.postMessage)")
        == "function")
    await view.close()
    await native.release(destroying: true)
  }

  @Test func `the inspector opens only if it is enabled`() async throws {
    var configuration = WebViewConfiguration()
    configuration.hasDeveloperTools = true
    let window = try await window(configuration)
    await window.view.showDeveloperTools()
    try await eventually("the inspector is open") { await window.view.hasInspector }
    #expect(try await window.view.evaluate("return typeof bridge") == "object")
    await window.close()
    await window.closed()
    let plain = try await self.window()
    await plain.view.showDeveloperTools()
    #expect(try await plain.view.evaluate("return typeof bridge") == "object")
    #expect(await !plain.view.hasInspector)
    await plain.close()
    await plain.closed()
  }
}

extension NativeObject {
  /// Registers a handler in the page's own world, like an application without a bridge.
  @GTKActor fileprivate func addMessageHandler(_ name: String) {
    let view = pointer.assumingMemoryBound(to: WebKitWebView.self)
    webkit_user_content_manager_register_script_message_handler(webkit_web_view_get_user_content_manager(view), name)
  }
}

extension GTKActor {
  /// The number of windows.
  fileprivate func countWindows() -> Int {
    let windows = gtk_window_list_toplevels()
    defer { g_list_free(windows) }
    return Int(g_list_length(windows))
  }
}

extension WebViewWindow {
  fileprivate var title: String {
    guard let window else { return "" }
    return String(cString: gtk_window_get_title(window.pointer.assumingMemoryBound(to: GtkWindow.self)))
  }
}

extension WebView {
  /// Whether the inspector is open.
  fileprivate var hasInspector: Bool {
    guard let native else { return false }
    let view = native.pointer.assumingMemoryBound(to: WebKitWebView.self)
    return webkit_web_inspector_get_web_view(webkit_web_view_get_inspector(view)) != nil
  }
}
#endif
