public import Causeway
public import JavaScriptRuntime

extension JavaScriptError: BridgeErrorConvertible {
  /// The error in the form that crosses the bridge: class, message, stack, location and `data`.
  ///
  /// Without data of its own, that of an `AggregateError` has its errors.
  public var bridgeError: BridgeError {
    guard let details else { return BridgeError(BridgeError.Code(rawValue: code.rawValue), message) }
    var error = BridgeError(details)
    error.causes = details.causes.map { BridgeError($0) }
    return error
  }
}

extension BridgeError {
  fileprivate init(_ details: ErrorDetails) {
    self.init(
      details.code.map { Code(rawValue: $0) } ?? .unknown, details.text ?? details.message,
      data: BridgeError.data(of: details), method: details.method)
    name = details.name.isEmpty ? "Error" : details.name
    stack = details.stack
    location = details.sourceURL.map { Location(url: $0, line: details.line, column: details.column) }
  }

  /// The errors that an `AggregateError` collects are its data, as where it crosses.
  private static func data(of details: ErrorDetails) -> BridgeValue? {
    if let text = details.data { return try? RawJSON(json: Array(text.utf8)).value }
    return details.errors.isEmpty ? nil : ["errors": .array(details.errors.map { .error(BridgeError($0)) })]
  }
}
