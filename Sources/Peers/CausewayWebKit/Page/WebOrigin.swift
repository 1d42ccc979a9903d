#if WebView
/// The origin of a page: scheme, host and port, compared exactly.
///
///     "https://example.org"    "http://localhost:8080"    "app://main"
public struct WebOrigin: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The origin as `location.origin` writes it: lower case, without the port that the scheme implies.
  public let description: String

  /// Parses an origin; nil for an invalid text, or one with a path, a user or a pattern.
  ///
  /// An international host is written in its DNS form (`xn--…`).
  public init?(_ text: String) {
    guard let colon = text.firstIndex(of: ":") else { return nil }
    let scheme = text[..<colon].lowercased()
    let rest = text[text.index(after: colon)...]
    guard let first = scheme.utf8.first, UInt8(ascii: "a")...UInt8(ascii: "z") ~= first,
      scheme.utf8.allSatisfy(WebOrigin.isSchemeByte), rest.hasPrefix("//")
    else { return nil }
    var host = rest.dropFirst(2).lowercased()[...]
    var port = ""
    if let colon = host.lastIndex(of: ":"), !host[colon...].contains("]") {
      port = String(host[host.index(after: colon)...])
      host = host[..<colon]
      guard let number = UInt16(port), String(number) == port else { return nil }
    }
    let isAddress = host.first == "[" && host.last == "]"
    guard !host.isEmpty, isAddress || host.utf8.allSatisfy(WebOrigin.isHostByte) else { return nil }
    if isAddress, !host.dropFirst().dropLast().utf8.allSatisfy({ WebOrigin.isHostByte($0) || $0 == UInt8(ascii: ":") })
    {
      return nil
    }
    let isImplied = port == WebOrigin.impliedPorts[scheme]
    description = "\(scheme)://\(host)" + (port.isEmpty || isImplied ? "" : ":\(port)")
  }

  /// The origin in a literal; traps for an invalid one.
  public init(stringLiteral text: String) {
    guard let origin = WebOrigin(text) else {
      preconditionFailure(
        "\"\(text)\" is not an origin: write a scheme and a host without a path, such as https://example.org.")
    }
    self = origin
  }

  private static let impliedPorts = ["http": "80", "https": "443", "ws": "80", "wss": "443", "ftp": "21"]

  private static func isSchemeByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"),
      UInt8(ascii: "-"), UInt8(ascii: "."):
      true
    default: false
    }
  }

  private static func isHostByte(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || isSchemeByte(byte) && byte != UInt8(ascii: "+")
  }
}
#endif
