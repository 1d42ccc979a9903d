import Testing

@testable import JavaScriptInspector

/// Tests of the messages to WebKit's Web Inspector.
@Suite struct WebInspectorFrameTests {
  @Test func `the list of targets has its offsets, also for long names`() throws {
    // The bytes are GLib's: g_variant_parse, of "(1, [(1, 'JavaScript', 'a.js', '', false)])" and (ta(tsssb)).
    let bytes: [UInt8] =
      [1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0] + Array("JavaScript\0a.js\0\0".utf8)
      + [0, 25, 24, 19, 29]
    let frame = WebInspectorFrame.targets(name: "a.js", url: "")
    #expect(frame.name == "SetTargetList")
    #expect(frame.parameters == bytes)
    let long = WebInspectorFrame.targets(name: String(repeating: "n", count: 400), url: "u\0u").parameters
    // 8 bytes, then 8 + 11 + 401 + 3 + 1 of the tuple with three offsets of two bytes, then one.
    #expect(long.count == 8 + 8 + 11 + 401 + 3 + 1 + 6 + 2)
    #expect(Array(long.suffix(8)) == [167, 1, 164, 1, 19, 0, 174, 1])
  }

  @Test func `a message to the engine is read, and frames that are none are not`() {
    let text = Array("{}".utf8)
    let numbers = [UInt8](repeating: 1, count: 16)
    let frame = EngineFrame(name: "SendMessageToBackend", parameters: numbers + text + [0])
    #expect(WebInspectorFrame.text(of: frame) == text)
    for parameters in [[], numbers, numbers + text, [0]] as [[UInt8]] {
      #expect(WebInspectorFrame.text(of: EngineFrame(name: "SendMessageToBackend", parameters: parameters)) == nil)
    }
    #expect(WebInspectorFrame.text(of: EngineFrame(name: "Setup", parameters: numbers + text + [0])) == nil)
  }
}
