#if Plugins
import AsyncHTTPClient
import Causeway
import NIOCore
import NIOHTTP1

/// The response to a request of `fetch`: its head, then its body, read on demand.
///
/// The request is sent on the first read, when the connection has fewer requests than it may have. Leaving the loop
/// closes the connection to the server.
struct HTTPFetchSequence: AsyncSequence, Sendable {
  let exchange: HTTPExchange
  let requests: Quota

  func makeAsyncIterator() -> Iterator { Iterator(exchange: exchange, requests: requests) }

  struct Iterator: AsyncIteratorProtocol {
    private let exchange: HTTPExchange
    private let requests: Quota
    private var reader: BodyReader?
    private var received = 0
    /// Count the request and its socket.
    private var reservations: [Quota.Reservation] = []

    init(exchange: HTTPExchange, requests: Quota) {
      self.exchange = exchange
      self.requests = requests
    }

    mutating func next() async throws -> HTTPFetchPart? {
      guard let reader else {
        reservations.append(try await requests.wait(for: "One more waiting request"))
        reservations.append(try HTTPClients.socket())
        let head = try await exchange.head()
        reader = BodyReader(head.response, exchange)
        return .head(HTTPFetchHead(head))
      }
      guard let bytes = try await reader.next(atMost: Iterator.itemBytes, within: exchange.readTime) else {
        reservations = []
        return nil
      }
      received += bytes.count
      guard received <= exchange.limits.streamBytes else {
        throw BridgeError.exhausted("streamBytes", maximum: exchange.limits.streamBytes, "The response")
      }
      return .bytes(BridgeBytes(bytes))
    }

    /// The size of an item at most: `fetch` grants three items, so a slow reader, with what is gathered here, holds a
    /// megabyte.
    private static let itemBytes = 262_144
  }
}

extension HTTPFetchHead {
  fileprivate init(_ head: HTTPExchange.Head) {
    self.init(
      status: head.status, statusText: head.response.status.reasonPhrase,
      headers: head.response.headers.map { [$0.name.lowercased(), $0.value] }, url: head.url,
      redirected: head.redirects > 0)
  }
}
#endif
