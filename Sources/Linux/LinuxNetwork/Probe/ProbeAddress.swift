/// The parts of a probe's URL: `http://host[:port][/path]`.
struct ProbeAddress: Sendable, Hashable {
  let host: String
  let port: UInt16
  let path: String
  /// The host and port as they are written in the URL.
  let authority: String

  /// `nil` for a URL of another scheme, with a user, or with characters that a request line cannot contain.
  init?(_ url: String) {
    let scheme = "http://"
    guard url.utf8.count <= Self.limit, url.utf8.allSatisfy({ (0x21...0x7e).contains($0) }),
      url.lowercased().hasPrefix(scheme)
    else { return nil }
    let rest = url.dropFirst(scheme.count).prefix { $0 != "#" }
    let authority = rest.prefix { $0 != "/" && $0 != "?" }
    let path = rest.dropFirst(authority.count)
    guard let (host, port) = Self.split(authority) else { return nil }
    self.host = host
    self.port = port
    self.path = path.hasPrefix("/") ? String(path) : "/\(path)"
    self.authority = String(authority)
  }

  /// The longest URL in octets.
  static let limit = 2048

  private static func split(_ authority: Substring) -> (host: String, port: UInt16)? {
    var host = authority
    var port: UInt16 = 80
    let isBracketed = host.hasPrefix("[")
    // The last colon of `[2001:db8::7]` belongs to the address.
    if let colon = host.lastIndex(of: ":"), !isBracketed || host[..<colon].hasSuffix("]") {
      guard let number = UInt16(host[host.index(after: colon)...]), number > 0 else { return nil }
      port = number
      host = host[..<colon]
    }
    if isBracketed {
      guard host.hasSuffix("]") else { return nil }
      host = host.dropFirst().dropLast()
      guard SystemCalls.ipv6Octets(Array(host.utf8)) != nil else { return nil }
    } else {
      guard host.utf8.allSatisfy({ isNamePart($0) }) else { return nil }
    }
    return host.isEmpty ? nil : (String(host), port)
  }

  private static func isNamePart(_ octet: UInt8) -> Bool {
    switch octet {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"): true
    default: false
    }
  }

  /// The request: it carries nothing that identifies this machine, and no cookies.
  var request: [UInt8] {
    Array(
      """
      GET \(path) HTTP/1.1\r
      Host: \(authority)\r
      User-Agent: Causeway\r
      Accept: */*\r
      Cache-Control: no-cache, no-store\r
      Connection: close\r
      \r\n
      """.utf8)
  }
}
