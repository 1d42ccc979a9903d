#if Plugins
import Causeway
import NIOCore
import NIOHTTP1
import NIOPosix

/// The streamable HTTP transport of the protocol, on this machine's loopback address: `http://127.0.0.1:PORT/mcp`.
///
/// It answers each request with one JSON text and opens no stream of events, which the protocol leaves to a server. Any
/// program of this machine may connect; pages of other sites are refused by their `Origin`.
public struct MCPHTTPServer: Sendable {
  /// The port that it listens on.
  public let port: Int

  private typealias Exchange = NIOAsyncChannel<HTTPServerRequestPart, HTTPServerResponsePart>
  private let listener: NIOAsyncChannel<Exchange, Never>
  private let handler: MCPHTTPHandler
  private let messageBytes: Int

  /// The most connections at a time; the newest is closed beyond it.
  private static let connections = 256

  /// Listens; connections wait for ``run()``.
  ///
  /// - Parameters:
  ///   - port: 0 for one that is free.
  ///   - origins: the pages that may connect, such as `https://app.example`, besides those of this machine.
  /// - Throws: `UNAVAILABLE` if the port is in use.
  public init(_ server: MCPServer, port: Int, origins: [String] = []) async throws {
    messageBytes = server.configuration.messageBytes
    handler = MCPHTTPHandler(server, origins: origins)
    // A client waits for an answer for as long as a call may take.
    let idle = server.configuration.timeout + .seconds(60)
    do {
      listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        .bind(host: "127.0.0.1", port: port) { channel in
          channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            try pipeline.configureHTTPServerPipeline(withErrorHandling: true)
            try pipeline.addHandlers(
              IdleStateHandler(allTimeout: .nanoseconds(Int64(idle / .nanoseconds(1)))), IdleCloser())
            return try Exchange(wrappingChannelSynchronously: channel)
          }
        }
    } catch {
      throw BridgeError(.unavailable, "Cannot listen on port \(port): \(error)")
    }
    self.port = listener.channel.localAddress?.port ?? port
  }

  /// Serves until the task is cancelled.
  public func run() async throws {
    try await listener.executeThenClose { connections in
      let open = ConnectionCount()
      try await withThrowingDiscardingTaskGroup { group in
        for try await connection in connections {
          guard open.enter(atMost: MCPHTTPServer.connections) else {
            connection.channel.close(promise: nil)
            group.addTask { try? await connection.executeThenClose { _, _ in } }
            continue
          }
          group.addTask {
            // A connection that breaks concerns nobody else.
            try? await serve(connection)
            open.leave()
          }
        }
      }
    }
    handler.close()
  }

  private func serve(_ connection: Exchange) async throws {
    try await connection.executeThenClose { inbound, outbound in
      var parts = inbound.makeAsyncIterator()
      while case .head(let head)? = try await parts.next() {
        var body: [UInt8] = []
        let length = head.headers.first(name: "content-length").flatMap { Int($0) } ?? 0
        var isTooLong = length > messageBytes
        while !isTooLong, let part = try await parts.next(), case .body(let bytes) = part {
          isTooLong = body.count + bytes.readableBytes > messageBytes
          if !isTooLong { body += bytes.readableBytesView }
        }
        let answer = isTooLong ? .tooLong(messageBytes) : await handler.answer(head, body)
        // The rest of a body that is too long is not read.
        let keepsAlive = head.isKeepAlive && !isTooLong
        try await outbound.write(.head(answer.head(head.version, keepsAlive: keepsAlive)))
        if !answer.body.isEmpty { try await outbound.write(.body(.byteBuffer(ByteBuffer(bytes: answer.body)))) }
        try await outbound.write(.end(nil))
        guard keepsAlive else { return }
      }
    }
  }
}

/// Closes a connection on which nothing happens.
private final class IdleCloser: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is IdleStateHandler.IdleStateEvent { return context.close(promise: nil) }
    context.fireUserInboundEventTriggered(event)
  }
}
#endif
