#if Plugins
import NIOCore

/// Holds what the server sends behind the head of its answer until the connection has become a WebSocket.
///
/// The handlers of HTTP are removed in a later turn of the event loop. Messages, and the end of the connection, may arrive
/// in the packet of the head, and would meet handlers that do not know them.
final class WebSocketGate: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  private static let endOfHead = Array("\r\n\r\n".utf8)

  private var context: ChannelHandlerContext?
  /// The number of bytes of `endOfHead` that were received last; all of them at the end of the head.
  private var matched = 0
  /// The first bytes of the head: `HTTP/1.1 101`.
  private var start: [UInt8] = []
  private var held: [ByteBuffer] = []
  private var isEndHeld = false

  private var isClosed: Bool { matched == WebSocketGate.endOfHead.count }

  func handlerAdded(context: ChannelHandlerContext) { self.context = context }

  func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    var buffer = unwrapInboundIn(data)
    if !isClosed, let head = buffer.readSlice(length: lengthOfHead(buffer.readableBytesView)) {
      context.fireChannelRead(wrapInboundOut(head))
    }
    if buffer.readableBytes > 0 { held.append(buffer) }
  }

  func channelInactive(context: ChannelHandlerContext) {
    if isClosed { isEndHeld = true } else { context.fireChannelInactive() }
  }

  /// Passes on what was held, and leaves the pipeline.
  func open() {
    guard let context else { return }
    for buffer in held { context.fireChannelRead(wrapInboundOut(buffer)) }
    held = []
    context.fireChannelReadComplete()
    if isEndHeld { context.fireChannelInactive() }
    context.pipeline.syncOperations.removeHandler(self, promise: nil)
  }

  /// Whether another head follows: the status is 1xx, but not 101.
  private var isInformational: Bool {
    start.dropFirst(8).starts(with: " 1".utf8) && !start.dropFirst(8).starts(with: " 101".utf8)
  }

  /// The number of bytes that belong to the head, and to the informational heads before it.
  private func lengthOfHead(_ bytes: ByteBufferView) -> Int {
    for (index, byte) in bytes.enumerated() {
      if start.count < 12 { start.append(byte) }
      matched = byte == WebSocketGate.endOfHead[matched] ? matched + 1 : byte == WebSocketGate.endOfHead[0] ? 1 : 0
      guard isClosed else { continue }
      guard isInformational else { return index + 1 }
      (matched, start) = (0, [])
    }
    return bytes.count
  }
}
#endif
