/// The numbers that JSON-RPC and LSP give to errors.
package enum JSONRPCCode {
  package static let parseError = -32700
  package static let invalidRequest = -32600
  package static let invalidParams = -32602

  package static func number(of code: BridgeError.Code) -> Int {
    switch code {
    case .unimplemented: -32601
    case .invalidArgument: invalidParams
    case .internal: -32603
    case .cancelled: -32800
    default: -32000
    }
  }

  package static func code(of number: Double?) -> BridgeError.Code {
    switch number {
    case -32601: .unimplemented
    case -32602, -32700, -32600: .invalidArgument
    case -32603: .internal
    case -32800: .cancelled
    default: .unknown
    }
  }
}
