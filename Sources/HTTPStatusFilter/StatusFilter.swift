#if Plugins
package import NIOCore
package import NIOHTTP1

/// Closes a connection whose response has a status below 100, which no server may send.
///
/// async-http-client takes a status below 200 for an informational response, waits for the final head, and traps when a
/// body comes instead: any server could end this process.
package final class StatusFilter: ChannelInboundHandler {
  package typealias InboundIn = HTTPClientResponsePart

  private var isClosed = false

  /// Adds a filter behind the decoder of HTTP/1; on the event loop of the channel only.
  package static func add(to channel: any Channel) throws {
    let pipeline = channel.pipeline.syncOperations
    let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
    try pipeline.addHandler(StatusFilter(), position: .after(decoder))
  }

  package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if case .head(let head) = unwrapInboundIn(data), head.status.code < 100 {
      isClosed = true
      context.fireErrorCaught(HTTPParserError.invalidStatus)
      context.close(promise: nil)
    }
    // The bytes after the head are still read from the same buffer.
    if !isClosed { context.fireChannelRead(data) }
  }
}
#endif
