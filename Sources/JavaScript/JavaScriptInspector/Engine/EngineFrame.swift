/// One message between the engine and its inspector's server.
///
/// On the wire: the length of what follows the flags in four bytes, most significant first; a byte of flags; a name, NUL,
/// and parameters as a GVariant. Source: WebKit, RemoteInspectorSocketConnection (SocketConnection.cpp, MessageFlags).
struct EngineFrame: Equatable {
  /// Bytes of the longest frame.
  static let maximumLength = 512 << 20

  var name: String
  var parameters: [UInt8]

  /// The frame's bytes; parameters are little-endian, as on all machines that Swift runs on.
  var bytes: [UInt8] {
    let length = UInt32(name.utf8.count + 1 + parameters.count)
    return withBytes(of: length.bigEndian) + [1] + Array(name.utf8) + [0] + parameters
  }

  /// A target's number, as the parameters of `Setup` (`(t)`).
  static func setup(_ target: UInt64) -> EngineFrame {
    EngineFrame(name: "Setup", parameters: withBytes(of: target.littleEndian))
  }

  /// The end of a client's session with a target (`(t)`).
  static func frontendDidClose(_ target: UInt64) -> EngineFrame {
    EngineFrame(name: "FrontendDidClose", parameters: withBytes(of: target.littleEndian))
  }

  /// A message in the inspector's protocol (`(ts)`).
  static func message(_ text: [UInt8], to target: UInt64) -> EngineFrame {
    EngineFrame(name: "SendMessageToTarget", parameters: withBytes(of: target.littleEndian) + text + [0])
  }

  /// A context in the engine's list.
  struct Target: Equatable {
    let id: UInt64
    let name: String
  }

  /// The message that the engine sends, and its target; nil if the parameters are none (`(ts)`).
  var message: (target: UInt64, text: ArraySlice<UInt8>)? {
    guard name == "SendMessageToFrontend", parameters.count > 8, parameters.last == 0 else { return nil }
    return (number(at: 0), parameters[8..<(parameters.count - 1)])
  }

  private func number(at start: Int) -> UInt64 {
    (0..<8).reduce(0) { $0 | UInt64(parameters[start + $1]) << (8 * UInt64($1)) }
  }

  /// The targets: number, type, name, URL, and whether it is debugged; nil if the frame is no list of them (`(a(tsssb)b)`).
  var targets: [Target]? {
    guard name == "SetTargetList", !parameters.isEmpty else { return nil }
    // A container ends with the ends of its members whose size varies, each as wide as the container's length needs.
    guard let list = EngineFrame.offset(endingAt: parameters.count, of: parameters.count, in: parameters) else {
      return nil
    }
    guard list > 0 else { return [] }
    let width = EngineFrame.width(list)
    guard let table = EngineFrame.offset(endingAt: list, of: list, in: parameters), table <= list,
      (list - table) % width == 0
    else { return nil }
    var start = 0
    var targets: [Target] = []
    for place in stride(from: table + width, through: list, by: width) {
      guard let end = EngineFrame.offset(endingAt: place, of: list, in: parameters), start + 8 <= end, end <= table
      else {
        return nil
      }
      let texts = parameters[(start + 8)..<end].split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
      targets.append(
        Target(id: number(at: start), name: texts.count > 1 ? String(decoding: texts[1], as: UTF8.self) : ""))
      start = (end + 7) & ~7
    }
    return targets
  }

  private static func width(_ length: Int) -> Int { length <= 0xff ? 1 : length <= 0xffff ? 2 : 4 }

  private static func offset(endingAt end: Int, of length: Int, in bytes: [UInt8]) -> Int? {
    let width = width(length)
    guard end >= width, end <= bytes.count else { return nil }
    let value = (0..<width).reduce(0) { $0 | Int(bytes[end - width + $1]) << (8 * $1) }
    return value <= length ? value : nil
  }
}

func withBytes(of number: some FixedWidthInteger) -> [UInt8] {
  unsafe withUnsafeBytes(of: number) { unsafe Array($0) }
}

/// Cuts the engine's bytes into frames.
struct EngineFrameReader {
  private var bytes = ReceivedBytes()

  mutating func append(_ more: [UInt8]) { bytes.append(more) }

  /// The next whole frame; nil if its bytes have not all arrived.
  mutating func next() throws(InspectorError) -> EngineFrame? {
    guard bytes.count >= 5 else { return nil }
    let length = Int(bytes[0]) << 24 | Int(bytes[1]) << 16 | Int(bytes[2]) << 8 | Int(bytes[3])
    guard length <= EngineFrame.maximumLength else { throw .badMessage("a frame of \(length) bytes") }
    guard bytes.count >= 5 + length else { return nil }
    let body = bytes[5..<(5 + length)]
    defer { bytes.removeFirst(5 + length) }
    guard let end = body.firstIndex(of: 0) else { throw .badMessage("a frame without a name") }
    return EngineFrame(
      name: String(decoding: body[..<end], as: UTF8.self), parameters: Array(body[(end + 1)...]))
  }
}
