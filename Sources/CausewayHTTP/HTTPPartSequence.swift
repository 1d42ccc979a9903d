#if Plugins
import AsyncHTTPClient
import Causeway
import NIOCore

/// An answer as it comes: its head, then its body, no faster than it is taken.
///
/// The request is sent when the first part is asked for. Who leaves it closes the connection.
struct HTTPPartSequence: AsyncSequence, Sendable {
  let exchange: HTTPExchange
  /// Counts the request, and its socket.
  let shares: [Quota.Reservation]

  func makeAsyncIterator() -> Iterator { Iterator(exchange: exchange, shares: shares) }

  struct Iterator: AsyncIteratorProtocol {
    private let exchange: HTTPExchange
    private var reader: BodyReader?
    private var received = 0
    private let shares: [Quota.Reservation]

    init(exchange: HTTPExchange, shares: [Quota.Reservation]) {
      self.exchange = exchange
      self.shares = shares
    }

    mutating func next() async throws -> HTTPPart? {
      guard let reader else {
        let head = try await exchange.head()
        reader = BodyReader(head.response.body, exchange.limits)
        return .head(status: head.status, headers: head.headers, cookies: head.cookies, url: head.url)
      }
      guard let part = try await reader.next(within: exchange.readTime) else { return nil }
      received += part.readableBytes
      guard received <= exchange.limits.streamBytes else {
        throw BridgeError.exhausted("streamBytes", maximum: exchange.limits.streamBytes, "The answer")
      }
      return .data(bytes: Array(part.readableBytesView))
    }
  }
}
#endif
