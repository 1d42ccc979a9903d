#if WebView
import Causeway
import CausewayConcurrency
import Foundation
import TestSupport
import Testing

@testable import CausewayWebKit

/// Ending and endless web processes: each test runs in a separate process, with its own web process.
@Suite(.needsDisplay, .timeLimit(.minutes(5 + ReloadRun.asked / 100))) struct ProcessTests {
  @Test func `killing the web process ends all calls, and the page can be reloaded`() async {
    await #expect(processExitsWith: .success) {
      let begun = Signal()
      let ended = Signal()
      let site = try Site(["index.html": "<script>bridge.handle('never', () => bridge.call('wait'))</script>"])
      defer { site.remove() }
      try site.serve()
      let lab = try await Lab(permissions: [site.origin: .all]) { bridge in
        bridge.handle("wait") { () async throws in
          begun.fire()
          do { try await untilCancelled() } catch { ended.fire() }
        }
      }
      try await lab.view.load(site.url())
      let connection = try await lab.view.connection
      let call = Task { try await connection.call("never", BridgeValue.null, timeout: .never) }
      let script = Task { try await lab.value("new Promise(() => {})") }
      await begun.wait()
      let processes = WebProcess.all
      #expect(processes.count == 1)
      processes.first?.kill()
      let crash = BridgeError(.unavailable, "The web process of the page crashed.")
      let error = await #expect(throws: BridgeError.self) { try await call.value }
      #expect(error?.code == crash.code && error?.message == crash.message)
      await #expect(throws: BridgeError.self) { try await script.value }
      await ended.wait()
      #expect(await lab.events(3) == [.opened(site.origin), .left(crash), .processEnded(crash)])
      #expect(connection.isClosed)
      let none = await #expect(throws: BridgeError.self) { _ = try await lab.view.connection }
      #expect(none?.code == .failedPrecondition)
      try await lab.view.reload()
      #expect(try await lab.value("bridge.call('echo', 'again')") == "again")
      await lab.close()
    }
  }

  @Test func `killing the web process during a load ends the load`() async {
    await #expect(processExitsWith: .success) {
      let lab = try await Lab()
      try await lab.show()
      let silent = try SilentServer()
      let load = Task { try await lab.view.load("http://127.0.0.1:\(silent.port)/") }
      await silent.accept()
      for process in WebProcess.all { process.kill() }
      let error = await #expect(throws: BridgeError.self) { try await load.value }
      #expect(error?.code == .unavailable)
      silent.close()
      try await lab.show()
      #expect(try await lab.value("bridge.call('echo', 'again')") == "again")
      await lab.close()
    }
  }

  /// `RELOADS` is the number of reloads: `make soak-reloads` uses ten thousand.
  @Test func `reloads leave nothing in either process`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      let tracker = ResourceTracker { { nil } }
      try await ResourceTracker.$current.withValue(tracker) {
        try await ReloadRun(ReloadRun.asked, tracker: tracker).run()
      }
    }
    print(String(decoding: result?.standardOutputContent ?? [], as: UTF8.self))
  }

  @Test func `bridges that are attached and closed leave no script and no handler in the view`() async {
    await #expect(processExitsWith: .success) {
      try await GTKLoop.start()
      let bridge = Bridge()
      bridge.handle("echo") { (value: BridgeValue) in value }
      let native = await NativeObject.makeView()
      var first: (memory: Int, descriptors: [String: Int])?
      for round in 0..<60 {
        let view = try await WebView(attaching: native, bridge: bridge, permissions: [Lab.origin: .all])
        try await view.load(html: "<script>window.answer = bridge.call('echo', \(round))</script>", as: Lab.origin)
        #expect(try await native.evaluate("return answer") == "\(round)")
        let world = try #require(await view.world)
        await view.close()
        // It has no page any more.
        await native.load("<script></script>")
        try await eventually("the page has no bridge") {
          try await native.evaluate("return typeof bridge") == "undefined"
        }
        #expect(
          try await native.evaluate("return typeof causeway + typeof webkit", world: world) == "undefinedundefined")
        if round == 19 { first = (WebProcess.own.memory, WebProcess.own.descriptors) }
      }
      let before = try #require(first)
      #expect(WebProcess.own.descriptors == before.descriptors)
      #expect(WebProcess.own.memory - before.memory < 4 << 20)
      await native.release(destroying: true)
    }
  }

  @Test func `received events do not stay in memory`() async {
    await #expect(processExitsWith: .success) {
      let (received, sink) = AsyncStream<Int>.makeStream()
      let lab = try await Lab { bridge in bridge.handle("received") { (count: Int) in sink.yield(count) } }
      try await lab.show(
        """
        let count = 0;
        bridge.on("text", () => { if (++count % 10 === 0) bridge.call("received", count) });
        bridge.call("received", 0)
        """)
      var counts = received.makeAsyncIterator()
      // The page has subscribed.
      #expect(await counts.next() == 0)
      let connection = try await lab.view.connection
      let text = String(repeating: "x", count: 100_000)
      func tell(_ tens: ClosedRange<Int>) async throws {
        for ten in tens {
          for _ in 1...10 { try connection.emit("text", text) }
          #expect(await counts.next() == ten * 10)
        }
      }
      try await tell(1...10)
      let before = WebProcess.own.memory
      try await tell(11...110)
      // The events have 100 megabytes. Freed memory is returned with a delay: on a busy machine some 20 MB remain for a
      // while.
      let growth = WebProcess.own.memory - before
      #expect(growth < 50 << 20, "\(growth)")
      await lab.close()
    }
  }

  @Test func `a file that a busy page requested is not buffered in memory`() async {
    await #expect(processExitsWith: .success) {
      let site = try Site.film()
      defer { site.remove() }
      let lab = try await Lab(permissions: [site.origin: .all])
      try await lab.view.load(site.url())
      let before = WebProcess.own.memory
      _ = try await lab.value(
        "fetch('film').then(() => { const end = Date.now() + 1500; while (Date.now() < end); })")
      let growth = WebProcess.own.memory - before
      #expect(growth < 32 << 20, "\(growth)")
      // Messages to the page keep their order.
      try await lab.view.load(site.url())
      await lab.close()
    }
  }

  @Test(arguments: ["terminate", "close"])
  func `an unread file is closed with its page`(how: String) async {
    await #expect(processExitsWith: .success) { [how] in
      let site = try Site.film()
      defer { site.remove() }
      let lab = try await Lab(permissions: [site.origin: .all], timeout: .milliseconds(100))
      try await lab.view.load(site.url())
      let busy = Task { try await lab.value("fetch('film').then(() => { for (;;); })") }
      let film = "\(site.path)/film"
      // On a busy machine the page may be called unresponsive before that.
      try await eventually("the film is open") { WebProcess.own.descriptors[film] == 1 }
      for await event in lab.view.events where event == .becameUnresponsive { break }
      let processes = WebProcess.all
      // A busy process would hold this test's output.
      defer { for process in processes { process.kill() } }
      if how == "terminate" { await lab.view.terminate() } else { await lab.close() }
      try await eventually("the film is closed") { WebProcess.own.descriptors[film] == nil }
      await #expect(throws: BridgeError.self) { try await busy.value }
      await lab.close()
    }
  }

  @Test func `a closed view is released, and its web process ends`() async {
    await #expect(processExitsWith: .success) {
      let views = Shared<[WeakView]>([])
      for _ in 0..<3 {
        let window = try await WebViewWindow(bridge: Bridge(), permissions: [Lab.origin: .all])
        try await window.view.load(html: "<script></script>", as: Lab.origin)
        views.withLock { [view = window.view] in $0.append(WeakView(view: view)) }
        await window.close()
        await window.closed()
      }
      try await eventually("every view is released") { views.value.allSatisfy { $0.view == nil } }
      try await eventually("every web process has ended") { WebProcess.all.isEmpty }
    }
  }
}

extension Site {
  /// A page, and a sparse file of four terabytes.
  fileprivate static func film() throws -> Site {
    let site = try Site(["index.html": "", "film": ""])
    try #require(truncate("\(site.path)/film", 1 << 42) == 0)
    try site.serve()
    return site
  }
}

struct WeakView: Sendable { weak let view: WebView? }

/// One view, whose page is reloaded repeatedly during calls, streams and listeners.
struct ReloadRun {
  /// The number of reloads.
  static let asked = ProcessInfo.processInfo.environment["RELOADS"].flatMap { Int($0) } ?? 300
  private let count: Int
  private let tracker: ResourceTracker

  /// The number of reloads after which the caches are full.
  private static let warmUp = 100
  private static let script = """
    bridge.call('wait').catch(() => {});
    bridge.on('tick', () => {});
    bridge.stream('forever').next();
    bridge.handle('never', () => new Promise(() => {}));
    bridge.call('echo', new Uint8Array(50_000));
    """

  init(_ count: Int, tracker: ResourceTracker) {
    self.count = max(count, ReloadRun.warmUp + 8)
    self.tracker = tracker
  }

  private struct Look {
    let own: Int
    let web: Int
    /// The open descriptors of both processes, by kind.
    private let descriptors: [String: Int]

    init(_ web: WebProcess) {
      own = WebProcess.own.memory
      self.web = web.memory
      descriptors = WebProcess.own.descriptors.merging(web.descriptors, uniquingKeysWith: +)
    }

    /// The number of additional descriptors, with their kinds.
    func opened(since before: Look) -> (count: Int, names: [String: Int]) {
      let changes = descriptors.merging(before.descriptors.mapValues { -$0 }, uniquingKeysWith: +).filter {
        $0.value != 0
      }
      return (changes.values.reduce(0, +), changes)
    }
  }

  func run() async throws {
    let running = Shared(0)
    let site = try Site(["index.html": "<script>\(ReloadRun.script)</script>", "empty.html": ""])
    defer { site.remove() }
    try site.serve()
    let lab = try await Lab(permissions: [site.origin: .all]) { bridge in
      bridge.handle("wait") { () async throws in
        running.withLock { $0 += 1 }
        defer { running.withLock { $0 -= 1 } }
        try await untilCancelled()
      }
      bridge.stream("forever") { (_: CallContext) in AsyncStream<Int> { $0.yield(1) } }
    }
    try await lab.view.load(site.url())
    let web = try #require(WebProcess.all.first)
    var looks: [Look] = []
    for round in 1...count {
      try await lab.view.reload()
      if round >= ReloadRun.warmUp, round % max(count / 100, 1) == 0 { looks.append(Look(web)) }
      if round % 1000 == 0 { print("\(round) reloads: \(WebProcess.own.memory >> 10) KB, web \(web.memory >> 10) KB") }
    }
    try await lab.view.load(site.url("empty.html"))
    try await eventually("every call has ended") { running.value == 0 }
    #expect(try await lab.value("bridge.call('echo', 'alive')") == "alive")
    #expect(!lab.bridge.hasListeners("tick"))
    #expect(tracker.members.filter { $0 is Connection }.count == 1)
    let first = try #require(looks.first)
    var last = Look(web)
    // Some descriptors are temporary: a message of more than 4 KB has one until it is received.
    for _ in 0..<1000 where last.opened(since: first).count >= 10 {
      #expect(try await lab.value("bridge.call('echo', 'alive')") == "alive")
      last = Look(web)
    }
    let opened = last.opened(since: first)
    #expect(opened.count < 10, "\(opened.names)")
    // Memory grows by some megabytes between collections, in both processes: the minimum of the first quarter is
    // compared with the minimum of the last one. A leaked page would take half a megabyte: 100 MB in the shortest run.
    let quarter = looks.count / 4
    func growth(_ memory: (Look) -> Int) throws -> Int {
      try #require(looks.suffix(quarter).map(memory).min()) - #require(looks.prefix(quarter).map(memory).min())
    }
    let own = try growth(\.own)
    var there = try growth(\.web)
    let rounds = count - ReloadRun.warmUp
    let limit = 40 << 20 + rounds * 1000
    // On a busy machine the left pages are collected with a delay.
    let least = try #require(looks.prefix(quarter).map(\.web).min())
    for _ in 0..<100 where there >= limit {
      _ = try await lab.value("new Promise((resolve) => setTimeout(resolve, 100))")
      there = web.memory - least
    }
    #expect(own < 24 << 20 + rounds * 200, "\(looks.map(\.own))")
    #expect(there < limit, "\(looks.map(\.web))")
    print(
      "\(rounds) reloads: \(own >> 10) KB more here, \(there >> 10) KB more there; more open: \(opened.names);",
      "here, in KB: \(looks.map { $0.own >> 10 })")
    await lab.close()
  }
}
#endif
