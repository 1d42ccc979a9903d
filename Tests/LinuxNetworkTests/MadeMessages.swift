@testable import LinuxNetwork

/// Messages as the kernel would write them, for machines that nobody has recorded.
enum Made {
  static func link(
    _ index: Int32, _ name: String, flags: LinkMessage.Flags = .ready, kind: String? = nil, master: Int32? = nil,
    lower: Int32? = nil, hardwareType: UInt16 = LinkMessage.HardwareType.ethernet
  ) -> LinkMessage {
    let header = [0, 0] + hardwareType.octets + index.octets + flags.rawValue.octets + UInt32(0).octets
    var message = NetlinkRequest("testing", type: 16, dump: false, header: header)
      .with(3, Array(name.utf8) + [0]).with(4, 1500).with(16, [6])
    if let kind { message = message.with(18, attribute(1, Array(kind.utf8) + [0])) }
    if let master { message = message.with(10, UInt32(bitPattern: master)) }
    if let lower { message = message.with(5, UInt32(bitPattern: lower)) }
    return read(message.sealed(sequence: 0), LinkMessage.init)
  }

  static func route(
    _ attributes: [(UInt16, [UInt8])], family: UInt8 = 2, destinationLength: UInt8 = 0, table: UInt8 = 254,
    type: UInt8 = 1, flags: UInt32 = 0
  ) -> RouteMessage {
    let header: [UInt8] = [family, destinationLength, 0, 0, table, 3, 0, type] + flags.octets
    let message = attributes.reduce(NetlinkRequest("testing", type: 24, dump: false, header: header)) {
      $0.with($1.0, $1.1)
    }
    return read(message.sealed(sequence: 0), RouteMessage.init)
  }

  static func address(_ attributes: [(UInt16, [UInt8])], family: UInt8 = 2, flags: UInt8 = 0) -> AddressMessage {
    let header: [UInt8] = [family, 24, flags, 0] + Int32(2).octets
    let message = attributes.reduce(NetlinkRequest("testing", type: 20, dump: false, header: header)) {
      $0.with($1.0, $1.1)
    }
    return read(message.sealed(sequence: 0), AddressMessage.init)
  }

  static func attribute(_ type: UInt16, _ value: [UInt8]) -> [UInt8] {
    let padding = [UInt8](repeating: 0, count: (4 - value.count % 4) % 4)
    return UInt16(4 + value.count).octets + type.octets + value + padding
  }

  private static func read<Record>(_ bytes: [UInt8], _ parse: (NetlinkMessage, Span<UInt8>) -> Record?) -> Record {
    var messages = NetlinkMessages()
    guard let message = try? messages.next(in: bytes.span), let record = parse(message, bytes.span) else {
      fatalError("a message made for a test cannot be read")
    }
    return record
  }
}
