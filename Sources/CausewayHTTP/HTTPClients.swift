#if Plugins
import AsyncHTTPClient
import Causeway
import HTTPStatusFilter
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import Synchronization

/// The two clients of a plugin, made when they are first needed: one for the Internet, one for wherever the list says.
final class HTTPClients: Sendable {
  private let limits: HTTPLimits
  /// Addresses of names, instead of those that the resolver tells.
  private let addresses: [String: String]
  private let world = Mutex<HTTPClient?>(nil)
  private let anywhere = Mutex<HTTPClient?>(nil)

  init(_ limits: HTTPLimits, addresses: [String: String] = [:]) {
    self.limits = limits
    self.addresses = addresses
  }

  deinit {
    // Open connections are closed; a client that is not told so would trap.
    for client in [world.withLock { $0 }, anywhere.withLock { $0 }] { client?.shutdown { _ in } }
  }

  /// The client whose connections reach so far.
  func client(_ reach: HTTPOrigins.Reach) -> HTTPClient {
    switch reach {
    case .world:
      world.withLock { client in
        if let client { return client }
        let made = make(reach)
        client = made
        return made
      }
    case .anywhere:
      anywhere.withLock { client in
        if let client { return client }
        let made = make(reach)
        client = made
        return made
      }
    }
  }

  /// A name led to an address that is not public.
  struct NotPublic: Error {}

  private func make(_ reach: HTTPOrigins.Reach) -> HTTPClient {
    var configuration = HTTPClient.Configuration()
    configuration.redirectConfiguration = .disallow
    configuration.timeout = .init(connect: .nanoseconds(Int64(limits.connectTime / .nanoseconds(1))))
    configuration.connectionPool.idleTimeout = .seconds(30)
    // A connection that fails is told at once: who waits can try again.
    configuration.connectionPool.retryConnectionEstablishment = false
    configuration.decompression = .enabled(limit: .size(limits.bodyBytes))
    configuration.httpVersion = .http1Only
    configuration.dnsOverride = addresses
    // Runs for every new connection, before the first byte of a request.
    configuration.http1_1ConnectionDebugInitializer = { channel in
      let prepared = Result { try HTTPClients.prepare(channel, reach) }
      if case .failure = prepared { channel.close(promise: nil) }
      return channel.eventLoop.makeCompletedFuture(prepared)
    }
    return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
  }

  /// Counts one socket of this process.
  ///
  /// Each open connection to a server has a share, and each request in flight another one, since it may open a connection.
  static func socket() throws(BridgeError) -> Quota.Reservation {
    try Quota.sockets.take(for: "One more connection to a server, of all in this process,")
  }

  /// Whether idle connections may be kept: as long as half of the sockets are left.
  static var keepsConnections: Bool { Quota.sockets.held * 2 <= DescriptorBudget.current.sockets }

  private static func prepare(_ channel: any Channel, _ reach: HTTPOrigins.Reach) throws {
    let share = try HTTPClients.socket()
    channel.closeFuture.whenComplete { _ in withExtendedLifetime(share) {} }
    if reach == .world, HostAddress(channel.remoteAddress)?.isPublic != true { throw NotPublic() }
    try StatusFilter.add(to: channel)
  }
}
#endif
