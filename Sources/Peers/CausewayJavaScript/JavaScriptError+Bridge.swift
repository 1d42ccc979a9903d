public import Causeway
public import JavaScriptRuntime

extension JavaScriptError: BridgeErrorConvertible {
  /// The error in the form that crosses the bridge: class, message, stack and `data`.
  ///
  /// Without data of its own, `data` has the location and gathered errors.
  public var bridgeError: BridgeError {
    guard let details else { return BridgeError(BridgeError.Code(rawValue: code.rawValue), message) }
    var error = BridgeError(details)
    error.causes = details.causes.map { BridgeError($0) }
    return error
  }
}

extension BridgeError {
  fileprivate init(_ details: ErrorDetails) {
    var place = BridgeObject()
    place["url"] = details.sourceURL.map { .string($0) }
    place["line"] = details.line.map { .number(Double($0)) }
    place["column"] = details.column.map { .number(Double($0)) }
    if !details.errors.isEmpty { place["errors"] = .array(details.errors.map { .error(BridgeError($0)) }) }
    self.init(
      details.code.map { Code(rawValue: $0) } ?? .unknown, details.text ?? details.message,
      data: BridgeError.data(of: details) ?? (place.count == 0 ? nil : .object(place)), method: details.method)
    name = details.name.isEmpty ? "Error" : details.name
    stack = details.stack
  }

  private static func data(of details: ErrorDetails) -> BridgeValue? {
    guard let text = details.data else { return nil }
    return try? RawJSON(json: Array(text.utf8)).value
  }
}
