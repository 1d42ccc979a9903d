#if Plugins
/// The algorithms with keys, by the names that the standard registers.
enum AlgorithmName: String, Sendable {
  case rsassa = "RSASSA-PKCS1-v1_5"
  case rsaPSS = "RSA-PSS"
  case rsaOAEP = "RSA-OAEP"
  case ecdsa = "ECDSA"
  case ecdh = "ECDH"
  case ed25519 = "Ed25519"
  case x25519 = "X25519"
  case aesCTR = "AES-CTR"
  case aesCBC = "AES-CBC"
  case aesGCM = "AES-GCM"
  case aesKW = "AES-KW"
  case hmac = "HMAC"
  case hkdf = "HKDF"
  case pbkdf2 = "PBKDF2"

  var isRSA: Bool { self == .rsassa || self == .rsaPSS || self == .rsaOAEP }
  var isEllipticCurve: Bool { self == .ecdsa || self == .ecdh }
  var isCurve25519: Bool { self == .ed25519 || self == .x25519 }
  var isAES: Bool { self == .aesCTR || self == .aesCBC || self == .aesGCM || self == .aesKW }
  /// Whether its keys are only derived from.
  var isDerivation: Bool { self == .hkdf || self == .pbkdf2 }

  /// The usages that a key of this algorithm and type may have.
  func usages(of type: KeyType) -> KeyUsages {
    switch (self, type) {
    case (.rsaOAEP, .public): [.encrypt, .wrapKey]
    case (.rsaOAEP, .private): [.decrypt, .unwrapKey]
    case (.rsassa, .public), (.rsaPSS, .public), (.ecdsa, .public), (.ed25519, .public): .verify
    case (.rsassa, .private), (.rsaPSS, .private), (.ecdsa, .private), (.ed25519, .private): .sign
    case (.ecdh, .private), (.x25519, .private), (.hkdf, .secret), (.pbkdf2, .secret): [.deriveKey, .deriveBits]
    case (.aesKW, .secret): [.wrapKey, .unwrapKey]
    case (.aesCTR, .secret), (.aesCBC, .secret), (.aesGCM, .secret): [.encrypt, .decrypt, .wrapKey, .unwrapKey]
    case (.hmac, .secret): [.sign, .verify]
    default: []
    }
  }
}

/// The type of a key, as `CryptoKey.type` has it.
enum KeyType: String, Sendable {
  case `public`, `private`, secret
}

/// The operations that a key is for.
struct KeyUsages: OptionSet, Sendable {
  let rawValue: UInt8

  static let encrypt = KeyUsages(rawValue: 1)
  static let decrypt = KeyUsages(rawValue: 2)
  static let sign = KeyUsages(rawValue: 4)
  static let verify = KeyUsages(rawValue: 8)
  static let deriveKey = KeyUsages(rawValue: 16)
  static let deriveBits = KeyUsages(rawValue: 32)
  static let wrapKey = KeyUsages(rawValue: 64)
  static let unwrapKey = KeyUsages(rawValue: 128)

  private static let allNames = [
    "encrypt", "decrypt", "sign", "verify", "deriveKey", "deriveBits", "wrapKey", "unwrapKey",
  ]

  /// The names, in the order of the standard.
  var names: [String] { (0..<8).filter { rawValue & 1 << $0 != 0 }.map { KeyUsages.allNames[$0] } }

  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The usages with these names; an unknown name is left out.
  init(names: some Sequence<some StringProtocol>) {
    self.init(
      rawValue: names.reduce(0) { bits, name in
        bits | (KeyUsages.allNames.firstIndex { $0 == name }.map { 1 << $0 } ?? 0)
      })
  }
}
#endif
