#if Plugins
import Causeway
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import NIOWebSocket

/// Opens a connection to a server: the address is checked before the request is sent.
struct WebSocketConnector: Sendable {
  let target: HTTPTarget
  let protocols: [String]
  let origins: HTTPOrigins
  let limits: HTTPLimits
  let clients: HTTPClients

  /// An open connection.
  ///
  /// Its handler is used on the event loop of its channel only.
  struct Opened: Sendable {
    let channel: any Channel
    let handler: NIOLoopBound<WebSocketHandler>
    let head: WebSocketHead
  }

  private struct Refused: Error {
    let reason: String
  }

  /// - Throws: `PERMISSION_DENIED` for a server that is not on the list, `UNAVAILABLE` for one that cannot be reached or
  ///   refuses the connection, `DEADLINE_EXCEEDED` for one that does not answer.
  func open() async throws -> Opened {
    guard let scope = origins.scope(of: target) else { throw BridgeError.notListed(target) }
    do {
      let reservation = try HTTPClients.socket()
      let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .connectTimeout(.nanoseconds(Int64(limits.connectTime / .nanoseconds(1))))
        .connect(host: clients.address(of: target.host), port: target.port).get()
      channel.closeFuture.whenComplete { _ in withExtendedLifetime(reservation) {} }
      do {
        if scope == .internet, HostAddress(channel.remoteAddress)?.isPublic != true { throw HTTPClients.NotPublic() }
        return try await upgrade(channel)
      } catch {
        channel.close(promise: nil)
        throw error
      }
    } catch let refused as Refused {
      throw BridgeError(.unavailable, "The server did not open a WebSocket: \(refused.reason).")
    } catch {
      throw BridgeError.ofHTTP(clients.hides(target, scope) ? HTTPClients.NotPublic() : error, limits, in: scope)
    }
  }

  private func upgrade(_ channel: any Channel) async throws -> Opened {
    let security = target.scheme == .https ? try clients.securityContext() : nil
    let configuration = configuration
    let upgraded = channel.eventLoop.flatSubmit { () -> EventLoopFuture<Opened> in
      do {
        let pipeline = channel.pipeline.syncOperations
        if let security {
          let name = HostAddress(target.host) == nil ? target.host : nil
          try pipeline.addHandler(try NIOSSLClientHandler(context: security, serverHostname: name))
        }
        let gate = WebSocketGate()
        try pipeline.addHandler(gate)
        let upgraded = try pipeline.configureUpgradableHTTPClientPipeline(configuration: configuration)
        upgraded.assumeIsolated().whenComplete { _ in gate.open() }
        return upgraded
      } catch {
        return channel.eventLoop.makeFailedFuture(error)
      }
    }
    let limit = TimeAmount.nanoseconds(Int64(limits.readTime / .nanoseconds(1)))
    // Closing the channel fails the upgrade.
    let timer = channel.eventLoop.scheduleTask(in: limit) { channel.close(promise: nil) }
    defer { timer.cancel() }
    return try await withTaskCancellationHandler {
      try await upgraded.get()
    } onCancel: {
      channel.close(promise: nil)
    }
  }

  private var configuration: NIOUpgradableHTTPClientPipelineConfiguration<Opened> {
    var headers: HTTPHeaders = ["host": String(target.origin.drop { $0 != ":" }.dropFirst(3))]
    if !protocols.isEmpty { headers.add(name: "sec-websocket-protocol", value: protocols.joined(separator: ", ")) }
    let upgrader = NIOTypedWebSocketClientUpgrader<Opened>(
      maxFrameSize: limits.bodyBytes, enableAutomaticErrorHandling: false
    ) { channel, head in
      channel.eventLoop.makeCompletedFuture { try opened(channel, head) }
    }
    var configuration = NIOUpgradableHTTPClientPipelineConfiguration(
      upgradeConfiguration: NIOTypedHTTPClientUpgradeConfiguration(
        upgradeRequestHead: HTTPRequestHead(version: .http1_1, method: .GET, uri: target.path, headers: headers),
        upgraders: [upgrader],
        notUpgradingCompletionHandler: { channel in
          channel.eventLoop.makeFailedFuture(Refused(reason: "its answer does not switch protocols"))
        }))
    // Messages may follow the answer at once.
    configuration.leftOverBytesStrategy = .forwardBytes
    return configuration
  }

  /// Checks the answer of the server, and creates the end of the connection.
  private func opened(_ channel: any Channel, _ head: HTTPResponseHead) throws -> Opened {
    let chosen = head.headers["sec-websocket-protocol"]
    guard chosen.count <= 1, chosen.allSatisfy(protocols.contains) else {
      throw Refused(reason: "it chose a protocol that was not offered")
    }
    guard head.headers["sec-websocket-extensions"].isEmpty else {
      throw Refused(reason: "it chose an extension that was not offered")
    }
    let pipeline = channel.pipeline.syncOperations
    // From now on each message is read when JavaScript wants it. This fails for a connection that is lost already.
    try? channel.syncOptions?.setOption(.autoRead, value: false)
    try pipeline.addHandler(
      NIOWebSocketFrameAggregator(
        minNonFinalFragmentSize: 0, maxAccumulatedFrameCount: WebSocketConnector.fragments,
        maxAccumulatedFrameSize: limits.bodyBytes))
    let handler = WebSocketHandler()
    try pipeline.addHandler(handler)
    return Opened(
      channel: channel, handler: NIOLoopBound(handler, eventLoop: channel.eventLoop),
      head: WebSocketHead(subprotocol: chosen.first ?? ""))
  }

  /// The maximum number of fragments of a message.
  private static let fragments = 65_536
}

extension BridgeError {
  /// The error of a target whose origin is not on the list.
  static func notListed(_ target: HTTPTarget) -> BridgeError {
    BridgeError(
      .permissionDenied, "\(target.origin) is not on the list of allowed origins.",
      data: ["origin": .string(target.origin)])
  }
}
#endif
