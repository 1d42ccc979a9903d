#if Plugins
import CryptoExtras

/// The format of a key's data.
enum KeyFormat: String, Sendable {
  case raw, pkcs8, spki, jwk
}

/// The properties of the key that `generateKey`, `importKey`, `unwrapKey` or `deriveKey` will make.
struct KeyTarget: Sendable {
  let name: AlgorithmName
  let hash: HashName?
  let curve: CurveName?
  /// The length in bits, of RSA, AES and HMAC keys.
  let length: Int?
  let isExtractable: Bool
  let usages: KeyUsages

  /// Throws if a usage is not one of those that keys of this type have.
  func check(_ type: KeyType) throws(CryptoFailure) {
    guard usages.isSubset(of: name.usages(of: type)) else {
      let wrong = usages.subtracting(name.usages(of: type)).names.joined(separator: ", ")
      throw .syntax("a \(type.rawValue) key of \(name.rawValue) does not support \(wrong)")
    }
  }

  /// A key whose usages were checked; a key that only its owner has needs one.
  func make(
    _ type: KeyType, _ material: KeyMaterial, length: Int? = nil, exponent: [UInt8] = []
  ) throws(CryptoFailure) -> StoredKey {
    if type != .public, usages.isEmpty { throw .syntax("a \(type.rawValue) key needs a usage") }
    return StoredKey(
      name, type, material, isExtractable: isExtractable, usages: usages, hash: name.isDerivation ? nil : hash,
      curve: curve, length: length, exponent: exponent)
  }

  /// A secret key from its bytes.
  func makeSecret(_ bytes: [UInt8]) throws(CryptoFailure) -> StoredKey {
    var bits = bytes.count * 8
    var bytes = bytes
    if name.isAES {
      guard [128, 192, 256].contains(bits) else {
        throw .data("an AES key must have 128, 192 or 256 bits, not \(bits)")
      }
      return try make(.secret, .secret(SymmetricKey(data: bytes)), length: bits)
    }
    guard name == .hmac else { return try make(.secret, .secret(SymmetricKey(data: bytes))) }
    guard bits > 0 else { throw .data("an HMAC key cannot be empty") }
    if let length {
      guard length <= bits, length > bits - 8 else { throw .data("the key has \(bits) bits, not \(length)") }
      if bits > length { bytes[bytes.count - 1] &= 0xff << UInt8(bits - length) }
      bits = length
    }
    return try make(.secret, .secret(SymmetricKey(data: bytes)), length: bits)
  }

  /// The number of bits to derive for a secret key; nil for a key of any length.
  func bitsToDerive() throws(CryptoFailure) -> Int? {
    if name.isAES {
      guard let length, [128, 192, 256].contains(length) else {
        throw .operation("an AES key must have 128, 192 or 256 bits")
      }
      return length
    }
    return name == .hmac ? length ?? hash?.blockBitCount : nil
  }
}
#endif
