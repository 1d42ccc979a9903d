/// A part of a value is not as expected.
///
/// It collects its path while the error propagates, so a matching value has no overhead.
package struct ValueMismatch: Error {
  /// From the outside in, relative to whoever catches it.
  var path: [any CodingKey]
  let message: String

  package init(_ message: String, path: [any CodingKey] = []) {
    self.message = message
    self.path = path
  }

  /// `error`, with its path extended by one outer level; nil for errors without a path.
  package init?(_ error: any Error, in key: any CodingKey) {
    switch error {
    case var mismatch as ValueMismatch:
      mismatch.path.insert(key, at: 0)
      self = mismatch
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
      DecodingError.dataCorrupted(let context):
      self.init(context.debugDescription, path: [key] + context.codingPath)
    case DecodingError.keyNotFound(let missing, let context):
      self.init(context.debugDescription, path: [key] + context.codingPath + [missing])
    default: return nil
    }
  }

  /// The same for `Codable`, whose types name the whole path.
  func decodingError(within path: [any CodingKey]) -> DecodingError {
    .dataCorrupted(.init(codingPath: path + self.path, debugDescription: message))
  }
}
