#if Plugins
import Causeway

/// A URL, parsed once by the rules of the URL Standard: the same parts are checked, connected to, sent and shown.
struct HTTPTarget: Sendable, Equatable {
  enum Scheme: String, Sendable { case http, https }

  let scheme: Scheme
  /// In lower case; an IPv6 address without its brackets.
  let host: String
  let port: Int
  /// What a request sends: starts with a slash, contains the query, and nothing of the fragment.
  let path: String

  /// - Throws: `INVALID_ARGUMENT` for any text that is not an `http` or `https` URL.
  init(_ text: String, _ limits: HTTPLimits) throws(BridgeError) {
    self = try HTTPTarget.parse(Array(text.utf8), relativeTo: nil, limits)
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
  /// - Parameter location: the header's bytes, one a character.
  /// - Throws: `INVALID_ARGUMENT` for an invalid URL, and for another scheme.
  func redirected(to location: String, _ limits: HTTPLimits) throws(BridgeError) -> HTTPTarget {
    let bytes = location.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    do throws(BridgeError) {
      return try HTTPTarget.parse(bytes, relativeTo: self, limits)
    } catch {
      throw BridgeError(error.code, "The server redirects to another URL. \(error.message)", data: error.data)
    }
  }

  /// Adds a query to the existing one.
  ///
  /// - Throws: `RESOURCE_EXHAUSTED` if the URL gets too long.
  mutating func add(query: String, _ limits: HTTPLimits) throws(BridgeError) {
    guard !query.isEmpty else { return }
    let longer = HTTPTarget(
      scheme: scheme, host: host, port: port, path: path + (path.contains("?") ? "&" : "?") + query)
    try HTTPTarget.check(longer.text.utf8.count, limits)
    self = longer
  }

  private init(scheme: Scheme, host: String, port: Int, path: String) {
    self.scheme = scheme
    self.host = host
    self.port = port
    self.path = path
  }

  static func port(of scheme: Scheme) -> Int { scheme == .http ? 80 : 443 }

  private static func check(_ count: Int, _ limits: HTTPLimits) throws(BridgeError) {
    guard count <= limits.urlBytes else {
      throw .exhausted("urlBytes", maximum: limits.urlBytes, "A URL of \(count) bytes")
    }
  }

  // MARK: Parsing

  private static func parse(
    _ bytes: [UInt8], relativeTo base: HTTPTarget?, _ limits: HTTPLimits
  ) throws(BridgeError) -> HTTPTarget {
    try check(bytes.count, limits)
    let text = URLPath.trimmed(bytes)
    let target: HTTPTarget
    if let colon = URLPath.endOfScheme(text) {
      let name = String(decoding: text[..<colon], as: UTF8.self).lowercased()
      guard let scheme = Scheme(rawValue: name) else {
        throw .badAddress("its scheme is \(name.prefix(16)):, only http: and https: are supported")
      }
      let rest = text[(colon + 1)...]
      if let base, base.scheme == scheme, !rest.starts(with: "//".utf8) {
        target = try relative(rest, to: base)
      } else {
        target = try absolute(rest.drop(while: URLPath.isSlash), scheme)
      }
    } else if let base {
      target = try relative(text[...], to: base)
    } else {
      throw .badAddress("it does not start with http:// or https://")
    }
    try check(target.text.utf8.count, limits)
    return target
  }

  /// Parses what follows `scheme://`.
  private static func absolute(_ rest: ArraySlice<UInt8>, _ scheme: Scheme) throws(BridgeError) -> HTTPTarget {
    let end = rest.firstIndex { URLPath.isSlash($0) || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
    let authority = rest[..<(end ?? rest.endIndex)]
    let (host, port) = try URLHost.authority(authority, defaultPort: port(of: scheme))
    return HTTPTarget(
      scheme: scheme, host: host, port: port, path: URLPath(rest[authority.endIndex...], below: []).text)
  }

  private static func relative(_ rest: ArraySlice<UInt8>, to base: HTTPTarget) throws(BridgeError) -> HTTPTarget {
    let path: URLPath
    if let first = rest.first, URLPath.isSlash(first) {
      let second = rest.dropFirst()
      if let next = second.first, URLPath.isSlash(next) {
        return try absolute(second.drop(while: URLPath.isSlash), base.scheme)
      }
      path = URLPath(rest, below: [])
    } else {
      path = URLPath(rest, relativeTo: URLPath(base.path.utf8.map { $0 }[...], below: []))
    }
    return HTTPTarget(scheme: base.scheme, host: base.host, port: base.port, path: path.text)
  }
}

extension BridgeError {
  static func badAddress(_ reason: String) -> BridgeError {
    BridgeError(.invalidArgument, "The URL is invalid: \(reason).")
  }
}
#endif
