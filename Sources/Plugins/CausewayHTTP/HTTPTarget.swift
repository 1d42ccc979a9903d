#if Plugins
import Causeway
import Foundation

/// A URL that is parsed once: the checked parts are those of the connection.
struct HTTPTarget: Sendable, Equatable {
  enum Scheme: String, Sendable { case http, https }

  let scheme: Scheme
  /// In lower case; an IPv6 address without its brackets.
  let host: String
  let port: Int
  /// Starts with a slash; without the fragment.
  let path: String

  /// - Throws: `INVALID_ARGUMENT` for any text that is not a plain `http` or `https` URL.
  init(_ text: String, _ limits: HTTPLimits) throws(BridgeError) {
    guard text.utf8.count <= limits.urlBytes else {
      throw .exhausted("urlBytes", maximum: limits.urlBytes, "A URL of \(text.utf8.count) bytes")
    }
    guard text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\\") }) else {
      throw .badAddress("it contains a space, a backslash or a control character")
    }
    // Bytes, not characters: a combining character behind a slash would hide it.
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), text.utf8[colon...].starts(with: "://".utf8) else {
      throw .badAddress("it does not start with http:// or https://")
    }
    let name = text[..<colon]
    guard name.utf8.count <= "https".utf8.count, let scheme = Scheme(rawValue: name.lowercased()) else {
      throw .badAddress("its scheme is \(text[..<colon].prefix(16)):, only http: and https: are supported")
    }
    let rest = text[text.utf8.index(colon, offsetBy: 3)...]
    let end = rest.utf8.firstIndex { "/?#".utf8.contains($0) } ?? rest.endIndex
    (host, port) = try HTTPTarget.authority(rest[..<end], scheme)
    self.scheme = scheme
    let path = Substring(rest.utf8[end...].prefix { $0 != UInt8(ascii: "#") })
    self.path = HTTPTarget.encoded(path.utf8.first == UInt8(ascii: "/") ? String(path) : "/\(path)")
    guard isSentUnchanged else {
      throw .badAddress("its path has escaped bytes that are not UTF-8, such as %E9, which this client cannot send")
    }
  }

  /// Whether the client library sends this path and query: it reads the URL with Foundation, which drops a path that is not
  /// UTF-8.
  private var isSentUnchanged: Bool {
    guard let url = URL(string: text) else { return false }
    let components = URLComponents(url: url, resolvingAgainstBaseURL: true)
    let sent = url.path.isEmpty ? "/" : components?.percentEncodedPath ?? url.path
    return path == sent + (url.query.map { "?\($0)" } ?? "")
  }

  /// The URL in its normalized form.
  var text: String { "\(origin)\(path)" }

  /// Scheme, host and port, as JavaScript writes them: without the scheme's default port.
  var origin: String {
    let name = host.contains(":") ? "[\(host)]" : host
    return "\(scheme.rawValue)://\(name)" + (port == HTTPTarget.port(of: scheme) ? "" : ":\(port)")
  }

  /// The target of a redirect.
  ///
  /// - Throws: `INVALID_ARGUMENT` for an invalid URL, and for another scheme.
  func redirected(to location: String, _ limits: HTTPLimits) throws(BridgeError) -> HTTPTarget {
    guard let base = URL(string: text), let url = URL(string: location, relativeTo: base) else {
      throw .badAddress("the server redirects to an invalid URL")
    }
    return try HTTPTarget(url.absoluteString, limits)
  }

  /// Adds a query to the existing one.
  ///
  /// - Throws: `RESOURCE_EXHAUSTED` if the URL gets too long.
  mutating func add(query: String, _ limits: HTTPLimits) throws(BridgeError) {
    guard !query.isEmpty else { return }
    let longer = HTTPTarget(self, path: path + (path.contains("?") ? "&" : "?") + query)
    let count = longer.text.utf8.count
    guard count <= limits.urlBytes else {
      throw .exhausted("urlBytes", maximum: limits.urlBytes, "A URL of \(count) bytes")
    }
    self = longer
  }

  private init(_ other: HTTPTarget, path: String) {
    scheme = other.scheme
    host = other.host
    port = other.port
    self.path = path
  }

  // MARK: Grammar

  static func port(of scheme: Scheme) -> Int { scheme == .http ? 80 : 443 }

  /// Parses `host:port`.
  static func authority(_ text: Substring, _ scheme: Scheme) throws(BridgeError) -> (host: String, port: Int) {
    guard text.utf8.allSatisfy({ $0 < 0x80 }) else { throw .noName }
    guard !text.contains("@") else {
      throw .badAddress("it contains a user name or a password, which belong in a header")
    }
    var host = text
    var port = HTTPTarget.port(of: scheme)
    let bracket = text.lastIndex(of: "]")
    if let colon = text.lastIndex(of: ":"), bracket.map({ $0 < colon }) ?? true {
      host = text[..<colon]
      let digits = text[text.index(after: colon)...]
      guard digits.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(digits), (1...65_535).contains(number)
      else { throw .badAddress("its port is invalid") }
      port = number
    }
    let name = host.lowercased()
    if name.hasPrefix("["), name.hasSuffix("]") {
      guard let address = HostAddress(String(name.dropFirst().dropLast())), !address.isVersion4 else {
        throw .badAddress("its brackets do not contain an IPv6 address")
      }
      return (String(name.dropFirst().dropLast()), port)
    }
    guard isName(name) else { throw .noName }
    // The C library also accepts 127.1, 0x7f.1 and 2130706433 as addresses.
    if let last = name.split(separator: ".").last, last.first?.isNumber == true, HostAddress(name) == nil {
      throw .badAddress("its host ends in a number, but is not an IPv4 address of four decimal numbers")
    }
    return (name, port)
  }

  static func isName(_ name: String) -> Bool {
    guard (1...253).contains(name.utf8.count), !name.hasPrefix("."), !name.contains("..") else { return false }
    return name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
        UInt8(ascii: "_"), UInt8(ascii: "."):
        true
      default: false
      }
    }
  }

  /// Escapes characters that are invalid in a path or a query, and a `%` that begins no escape; existing escapes are kept.
  private static func encoded(_ path: String) -> String {
    let refused = Set("\"<>[]^`{|}".utf8)
    var text: [UInt8] = []
    let bytes = Array(path.utf8)
    for (index, byte) in bytes.enumerated() {
      let isEscape = index + 2 < bytes.count && bytes[(index + 1)...(index + 2)].allSatisfy(isHexadecimal)
      guard byte >= 0x80 || refused.contains(byte) || (byte == UInt8(ascii: "%") && !isEscape) else {
        text.append(byte)
        continue
      }
      text += [UInt8(ascii: "%"), hexadecimal[Int(byte >> 4)], hexadecimal[Int(byte & 15)]]
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Escapes a part of a query or a form, as `encodeURIComponent` does.
  static func escaped(_ part: String) -> String {
    var text: [UInt8] = []
    for byte in part.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
        UInt8(ascii: "~"):
        text.append(byte)
      default: text += [UInt8(ascii: "%"), hexadecimal[Int(byte >> 4)], hexadecimal[Int(byte & 15)]]
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"):
      true
    default: false
    }
  }

  private static let hexadecimal = Array("0123456789ABCDEF".utf8)
}

extension BridgeError {
  fileprivate static let noName = badAddress("its host is not a name of letters a to z, digits, - and _")

  static func badAddress(_ reason: String) -> BridgeError {
    BridgeError(.invalidArgument, "The URL is invalid: \(reason).")
  }
}
#endif
