#if Plugins
import AsyncHTTPClient
import Causeway
import NIOHTTP1

/// Reads the body of a response, with a time limit for each piece.
///
/// What arrives meanwhile is gathered, so a reader that is slower than the server gets few large pieces; it is decompressed
/// when it is read. Releasing the reader closes the connection, unless the body has ended.
final class BodyReader: Sendable {
  /// The bytes that are gathered; what the client has read from the socket comes on top of them.
  private static let capacity = 262_144

  private let buffer = BodyBuffer(capacity: capacity)
  private let decoder: BodyDecoder?
  private let source: Task<Void, Never>
  private let limits: HTTPLimits
  private let deadlines: ReadDeadlines
  private let end: ContinuousClock.Instant

  init(_ response: HTTPClientResponse, _ exchange: HTTPExchange) {
    limits = exchange.limits
    deadlines = exchange.clients.deadlines
    end = .now + exchange.limits.time
    decoder = BodyDecoder(response.headers[canonicalForm: "content-encoding"].map(String.init))
    let body = response.body
    // Detached: the body outlives the call of the task that begins to read it.
    source = Task.detached { [buffer] in
      do {
        for try await part in body { guard await buffer.add(part) else { return } }
        buffer.finish(.success(()))
      } catch {
        buffer.finish(.failure(error))
      }
    }
  }

  deinit {
    source.cancel()
    buffer.finish(.failure(CancellationError()))
  }

  /// The next bytes of the body, at most so many; nil after the last.
  ///
  /// One call at a time.
  ///
  /// - Parameter time: how long the server may send nothing.
  // Swift 6.3's optimizer crashes where this becomes a part of another function.
  @inline(never)
  func next(atMost count: Int, within time: Duration) async throws -> [UInt8]? {
    guard let decoder else { return try await receive(atMost: count, within: time) }
    while true {
      let piece = try decoder.next(atMost: count)
      if !piece.isEmpty { return piece }
      guard let bytes = try await receive(atMost: 65_536, within: time) else {
        try decoder.end()
        return nil
      }
      decoder.add(bytes)
    }
  }

  /// The bytes that have arrived.
  private func receive(atMost count: Int, within time: Duration) async throws -> [UInt8]? {
    do {
      while true {
        guard let bytes = try buffer.take(atMost: count) else { return nil }
        let now = ContinuousClock.now
        guard now < end else { throw BridgeError(.deadlineExceeded, "The response took longer than \(limits.time).") }
        if !bytes.isEmpty { return bytes }
        let entry = deadlines.add(min(now + time, end)) { [buffer] in
          buffer.fail(BridgeError(.deadlineExceeded, "The server sent no data for \(time)."))
        }
        defer { deadlines.remove(entry) }
        await CallContext.holdTime(atMost: .seconds(1)) { await buffer.wait() }
      }
    } catch {
      throw BridgeError.ofHTTP(error, limits)
    }
  }
}
#endif
