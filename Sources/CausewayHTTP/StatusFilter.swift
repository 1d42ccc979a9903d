#if Plugins
import NIOCore
import NIOHTTP1

/// Breaks off an answer whose status is below 100, which no status is.
///
/// async-http-client takes whatever is below 200 for a word in advance, waits for the head proper, and traps when a body
/// comes instead: any server could end this process.
final class StatusFilter: ChannelInboundHandler {
  typealias InboundIn = HTTPClientResponsePart

  private var isClosed = false

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if case .head(let head) = unwrapInboundIn(data), head.status.code < 100 {
      isClosed = true
      context.fireErrorCaught(HTTPParserError.invalidStatus)
      context.close(promise: nil)
    }
    // What came with the head is still read from the same bytes.
    if !isClosed { context.fireChannelRead(data) }
  }
}
#endif
