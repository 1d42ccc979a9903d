#if Plugins
public import Causeway

/// The allowed servers: every request and every redirect is checked against the list.
///
///     try HTTPOrigins(["https://api.example.org", "https://*.example.net"], local: ["http://localhost:8080"])
///
/// An entry consists of a scheme, a host and a port (the scheme's default if omitted). The host is a name; `*.name` for
/// every name that ends in `.name`, with any number of parts, but not `name` itself; or `*` for any host.
///
/// Servers of the first list must have a public address: a connection to this machine, to a private network or to a
/// link-local address is closed before a request is sent. With `https` that happens after the handshake, which contains
/// the requested name. Servers of the second list may have any address.
public struct HTTPOrigins: Sendable {
  private struct Entry: Sendable {
    enum Host: Sendable {
      case name(String)
      case below(String)
      case any
    }

    let scheme: HTTPTarget.Scheme
    let host: Host
    let port: Int

    func matches(_ target: HTTPTarget) -> Bool {
      guard scheme == target.scheme, port == target.port else { return false }
      switch host {
      case .name(let name): return name == target.host
      case .below(let suffix): return target.host.hasSuffix(suffix) && HostAddress(target.host) == nil
      case .any: return true
      }
    }
  }

  /// The addresses to which a request may connect.
  enum NetworkScope: Sendable, Equatable {
    case internet
    case any
  }

  private let internet: [Entry]
  private let local: [Entry]

  /// Creates a list of servers.
  ///
  /// - Parameters:
  ///   - origins: servers with public addresses.
  ///   - local: servers with any address, including this machine.
  /// - Throws: `INVALID_ARGUMENT` with the reason for an invalid entry.
  public init(_ origins: [String], local: [String] = []) throws(BridgeError) {
    var entries: [Entry] = []
    for origin in origins {
      let entry = try HTTPOrigins.entry(origin)
      if case .name(let name) = entry.host,
        HostAddress(name).map({ !$0.isPublic }) ?? (name == "localhost" || name.hasSuffix(".localhost"))
      {
        throw HTTPOrigins.wrong(origin, "its address is not public; list it as a local server")
      }
      entries.append(entry)
    }
    internet = entries
    entries = []
    for origin in local { entries.append(try HTTPOrigins.entry(origin)) }
    self.local = entries
  }

  /// The allowed addresses for a target; nil if it is not listed.
  func scope(of target: HTTPTarget) -> NetworkScope? {
    if local.contains(where: { $0.matches(target) }) { return .any }
    return internet.contains { $0.matches(target) } ? .internet : nil
  }

  private static func entry(_ text: String) throws(BridgeError) -> Entry {
    guard let separator = text.firstRange(of: "://"),
      let scheme = HTTPTarget.Scheme(rawValue: text[..<separator.lowerBound].lowercased())
    else { throw wrong(text, "it does not start with http:// or https://") }
    let authority = text[separator.upperBound...]
    if authority.contains(where: { "/?#@".contains($0) }) { throw wrong(text, "it continues after the host and port") }
    let isWild = authority.hasPrefix("*")
    let plain = Array((isWild ? "x" + authority.dropFirst() : authority).utf8)
    let host: String
    let port: Int
    do {
      (host, port) = try URLHost.authority(plain[...], defaultPort: HTTPTarget.port(of: scheme))
    } catch {
      throw wrong(text, "its host or its port is invalid")
    }
    if !isWild { return Entry(scheme: scheme, host: .name(host), port: port) }
    if host == "x" { return Entry(scheme: scheme, host: .any, port: port) }
    guard host.hasPrefix("x."), host.count > 2 else { throw wrong(text, "a * must be a complete part of a name") }
    return Entry(scheme: scheme, host: .below(String(host.dropFirst())), port: port)
  }

  private static func wrong(_ entry: String, _ reason: String) -> BridgeError {
    BridgeError(.invalidArgument, "\"\(entry.prefix(100))\" is not an origin: \(reason).")
  }
}
#endif
