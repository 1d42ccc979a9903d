#if Plugins
import AsyncHTTPClient
import Causeway

/// A streamed response: its head, then its body, read on demand.
///
/// The request is sent on the first read. Leaving the loop closes the connection.
struct HTTPPartSequence: AsyncSequence, Sendable {
  let exchange: HTTPExchange
  /// Count the request and its socket.
  let reservations: [Quota.Reservation]

  func makeAsyncIterator() -> Iterator { Iterator(exchange: exchange, reservations: reservations) }

  struct Iterator: AsyncIteratorProtocol {
    private let exchange: HTTPExchange
    private var reader: BodyReader?
    private var received = 0
    private let reservations: [Quota.Reservation]

    init(exchange: HTTPExchange, reservations: [Quota.Reservation]) {
      self.exchange = exchange
      self.reservations = reservations
    }

    mutating func next() async throws -> HTTPPart? {
      guard let reader else {
        let head = try await exchange.head()
        reader = BodyReader(head.response, exchange)
        return .head(status: head.status, headers: head.headers, cookies: head.cookies, url: head.url)
      }
      guard let part = try await reader.next(atMost: Iterator.partBytes, within: exchange.readTime) else { return nil }
      received += part.count
      guard received <= exchange.limits.streamBytes else {
        throw BridgeError.exhausted("streamBytes", maximum: exchange.limits.streamBytes, "The response")
      }
      return .data(bytes: part)
    }

    private static let partBytes = 65_536
  }
}
#endif
