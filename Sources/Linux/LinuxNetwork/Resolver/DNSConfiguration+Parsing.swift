extension DNSConfiguration {
  /// Whether the only server is the local stub of systemd-resolved, which forwards queries.
  var namesOnlyLocalStub: Bool { servers == ["127.0.0.53"] }

  /// Parses a resolv.conf(5) file as glibc does.
  ///
  /// A keyword starts its line and a blank follows it. A carriage return is not a blank: a server before one is invalid.
  /// The last of `search` and `domain` counts. Lines that are not understood are skipped.
  ///
  /// The first 1,000 servers are kept, although the C library uses only the first three.
  ///
  /// Source: `res_vinit_1`, resolv/res_init.c.
  init(resolvConf bytes: [UInt8]) {
    var servers: [String] = []
    var search: [String] = []
    var options: [String] = []
    var ndots = 1
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let text = line.prefix { $0 != 0 }  // The C library reads it as a C string.
      let words = text.split(whereSeparator: \.isBlank)
      guard let keyword = words.first, keyword.startIndex == text.startIndex, keyword.endIndex < text.endIndex else {
        continue
      }
      let values = words.dropFirst().map { Array($0) }
      guard let first = values.first else { continue }
      switch String(kernelText: Array(keyword)) {
      case "nameserver" where servers.count < 1000: if let server = Self.server(first) { servers.append(server) }
      case "search": search = values.map(String.init(kernelText:))
      case "domain": search = [String(kernelText: first)]
      case "options":
        let words = values.map(String.init(kernelText:))
        options += words
        for (word, next) in zip(words, words.dropFirst() + [""]) where word.hasPrefix("ndots:") {
          // atoi() skips blanks.
          ndots = Self.dots(word == "ndots:" ? next[...] : word.dropFirst(6))
        }
      default: break
      }
    }
    self.init(servers: servers, search: search, ndots: ndots, options: options)
  }

  /// The number as atoi() reads it, at most 15; a negative one is cut to four bits, as in the C library.
  private static func dots(_ text: Substring) -> Int {
    let sign = text.first == "-" || text.first == "+" ? 1 : 0
    let digits = text.dropFirst(sign).prefix { $0.isASCII && $0.isNumber }
    // More digits than any number within the limit has.
    let number = digits.count > 9 ? 15 : Int(digits) ?? 0
    return text.first == "-" ? -number & 15 : min(number, 15)
  }

  /// With the C library's defaults for missing properties: the server on this machine, and the domain of its name.
  func withDefaults(domain: String?) -> DNSConfiguration {
    DNSConfiguration(
      servers: servers.isEmpty ? ["127.0.0.1"] : servers, search: search.isEmpty ? domain.map { [$0] } ?? [] : search,
      stub: stub, ndots: ndots, options: options)
  }

  /// The normal form of a server's address.
  ///
  /// `nil` for a text that the C library does not accept. IPv4 as in inet_aton: `127.1` is `127.0.0.1`. The zone of an
  /// IPv6 address is kept as it is.
  private static func server(_ text: [UInt8]) -> String? {
    if let octets = SystemCalls.ipv4Octets(text) { return IPAddress(octets)?.description }
    let address = text.prefix { $0 != UInt8(ascii: "%") }
    guard let octets = SystemCalls.ipv6Octets(Array(address)), let normal = IPAddress(octets) else { return nil }
    return normal.description + String(kernelText: Array(text[address.endIndex...]))
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
}
