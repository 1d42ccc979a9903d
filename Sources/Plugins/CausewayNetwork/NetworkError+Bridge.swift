public import Causeway
public import LinuxNetwork

extension NetworkError: BridgeErrorConvertible {
  /// An error with the same code and description, and with the operation and the kernel's answer as `data`.
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
