#if Plugins
import Causeway
import DequeModule
import NIOCore
import NIOWebSocket

/// One end of an open connection: checks the frames, answers the control frames, and reads messages on demand.
///
/// It stands behind the aggregator of frames. All its methods run on the event loop of its channel.
final class WebSocketHandler: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundOut = WebSocketFrame

  private var context: ChannelHandlerContext?
  /// Parts that were received and not taken: those of one read of the socket.
  private var parts: Deque<WebSocketPart> = []
  /// The caller that waits for a part; nil is the end.
  private var waiter: EventLoopPromise<WebSocketPart?>?
  private var sentClose = false
  private var isOver = false

  /// How long the server may take to close the connection after this side has.
  private static let closeTime = TimeAmount.seconds(3)

  func handlerAdded(context: ChannelHandlerContext) { self.context = context }

  func handlerRemoved(context: ChannelHandlerContext) {
    lose()
    self.context = nil
  }

  /// The next part; nil after the end.
  ///
  /// One call at a time.
  func next(on eventLoop: any EventLoop) -> EventLoopFuture<WebSocketPart?> {
    if let part = parts.popFirst() { return eventLoop.makeSucceededFuture(part) }
    guard !isOver, let context else { return eventLoop.makeSucceededFuture(nil) }
    guard context.channel.isActive else {
      // Lost before this handler was added, whose frames have been delivered.
      isOver = true
      return eventLoop.makeSucceededFuture(.close(.lost))
    }
    let promise = eventLoop.makePromise(of: WebSocketPart?.self)
    waiter = promise
    context.read()
    return promise.futureResult
  }

  /// Sends a message; completes when the socket has taken it.
  func send(_ opcode: WebSocketOpcode, _ data: ByteBuffer, _ promise: EventLoopPromise<Void>) {
    guard let context, !sentClose, !isOver else { return promise.succeed() }
    let frame = WebSocketFrame(fin: true, opcode: opcode, maskKey: .random(), data: data)
    context.writeAndFlush(wrapOutboundOut(frame), promise: promise)
  }

  /// Begins to close the connection; the server's answer ends it.
  func close(_ code: Int, _ reason: String) {
    guard let context, !sentClose, !isOver else { return }
    sentClose = true
    var data = ByteBuffer()
    if code != 1005 {
      data.writeInteger(UInt16(clamping: code))
      data.writeString(reason)
    }
    let frame = WebSocketFrame(fin: true, opcode: .connectionClose, maskKey: .random(), data: data)
    context.writeAndFlush(wrapOutboundOut(frame), promise: nil)
    let channel = context.channel
    context.eventLoop.scheduleTask(in: WebSocketHandler.closeTime) { channel.close(promise: nil) }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isOver else { return }
    let frame = unwrapInboundIn(data)
    guard frame.maskKey == nil, !frame.rsv1, !frame.rsv2, !frame.rsv3 else { return fail(.protocolError) }
    switch frame.opcode {
    case .text:
      guard let text = String(validating: frame.data.readableBytesView, as: UTF8.self) else {
        return fail(.dataInconsistentWithMessage)
      }
      receive(.text(text))
    case .binary: receive(.bytes(BridgeBytes(Array(frame.data.readableBytesView))))
    case .ping:
      // A server that takes no answers gets none.
      guard context.channel.isWritable, !sentClose else { return }
      let pong = WebSocketFrame(fin: true, opcode: .pong, maskKey: .random(), data: frame.data)
      context.writeAndFlush(wrapOutboundOut(pong), promise: nil)
    case .pong: break
    case .connectionClose: receiveClose(frame.data)
    default: fail(.protocolError)
    }
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    // Only control frames, or a part of a message, have been received.
    if waiter != nil { context.read() }
    context.fireChannelReadComplete()
  }

  func channelInactive(context: ChannelHandlerContext) {
    lose()
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    switch error {
    case NIOWebSocketError.invalidFrameLength, NIOWebSocketFrameAggregator.Error.accumulatedFrameSizeIsTooLarge,
      NIOWebSocketFrameAggregator.Error.tooManyFragments:
      fail(.messageTooLarge)
    case is NIOWebSocketError, is NIOWebSocketFrameAggregator.Error: fail(.protocolError)
    default: context.close(promise: nil)
    }
  }

  private func receive(_ part: WebSocketPart) {
    guard let waiter else { return parts.append(part) }
    self.waiter = nil
    waiter.succeed(part)
  }

  private func receiveClose(_ data: ByteBuffer) {
    var data = data
    var code = 1005
    if data.readableBytes > 0 {
      guard let number = data.readInteger(as: UInt16.self), WebSocketHandler.isCode(Int(number)) else {
        return fail(.protocolError)
      }
      code = Int(number)
    }
    guard let reason = String(validating: data.readableBytesView, as: UTF8.self) else {
      return fail(.dataInconsistentWithMessage)
    }
    close(code, "")
    end(WebSocketClose(code: code, reason: reason, wasClean: true))
    context?.close(promise: nil)
  }

  /// Whether a peer may send a code.
  private static func isCode(_ code: Int) -> Bool {
    (1_000...1_014).contains(code) && ![1_004, 1_005, 1_006].contains(code) || (3_000...4_999).contains(code)
  }

  /// Ends a connection whose server violates the protocol or a limit.
  private func fail(_ code: WebSocketErrorCode) {
    close(Int(UInt16(webSocketErrorCode: code)), "")
    lose()
    context?.close(promise: nil)
  }

  private func lose() { end(.lost) }

  private func end(_ close: WebSocketClose) {
    guard !isOver else { return }
    isOver = true
    receive(.close(close))
  }
}
#endif
