#if WebView
import TestSupport
import Causeway
import Glibc
import Testing

@testable import CausewayWebKit

/// A waiter for a page gets the page, or an error.
@Suite(.needsDisplay, .timeLimit(.minutes(5))) struct NavigationTests {
  @Test(arguments: ["history.pushState(null, '', '?b')", "history.pushState(null, '')", "location.hash = 'b'"])
  func `a navigation within the page does not wait for a load`(script: String) async throws {
    let site = try Site(["a.html": ""])
    defer { site.remove() }
    try site.serve()
    let lab = try await Lab(permissions: [site.origin: .all])
    try await lab.view.load(site.url("a.html"))
    let connection = try await lab.view.connection
    let first = try await lab.value("location.href")
    let second = try await lab.value("(\(script), location.href)")
    try await lab.view.goBack()
    #expect(try await lab.value("location.href") == first)
    try await lab.view.goForward()
    #expect(try await lab.value("location.href") == second)
    #expect(try await lab.view.connection === connection)
    await lab.close()
  }

  @Test func `a URL of a place in the current document loads nothing, and does not wait`() async throws {
    let site = try Site(["a.html": "<script>history.pushState(null, '', '#there')</script>"])
    defer { site.remove() }
    try site.serve()
    let lab = try await Lab(permissions: [site.origin: .all])
    try await lab.view.load(site.url("a.html") + "#first")
    let connection = try await lab.view.connection
    try await lab.view.load(site.url("a.html") + "#second")
    #expect(try await lab.value("location.hash") == "#second")
    #expect(try await lab.view.connection === connection)
    await lab.close()
  }

  @Test func `a reload before the first page fails at once`() async throws {
    let lab = try await Lab()
    let error = await #expect(throws: BridgeError.self) { try await lab.view.reload() }
    #expect(error?.code == .failedPrecondition)
    await lab.close()
  }

  @Test(
    arguments: ["javascript:1", " JavaScript:alert(1)", "java\nscript:1", "\u{1}javascript:1", "app://main/\0.html"])
  func `a URL without a page is rejected without a wait`(address: String) async throws {
    let lab = try await Lab()
    let error = await #expect(throws: BridgeError.self) { try await lab.view.load(address) }
    #expect(error?.code == .invalidArgument)
    await lab.close()
  }

  @Test(.timeLimit(.minutes(1))) func `a load that the current page stops ends`() async throws {
    let silent = try SilentServer()
    // The same origin, because another one would have another process.
    let origin = try #require(WebOrigin("http://127.0.0.1:\(silent.port)"))
    // About one in three is stopped before it starts: WebKit reports nothing then.
    let lab = try await Lab(permissions: [origin: .all], timeout: .milliseconds(500))
    try await lab.show("setInterval(() => window.stop(), 5)", as: origin)
    let error = await #expect(throws: BridgeError.self) { try await lab.view.load("\(origin)/") }
    #expect(error?.code == .cancelled)
    silent.close()
    #expect(try await lab.value("bridge.call('echo', 'still there')") == "still there")
    await lab.close()
  }

  @Test func `a load that replaces another one ends with its own page`() async throws {
    let site = try Site(["a.html": "", "b.html": ""])
    defer { site.remove() }
    try site.serve()
    let lab = try await Lab(permissions: [site.origin: .all])
    try await lab.view.load(site.url("a.html"))
    for round in 0..<30 {
      let (a, b) = (site.url("a.html") + "?\(round)", site.url("b.html") + "?\(round)")
      let begun = Signal()
      let overtaken = Task { @GTKActor in
        begun.fire()
        try await lab.view.load(a)
      }
      await begun.wait()
      // At any stage of the first load, its signals arrive during the second one.
      for _ in 0...round * 5 { await GTKActor.shared.turn() }
      await GTKActor.shared.hold()
      try await lab.view.load(b)
      #expect(try await lab.value("location.href") == b)
      _ = await overtaken.result
    }
    await lab.close()
  }
}

extension GTKActor {
  fileprivate func turn() {}
  // Real time: the processes of the web view go on meanwhile.
  fileprivate func hold() { usleep(20_000) }
}
#endif
