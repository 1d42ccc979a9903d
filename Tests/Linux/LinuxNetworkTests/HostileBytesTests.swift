import Testing

@testable import LinuxNetwork

/// Runs every parser on malformed bytes.
///
/// The results do not matter: each parser must end, and must not read outside of its bytes.
@Suite struct `Hostile bytes` {
  /// Each distinct recorded message, without the longest lists, whose content shorter ones repeat.
  private static let recorded: [[UInt8]] = {
    let all = Fixture.all.compactMap { try? Fixture($0) }.flatMap(\.received).flatMap(messages)
    return Set(all).sorted { $0.lexicographicallyPrecedes($1) }
  }()

  @Test(arguments: 0..<16)
  func `cut at every length neither trap nor loop`(_ part: Int) throws {
    let messages = Self.recorded.indices.filter { $0 % 16 == part }.map { Self.recorded[$0] }
    #expect(messages.count > 20)
    for message in messages {
      for length in 0..<message.count {
        var cut = Array(message.prefix(length))
        #expect(parseAll(cut) <= length)  // The header has a greater length than the bytes.
        guard length >= 4 else { continue }
        cut.replaceSubrange(0..<4, with: UInt32(length).octets)
        #expect(parseAll(cut) <= length)  // The length in the header is correct, and an attribute is truncated.
      }
    }
  }

  @Test(arguments: Fixture.all.filter { !$0.hasPrefix("k6.1-") || $0.hasPrefix("k6.1-hidden-empty") })
  func `with any octet changed neither trap nor loop`(_ name: String) throws {
    for message in try Set(Fixture(name).received.flatMap(Self.messages)).prefix(20) {
      for index in message.indices {
        for value: UInt8 in [0, 1, 3, 5, 0x7f, 0x80, 0xff] {
          var changed = message
          changed[index] = value
          #expect(parseAll(changed) <= changed.count)
        }
      }
    }
  }

  private static func messages(in datagram: [UInt8]) -> [[UInt8]] {
    var found: [[UInt8]] = []
    var messages = NetlinkMessages()
    while let message = try? messages.next(in: NetlinkBytes(datagram.span)) {
      found.append(
        Array(datagram[(message.payload.lowerBound - NetlinkMessage.headerSize)..<message.payload.upperBound]))
    }
    return found
  }

  /// Returns the end of the last message.
  private func parseAll(_ bytes: [UInt8]) -> Int {
    var end = 0
    let span = NetlinkBytes(bytes.span)
    _ = ChangeFilter.isRelevant(route: span)
    _ = ChangeFilter.isRelevant(generic: span)
    _ = ScanEnd(span, interface: 3)
    var reply = NetlinkReply(
      to: "testing", sequence: span.uint32(at: 8) ?? 0, port: span.uint32(at: 12) ?? 0, isDump: true)
    try? reply.consume(span, from: 0) { message, bytes throws(NetworkError) in
      end = max(end, message.payload.upperBound)
      _ = LinkMessage(message, bytes)
      _ = AddressMessage(message, bytes)
      _ = RouteMessage(message, bytes)
      _ = GenericFamily(message, bytes)
      _ = WirelessInterface(message, bytes)
      _ = AccessPointMessage(message, bytes)
      _ = StationMessage(message, bytes)
      _ = NexthopMessage(message, bytes)
    }
    return end
  }
}
