/// One attribute: its type without the flag bits, and where its value lies.
///
/// Source: `struct nlattr`, include/uapi/linux/netlink.h.
struct NetlinkAttribute {
  let type: UInt16
  let value: Range<Int>
}

/// Walks the attributes that lie in a range of bytes; nested attributes are walked by their value's range.
///
/// An attribute whose length cannot be true ends the walk: what came before it is kept, as the kernel's own parser does.
/// Unknown types are for the caller to skip. It always moves on, so it always ends.
struct NetlinkAttributes {
  private var offset: Int
  private let end: Int

  init(in range: Range<Int>) {
    offset = range.lowerBound
    end = range.upperBound
  }

  /// The attributes behind a fixed header of `size` octets at the start of a payload.
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
    // The two highest bits say "nested" and "network byte order": NLA_F_NESTED, NLA_F_NET_BYTEORDER.
    return NetlinkAttribute(type: type & 0x3fff, value: value)
  }
}
