#if NATS
/// How to reach NATS: servers, identity and TLS.
///
/// A server's URL may contain user and password: `nats://user:password@host:4222`. The scheme `tls://` enables TLS.
public struct NATSOptions: Sendable {
  /// The URLs of the servers of one cluster; if the connection to one is lost, the client connects to another.
  public var servers: [String]
  /// The name of the client in the server's logs; nil for none.
  public var name: String?
  /// A token to authenticate with; nil for none.
  public var token: String?
  /// The path of a `.creds` file with a JWT and its seed; nil for none.
  public var credentialsFile: String?
  /// A public NKey and the path of the file with its seed; nil for none.
  public var nkey: (publicKey: String, seedFile: String)?
  /// The path of the PEM file with the certificate authorities to trust; nil for the system's.
  public var authoritiesFile: String?
  /// The paths of a PEM certificate chain and its key, which the client presents to the server; nil for none.
  public var certificate: (chainFile: String, keyFile: String)?
  /// The prefix of the subjects on which this client receives answers, such as `_INBOX.shop`.
  ///
  /// If the server permits each user only its own inboxes, no user can read the answers to another one. Callers and workers
  /// of a prefix need inbox prefixes with the same first token, because a worker answers only to inboxes.
  public var inboxPrefix = "_INBOX"

  /// Options for these servers.
  public init(_ servers: String...) { self.servers = servers }
}
#endif
