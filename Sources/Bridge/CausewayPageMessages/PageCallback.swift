import BridgeValues
import Causeway

/// The functions of a page that receive the results of its requests, for pages with their own callbacks.
///
/// Each is a property of the page's global object, by its dotted name: `function onResult() {}` or `app.onResult = …` in
/// a script, and not `const onResult`. It is called with values: no script text is generated.
public struct PageCallback: Sendable, Hashable {
  /// The form of a result.
  public enum Form: Sendable {
    /// As a value.
    case value
    /// JSON text, which the page parses; `null` for no result.
    case text
  }

  private let success: String
  /// Nil where one function learns of both.
  private let failure: String?
  private let form: Form

  /// One function, called with `(id, result, null)` or with `(id, null, message)`.
  public static func function(_ name: String, results form: Form = .value) -> PageCallback {
    PageCallback(success: name, failure: nil, form: form)
  }

  /// Two functions, called with `(id, result)` and with `(id, message)`.
  public static func functions(_ success: String, _ failure: String, results form: Form = .text) -> PageCallback {
    PageCallback(success: success, failure: failure, form: form)
  }

  /// The function that receives an answer, and its arguments.
  func call(
    _ id: BridgeValue, _ answer: Result<Payload, BridgeError>, limits: Limits
  ) -> (name: String, arguments: [BridgeValue]) {
    let value = answer.flatMap { payload in
      Result { () throws(BridgeError) in try payload.value(limits: limits) }
    }
    switch value {
    case .success(let value):
      let result: BridgeValue = if case .text = form { .string(PageCallback.text(value)) } else { value }
      return (success, failure == nil ? [id, result, .null] : [id, result])
    case .failure(let error):
      guard let failure else { return (success, [id, .null, .string(error.message)]) }
      return (failure, [id, .string(error.message)])
    }
  }

  private static func text(_ value: BridgeValue) -> String {
    if case .undefined = value { return "null" }
    let writer = JSONWriter(isWire: true)
    writer.write(value)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
