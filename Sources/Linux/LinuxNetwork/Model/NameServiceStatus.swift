/// The name servers of single links, as the service that distributes queries among them reports them.
///
/// With split DNS, a query for a name below one of a link's domains is sent to the servers of that link only.
public struct NameServiceStatus: Sendable, Hashable, Codable {
  /// The service: `systemd-resolved` or `NetworkManager`.
  ///
  /// `nil` if neither runs, so that only the C library's configuration counts: see ``NetworkStatus/dns``.
  public let service: String?

  /// The links with servers or domains; the one without an interface applies to all links.
  public var links: [LinkNameServers]

  /// Creates a status.
  public init(service: String?, links: [LinkNameServers]) {
    self.service = service
    self.links = links
  }

  /// Encodes every property: an unknown one is `null`, so that JavaScript always finds it.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(service, forKey: .service)
    try container.encode(links, forKey: .links)
  }
}

/// The name servers of one link.
public struct LinkNameServers: Sendable, Hashable, Codable {
  /// The name of the interface.
  ///
  /// `nil` for servers that belong to no link.
  public var interface: String?

  /// The servers in the order of use: an address, then `%` and the link of a link-local one, the port if it is not 53, and
  /// `#` and the name in its certificate if there is one: `192.0.2.1:853#dns.example`.
  public var servers: [String]

  /// The domains that are appended to a short name, and whose names these servers know.
  public var search: [String]

  /// The domains whose names these servers know: names below them are looked up only here.
  ///
  /// `.` is every name.
  public var routes: [String]

  /// Whether names outside of all links' domains are looked up here too.
  ///
  /// `nil` if the service does not report it.
  public var defaultRoute: Bool?

  /// Creates a link's servers.
  public init(interface: String?, servers: [String], search: [String], routes: [String], defaultRoute: Bool?) {
    self.interface = interface
    self.servers = servers
    self.search = search
    self.routes = routes
    self.defaultRoute = defaultRoute
  }

  /// Encodes every property: an unknown one is `null`, so that JavaScript always finds it.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(interface, forKey: .interface)
    try container.encode(servers, forKey: .servers)
    try container.encode(search, forKey: .search)
    try container.encode(routes, forKey: .routes)
    try container.encode(defaultRoute, forKey: .defaultRoute)
  }
}
