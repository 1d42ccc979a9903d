#if Plugins
import Causeway
import NIOSSL

extension BridgeError {
  /// The error of a connection whose TLS failed: `UNAVAILABLE`, with the library's name of the reason as `data.tls`.
  ///
  /// - Returns: nil for an error of another kind.
  static func ofTLS(_ error: any Error) -> BridgeError? {
    switch error {
    case NIOSSLError.handshakeFailed(let cause), NIOSSLError.shutdownFailed(let cause): return of(cause)
    case NIOSSLError.uncleanShutdown:
      return BridgeError(.unavailable, "The server closed the connection before the response was complete.")
    case NIOSSLError.unableToValidateCertificate, NIOSSLError.noCertificateToValidate:
      return ofTLS("CERTIFICATE_VERIFY_FAILED")
    case is NIOSSLError: return ofTLS(nil)
    case let error as NIOSSLExtraError: return ofTLS(error == .failedToValidateHostname ? "HOSTNAME_MISMATCH" : nil)
    case let error as BoringSSLError: return of(error)
    default: return nil
    }
  }

  private static func of(_ error: BoringSSLError) -> BridgeError {
    switch error {
    case .sslError(let stack), .unknownError(let stack), .invalidSNIName(let stack), .failedToSetALPN(let stack):
      ofTLS(stack.lazy.compactMap(name).first)
    default: ofTLS(nil)
    }
  }

  /// The name in an error of the library: `error:1000007d:SSL routines:OPENSSL_internal:CERTIFICATE_VERIFY_FAILED at FILE`.
  private static func name(of error: BoringSSLInternalError) -> String? {
    let name = error.description.prefix { $0 != "/" }.split(separator: ":").last?.prefix { $0 != " " }
    guard let name, name.count > 2, name.allSatisfy({ $0.isASCII && ($0.isUppercase || $0.isNumber || $0 == "_") })
    else { return nil }
    return String(name)
  }

  private static func ofTLS(_ name: String?) -> BridgeError {
    let message =
      switch name {
      case "CERTIFICATE_VERIFY_FAILED": "The certificate of the server is not trusted."
      case "HOSTNAME_MISMATCH": "The certificate of the server is for another name."
      case "WRONG_VERSION_NUMBER": "The server does not support TLS."
      case let name?: "The TLS connection to the server failed (\(name))."
      case nil: "The TLS connection to the server failed."
      }
    return BridgeError(.unavailable, message, data: name.map { ["tls": .string($0)] })
  }
}
#endif
