#if Plugins
public import Causeway

/// The servers that may be asked: an allow-list, which every redirect meets anew.
///
///     try HTTPOrigins(["https://api.example.org", "https://*.example.net"], local: ["http://localhost:8080"])
///
/// An entry is a scheme, a host and a port (the scheme's own when left out), and nothing behind. The host is a name;
/// `*.name` for every name that ends in `.name`, however many parts it has, but not `name` itself; or `*` for any host.
///
/// Servers of the first list must have an address that is public: whatever their name resolves to, a connection to this
/// machine, to a private network or to a link-local address is closed before a request is sent. With `https` that is
/// behind the handshake, which tells the name that was asked for. The second list may lead anywhere.
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

  /// Where a request may connect to.
  enum Reach: Sendable, Equatable {
    case world
    case anywhere
  }

  private let world: [Entry]
  private let local: [Entry]

  /// A list of servers.
  ///
  /// - Parameters:
  ///   - origins: servers on the Internet.
  ///   - local: servers that may be anywhere, this machine included.
  /// - Throws: `INVALID_ARGUMENT` that says what is wrong with an entry.
  public init(_ origins: [String], local: [String] = []) throws(BridgeError) {
    var entries: [Entry] = []
    for origin in origins {
      let entry = try HTTPOrigins.entry(origin)
      if case .name(let name) = entry.host,
        HostAddress(name).map({ !$0.isPublic }) ?? (name == "localhost" || name.hasSuffix(".localhost"))
      {
        throw HTTPOrigins.wrong(origin, "it is not on the Internet; list it as a local one")
      }
      entries.append(entry)
    }
    world = entries
    entries = []
    for origin in local { entries.append(try HTTPOrigins.entry(origin)) }
    self.local = entries
  }

  /// How far a request to this target may reach; nil when it is not listed.
  func reach(of target: HTTPTarget) -> Reach? {
    if local.contains(where: { $0.matches(target) }) { return .anywhere }
    return world.contains { $0.matches(target) } ? .world : nil
  }

  private static func entry(_ text: String) throws(BridgeError) -> Entry {
    guard let separator = text.firstRange(of: "://"),
      let scheme = HTTPTarget.Scheme(rawValue: text[..<separator.lowerBound].lowercased())
    else { throw wrong(text, "it does not begin with http:// or https://") }
    let authority = text[separator.upperBound...]
    if authority.contains(where: { "/?#@".contains($0) }) { throw wrong(text, "something follows its host and port") }
    let isWild = authority.hasPrefix("*")
    let plain = isWild ? "x" + authority.dropFirst() : String(authority)
    let host: String
    let port: Int
    do {
      (host, port) = try HTTPTarget.authority(plain[...], scheme)
    } catch {
      throw wrong(text, "its host or its port is none")
    }
    if !isWild { return Entry(scheme: scheme, host: .name(host), port: port) }
    if host == "x" { return Entry(scheme: scheme, host: .any, port: port) }
    guard host.hasPrefix("x."), host.count > 2 else { throw wrong(text, "a * stands for whole parts of a name") }
    return Entry(scheme: scheme, host: .below(String(host.dropFirst())), port: port)
  }

  private static func wrong(_ entry: String, _ reason: String) -> BridgeError {
    BridgeError(.invalidArgument, "\"\(entry.prefix(100))\" is no origin: \(reason).")
  }
}
#endif
