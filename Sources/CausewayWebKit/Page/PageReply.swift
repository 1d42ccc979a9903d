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
  func send(_ envelope: Envelope, _ number: Int) {
    let head = "\(number) \(envelope.head)"
    guard !envelope.attachments.isEmpty else { return send(text: Array(head.utf8) + envelope.text) }
    var text = unsafe string(Array(head.utf8))
    for bytes in envelope.attachments {
      let longer: UnsafeMutableRawPointer = unsafe bytes.withUnsafeBytes {
        unsafe cw_text_with_base64(context.pointer, text, $0.baseAddress, $0.count)
      }
      unsafe cw_unref(text)
      unsafe text = longer
    }
    let content = unsafe string(envelope.text, after: text)
    unsafe cw_unref(text)
    unsafe answer(content)
  }

  /// Sends an empty reply.
  func sendEmpty() { send(text: []) }

  /// Sends a text that is not a bridge message.
  func send(text: String) { send(text: Array(text.utf8)) }

  /// Sends UTF-8 text unchanged.
  func send(text: [UInt8]) { unsafe answer(string(text)) }

  private func answer(_ value: UnsafeMutableRawPointer) {
    unsafe cw_reply(reply.pointer, value)
    unsafe cw_unref(value)
    unsafe cw_reply_unref(reply.pointer)
    unsafe cw_unref(context.pointer)
  }

  /// An engine string, appended to another one if given.
  private func string(_ text: [UInt8], after head: UnsafeMutableRawPointer? = nil) -> UnsafeMutableRawPointer {
    unsafe text.withUnsafeBytes { unsafe cw_text_new(context.pointer, head, $0.baseAddress, $0.count) }
  }
}
#endif
