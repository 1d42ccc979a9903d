import Causeway
import CausewayQueue

/// Why a page was not clipped or a note not written: a code, and a sentence that says what to do.
public struct ClipError: Error, Sendable, Equatable, CustomStringConvertible {
  /// A stable word, as the bridge spells it.
  public let code: String
  /// A sentence.
  public let message: String

  init(_ code: String, _ message: String) {
    self.code = code
    self.message = message
  }

  /// Any error as one of these.
  public init(_ error: any Error) {
    switch error {
    case let error as ClipError: self = error
    case let error as BridgeError: self.init(error.code.rawValue, error.message)
    case let error as QueueError: self.init(error.code.rawValue, error.message)
    default: self.init("UNKNOWN", "\(error)")
    }
  }

  /// `CODE: message`.
  public var description: String { "\(code): \(message)" }
}
