#if Plugins
import AsyncHTTPClient
import Causeway
import HTTPStatusFilter
import NIOCore
import NIOHTTP1
import NIOSSL
import Synchronization

/// The two clients of a plugin, created on first use: one for public addresses, one for all addresses.
final class HTTPClients: Sendable {
  private let limits: HTTPLimits
  /// Fixed addresses of names, instead of the resolver's: for tests.
  private let addresses: [String: String]
  private let security: TLSConfiguration
  private let internet = Mutex<HTTPClient?>(nil)
  private let anyAddress = Mutex<HTTPClient?>(nil)
  /// Those of the readers that wait for a server.
  let deadlines = ReadDeadlines()
  private let webSocketSecurity = Mutex<NIOSSLContext?>(nil)

  init(_ limits: HTTPLimits, addresses: [String: String] = [:], trust: NIOSSLTrustRoots? = nil) {
    self.limits = limits
    self.addresses = addresses
    var security = TLSConfiguration.makeClientConfiguration()
    if let trust { security.trustRoots = trust }
    self.security = security
  }

  deinit {
    // Closes open connections; a client without a shutdown traps when it is released.
    for client in [internet.withLock { $0 }, anyAddress.withLock { $0 }] { client?.shutdown { _ in } }
  }

  /// The client for a network scope.
  func client(_ scope: HTTPOrigins.NetworkScope) -> HTTPClient {
    switch scope {
    case .internet:
      internet.withLock { client in
        if let client { return client }
        let made = make(scope)
        client = made
        return made
      }
    case .any:
      anyAddress.withLock { client in
        if let client { return client }
        let made = make(scope)
        client = made
        return made
      }
    }
  }

  /// The settings of TLS for WebSockets, which read the certificates of the system once.
  func securityContext() throws -> NIOSSLContext {
    try webSocketSecurity.withLock { context in
      if let context { return context }
      let made = try NIOSSLContext(configuration: security)
      context = made
      return made
    }
  }

  /// The fixed address of a name, or the name itself.
  func address(of host: String) -> String { addresses[host] ?? host }

  /// The address of a name is not public.
  struct NotPublic: Error {}

  private func make(_ scope: HTTPOrigins.NetworkScope) -> HTTPClient {
    var configuration = HTTPClient.Configuration()
    configuration.tlsConfiguration = security
    configuration.redirectConfiguration = .disallow
    configuration.timeout = .init(connect: .nanoseconds(Int64(limits.connectTime / .nanoseconds(1))))
    configuration.connectionPool.idleTimeout = .seconds(30)
    // `Limits.requests` and the descriptors of this process bound the connections: see ``socket()``.
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = .max
    // A failed connection is reported at once: the caller can try again.
    configuration.connectionPool.retryConnectionEstablishment = false
    configuration.httpVersion = .http1Only
    configuration.dnsOverride = addresses
    // Runs for every new connection, before the first byte of a request.
    configuration.http1_1ConnectionDebugInitializer = { channel in
      let prepared = Result { try HTTPClients.prepare(channel, scope) }
      if case .failure = prepared { channel.close(promise: nil) }
      return channel.eventLoop.makeCompletedFuture(prepared)
    }
    return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
  }

  /// Whether a target has a fixed address that its scope excludes: nothing is told about what listens there.
  func hides(_ target: HTTPTarget, _ scope: HTTPOrigins.NetworkScope) -> Bool {
    scope == .internet && HostAddress(address(of: target.host))?.isPublic == false
  }

  /// Reserves one socket of this process.
  ///
  /// Each open connection has a reservation, and each running request another one, since it may open a connection.
  static func socket() throws(BridgeError) -> Quota.Reservation {
    try Quota.sockets.take(for: "One more connection of this process to a server")
  }

  /// Whether idle connections may be kept: while half of the sockets are free.
  static var keepsConnections: Bool { Quota.sockets.held * 2 <= DescriptorBudget.current.sockets }

  /// Lets a connection that is behind its server read more at once, in one piece.
  private static func prepareReads(_ channel: any Channel) throws {
    guard let options = channel.syncOptions else { return }
    try options.setOption(
      .recvAllocator, value: AdaptiveRecvByteBufferAllocator(minimum: 1_024, initial: 4_096, maximum: 262_144))
    try options.setOption(.maxMessagesPerRead, value: 2)
  }

  private static func prepare(_ channel: any Channel, _ scope: HTTPOrigins.NetworkScope) throws {
    let reservation = try HTTPClients.socket()
    channel.closeFuture.whenComplete { _ in withExtendedLifetime(reservation) {} }
    if scope == .internet, HostAddress(channel.remoteAddress)?.isPublic != true { throw NotPublic() }
    try prepareReads(channel)
    try StatusFilter.add(to: channel)
    try HTTPWire.add(to: channel)
  }
}
#endif
