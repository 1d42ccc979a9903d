#if Plugins
import CryptoExtras

extension KeyTarget {
  /// Generates a secret key, or a public and a private key.
  ///
  /// - Parameter exponent: the public exponent of RSA keys, big-endian.
  func generate(exponent: [UInt8], limits: SubtleCryptoLimits) throws(CryptoFailure) -> [StoredKey] {
    guard !name.isDerivation else { throw .notSupported("keys of \(name.rawValue) can be imported but not generated") }
    if name.isAES || name == .hmac { return [try generateSecret(limits)] }
    let types = (name.usages(of: .public), name.usages(of: .private))
    guard usages.isSubset(of: types.0.union(types.1)) else {
      let wrong = usages.subtracting(types.0.union(types.1)).names.joined(separator: ", ")
      throw .syntax("keys of \(name.rawValue) do not support \(wrong)")
    }
    // Checked again by the caller's rules, but before the work.
    let isUsable = !usages.intersection(types.1).isEmpty
    if name.isRSA { return try generateRSA(exponent, limits, isUsable: isUsable) }
    guard isUsable else { throw .syntax("the private key needs a usage") }
    switch name {
    case .ed25519:
      let key = Curve25519.Signing.PrivateKey()
      return pair(.ed25519Public(key.publicKey), .ed25519Private(key))
    case .x25519:
      let key = Curve25519.KeyAgreement.PrivateKey()
      return pair(.x25519Public(key.publicKey), .x25519Private(key))
    default:
      guard let curve else { throw .notSupported("the curve is not supported") }
      let key = curve.types(for: name).private.init()
      return pair(.ellipticCurvePublic(key.anyPublicKey), .ellipticCurvePrivate(key))
    }
  }

  private func pair(
    _ publicKey: KeyMaterial, _ privateKey: KeyMaterial, length: Int? = nil, exponent: [UInt8] = []
  ) -> [StoredKey] {
    func key(_ type: KeyType, _ material: KeyMaterial, isExtractable: Bool) -> StoredKey {
      StoredKey(
        name, type, material, isExtractable: isExtractable, usages: usages.intersection(name.usages(of: type)),
        hash: hash, curve: curve, length: length, exponent: exponent)
    }
    return [
      key(.public, publicKey, isExtractable: true), key(.private, privateKey, isExtractable: isExtractable),
    ]
  }

  private func generateSecret(_ limits: SubtleCryptoLimits) throws(CryptoFailure) -> StoredKey {
    try check(.secret)
    let bits: Int
    if name.isAES {
      guard let length, [128, 192, 256].contains(length) else {
        throw .operation("an AES key must have 128, 192 or 256 bits")
      }
      bits = length
    } else {
      bits = length ?? hash?.blockBitCount ?? 0
      guard bits > 0 else { throw .operation("an HMAC key cannot be empty") }
      guard bits / 8 < limits.keyBytes else {
        throw .limit("the key is longer than the limit keyBytes (\(limits.keyBytes))")
      }
    }
    guard !usages.isEmpty else { throw .syntax("a secret key needs a usage") }
    var random = SystemRandomNumberGenerator()
    var bytes = (0..<(bits + 7) / 8).map { _ in UInt8.random(in: 0...255, using: &random) }
    if bits % 8 != 0 { bytes[bytes.count - 1] &= 0xff << UInt8(8 - bits % 8) }
    return StoredKey(
      name, .secret, .secret(SymmetricKey(data: bytes)), isExtractable: isExtractable, usages: usages, hash: hash,
      length: bits)
  }

  private func generateRSA(
    _ exponent: [UInt8], _ limits: SubtleCryptoLimits, isUsable: Bool
  ) throws(CryptoFailure) -> [StoredKey] {
    let exponent = Array(exponent.drop { $0 == 0 })
    guard exponent == [1, 0, 1] else {
      // A number that no RSA key can have is wrong rather than unsupported.
      let isOdd = exponent.last.map { $0 & 1 == 1 } == true
      throw isOdd && exponent.count > 1 || exponent.last ?? 0 > 1 && isOdd
        ? .notSupported("RSA keys can be generated with the public exponent 65537 only")
        : .operation("the public exponent must be odd and at least 3")
    }
    // The library would make a shorter key of any other length.
    guard let length, length >= 1024, length.isMultiple(of: 128) else {
      throw .notSupported("RSA keys must be generated with at least 1024 bits, in multiples of 128")
    }
    guard length <= limits.generatedModulusLength else {
      throw .limit("the modulus is longer than the limit generatedModulusLength (\(limits.generatedModulusLength))")
    }
    guard isUsable else { throw .syntax("the private key needs a usage") }
    let size = _RSA.Signing.KeySize(bitCount: length)
    let failure = CryptoFailure.operation("the key could not be generated")
    if name == .rsaOAEP {
      let key = try attempt(else: failure) { try _RSA.Encryption.PrivateKey(unsafeKeySize: size) }
      return pair(
        .rsaEncryptionPublic(key.publicKey), .rsaEncryptionPrivate(key), length: length, exponent: exponent)
    }
    let key = try attempt(else: failure) { try _RSA.Signing.PrivateKey(unsafeKeySize: size) }
    return pair(.rsaSigningPublic(key.publicKey), .rsaSigningPrivate(key), length: length, exponent: exponent)
  }
}
#endif
