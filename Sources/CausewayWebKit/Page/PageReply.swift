import CWebKitGTK

/// The right to answer one message of a page's, once.
@GTKActor struct PageReply {
  private enum Way {
    /// A script message, which takes a text of the same context.
    case message(NativeObject, context: NativeObject)
    /// A request by the road for bytes.
    case request(NativeObject)
  }

  private let way: Way

  /// Keeps what the signal of a script message handed over.
  init(_ reply: NativeObject, value: NativeObject) {
    let context = unsafe NativeObject(cw_value_context(value.pointer))
    way = .message(unsafe NativeObject(cw_reply_ref(reply.pointer)), context: context)
  }

  /// Keeps a request.
  init(_ request: NativeObject) {
    request.retain()
    way = .request(request)
  }

  /// Whether an answer may have attachments.
  var carriesBytes: Bool {
    if case .request = way { true } else { false }
  }

  /// Answers; the reply is gone then.
  func send(_ parcel: Parcel, _ number: Int) {
    switch way {
    case .message: send([Array("\(number) ".utf8) + parcel.text])
    case .request: send(parcel.attachments + [parcel.ending(number)])
    }
  }

  /// Answers with nothing.
  func sendNothing() { send([]) }

  /// Answers somebody who is no page of ours.
  func refuse() {
    switch way {
    case .message: sendNothing()
    case .request: send([], status: 404)
    }
  }

  /// Answers with a text that is no message.
  func send(text: String) { send(text: Array(text.utf8)) }

  /// Answers with a text in UTF-8 as it is.
  func send(text: [UInt8]) { send([text]) }

  private func send(_ pieces: [[UInt8]], status: UInt32 = 200) {
    switch way {
    case .message(let reply, let context):
      let text = pieces.first ?? []
      unsafe text.withUnsafeBytes { unsafe cw_reply(reply.pointer, context.pointer, $0.baseAddress, $0.count) }
      unsafe cw_reply_unref(reply.pointer)
      unsafe cw_unref(context.pointer)
    case .request(let request):
      let stream = unsafe cw_parts_new()
      for piece in pieces {
        unsafe piece.withUnsafeBytes { unsafe cw_parts_append(stream, $0.baseAddress, $0.count) }
      }
      unsafe cw_request_answer_in_parts(request.pointer, status, stream)
      request.release()
    }
  }
}
