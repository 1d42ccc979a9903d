@testable import LinuxNetwork

/// Messages in the kernel's format, for machines without a recording.
enum Made {
  static func link(
    _ index: Int32, _ name: String, flags: LinkMessage.Flags = .ready, kind: String? = nil, master: Int32? = nil,
    lower: Int32? = nil, hardwareType: UInt16 = LinkMessage.HardwareType.ethernet, more: [(UInt16, [UInt8])] = []
  ) -> LinkMessage {
    let header = [0, 0] + hardwareType.octets + index.octets + flags.rawValue.octets + UInt32(0).octets
    var message = NetlinkRequest("testing", type: 16, dump: false, header: header)
      .with(3, Array(name.utf8) + [0]).with(4, 1500).with(16, [6])
    if let kind { message = message.with(18, attribute(1, Array(kind.utf8) + [0])) }
    if let master { message = message.with(10, UInt32(bitPattern: master)) }
    if let lower { message = message.with(5, UInt32(bitPattern: lower)) }
    for (type, value) in more { message = message.with(type, value) }
    return read(message.encoded(sequence: 0), LinkMessage.init)
  }

  static func route(
    _ attributes: [(UInt16, [UInt8])], family: UInt8 = 2, destinationLength: UInt8 = 0, sourceLength: UInt8 = 0,
    table: UInt8 = 254, type: UInt8 = 1, flags: UInt32 = 0
  ) -> RouteMessage {
    let header: [UInt8] = [family, destinationLength, sourceLength, 0, table, 3, 0, type] + flags.octets
    let message = attributes.reduce(NetlinkRequest("testing", type: 24, dump: false, header: header)) {
      $0.with($1.0, $1.1)
    }
    return read(message.encoded(sequence: 0), RouteMessage.init)
  }

  static func address(_ attributes: [(UInt16, [UInt8])], family: UInt8 = 2, flags: UInt8 = 0, scope: UInt8 = 0)
    -> AddressMessage
  {
    let header: [UInt8] = [family, 24, flags, scope] + Int32(2).octets
    let message = attributes.reduce(NetlinkRequest("testing", type: 20, dump: false, header: header)) {
      $0.with($1.0, $1.1)
    }
    return read(message.encoded(sequence: 0), AddressMessage.init)
  }

  /// A route to a public address over one link, with a usable source address.
  static func outgoing(_ link: Int32, source: [UInt8]? = [192, 0, 2, 7]) -> [OutgoingRoute] {
    let source = source.flatMap(IPAddress.init)
    return [OutgoingRoute(family: source?.family ?? .ipv4, source: source, hops: [hop(link)])]
  }

  static func hop(_ link: Int32) -> RouteMessage.Hop { RouteMessage.Hop(link: link, gateway: nil) }

  static func attribute(_ type: UInt16, _ value: [UInt8]) -> [UInt8] { NetlinkRequest.attribute(type, value) }

  /// An access point of the scan list, with the attributes of its BSS.
  static func accessPoint(_ attributes: [(UInt16, [UInt8])]) -> AccessPointMessage {
    let bss = attributes.flatMap { attribute($0.0, $0.1) }
    let message = NetlinkRequest("testing", type: 32, dump: false, header: [34, 1, 0, 0]).with(47, bss)
    return read(message.encoded(sequence: 0), AccessPointMessage.init)
  }

  static func nexthop(_ attributes: [(UInt16, [UInt8])]) -> NexthopMessage {
    let header = [UInt8](repeating: 0, count: 8)
    let message = attributes.reduce(NetlinkRequest("testing", type: 104, dump: false, header: header)) {
      $0.with($1.0, $1.1)
    }
    return read(message.encoded(sequence: 0), NexthopMessage.init)
  }

  static func wirelessInterface(_ index: Int32, type: UInt32) -> WirelessInterface {
    let message = NetlinkRequest("testing", type: 32, dump: false, header: [7, 1, 0, 0])
      .with(3, UInt32(bitPattern: index)).with(5, type)
    return read(message.encoded(sequence: 0), WirelessInterface.init)
  }

  /// An element as an access point broadcasts it.
  static func element(_ id: UInt8, _ value: [UInt8]) -> [UInt8] { [id, UInt8(value.count)] + value }

  private static func read<Record>(_ octets: [UInt8], _ parse: (NetlinkMessage, NetlinkBytes) -> Record?) -> Record {
    var messages = NetlinkMessages()
    let bytes = NetlinkBytes(octets.span)
    guard let message = try? messages.next(in: bytes), let record = parse(message, bytes) else {
      fatalError("a message made for a test is malformed")
    }
    return record
  }
}
