import Causeway
import CausewayJavaScript
import DebugSupport
import Foundation
import JavaScriptInspector
import TestSupport
import Testing

/// Tests of the handlers of Swift in a paused program's call stack, each in a process of its own.
@Suite(.serialized, .timeLimit(.minutes(5))) struct SwiftFrameTests {
  @Test func `a handler that calls JavaScript stands between the frames of JavaScript`() async {
    await #expect(processExitsWith: .success) {
      let debugged = try Debugged()
      let slot = Shared<JavaScriptRuntime?>(nil)
      @Sendable func evaluate(_ code: String, _ url: String) throws {
        try slot.value?.assumeIsolated { try $0.evaluate(code, url: url) }
      }
      debugged.bridge.handle("wifi.read") { () throws in
        try evaluate("function inner() { debugger; }\ninner();", "a.js")
      }
      debugged.bridge.handle("wifi.scan") { () throws in
        try evaluate("function middle() { bridge.callSync('wifi.read'); }\nmiddle();", "b.js")
      }
      let runtime = try await debugged.runtime()
      slot.withLock { $0 = runtime }
      async let check: Void = debugged.client { client in
        try client.event("stopped")
        let frames = try client.request("stackTrace", ["threadId": 1])["stackFrames"]?.array ?? []
        let names = frames.compactMap { $0["name"]?.string }.filter { $0 != "global code" }
        #expect(names == ["inner", "wifi.read (Swift)", "middle", "wifi.scan (Swift)", "outer"])
        let handler = try #require(frames.first { $0["name"] == "wifi.read (Swift)" })
        #expect(handler["presentationHint"] == "subtle")
        let id = handler["id"] ?? 0
        #expect(try client.request("scopes", ["frameId": id])["scopes"] == [])
        #expect(try client.refusal("evaluate", ["expression": "1", "frameId": id]) != nil)
        let outer = try #require(frames.first { $0["name"] == "outer" }?["id"]?.integer)
        #expect(try client.evaluate("name", frame: outer) == "\"mine\"")
        try client.next()
        // No handler runs any more.
        try client.event("stopped")
        #expect(try client.stack().contains { $0.contains("(Swift)") } == false)
        try client.next()
        try client.request("threads")
      }
      await debugged.server.waitForDebugger()
      try await runtime.evaluate(
        "function outer(name) { bridge.callSync('wifi.scan'); return name; }\nouter('mine');\ndebugger;", url: "app.js")
      try await check
      slot.withLock { $0 = nil }
      await runtime.close()
      await debugged.server.end()
    }
  }
}
