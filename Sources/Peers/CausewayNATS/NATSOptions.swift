#if NATS
/// How to reach NATS: servers, identity and TLS.
///
/// User and password may stand in a server's URL: `nats://user:password@host:4222`. The scheme `tls://` asks for TLS.
public struct NATSOptions: Sendable {
  /// URLs of servers of one cluster; the client stays with one and goes to another when it is lost.
  public var servers: [String]
  /// Names the client in the server's logs; nil for none.
  public var name: String?
  /// A token to authenticate with; nil for none.
  public var token: String?
  /// The path of a `.creds` file with a JWT and its seed; nil for none.
  public var credentialsFile: String?
  /// A public NKey and the path of the file with its seed; nil for none.
  public var nkey: (publicKey: String, seedFile: String)?
  /// The path of the PEM file with the authorities that a server's certificate is checked against; nil for the system's.
  public var authoritiesFile: String?
  /// The paths of a PEM certificate chain and its key, which the client shows the server; nil for none.
  public var certificate: (chainFile: String, keyFile: String)?
  /// What the subjects of answers to this client begin with, such as `_INBOX.shop`: a server that lets each user subscribe
  /// to its own inboxes only keeps it from reading the answers to others.
  ///
  /// Callers and workers of a prefix have the same first word: a worker answers to inboxes only.
  public var inboxPrefix = "_INBOX"

  /// Options for these servers.
  public init(_ servers: String...) { self.servers = servers }
}
#endif
