/// A part of a value is not what was expected there.
///
/// It gathers its path on the way out, so that a value that fits pays nothing for it.
package struct ValueMismatch: Error {
  /// From the outside in, relative to whoever catches it.
  var path: [any CodingKey]
  let message: String

  package init(_ message: String, path: [any CodingKey] = []) {
    self.message = message
    self.path = path
  }

  /// `error`, seen from one level further out; nil for errors that tell of no place.
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
