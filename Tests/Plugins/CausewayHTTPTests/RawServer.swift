#if Plugins
import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

/// A server on loopback whose responses a test writes byte by byte.
final class RawServer: Sendable {
  typealias Inbound = NIOAsyncChannelInboundStream<ByteBuffer>

  /// One connection, after the head of its request has arrived.
  final class Exchange {
    /// The request's head, as it was sent.
    let head: String
    let headBytes: [UInt8]
    /// The part of the body that has arrived.
    private(set) var body: [UInt8]
    private var inbound: Inbound.AsyncIterator
    private let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
    private let channel: any Channel

    init?(
      _ inbound: consuming Inbound.AsyncIterator, _ outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>,
      _ channel: any Channel
    ) async throws {
      self.channel = channel
      var bytes: [UInt8] = []
      var end: Range<Int>?
      while end == nil, let part = try await inbound.next() {
        bytes += part.readableBytesView
        end = bytes.firstRange(of: Array("\r\n\r\n".utf8))
      }
      guard let end else { return nil }
      headBytes = Array(bytes[..<end.lowerBound])
      head = String(decoding: headBytes, as: UTF8.self)
      body = Array(bytes[end.upperBound...])
      self.inbound = inbound
      self.outbound = outbound
    }

    /// `GET /path`.
    var line: String { head.split(separator: " ").prefix(2).joined(separator: " ") }

    func header(_ name: String) -> String? {
      head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("\(name):") }.map {
        $0.dropFirst(name.count + 1).trimmingPrefix(" ").description
      }
    }

    func send(_ text: String) async throws { try await outbound.write(ByteBuffer(string: text)) }
    func send(_ bytes: [UInt8]) async throws { try await outbound.write(ByteBuffer(bytes: bytes)) }

    /// Sends a complete response, after which the connection closes.
    func answer(_ status: String = "200 OK", _ headers: [String] = [], _ body: String = "") async throws {
      let lines = ["HTTP/1.1 \(status)", "content-length: \(body.utf8.count)", "connection: close"] + headers
      try await send(lines.joined(separator: "\r\n") + "\r\n\r\n" + body)
    }

    /// Reads the body until `marker` has arrived.
    func readBody(until marker: String) async throws {
      while body.firstRange(of: Array(marker.utf8)) == nil, let part = try await inbound.next() {
        body += part.readableBytesView
      }
    }

    func forgetBody() { body = [] }

    /// The next bytes of the body.
    func read(_ count: Int) async throws -> [UInt8] {
      while body.count < count, let part = try await inbound.next() { body += part.readableBytesView }
      guard body.count >= count else { throw ChannelError.eof }
      defer { body.removeFirst(count) }
      return Array(body.prefix(count))
    }

    /// Resets the connection: the peer receives a RST segment, and loses what it has not read.
    func reset() async throws {
      let time = linger(l_onoff: 1, l_linger: 0)
      try await (channel as? any SocketOptionProvider)?.setSoLinger(time).get()
      try await channel.close()
    }

    /// Waits until the peer has closed the connection.
    func closed() async {
      do { while try await inbound.next() != nil {} } catch { return }
    }
  }

  let port: Int
  private let log: Log

  /// - Parameter security: the certificate of a server with TLS.
  init(security: NIOSSLContext? = nil, _ answer: @escaping @Sendable (Exchange) async throws -> Void) async throws {
    let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .bind(host: "127.0.0.1", port: 0) { channel in
        channel.eventLoop.makeCompletedFuture {
          if let security { try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: security)) }
          return try NIOAsyncChannel<ByteBuffer, ByteBuffer>(
            wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true))
        }
      }
    port = server.channel.localAddress?.port ?? 0
    let log = Log()
    self.log = log
    Task {
      try? await server.executeThenClose { connections in
        await withDiscardingTaskGroup { group in
          do {
            for try await connection in connections {
              group.addTask {
                try? await connection.executeThenClose { inbound, outbound in
                  guard let exchange = try await Exchange(inbound.makeAsyncIterator(), outbound, connection.channel)
                  else { return }
                  log.add(exchange.head)
                  try await answer(exchange)
                  // Closing at once would drop unsent bytes.
                  outbound.finish()
                  await exchange.closed()
                }
              }
            }
          } catch {}
        }
      }
    }
  }

  /// The heads of the requests that have arrived.
  var heads: [String] { log.all }

  private final class Log: Sendable {
    private let heads = Mutex<[String]>([])
    var all: [String] { heads.withLock { $0 } }
    func add(_ head: String) { heads.withLock { $0.append(head) } }
  }
}
#endif
