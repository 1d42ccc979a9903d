#if WebView
import CWebKitGTK

/// The right to answer one message of a page's, once.
@GTKActor struct PageReply {
  private let reply: NativeObject
  private let context: NativeObject

  /// Keeps what the signal of a script message handed over.
  init(_ reply: NativeObject, value: NativeObject) {
    context = unsafe NativeObject(cw_value_context(value.pointer))
    self.reply = unsafe NativeObject(cw_reply_ref(reply.pointer))
  }

  /// Whether both are the right to answer the same message.
  func isSame(as other: PageReply) -> Bool { unsafe reply.pointer == other.reply.pointer }

  /// Answers; the reply is gone then.
  func send(_ parcel: Envelope, _ number: Int) {
    let head = "\(number) \(parcel.head)"
    guard !parcel.attachments.isEmpty else { return send(text: Array(head.utf8) + parcel.text) }
    var text = unsafe string(Array(head.utf8))
    for bytes in parcel.attachments {
      let longer: UnsafeMutableRawPointer = unsafe bytes.withUnsafeBytes {
        unsafe cw_text_with_base64(context.pointer, text, $0.baseAddress, $0.count)
      }
      unsafe cw_unref(text)
      unsafe text = longer
    }
    let whole = unsafe string(parcel.text, after: text)
    unsafe cw_unref(text)
    unsafe answer(whole)
  }

  /// Answers with nothing.
  func sendNothing() { send(text: []) }

  /// Answers with a text that is no message.
  func send(text: String) { send(text: Array(text.utf8)) }

  /// Answers with a text in UTF-8 as it is.
  func send(text: [UInt8]) { unsafe answer(string(text)) }

  private func answer(_ value: UnsafeMutableRawPointer) {
    unsafe cw_reply(reply.pointer, value)
    unsafe cw_unref(value)
    unsafe cw_reply_unref(reply.pointer)
    unsafe cw_unref(context.pointer)
  }

  /// A string of the engine's, behind another one if there is one.
  private func string(_ text: [UInt8], after head: UnsafeMutableRawPointer? = nil) -> UnsafeMutableRawPointer {
    unsafe text.withUnsafeBytes { unsafe cw_text_new(context.pointer, head, $0.baseAddress, $0.count) }
  }
}
#endif
