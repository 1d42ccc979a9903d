@testable import LinuxNetwork

/// Converts a recording to the other byte order by swapping each number.
///
/// The conversion needs the positions of the numbers; text, addresses and broadcast elements are the same on every
/// machine.
struct SwappedFixture {
  /// The layout of a value: numbers of a given size, or nested attributes.
  private indirect enum Layout: Sendable {
    case octets
    case numbers(Int)
    case attributes([UInt16: Layout], others: Layout = .octets)
    /// `struct rtnexthop`s.
    case hops
  }

  private var bytes: [UInt8]

  /// The same datagram, swapped.
  static func swap(_ datagram: [UInt8]) -> [UInt8] {
    var swapped = SwappedFixture(bytes: datagram)
    var messages = NetlinkMessages()
    while let message = try? messages.next(in: NetlinkBytes(datagram.span)) { swapped.swap(message, in: datagram) }
    return swapped.bytes
  }

  private mutating func swap(_ message: NetlinkMessage, in datagram: [UInt8]) {
    let start = message.payload.lowerBound
    let header = start - NetlinkMessage.headerSize
    for (offset, size) in [(0, 4), (4, 2), (6, 2), (8, 4), (12, 4)] { reverse(header + offset, size) }
    let original = NetlinkBytes(datagram.span)
    let (numbers, size, layout) = Self.layout(message, command: original.uint8(at: start) ?? 0)
    for (offset, width) in numbers where offset + width <= message.payload.count { reverse(start + offset, width) }
    swapAttributes(min(start + size, message.payload.upperBound)..<message.payload.upperBound, layout, original)
  }

  /// The positions of the numbers in the fixed header, its length, and the layout of the attributes.
  private static func layout(_ message: NetlinkMessage, command: UInt8) -> ([(Int, Int)], Int, Layout) {
    switch message.type {
    case 2: ([(0, 4), (4, 4)], message.payload.count, .octets)
    case 3: ([(0, 4)], 4, .attributes([:]))
    // Two families use the same message numbers: links begin with a zero, families with a command.
    case 16 where command == 0: link
    case 16: ([], 4, .attributes([1: .numbers(2), 7: .attributes([:], others: .attributes([2: .numbers(4)]))]))
    case 20: ([(4, 4)], 8, .attributes([6: .numbers(4), 8: .numbers(4)]))
    case 24: ([(8, 4)], 12, route)
    default: ([], 4, wireless)
    }
  }

  private static let route = Layout.attributes([
    4: .numbers(4), 6: .numbers(4), 8: .attributes([:], others: .numbers(4)), 9: .hops, 15: .numbers(4),
  ])

  private static let link: ([(Int, Int)], Int, Layout) = (
    [(2, 2), (4, 4), (8, 4), (12, 4)], 16,
    .attributes([
      4: .numbers(4), 5: .numbers(4), 10: .numbers(4), 18: .attributes([:]), 23: .numbers(8), 30: .numbers(4),
      37: .numbers(4),
      52: .attributes([:]),
    ])
  )

  private static let wireless = Layout.attributes([
    1: .numbers(4), 3: .numbers(4), 5: .numbers(4), 38: .numbers(4), 98: .numbers(4), 159: .numbers(4),
    21: .attributes([
      8: .attributes([1: .numbers(2), 5: .numbers(4)]), 14: .attributes([1: .numbers(2), 5: .numbers(4)]),
      11: .numbers(4), 12: .numbers(4), 16: .numbers(4), 17: .numbers(4), 18: .numbers(4),
    ]),
    47: .attributes([2: .numbers(4), 5: .numbers(2), 7: .numbers(4), 9: .numbers(4), 10: .numbers(4)]),
  ])

  private mutating func swapAttributes(_ range: Range<Int>, _ layout: Layout, _ original: borrowing NetlinkBytes) {
    guard case .attributes(let known, let others) = layout else { return }
    var offset = range.lowerBound
    while range.upperBound - offset >= 4, let length = original.uint16(at: offset),
      let type = original.uint16(at: offset + 2), length >= 4, Int(length) <= range.upperBound - offset
    {
      reverse(offset, 2)
      reverse(offset + 2, 2)
      swapValue((offset + 4)..<(offset + Int(length)), known[type & 0x3fff] ?? others, original)
      offset += Int(length).alignedToFour
    }
  }

  private mutating func swapValue(_ range: Range<Int>, _ layout: Layout, _ original: borrowing NetlinkBytes) {
    switch layout {
    case .octets: return
    case .numbers(let width):
      for offset in stride(from: range.lowerBound, through: range.upperBound - width, by: width) {
        reverse(offset, width)
      }
    case .attributes: swapAttributes(range, layout, original)
    case .hops:
      var offset = range.lowerBound
      while range.upperBound - offset >= 8, let length = original.uint16(at: offset), length >= 8 {
        reverse(offset, 2)
        reverse(offset + 4, 4)
        swapAttributes((offset + 8)..<(offset + Int(length)), .attributes([:]), original)
        offset += Int(length).alignedToFour
      }
    }
  }

  private mutating func reverse(_ offset: Int, _ width: Int) {
    bytes.replaceSubrange(offset..<(offset + width), with: bytes[offset..<(offset + width)].reversed())
  }
}
