#if Plugins
import CryptoExtras
import FoundationEssentials
import JavaScriptEngine

/// RSA-PSS with a salt of another length than the digest, and RSA-OAEP with a label, SHA-384 or SHA-512: the library does
/// the operation with the private key, and the padding is ours.
extension CryptoRequest {
  /// A signature of RSA-PSS.
  func signPSS(_ key: _RSA.Signing.PrivateKey, _ digest: [UInt8], _ hash: HashName) throws(CryptoFailure) -> [UInt8] {
    let saltLength = try required(number)
    guard
      let encoded = RSAPadding(hash: hash).encodePSS(
        digest, saltLength: saltLength, modulusBits: key.keySizeInBits)
    else { throw .operation("the salt is too long for the key") }
    return try attempt(else: .operation("the signature could not be created")) {
      try privateOperation(key.derRepresentation, encoded)
    }
  }

  func isValidPSS(
    _ key: _RSA.Signing.PublicKey, _ signature: [UInt8], _ digest: [UInt8], _ hash: HashName
  ) throws(CryptoFailure) -> Bool {
    let operation = try publicOperation(key.pkcs1DERRepresentation)
    guard let encoded = operation.apply(to: signature) else { return false }
    return RSAPadding(hash: hash).isValidPSS(
      encoded, digest, saltLength: try required(number), modulusBits: operation.bitCount)
  }

  func encryptOAEP(
    _ message: [UInt8], _ key: _RSA.Encryption.PublicKey, _ hash: HashName
  ) throws(CryptoFailure) -> [UInt8] {
    let padding = RSAPadding(hash: hash)
    let operation = try publicOperation(key.pkcs1DERRepresentation)
    guard message.count <= padding.maximumMessageLength(modulusLength: operation.length) else {
      throw .operation("the message is too long for the key")
    }
    let encoded = padding.encodeOAEP(message, label: second.array, modulusLength: operation.length)
    guard let encrypted = operation.apply(to: encoded) else { throw .operation("the encryption failed") }
    return encrypted
  }

  func decryptOAEP(
    _ message: [UInt8], _ key: _RSA.Encryption.PrivateKey, _ hash: HashName
  ) throws(CryptoFailure) -> [UInt8] {
    let failure = CryptoFailure.operation("the decryption failed")
    let encoded = try attempt(else: failure) { try privateOperation(key.derRepresentation, message) }
    guard let decrypted = RSAPadding(hash: hash).decodeOAEP(encoded, label: second.array) else { throw failure }
    return decrypted
  }

  /// RSA's operation with a private key, without a padding: RFC 9474 calls it a blind signature.
  private func privateOperation(_ key: Data, _ number: [UInt8]) throws -> [UInt8] {
    let key = try _RSA.BlindSigning.PrivateKey(
      unsafeDERRepresentation: key, parameters: .RSABSSA_SHA384_PSSZERO_Deterministic)
    return Array(try key.blindSignature(for: number).rawRepresentation)
  }

  private func publicOperation(_ key: Data) throws(CryptoFailure) -> RSAPublicOperation {
    guard var reader = DERReader.whole(Array(key)[...]), let modulus = reader.readNumber(),
      let exponent = reader.readNumber(),
      let operation = RSAPublicOperation(modulus: modulus, exponent: exponent)
    else { throw .operation("the key is not valid") }
    return operation
  }
}
#endif
