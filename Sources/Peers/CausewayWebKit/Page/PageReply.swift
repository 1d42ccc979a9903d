#if WebView
import CWebKitGTK

/// The reply to one message of a page, which can be sent once.
@GTKActor struct PageReply {
  private let reply: NativeObject
  private let context: NativeObject

  /// Retains the objects of the script message signal.
  init(_ reply: NativeObject, value: NativeObject) {
    context = unsafe NativeObject(cw_value_context(value.pointer))
    self.reply = unsafe NativeObject(cw_reply_ref(reply.pointer))
  }

  /// Whether both reply to the same message.
  func isSame(as other: PageReply) -> Bool { unsafe reply.pointer == other.reply.pointer }

  /// Sends an envelope, and consumes the reply.
  func send(_ envelope: Envelope, _ number: Int) { send(text: Array("\(number) ".utf8) + envelope.packed) }

  /// Sends an empty reply.
  func sendEmpty() { send(text: []) }

  /// Sends a text that is not a bridge message.
  func send(text: String) { send(text: Array(text.utf8)) }

  /// Sends UTF-8 text unchanged.
  func send(text: [UInt8]) {
    let value = unsafe text.withUnsafeBytes { bytes in
      unsafe cw_text_new(context.pointer, bytes.baseAddress, bytes.count)!
    }
    unsafe cw_reply(reply.pointer, value)
    unsafe cw_unref(value)
    unsafe cw_reply_unref(reply.pointer)
    unsafe cw_unref(context.pointer)
  }
}
#endif
