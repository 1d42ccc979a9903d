#if Plugins
import Causeway
import NIOCore
import NIOHTTP1
import NIOPosix

/// The Streamable HTTP transport of MCP, on this machine's loopback address: `http://127.0.0.1:PORT/mcp`.
///
/// It answers each request with one JSON response and opens no event stream, which is optional in the protocol. Every user
/// of this machine can connect, so each request must carry the token: `Authorization: Bearer TOKEN`. Requests from pages of
/// other sites are refused by their `Origin` as well.
public struct MCPHTTPServer: Sendable {
  /// The port that the server listens on.
  public let port: Int
  /// The bearer token that each request must carry.
  public var token: String { handler.token }

  private typealias Exchange = NIOAsyncChannel<HTTPServerRequestPart, HTTPServerResponsePart>
  private let listener: NIOAsyncChannel<Exchange, Never>
  private let handler: MCPHTTPHandler
  private let messageBytes: Int

  /// How long a request may take to arrive, from the connection or its first byte.
  private static let requestTime = TimeAmount.seconds(10)

  /// Starts to listen; connections wait until ``run()`` is called.
  ///
  /// - Parameters:
  ///   - port: 0 for a free port.
  ///   - token: at least 16 characters; nil for a new token of 128 random bits.
  ///   - origins: the origins of pages that may connect, such as `https://app.example`, in addition to this machine's.
  /// - Throws: `UNAVAILABLE` if the port is in use, `INVALID_ARGUMENT` for a token that is too short.
  public init(_ server: MCPServer, port: Int, token: String? = nil, origins: [String] = []) async throws {
    if let token, token.utf8.count < 16 {
      throw BridgeError(.invalidArgument, "The token is too short: it must have at least 16 characters.")
    }
    messageBytes = server.configuration.messageBytes
    handler = MCPHTTPHandler(server, token: token ?? MCPHTTPHandler.newID(), origins: origins)
    // A client waits for an answer for as long as a call may take.
    let idle = TimeAmount.seconds(min(server.configuration.timeout.components.seconds, 1 << 32) + 60)
    do {
      listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        .bind(host: "127.0.0.1", port: port) { channel in
          channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            try pipeline.configureHTTPServerPipeline(withErrorHandling: true)
            let deadline = RequestDeadline(MCPHTTPServer.requestTime)
            try pipeline.addHandler(deadline, position: .first)
            try pipeline.addHandler(
              RequestEnd(deadline),
              position: .after(pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)))
            try pipeline.addHandlers(
              IdleStateHandler(allTimeout: idle), IdleCloser())
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
    defer { handler.close() }
    try await listener.executeThenClose { connections in
      let open = OpenConnections()
      try await withThrowingDiscardingTaskGroup { group in
        for try await connection in connections {
          let id = open.enter(connection.channel)
          group.addTask {
            // A broken connection does not affect the others.
            if id == nil {
              try? await connection.executeThenClose { _, _ in }
            } else {
              try? await serve(connection) { open.hasShownToken(id) }
            }
            open.leave(id)
          }
        }
      }
    }
  }

  private func serve(_ connection: Exchange, _ hasShownToken: () -> Void) async throws {
    try await connection.executeThenClose { inbound, outbound in
      var parts = inbound.makeAsyncIterator()
      while case .head(let head)? = try await parts.next() {
        let early = handler.earlyAnswer(to: head)
        if early == nil { hasShownToken() }
        var body: [UInt8] = []
        var count = 0
        var isTooLong = head.headers.first(name: "content-length").flatMap { Int($0) } ?? 0 > messageBytes
        while !isTooLong, let part = try await parts.next(), case .body(let bytes) = part {
          count += bytes.readableBytes
          isTooLong = count > messageBytes
          // The body of such a request is read, since an early answer would be lost, but not kept.
          if !isTooLong, early == nil { body += bytes.readableBytesView }
        }
        var answer =
          if let early { early } else if isTooLong { MCPHTTPAnswer.tooLong(messageBytes) } else {
            await handler.answer(head, body)
          }
        answer.headers += handler.pageHeaders(for: head)
        // The rest of a body that is too long is not read.
        let keepsAlive = head.isKeepAlive && !isTooLong && early == nil
        try await outbound.write(.head(answer.head(head.version, keepsAlive: keepsAlive)))
        if !answer.body.isEmpty { try await outbound.write(.body(.byteBuffer(ByteBuffer(bytes: answer.body)))) }
        try await outbound.write(.end(nil))
        guard keepsAlive else { return }
      }
    }
  }
}

/// Closes a connection whose request does not arrive in time.
///
/// It is on the connection's event loop only.
private final class RequestDeadline: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let time: TimeAmount
  private var timer: Scheduled<Void>?

  init(_ time: TimeAmount) { self.time = time }

  func channelActive(context: ChannelHandlerContext) {
    begin(context)
    context.fireChannelActive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    begin(context)
    context.fireChannelRead(data)
  }

  func channelInactive(context: ChannelHandlerContext) {
    end()
    context.fireChannelInactive()
  }

  private func begin(_ context: ChannelHandlerContext) {
    guard timer == nil else { return }
    timer = context.eventLoop.assumeIsolated().scheduleTask(in: time) { context.close(promise: nil) }
  }

  func end() {
    timer?.cancel()
    timer = nil
  }
}

/// Tells the handler before it that a request has arrived.
private final class RequestEnd: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart

  private let deadline: RequestDeadline

  init(_ deadline: RequestDeadline) { self.deadline = deadline }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if case .end = unwrapInboundIn(data) { deadline.end() }
    context.fireChannelRead(data)
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
