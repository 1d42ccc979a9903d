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
      headers: head.response.headers.map { [$0.name.lowercased(), $0.value.asByteCharacters] }, url: head.url,
      redirected: head.redirects > 0)
  }
}

extension String {
  /// The text's UTF-8 as one character for each byte, as JavaScript sees the bytes of a header.
  var asByteCharacters: String {
    utf8.allSatisfy { $0 < 0x80 } ? self : String(String.UnicodeScalarView(utf8.map { Unicode.Scalar($0) }))
  }

  /// The text whose UTF-8 are the bytes that this text's characters stand for; nil if they are not UTF-8, or if a
  /// character is above U+00FF.
  var withWireBytes: String? {
    if utf8.allSatisfy({ $0 < 0x80 }) { return self }
    var bytes: [UInt8] = []
    for scalar in unicodeScalars {
      guard let byte = UInt8(exactly: scalar.value) else { return nil }
      bytes.append(byte)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
#endif
