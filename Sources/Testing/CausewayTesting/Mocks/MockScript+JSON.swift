import Causeway

extension MockScript {
  /// Parses a mock script from JSON: an object whose names are methods.
  ///
  /// | name | value |
  /// | --- | --- |
  /// | `answer` | any value: the result of the call |
  /// | `times` | the number of answers, to test that only the first counts |
  /// | `fail` | an error code; optionally with `message` and `data` |
  /// | `never` | `true` |
  /// | `stream` | a list of items; optionally with `every`, and with `fail` for its end |
  /// | `after` | a duration or a distribution: `"300ms"`, `"longtail(50ms,2s)"` |
  ///
  /// A list of such objects has one for each call.
  ///
  /// - Parameter source: the name of the text in errors.
  /// - Throws: ``FormatError`` with line and column.
  public convenience init(parsing text: String, source: String = "mock", seed: UInt64 = 1) throws(FormatError) {
    let text = PositionedText(text, source: source)
    var methods: [Method] = []
    for (name, value) in try PositionedJSON(text).object("a script of answers") {
      if MethodName.complaint(about: name.text) != nil {
        throw text.error("\(name.text.quoted) cannot be mocked: it is not a method name.", at: name.index)
      }
      var answers: [MockAnswer] = []
      if case .array(let list) = value.content {
        for answer in list { answers.append(try MockAnswer(answer)) }
        if answers.isEmpty { throw value.error("\(name.text) has an empty list: at least one answer is needed.") }
      } else {
        answers = [try MockAnswer(value)]
      }
      let location = text.error("", at: name.index)
      methods.append(
        Method(name: name.text, answers: answers, location: "\(source):\(location.line):\(location.column)"))
    }
    self.init(methods, seed: seed)
  }
}

extension MockAnswer {
  private static let names = ["answer", "times", "fail", "message", "data", "never", "stream", "every", "after"]

  fileprivate init(_ json: PositionedJSON) throws(FormatError) {
    var parts: [String: PositionedJSON] = [:]
    for (name, value) in try json.members("An answer", named: MockAnswer.names) { parts[name.text] = value }
    func delay(_ name: String) throws(FormatError) -> Delay {
      guard let value = parts.removeValue(forKey: name) else { return .fixed(.zero) }
      do throws(InvalidText) {
        guard case .string(let text) = value.content else {
          throw InvalidText("expected a duration with its unit, such as \"300ms\", got \(value.kind).")
        }
        return try Delay(text[...])
      } catch {
        throw value.error("\(name): \(error.message)")
      }
    }
    let (after, every) = (try delay("after"), try parts["every"] == nil ? nil : delay("every"))
    let failure = try MockAnswer.failure(&parts)
    if let items = parts.removeValue(forKey: "stream") {
      self = .stream(
        try items.array("stream").map(\.value), every: every ?? .fixed(.zero), after: after, failing: failure)
    } else if let value = parts.removeValue(forKey: "answer") {
      if failure != nil { throw json.error("answer and fail cannot be combined.") }
      self = .answer(value.value, after: after, times: try MockAnswer.times(&parts))
    } else if let failure {
      self = .fail(failure, after: after)
    } else if let never = parts.removeValue(forKey: "never") {
      guard case .bool(true) = never.content else { throw never.error("never must be true.") }
      self = .never
    } else {
      throw json.error("This answer is empty: write answer, fail, never or stream.")
    }
    if every != nil, !isStream { throw json.error("every needs a stream.") }
    if let rest = parts.keys.sorted().first {
      throw json.error("\(rest) cannot be combined with the rest of this answer.")
    }
  }

  private static func failure(_ parts: inout [String: PositionedJSON]) throws(FormatError) -> BridgeError? {
    guard let code = parts.removeValue(forKey: "fail") else { return nil }
    guard case .string(let text) = code.content, !text.isEmpty else {
      throw code.error("fail: expected a code, such as \"UNAVAILABLE\", got \(code.kind).")
    }
    var message = "The mock fails."
    if let given = parts.removeValue(forKey: "message") { message = try given.scalar("message") }
    return BridgeError(
      BridgeError.Code(rawValue: text), message, data: parts.removeValue(forKey: "data")?.value)
  }

  private static func times(_ parts: inout [String: PositionedJSON]) throws(FormatError) -> Int {
    guard let times = parts.removeValue(forKey: "times") else { return 1 }
    guard case .number(let number, _) = times.content, let count = Int(exactly: number), (1...1000).contains(count)
    else {
      throw times.error("times: expected a whole number from 1 to 1000.")
    }
    return count
  }
}
