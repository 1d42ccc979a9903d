#if Plugins
import Causeway
import NIOCore
import NIOWebSocket

/// A connection to a server: its head, then its messages, read on demand, then its end.
///
/// The connection is opened on the first read. Leaving the loop closes it.
struct WebSocketSequence: AsyncSequence, Sendable {
  let connector: WebSocketConnector
  let outgoing: BridgeStream<BridgeValue>
  /// Counts the connection.
  let reservation: Quota.Reservation

  func makeAsyncIterator() -> Iterator { Iterator(sequence: self) }

  struct Iterator: AsyncIteratorProtocol {
    private let sequence: WebSocketSequence
    private var session: WebSocketSession?

    init(sequence: WebSocketSequence) { self.sequence = sequence }

    mutating func next() async throws -> WebSocketPart? {
      guard let session else {
        let opened = try await CallContext.holdTime { try await sequence.connector.open() }
        session = WebSocketSession(opened, sending: sequence.outgoing)
        return .head(opened.head)
      }
      return try await CallContext.holdTime(atMost: .seconds(1)) { try await session.next() }
    }
  }
}

/// An open connection, which sends the messages that JavaScript yields.
///
/// It is closed when it is released.
final class WebSocketSession: Sendable {
  private let opened: WebSocketConnector.Opened
  private let sender: Task<Void, Never>

  init(_ opened: WebSocketConnector.Opened, sending outgoing: BridgeStream<BridgeValue>) {
    self.opened = opened
    sender = Task {
      do {
        for try await item in outgoing { try await WebSocketSession.send(item, over: opened) }
      } catch {
        // JavaScript has gone or has sent an invalid message, or the connection is lost.
        opened.channel.close(promise: nil)
      }
    }
  }

  deinit {
    sender.cancel()
    opened.channel.close(promise: nil)
  }

  func next() async throws -> WebSocketPart? {
    let (channel, handler) = (opened.channel, opened.handler)
    return try await withTaskCancellationHandler {
      try await channel.eventLoop.flatSubmit { handler.value.next(on: channel.eventLoop) }.get()
    } onCancel: {
      channel.close(promise: nil)
    }
  }

  private static func send(_ item: BridgeValue, over opened: WebSocketConnector.Opened) async throws {
    let (channel, handler) = (opened.channel, opened.handler)
    let opcode: WebSocketOpcode
    let data: ByteBuffer
    switch item {
    case .string(let text): (opcode, data) = (.text, ByteBuffer(string: text))
    case .bytes(let bytes): (opcode, data) = (.binary, ByteBuffer(bytes: bytes.data))
    case .object(let object):
      guard case .number(let code)? = object["code"], case .string(let reason)? = object["reason"],
        let code = Int(exactly: code), code == 1_005 || code == 1_000 || (3_000...4_999).contains(code),
        reason.utf8.count <= 123
      else { throw BridgeError(.invalidArgument, "The closing message of a WebSocket has an invalid code or reason.") }
      return try await channel.eventLoop.submit { handler.value.close(code, reason) }.get()
    default: throw BridgeError(.invalidArgument, "A message to a WebSocket must be a string or bytes.")
    }
    try await channel.eventLoop.flatSubmit {
      let promise = channel.eventLoop.makePromise(of: Void.self)
      handler.value.send(opcode, data, promise)
      return promise.futureResult
    }.get()
  }
}
#endif
