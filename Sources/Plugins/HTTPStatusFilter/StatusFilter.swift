#if Plugins
package import NIOCore
package import NIOHTTP1

/// Closes a connection whose response has a status below 100, which no server may send, or a head without an end.
///
/// async-http-client treats a status below 200 as an informational response, waits for the final head, and traps if a
/// body comes instead: any server could end this process. It also waits as long as informational responses arrive.
package final class StatusFilter: ChannelInboundHandler {
  package typealias InboundIn = HTTPClientResponsePart

  /// Informational responses before the final head.
  private static let mostInformational = 64

  private let undecoded: UndecodedBytes
  private var informational = 0
  private var isClosed = false

  private init(_ undecoded: UndecodedBytes) { self.undecoded = undecoded }

  /// Adds a filter around the decoder of HTTP/1; on the event loop of the channel only.
  package static func add(to channel: any Channel) throws {
    let pipeline = channel.pipeline.syncOperations
    let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
    let undecoded = UndecodedBytes()
    try pipeline.addHandler(undecoded, position: .before(decoder))
    try pipeline.addHandler(StatusFilter(undecoded), position: .after(decoder))
  }

  package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    undecoded.count = 0
    if case .head(let head) = unwrapInboundIn(data) {
      informational = head.status.code < 200 ? informational + 1 : 0
      if head.status.code < 100 { close(context, HTTPParserError.invalidStatus) }
      if informational > StatusFilter.mostInformational { close(context, HTTPParserError.headerOverflow) }
    }
    // The bytes after the head are still read from the same buffer.
    if !isClosed { context.fireChannelRead(data) }
  }

  private func close(_ context: ChannelHandlerContext, _ error: HTTPParserError) {
    guard !isClosed else { return }
    isClosed = true
    context.fireErrorCaught(error)
    context.close(promise: nil)
  }
}

/// Counts bytes that the decoder has consumed without producing a part: its own limit applies to single headers.
private final class UndecodedBytes: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private static let most = 256 << 10

  /// Bytes since the last part.
  var count = 0
  private var isClosed = false

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isClosed else { return }
    guard count <= UndecodedBytes.most else {
      isClosed = true
      context.fireErrorCaught(HTTPParserError.headerOverflow)
      context.close(promise: nil)
      return
    }
    count += unwrapInboundIn(data).readableBytes
    context.fireChannelRead(data)
  }
}
#endif
