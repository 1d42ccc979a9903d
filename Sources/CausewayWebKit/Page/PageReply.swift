import CWebKitGTK

/// The right to answer one message of a page's, once.
@GTKActor struct PageReply {
  private let reply: NativeObject
  private let context: NativeObject

  /// Keeps what the signal handed over.
  init(_ reply: NativeObject, value: NativeObject) {
    self.reply = unsafe NativeObject(cw_reply_ref(reply.pointer))
    context = unsafe NativeObject(cw_value_context(value.pointer))
  }

  /// Answers; the reply is gone then.
  func send(_ text: [UInt8]) {
    unsafe text.withUnsafeBytes { unsafe cw_reply(reply.pointer, context.pointer, $0.baseAddress, $0.count) }
    drop()
  }

  /// Answers with nothing.
  func sendNothing() { send([]) }

  private func drop() {
    unsafe cw_reply_unref(reply.pointer)
    unsafe cw_unref(context.pointer)
  }
}
