import Testing

@testable import JavaScriptRuntime

/// Tests of the places of calls and timers.
@Suite struct ScriptLocationTests {
  @Test func `a place in a program's first line has the column of its source`() {
    func location(_ stack: String) -> String? {
      ScriptLocation.first(in: stack) { $0 == "file:///a.js" ? 64 : 0 }
    }
    #expect(location("call@[native code]\nf@file:///a.js:1:89\n") == "f (file:///a.js:1:25)")
    #expect(location("@file:///a.js:2:89") == "file:///a.js:2:89")
    #expect(location("global code@b.js:1:7") == "b.js:1:7")
    #expect(location("@file:///a.js:1:3") == "file:///a.js:1:1")
    #expect(location("odd@1:2") == "odd (1:2)")
    #expect(location("@causeway:client:1:2\nnothing") == nil)
  }
}
