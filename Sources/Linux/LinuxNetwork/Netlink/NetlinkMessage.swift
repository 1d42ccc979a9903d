/// The header of one netlink message, and the range of its payload in the datagram.
///
/// Source: `struct nlmsghdr`, include/uapi/linux/netlink.h.
struct NetlinkMessage {
  let type: UInt16
  let flags: Flags
  let sequence: UInt32
  let port: UInt32
  let payload: Range<Int>

  static let headerSize = 16

  struct Flags: OptionSet {
    let rawValue: UInt16

    static let request = Flags(rawValue: 0x1)
    /// Requests an acknowledgement if there is no other answer.
    static let acknowledge = Flags(rawValue: 0x4)
    /// A change interrupted the dump: parts of it may be missing or outdated.
    static let dumpInterrupted = Flags(rawValue: 0x10)
    static let dump = Flags(rawValue: 0x300)
    /// The error message contains only the header of the failed request.
    static let capped = Flags(rawValue: 0x100)
    /// Attributes follow the error number.
    static let extendedAcknowledgement = Flags(rawValue: 0x200)
  }

  /// Control messages, below `NLMSG_MIN_TYPE`.
  enum Control {
    static let noop: UInt16 = 1
    static let error: UInt16 = 2
    static let done: UInt16 = 3
    static let overrun: UInt16 = 4
  }
}

/// Iterates over the messages of one datagram.
///
/// Each step advances, so the iteration always ends.
struct NetlinkMessages {
  private var offset = 0

  /// The next message, or `nil` at the end of the datagram.
  ///
  /// Throws `malformed` if a length is shorter than the header or longer than the datagram.
  mutating func next(in bytes: NetlinkBytes) throws(NetworkError) -> NetlinkMessage? {
    guard offset < bytes.count else { return nil }
    guard
      let length = bytes.uint32(at: offset), let type = bytes.uint16(at: offset + 4),
      let flags = bytes.uint16(at: offset + 6), let sequence = bytes.uint32(at: offset + 8),
      let port = bytes.uint32(at: offset + 12),
      length >= NetlinkMessage.headerSize, length <= bytes.count - offset
    else { throw NetworkError(.malformed, "reading a netlink message") }
    let start = offset
    offset += Int(length).alignedToFour
    return NetlinkMessage(
      type: type, flags: .init(rawValue: flags), sequence: sequence, port: port,
      payload: (start + NetlinkMessage.headerSize)..<(start + Int(length)))
  }
}

extension Int {
  /// Rounded up to a multiple of four: `NLMSG_ALIGN`, `NLA_ALIGN`.
  var alignedToFour: Int { (self + 3) & ~3 }
}
