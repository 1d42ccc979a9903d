import Causeway
import HTTPTypes
import Hummingbird
import NIOCore
import ServiceLifecycle
import Synchronization

/// Connects pages to a bridge: the bridge's messages are server-sent events, the page's messages are POST requests.
///
///     GET  /bridge   text/event-stream; the first event, `open`, is the name of the session
///     POST /bridge   header `Bridge-Session`; a JSON-RPC text a line
///
/// `event-stream.js` is the client.
///
/// A session ends with its event stream: a page that loses the stream opens a new session. A browser opens six
/// connections to one address, so it can show five pages at once.
final class EventStreamBridge: Sendable {
  /// The largest number of open pages; 64.
  static let maximumSessions = 64
  /// The largest POST request; 1 MiB.
  static let maximumPostSize = 1 << 20
  /// The interval of keep-alive comments on an idle stream.
  static let pulse = Duration.seconds(10)

  private struct Session: Sendable {
    let port: EventStreamPort
    let transport: JSONRPCTransport
  }

  private let bridge: Bridge
  private let permissions: Permissions
  private let sessions = Mutex<[String: Session]>([:])
  private static let sessionField = HTTPField.Name("Bridge-Session")!

  init(bridge: Bridge, permissions: Permissions) {
    self.bridge = bridge
    self.permissions = permissions
  }

  /// The number of open pages.
  var count: Int { sessions.withLock { $0.count } }

  func addRoutes(to router: Router<BasicRequestContext>) {
    router.get("bridge") { [self] request, _ in try stream(request) }
    router.post("bridge") { [self] request, _ in try await post(request) }
  }

  /// Ends all streams.
  func close() {
    for session in sessions.withLock({ Array($0.values) }) { session.port.close() }
  }

  // MARK: To the page

  private func stream(_ request: Request) throws -> Response {
    guard count < EventStreamBridge.maximumSessions else {
      throw HTTPError(.serviceUnavailable, message: "\(EventStreamBridge.maximumSessions) pages are already open.")
    }
    let body = ResponseBody { [self] writer in
      let port = EventStreamPort()
      let name = open(port)
      defer { close(name) }
      let pulse = Task {
        while !Task.isCancelled {
          try await Task.sleep(for: EventStreamBridge.pulse)
          port.ping()
        }
      }
      defer { pulse.cancel() }
      try await request.body.consumeWithCancellationOnInboundClose { _ in
        try await withGracefulShutdownHandler {
          for await frame in port.frames {
            try await writer.write(frame)
            port.written(frame)
          }
        } onGracefulShutdown: {
          port.close()
        }
      }
      try await writer.finish(nil)
    }
    return Response(status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"], body: body)
  }

  private func open(_ port: EventStreamPort) -> String {
    let name = RandomName.make()
    var limits = Limits()
    limits.callsInFlight = 64
    // A single answer must not exceed the stream's limit.
    limits.messageBytes = EventStreamPort.maximumUnreadBytes / 2
    let transport = JSONRPCTransport(port, limits: limits)
    sessions.withLock { $0[name] = Session(port: port, transport: transport) }
    port.send(event: "open", name)
    _ = bridge.connect(transport, permissions: permissions, limits: limits, name: "page")
    return name
  }

  private func close(_ name: String) {
    sessions.withLock { $0.removeValue(forKey: name) }?.transport.lost(
      BridgeError(.unavailable, "The page was closed."))
  }

  // MARK: From the page

  private func post(_ request: Request) async throws -> Response {
    guard let name = request.headers[EventStreamBridge.sessionField],
      let session = sessions.withLock({ $0[name] })
    else { throw HTTPError(.notFound, message: "There is no such session: open a stream with GET /bridge first.") }
    let body: ByteBuffer
    do {
      body = try await request.body.collect(upTo: EventStreamBridge.maximumPostSize)
    } catch is NIOTooManyBytesError {
      throw HTTPError(
        .contentTooLarge, message: "A POST request may have at most \(EventStreamBridge.maximumPostSize) bytes.")
    }
    for line in body.readableBytesView.split(separator: UInt8(ascii: "\n")) {
      session.transport.deliver(Array(line))
    }
    return Response(status: .noContent)
  }
}

/// Random session names.
enum RandomName {
  /// 128 random bits in hexadecimal.
  static func make() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<2).map { _ in
      let digits = String(generator.next() as UInt64, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
