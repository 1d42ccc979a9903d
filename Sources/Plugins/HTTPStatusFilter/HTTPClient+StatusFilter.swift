#if Plugins
public import AsyncHTTPClient
import NIOCore
import NIOHTTP1

extension HTTPClient.Configuration {
  /// Closes a connection whose response has a status below 100, which no server may send, or a head without an end.
  ///
  /// Restricts the client to HTTP/1, and replaces `http1_1ConnectionDebugInitializer`.
  public mutating func refuseInvalidStatuses() {
    // The filter follows the decoder of HTTP/1.
    httpVersion = .http1Only
    http1_1ConnectionDebugInitializer = { channel in
      channel.eventLoop.makeCompletedFuture { try StatusFilter.add(to: channel) }
    }
  }
}
#endif
