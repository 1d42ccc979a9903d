/// The messages between WebKit's Web Inspector and the server of the programs that it inspects.
///
/// Source: WebKit, Source/WebKit/UIProcess/Inspector/glib/RemoteInspectorClient.cpp and
/// Source/JavaScriptCore/inspector/remote/glib/RemoteInspectorServer.cpp.
enum WebInspectorFrame {
  /// The numbers of the only connection and the only target that the inspector sees.
  static let number: UInt64 = 1

  /// The answer to `SetupInspectorClient`: no commands, since the inspector has those of the same WebKit (`(ay)`).
  static let didSetup = EngineFrame(name: "DidSetupInspectorClient", parameters: [0])

  /// The program as the only target (`(ta(tsssb))`).
  static func targets(name: String, url: String) -> EngineFrame {
    let texts = ["JavaScript", name, url].map { Array($0.utf8.filter { $0 != 0 }.prefix(512)) + [0] }
    // A tuple ends with the ends of its texts, the last one first; an array with those of its members.
    var tuple = withBytes(of: number.littleEndian)
    var ends: [Int] = []
    for text in texts {
      tuple += text
      ends.append(tuple.count)
    }
    tuple.append(0)
    for end in ends.reversed() { tuple += offset(end, in: tuple.count, count: ends.count) }
    let array = tuple + offset(tuple.count, in: tuple.count, count: 1)
    return EngineFrame(name: "SetTargetList", parameters: withBytes(of: number.littleEndian) + array)
  }

  /// No target: the program has ended.
  static let noTargets = EngineFrame(name: "SetTargetList", parameters: withBytes(of: number.littleEndian))

  /// A message of the engine (`(tts)`).
  static func message(_ text: ArraySlice<UInt8>) -> EngineFrame {
    let numbers = withBytes(of: number.littleEndian) + withBytes(of: number.littleEndian)
    return EngineFrame(name: "SendMessageToFrontend", parameters: numbers + text + [0])
  }

  /// The text of a message to the engine (`(tts)`); nil if the frame is none.
  static func text(of frame: EngineFrame) -> [UInt8]? {
    guard frame.name == "SendMessageToBackend", frame.parameters.count > 16, frame.parameters.last == 0 else {
      return nil
    }
    return Array(frame.parameters[16..<(frame.parameters.count - 1)])
  }

  /// An offset in a container whose members have so many bytes; as wide as the whole container's length needs.
  private static func offset(_ value: Int, in members: Int, count: Int) -> [UInt8] {
    if members + count <= 0xff { return [UInt8(value)] }
    return withBytes(of: UInt16(clamping: value).littleEndian)
  }
}
