#if Plugins
import Crypto

extension HashAlgorithm {
  func digest(_ data: [UInt8]) -> [UInt8] {
    switch self {
    case .sha256: Array(SHA256.hash(data: data))
    case .sha384: Array(SHA384.hash(data: data))
    case .sha512: Array(SHA512.hash(data: data))
    }
  }

  func authenticationCode(of data: [UInt8], _ key: SymmetricKey) -> [UInt8] {
    switch self {
    case .sha256: Array(HMAC<SHA256>.authenticationCode(for: data, using: key))
    case .sha384: Array(HMAC<SHA384>.authenticationCode(for: data, using: key))
    case .sha512: Array(HMAC<SHA512>.authenticationCode(for: data, using: key))
    }
  }

  /// Whether a code is valid for the data, compared in constant time.
  func isValid(_ code: [UInt8], of data: [UInt8], _ key: SymmetricKey) -> Bool {
    switch self {
    case .sha256: HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: data, using: key)
    case .sha384: HMAC<SHA384>.isValidAuthenticationCode(code, authenticating: data, using: key)
    case .sha512: HMAC<SHA512>.isValidAuthenticationCode(code, authenticating: data, using: key)
    }
  }
}
#endif
