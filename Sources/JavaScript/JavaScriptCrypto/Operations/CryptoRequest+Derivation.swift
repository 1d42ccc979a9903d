#if Plugins
import CryptoExtras
import FoundationEssentials
import JavaScriptEngine

extension CryptoRequest {
  /// Derives bytes.
  ///
  /// - Parameter bits: how many bits; nil for all that a key agreement has.
  func derive(bits: Int?) throws(CryptoFailure) -> [UInt8] {
    switch name {
    case .ecdh, .x25519: return try cut(try agree(), to: bits)
    case .hkdf: return try deriveByHKDF(try byteCount(bits))
    case .pbkdf2: return try deriveByPBKDF2(try byteCount(bits))
    default: throw .notSupported("the algorithm does not support derivation")
    }
  }

  private func byteCount(_ bits: Int?) throws(CryptoFailure) -> Int {
    guard let bits, bits.isMultiple(of: 8) else { throw .operation("the length must be a multiple of 8 bits") }
    return bits / 8
  }

  private func cut(_ secret: [UInt8], to bits: Int?) throws(CryptoFailure) -> [UInt8] {
    guard let bits else { return secret }
    guard bits <= secret.count * 8 else { throw .operation("the secret has only \(secret.count * 8) bits") }
    var secret = Array(secret.prefix((bits + 7) / 8))
    if bits % 8 != 0 { secret[secret.count - 1] &= 0xff << UInt8(8 - bits % 8) }
    return secret
  }

  private func agree() throws(CryptoFailure) -> [UInt8] {
    let failure = CryptoFailure.operation("the keys do not yield a shared secret")
    switch (key?.material, otherKey?.material) {
    case (.ellipticCurvePrivate(let key)?, .ellipticCurvePublic(let other)?):
      return try attempt(else: failure) { try key.agree(with: other) }
    case (.x25519Private(let key)?, .x25519Public(let other)?):
      let secret = try attempt(else: failure) {
        unsafe try key.sharedSecretFromKeyAgreement(with: other).withUnsafeBytes { unsafe [UInt8]($0) }
      }
      // A public point of small order (RFC 7748, section 6.1).
      guard secret.reduce(0, |) != 0 else { throw failure }
      return secret
    default: throw .invalidAccess("the public key is for another algorithm")
    }
  }

  private func deriveByHKDF(_ count: Int) throws(CryptoFailure) -> [UInt8] {
    let (key, hash) = (try secret(), try required(hash))
    guard count <= 255 * hash.byteCount else {
      throw .operation("HKDF with \(hash.rawValue) can derive at most \(255 * hash.byteCount) bytes")
    }
    guard count > 0 else { return [] }
    func derive<Function: HashFunction>(_: Function.Type) -> [UInt8] {
      unsafe HKDF<Function>.deriveKey(
        inputKeyMaterial: key, salt: second.array, info: third.array, outputByteCount: count
      ).withUnsafeBytes { unsafe [UInt8]($0) }
    }
    return derive(hash.function)
  }

  private func deriveByPBKDF2(_ count: Int) throws(CryptoFailure) -> [UInt8] {
    let (key, hash) = (try secret(), try required(hash))
    guard let rounds = number, rounds > 0 else { throw .operation("PBKDF2 needs at least 1 iteration") }
    let (work, isTooMuch) = rounds.multipliedReportingOverflow(by: max(1, count / hash.byteCount))
    guard !isTooMuch, work <= limits.derivationRounds else {
      throw .limit("PBKDF2 would need more rounds than the limit derivationRounds (\(limits.derivationRounds))")
    }
    guard count > 0 else { return [] }
    let function: KDF.Insecure.PBKDF2.HashFunction =
      switch hash {
      case .sha1: .insecureSHA1
      case .sha256: .sha256
      case .sha384: .sha384
      case .sha512: .sha512
      }
    return try attempt(else: .operation("the derivation failed")) {
      // The library takes the address of the bytes, which an empty buffer has not.
      unsafe try JSBytes(key.withUnsafeBytes { unsafe [UInt8]($0) }).withBytes { password in
        unsafe try second.withBytes { salt in
          unsafe try KDF.Insecure.PBKDF2.deriveKey(
            from: password, salt: salt, using: function, outputByteCount: count, unsafeUncheckedRounds: rounds
          ).withUnsafeBytes { unsafe [UInt8]($0) }
        }
      }
    }
  }
}
#endif
