/// The tables in /proc/net: the second source, used if netlink is denied.
///
/// The texts are not trusted to be well-formed.
struct ProcFiles {
  var dev: [UInt8] = []
  var route: [UInt8] = []
  var ipv6Route: [UInt8] = []
  var ifInet6: [UInt8] = []
  var wireless: [UInt8] = []
  var pppoe: [UInt8] = []

  /// The interfaces' names in the kernel's order, each with its counters.
  ///
  /// Source: `dev_seq_printf_stats`, net/core/net-procfs.c.
  var interfaces: [(name: [UInt8], statistics: InterfaceStatistics?)] {
    Self.lines(dev).dropFirst(2).compactMap { line in
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
      let name = line[..<colon].drop { $0 == UInt8(ascii: " ") }
      return (Array(name), InterfaceStatistics(procCounters: Self.words(line[(colon + 1)...])))
    }
  }

  /// The names of the interfaces that have wireless extensions.
  var wirelessNames: [[UInt8]] { wirelessSignals.map(\.name) }

  /// The interfaces that have wireless extensions, each with its signal in dBm.
  ///
  /// `nil` for a signal that is not in dBm: the driver's own scale is not negative.
  ///
  /// Source: `wireless_seq_printf_stats`, net/wireless/wext-proc.c: status, quality, signal, noise, and a dot after
  /// each new value.
  var wirelessSignals: [(name: [UInt8], signal: Int32?)] {
    Self.lines(wireless).dropFirst(2).compactMap { line in
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
      let words = Self.words(line[(colon + 1)...])
      let signal = words.count >= 3 ? Int32(digits: words[2].filter { $0 != UInt8(ascii: ".") }) : nil
      return (Array(line[..<colon].drop { $0 == UInt8(ascii: " ") }), signal.flatMap { $0 < 0 ? $0 : nil })
    }
  }

  /// The names of the devices that carry sessions of PPP over Ethernet.
  ///
  /// Columns: session, the peer's hardware address, device. Source: `pppoe_seq_show`, drivers/net/ppp/pppoe.c.
  var sessionDevices: Set<[UInt8]> {
    Set(Self.lines(pppoe).dropFirst().compactMap { Self.words($0).dropFirst(2).first })
  }

  /// The routes of both families; `indexes` contains the interfaces' numbers by name.
  func routes(_ indexes: [[UInt8]: Int32]) -> [RouteMessage] {
    let ipv4 = Self.lines(route).dropFirst().compactMap { RouteMessage(procIPv4: Self.words($0), indexes) }
    let ipv6 = Self.lines(ipv6Route).compactMap { RouteMessage(procIPv6: Self.words($0), indexes) }
    return ipv4 + ipv6
  }

  /// The IPv6 addresses of all interfaces.
  var ipv6Addresses: [AddressMessage] {
    Self.lines(ifInet6).compactMap { AddressMessage(procIPv6: Self.words($0)) }
  }

  private static func lines(_ text: [UInt8]) -> [ArraySlice<UInt8>] { text.split(separator: UInt8(ascii: "\n")) }

  private static func words(_ line: ArraySlice<UInt8>) -> [[UInt8]] {
    line.split(whereSeparator: { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }).map(Array.init)
  }
}

extension FixedWidthInteger {
  /// Parses digits; `nil` for any other text.
  fileprivate init?(digits: [UInt8], radix: Int = 10) {
    guard let number = Self(String(kernelText: digits), radix: radix) else { return nil }
    self = number
  }
}

extension InterfaceStatistics {
  /// Eight receive counters, then eight send counters.
  fileprivate init?(procCounters words: [[UInt8]]) {
    let counters = words.compactMap { UInt64(digits: $0) }
    guard counters.count >= 16, counters.count == words.count else { return nil }
    self.init(
      receivedPackets: counters[1], sentPackets: counters[9], receivedBytes: counters[0], sentBytes: counters[8],
      receiveErrors: counters[2], sendErrors: counters[10], receiveDropped: counters[3], sendDropped: counters[11],
      multicast: counters[7], collisions: counters[13])
  }
}

extension RouteMessage {
  /// `RTF_REJECT`, include/uapi/linux/route.h: the route refuses packets.
  private static let reject: UInt32 = 0x200
  /// `RTF_CACHE`, include/uapi/linux/ipv6_route.h.
  private static let cache: UInt32 = 0x0100_0000

  /// Columns: interface, destination, gateway, flags, references, use, metric, mask.
  ///
  /// Addresses are hexadecimal numbers.
  ///
  /// Source: `fib_route_seq_show`, net/ipv4/fib_trie.c.
  fileprivate init?(procIPv4 words: [[UInt8]], _ indexes: [[UInt8]: Int32]) {
    guard
      words.count >= 8, let link = indexes[words[0]], let gateway = UInt32(digits: words[2], radix: 16),
      let flags = UInt32(digits: words[3], radix: 16), let metric = UInt32(digits: words[6]),
      let mask = UInt32(digits: words[7], radix: 16)
    else { return nil }
    self.init(
      family: .ipv4, destinationLength: UInt8(mask.nonzeroBitCount), refuses: flags & Self.reject != 0,
      isCached: false, metric: metric, hop: Hop(link: link, gateway: IPAddress(gateway.octets)))
  }

  /// Columns: destination, its length, source, its length, gateway, metric, references, use, flags, interface.
  ///
  /// Source: `ipv6_route_native_seq_show`, net/ipv6/ip6_fib.c.
  fileprivate init?(procIPv6 words: [[UInt8]], _ indexes: [[UInt8]: Int32]) {
    guard
      words.count >= 10, let link = indexes[words[9]], let length = UInt8(digits: words[1], radix: 16),
      let gateway = IPAddress(hexadecimal: words[4]), let metric = UInt32(digits: words[5], radix: 16),
      let flags = UInt32(digits: words[8], radix: 16)
    else { return nil }
    self.init(
      family: .ipv6, destinationLength: length, refuses: flags & Self.reject != 0,
      isCached: flags & Self.cache != 0, metric: metric, hop: Hop(link: link, gateway: gateway))
  }
}

extension AddressMessage {
  /// Columns: address, link, prefix length, scope, flags, name.
  ///
  /// Source: `if6_seq_show`, net/ipv6/addrconf.c, whose scopes are `IPV6_ADDR_*` of include/net/ipv6.h.
  fileprivate init?(procIPv6 words: [[UInt8]]) {
    guard
      words.count >= 5, let address = IPAddress(hexadecimal: words[0]), let link = Int32(digits: words[1], radix: 16),
      let prefixLength = UInt8(digits: words[2], radix: 16), let scope = UInt8(digits: words[3], radix: 16),
      let flags = UInt32(digits: words[4], radix: 16)
    else { return nil }
    let scopes: [UInt8: UInt8] = [0x10: 254, 0x20: 253, 0x40: 200]
    self.init(
      link: link, prefixLength: prefixLength, scope: scopes[scope] ?? 0, flags: Flags(rawValue: flags),
      address: address, isDynamic: !Flags(rawValue: flags).contains(.permanent))
  }
}

extension IPAddress {
  /// Parses the 32 digits of an IPv6 address.
  fileprivate init?(hexadecimal digits: [UInt8]) {
    guard digits.count == 32 else { return nil }
    let octets = stride(from: 0, to: 32, by: 2).compactMap { UInt8(digits: Array(digits[$0..<($0 + 2)]), radix: 16) }
    self.init(octets)
  }
}
