/// A text that is over a limit, of which only the beginning is read, so that its caller gets an answer.
///
/// Our writers, in both languages, begin with the id; texts of other writers have no known id.
struct JSONRPCOversized {
  private let id: CallID
  private let isAnswer: Bool
  private let error: BridgeError

  /// Nil for a text that is wrong otherwise, and for one whose beginning does not say whom it is for.
  init?(_ text: [UInt8], _ error: BridgeError) {
    guard error.code == .resourceExhausted else { return nil }
    let head = Array(#"{"jsonrpc":"2.0","id":"#.utf8)
    guard text.starts(with: head) else { return nil }
    let rest = text[head.count...].prefix(40)
    let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    let member = rest[digits.endIndex...]
    guard let id = UInt64(String(decoding: digits, as: UTF8.self)), id < 1 << 53 else { return nil }
    if member.starts(with: Array(#","result":"#.utf8)) || member.starts(with: Array(#","error":"#.utf8)) {
      isAnswer = true
    } else if member.starts(with: Array(#","method":"#.utf8)) {
      isAnswer = false
    } else {
      return nil
    }
    self.id = CallID(rawValue: id)
    self.error = error
  }

  /// The end of the call that it answers, or the answer to the call that it makes.
  var event: JSONRPCEvent {
    let answer = Message.answer(id, .failure(error))
    if isAnswer { return .message(answer) }
    return .refusal(JSONRPCWriter.text(answer) { .number(Double($0.rawValue)) })
  }
}
