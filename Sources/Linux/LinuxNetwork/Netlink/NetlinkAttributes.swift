/// One attribute: its type without the flag bits, and the range of its value.
///
/// Source: `struct nlattr`, include/uapi/linux/netlink.h.
struct NetlinkAttribute {
  let type: UInt16
  let value: Range<Int>
}

/// Iterates over the attributes in a range of bytes.
///
/// For nested attributes, pass the range of the outer value.
///
/// An attribute with an impossible length ends the iteration; the attributes before it are kept, as in the kernel's
/// parser. The caller skips unknown types. Each step advances, so the iteration always ends.
struct NetlinkAttributes {
  private var offset: Int
  private let end: Int

  init(in range: Range<Int>) {
    offset = range.lowerBound
    end = range.upperBound
  }

  /// The attributes after a fixed header of `size` octets at the start of a payload.
  init(in payload: Range<Int>, afterHeaderOf size: Int) {
    let size = size.alignedToFour
    self.init(in: min(payload.lowerBound + size, payload.upperBound)..<payload.upperBound)
  }

  /// The next attribute, or `nil` at the end.
  mutating func next(in bytes: NetlinkBytes) -> NetlinkAttribute? {
    let end = min(end, bytes.count)
    guard end - offset >= 4, let length = bytes.uint16(at: offset), let type = bytes.uint16(at: offset + 2) else {
      return nil
    }
    guard length >= 4, Int(length) <= end - offset else { return nil }
    let value = (offset + 4)..<(offset + Int(length))
    offset += Int(length).alignedToFour
    // The two highest bits are flags: NLA_F_NESTED and NLA_F_NET_BYTEORDER.
    return NetlinkAttribute(type: type & 0x3fff, value: value)
  }
}
