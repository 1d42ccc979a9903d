public import Causeway
public import LinuxNetwork

extension NetworkError: BridgeErrorConvertible {
  /// The same code, the sentence for a person, and as `data` what was done and what the kernel answered.
  public var bridgeError: BridgeError {
    BridgeError(
      BridgeError.Code(rawValue: code.rawValue), description,
      data: [
        "operation": .string(operation),
        "errno": errorNumber.map { .number(Double($0)) } ?? .null,
        "kernelMessage": kernelMessage.map { .string($0) } ?? .null,
      ])
  }
}
