#if Plugins
import CryptoExtras
import JavaScriptRuntime

/// A key with everything that JavaScript may know of it, and the material, which it may not.
struct StoredKey: Sendable {
  let name: AlgorithmName
  let type: KeyType
  let isExtractable: Bool
  let usages: KeyUsages
  /// Of RSA and HMAC keys.
  let hash: HashName?
  /// Of ECDSA and ECDH keys.
  let curve: CurveName?
  /// The length in bits, of RSA, AES and HMAC keys.
  let length: Int?
  /// The public exponent of RSA keys, big-endian.
  let exponent: [UInt8]
  let material: KeyMaterial

  init(
    _ name: AlgorithmName, _ type: KeyType, _ material: KeyMaterial, isExtractable: Bool, usages: KeyUsages,
    hash: HashName? = nil, curve: CurveName? = nil, length: Int? = nil, exponent: [UInt8] = []
  ) {
    self.name = name
    self.type = type
    self.isExtractable = isExtractable
    self.usages = usages
    self.hash = hash
    self.curve = curve
    self.length = length
    self.exponent = exponent
    self.material = material
  }

  /// About the number of bytes that the key takes.
  var byteCount: Int { 128 + (name.isRSA ? (length ?? 0) : material.byteCount) }

  /// The public properties of a `CryptoKey`, as JSON: `type`, `extractable`, `usages`, `algorithm`.
  var description: [UInt8] {
    var line = JSONLine()
    line.raw("{\"type\":\"\(type.rawValue)\",\"extractable\":\(isExtractable),\"usages\":")
    line.list(usages.names) { line, name in line.string(name) }
    line.raw(",\"algorithm\":{\"name\":")
    line.string(name.rawValue)
    if name.isRSA {
      line.raw(",\"modulusLength\":\(length ?? 0),\"publicExponent\":")
      line.list(exponent) { line, byte in line.raw("\(byte)") }
    }
    if let hash { line.raw(",\"hash\":{\"name\":\"\(hash.rawValue)\"}") }
    if let curve { line.raw(",\"namedCurve\":\"\(curve.rawValue)\"") }
    if !name.isRSA, let length { line.raw(",\"length\":\(length)") }
    line.raw("}}")
    return line.utf8
  }
}

/// The material of a key.
///
/// `@unchecked Sendable`: the library's keys are immutable values, whose references the library itself uses from several
/// threads; only the keys of RSA encryption are not declared so.
enum KeyMaterial: @unchecked Sendable {
  case secret(SymmetricKey)
  case ellipticCurvePublic(any EllipticCurvePublicKey)
  case ellipticCurvePrivate(any EllipticCurvePrivateKey)
  case ed25519Public(Curve25519.Signing.PublicKey)
  case ed25519Private(Curve25519.Signing.PrivateKey)
  case x25519Public(Curve25519.KeyAgreement.PublicKey)
  case x25519Private(Curve25519.KeyAgreement.PrivateKey)
  case rsaSigningPublic(_RSA.Signing.PublicKey)
  case rsaSigningPrivate(_RSA.Signing.PrivateKey)
  case rsaEncryptionPublic(_RSA.Encryption.PublicKey)
  case rsaEncryptionPrivate(_RSA.Encryption.PrivateKey)

  fileprivate var byteCount: Int { if case .secret(let key) = self { key.bitCount / 8 } else { 256 } }
}
#endif
