/// A request to the kernel: the family's fixed header and attributes.
struct NetlinkRequest {
  /// The operation, for error texts.
  let operation: String
  private(set) var bytes: [UInt8]

  var isDump: Bool { flags.contains(.dump) }

  private let flags: NetlinkMessage.Flags

  /// Creates a request of `type` with the family's fixed `header`.
  ///
  /// The kernel never answers a dump with a short fixed header, so every request passes one.
  ///
  /// With `acknowledged`, the kernel also answers a request that has no other answer.
  init(_ operation: String, type: UInt16, dump: Bool, acknowledged: Bool = false, header: [UInt8]) {
    self.operation = operation
    flags = dump ? [.request, .dump] : acknowledged ? [.request, .acknowledge] : .request
    bytes = []
    append(UInt32(0))
    append(type)
    append(flags.rawValue)
    append(UInt32(0))  // The sequence number, set before sending.
    append(UInt32(0))  // The port: 0, the kernel sets it.
    bytes += header
    pad()
  }

  /// Adds an attribute with bytes.
  func with(_ type: UInt16, _ value: [UInt8]) -> NetlinkRequest {
    var request = self
    request.append(UInt16(4 + value.count))
    request.append(type)
    request.bytes += value
    request.pad()
    return request
  }

  /// Adds an attribute with a number, in the machine's byte order.
  func with(_ type: UInt16, _ value: UInt32) -> NetlinkRequest {
    with(type, value.octets)
  }

  /// The bytes to send, with the length and the sequence number set.
  func encoded(sequence: UInt32) -> [UInt8] {
    var encoded = bytes
    encoded.replaceSubrange(0..<4, with: UInt32(bytes.count).octets)
    encoded.replaceSubrange(8..<12, with: sequence.octets)
    return encoded
  }

  /// One encoded attribute, to nest in the value of another.
  static func attribute(_ type: UInt16, _ value: [UInt8]) -> [UInt8] {
    let padding = [UInt8](repeating: 0, count: value.count.alignedToFour - value.count)
    return UInt16(4 + value.count).octets + type.octets + value + padding
  }

  private mutating func append(_ number: some FixedWidthInteger) { bytes += number.octets }

  private mutating func pad() {
    while bytes.count % 4 != 0 { bytes.append(0) }
  }
}

extension FixedWidthInteger {
  /// The number's octets in this machine's byte order.
  var octets: [UInt8] {
    let number = littleEndian == self ? self : byteSwapped
    let octets = (0..<(Self.bitWidth / 8)).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    return littleEndian == self ? octets : octets.reversed()
  }
}
