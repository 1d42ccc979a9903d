import Causeway
import CausewayJavaScript
import DebugSupport
import Foundation
import JavaScriptInspector
import TestSupport
import Testing

/// Tests of several runtimes in one debugger, each in a process of its own.
@Suite(.serialized, .timeLimit(.minutes(5))) struct ThreadTests {
  /// Waits in a loop, as a page does, so that a runtime can be used at any time.
  static let program = """
    function work(name) {
      const twice = name + name;
      return twice;
    }
    bridge.handle("work", (name) => work(name));
    """

  @Test func `a breakpoint pauses each runtime of a pool as a thread of its own`() async {
    await #expect(processExitsWith: .success) {
      let debugged = try Debugged()
      var configuration = JavaScriptRuntimePool.Configuration()
      (configuration.count, configuration.spares) = (3, 0)
      configuration.runtime = debugged.configuration
      configuration.runtime.name = "page"
      let pool = try await JavaScriptRuntimePool(bridge: debugged.bridge, permissions: .all, configuration) {
        try await $0.evaluate(ThreadTests.program, url: "app.js")
      }
      async let check: Void = debugged.client(lines: [3]) { client in
        let threads = try client.request("threads")["threads"]?.array ?? []
        #expect(Set(threads.compactMap { $0["name"]?.string }) == ["page-1", "page-2", "page-3"])
        // All three are paused at the same time.
        var stopped: Set<Int> = []
        for _ in 0..<3 {
          let event = try client.event("stopped")
          #expect(event["reason"] == "breakpoint")
          #expect(event["allThreadsStopped"] == false)
          stopped.insert(event["threadId"]?.integer ?? 0)
        }
        #expect(stopped == Set(threads.compactMap { $0["id"]?.integer }))
        var values: Set<String?> = []
        for thread in stopped.sorted() {
          let frames = try client.request("stackTrace", ["threadId": JSON(thread)])["stackFrames"]?.array ?? []
          #expect(frames.first?["name"] == "work")
          #expect(frames.first?["line"] == 3)
          let frame = try #require(frames.first?["id"]?.integer)
          values.insert(try client.evaluate("twice", frame: frame))
          let scopes = try client.request("scopes", ["frameId": JSON(frame)])["scopes"]?.array ?? []
          let reference = try #require(scopes.first?["variablesReference"])
          let variables = try client.request("variables", ["variablesReference": reference])["variables"]?.array ?? []
          #expect(!variables.isEmpty)
        }
        #expect(values == ["\"aa\"", "\"bb\"", "\"cc\""])
        // One runs on, and the others stay where they are.
        let first = try #require(stopped.min())
        try client.next(thread: first)
        #expect(try client.refusal("stackTrace", ["threadId": JSON(first)]) != nil)
        for thread in stopped.sorted().dropFirst() {
          #expect(try client.stack(thread: thread).first == "work:3")
          try client.next(thread: thread)
        }
        #expect(try client.refusal("continue", ["threadId": 99])?.contains("99") == true)
      }
      await debugged.server.waitForDebugger()
      let results = try await withThrowingTaskGroup(of: String.self) { group in
        for name in ["a", "b", "c"] { group.addTask { try await pool.call("work", name) } }
        return try await group.reduce(into: Set<String>()) { $0.insert($1) }
      }
      #expect(results == ["aa", "bb", "cc"])
      try await check
      await pool.close()
      await debugged.server.end()
    }
  }

  @Test func `a runtime that begins later has the breakpoints, and one that ends is no thread`() async {
    await #expect(processExitsWith: .success) {
      let debugged = try Debugged()
      let first = try await debugged.runtime()
      async let check: Void = debugged.client(lines: [2]) { client in
        let started = try client.event("thread")
        #expect(started["reason"] == "started")
        let thread = try client.event("stopped")["threadId"]
        #expect(thread == started["threadId"])
        #expect(try client.stack(thread: thread?.integer ?? 0).first?.hasSuffix(":2") == true)
        try client.next(thread: thread?.integer ?? 0)
        let exited = try client.event("thread")
        #expect(exited["reason"] == "exited")
        #expect(exited["threadId"] == thread)
        #expect(try client.request("threads")["threads"]?.array?.count == 1)
      }
      await debugged.server.waitForDebugger()
      let second = try await debugged.runtime()
      try await second.evaluate("let a = 1;\na += 1;\n", url: "app.js")
      await second.close()
      try await check
      await first.close()
      await debugged.server.end()
    }
  }

  @Test(arguments: ["globalThis.x = 1;", "var x = 1;", "keep({});", "let a = 1;\na += 1;", "x = 1; // end", "`${1}`"])
  func `a breakpoint on the first line of a script that loads later pauses there`(text: String) async {
    await #expect(processExitsWith: .success) { [text] in
      let debugged = try Debugged()
      let runtime = try await debugged.runtime()
      try await runtime.evaluate("function keep(value) { return value; }", url: "keep.js")
      async let check: Void = debugged.client(lines: [1]) { client in
        let thread = try client.event("stopped")["threadId"]?.integer ?? 0
        #expect(try client.stack(thread: thread).first?.hasSuffix(":1") == true)
        try client.next(thread: thread)
      }
      await debugged.server.waitForDebugger()
      try await runtime.evaluate(text, url: "app.js")
      try await check
      await runtime.close()
      await debugged.server.end()
    }
  }

  @Test func `a debugger attaches before there is a runtime, and its breakpoints are set in the first one`() async {
    await #expect(processExitsWith: .success) {
      let debugged = try Debugged()
      let (ready, isReady) = AsyncStream<Void>.makeStream()
      async let check: Void = debugged.client(lines: [2]) { client in
        defer { isReady.finish() }
        #expect(try client.request("threads")["threads"]?.array?.isEmpty == true)
        let added = try client.setBreakpoints(URL(fileURLWithPath: Debugged.path), [["line": 2], ["line": 3]])
        #expect(added.map { $0["verified"] } == [false, false])
        #expect(Set(added.compactMap { $0["id"]?.integer }).count == 2)
        let named: JSON = ["breakpoints": [["name": "work"]]]
        #expect(try client.request("setFunctionBreakpoints", named)["breakpoints"]?.array?.count == 1)
        isReady.finish()
        for line in [2, 3] {
          let thread = try client.event("stopped")["threadId"]?.integer ?? 0
          #expect(try client.stack(thread: thread).first?.hasSuffix(":\(line)") == true)
          try client.next(thread: thread)
        }
      }
      for await _ in ready {}
      let runtime = try await debugged.runtime()
      try await runtime.evaluate("let a = 1;\na += 1;\na += 2;\n", url: "app.js")
      try await check
      await runtime.close()
      await debugged.server.end()
    }
  }

  @Test func `each new context of a pool has the breakpoints before its code runs`() async {
    await #expect(processExitsWith: .success) {
      let debugged = try Debugged()
      var configuration = JavaScriptRuntimePool.Configuration()
      (configuration.count, configuration.spares) = (1, 0)
      configuration.isolation = .fresh
      configuration.runtime = debugged.configuration
      let pool = try await JavaScriptRuntimePool(bridge: debugged.bridge, permissions: .all, configuration)
      async let pauses: Int = debugged.client(lines: [1]) { client in
        for _ in 0..<5 {
          let thread = try client.event("stopped")["threadId"]?.integer ?? 0
          try client.next(thread: thread)
        }
        return 5
      }
      await debugged.server.waitForDebugger()
      for round in 0..<5 {
        try await pool.withRuntime { runtime in try await runtime.evaluate("globalThis.x = \(round);", url: "app.js") }
      }
      let count = try await pauses
      #expect(count == 5)
      await pool.close()
      await debugged.server.end()
    }
  }

  @Test func `an expression is evaluated on the runtime's own thread, also while it is not paused`() async {
    await #expect(processExitsWith: .success) {
      let debugged = try Debugged()
      let threads = Shared<Set<UInt>>([])
      let evaluated = Shared(0)
      debugged.bridge.handle("thread") { (_: BridgeValue) in threads.withLock { _ = $0.insert(UInt(pthread_self())) } }
      let runtime = try await debugged.runtime()
      async let check: Void = debugged.client { client in
        for _ in 0..<20 {
          _ = try client.evaluate("bridge.callSync('thread')", frame: nil)
          evaluated.withLock { $0 += 1 }
        }
        try client.event("stopped")
        for _ in 0..<20 { _ = try client.evaluate("bridge.callSync('thread')") }
        try client.next()
        try client.request("threads")
      }
      await debugged.server.waitForDebugger()
      try await eventually("the expressions are evaluated") { evaluated.value == 20 }
      try await runtime.evaluate("bridge.callSync('thread'); debugger;", url: "app.js")
      try await check
      #expect(threads.value.count == 1)
      await runtime.close()
      await debugged.server.end()
    }
  }
}
