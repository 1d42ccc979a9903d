import Testing

@testable import JavaScriptInspector

/// Tests of the engine's frames.
@Suite struct FrameTests {
  static func hexadecimal(_ text: String) -> [UInt8] {
    text.split(separator: " ").map { UInt8($0, radix: 16)! }
  }

  @Test func `a frame that comes byte by byte is read`() throws {
    let frames = [EngineFrame.message(Array("{}".utf8), to: 7), .setup(1), EngineFrame(name: "X", parameters: [])]
    var reader = EngineFrameReader()
    var read: [EngineFrame] = []
    for byte in frames.flatMap(\.bytes) {
      reader.append([byte])
      while let frame = try reader.next() { read.append(frame) }
    }
    #expect(read == frames)
  }

  @Test func `a frame that is too long is refused before it has come`() {
    var reader = EngineFrameReader()
    reader.append([0xff, 0xff, 0xff, 0xff, 1])
    #expect(throws: InspectorError.self) { try reader.next() }
  }

  @Test func `a frame without a name is refused`() {
    var reader = EngineFrameReader()
    reader.append([0, 0, 0, 2, 1, 65, 66])
    #expect(throws: InspectorError.self) { try reader.next() }
  }

  /// Made with GLib: `g_variant_new_parsed("([(uint64 1,'JavaScript','a','',false),(uint64 9,'J','b','u',true)],true)")`.
  static let twoTargets = hexadecimal(
    """
    01 00 00 00 00 00 00 00 4a 61 76 61 53 63 72 69 70 74 00 61 00 00 00 16 15 13 00 00 00 00 00 00 \
    09 00 00 00 00 00 00 00 4a 00 62 00 75 00 01 0e 0c 0a 1a 32 01 34
    """)

  @Test func `the numbers and names of targets are read`() {
    #expect(
      EngineFrame(name: "SetTargetList", parameters: FrameTests.twoTargets).targets
        == [.init(id: 1, name: "a"), .init(id: 9, name: "b")])
    #expect(EngineFrame(name: "SetTargetList", parameters: [1, 0]).targets == [])
  }

  @Test func `cut or changed lists of targets are no list and no trap`() {
    let whole = FrameTests.twoTargets
    for length in 0..<whole.count {
      _ = EngineFrame(name: "SetTargetList", parameters: Array(whole[..<length])).targets
    }
    for place in whole.indices {
      for value in [0, 1, 0x7f, 0xff] as [UInt8] {
        var bytes = whole
        bytes[place] = value
        _ = EngineFrame(name: "SetTargetList", parameters: bytes).targets
      }
    }
    #expect(EngineFrame(name: "SetTargetList", parameters: []).targets == nil)
  }
}
