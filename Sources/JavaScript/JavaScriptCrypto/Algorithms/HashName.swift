#if Plugins
import CryptoExtras

/// The hash functions, by the names that the standard registers.
enum HashName: String, Sendable {
  case sha1 = "SHA-1"
  case sha256 = "SHA-256"
  case sha384 = "SHA-384"
  case sha512 = "SHA-512"

  var function: any HashFunction.Type {
    switch self {
    case .sha1: Insecure.SHA1.self
    case .sha256: SHA256.self
    case .sha384: SHA384.self
    case .sha512: SHA512.self
    }
  }

  /// The length of a digest, in bytes.
  var byteCount: Int {
    switch self {
    case .sha1: 20
    case .sha256: 32
    case .sha384: 48
    case .sha512: 64
    }
  }

  /// The length of a block, in bits: the length of an HMAC key for which no other is given.
  var blockBitCount: Int { self == .sha1 || self == .sha256 ? 512 : 1024 }

  /// The number in the names of JSON Web Algorithms, such as `HS256`.
  var number: String { String(rawValue.dropFirst(4)) }
}
#endif
