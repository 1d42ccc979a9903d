import Causeway
import CausewayQueue

/// An error with a code and a message that names the remedy.
public struct ClipError: Error, Sendable, Equatable, CustomStringConvertible {
  /// A stable identifier, spelled as the bridge's codes.
  public let code: String
  /// A sentence for the user.
  public let message: String

  init(_ code: String, _ message: String) {
    self.code = code
    self.message = message
  }

  /// Converts any error.
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
