#if Plugins
import CryptoExtras
import FoundationEssentials
import JavaScriptEngine

extension CryptoRequest {
  func digest(_ hash: HashName) -> [UInt8] {
    func digest<Function: HashFunction>(_: Function.Type) -> [UInt8] { Array(hashed(Function.self)) }
    return digest(hash.function)
  }

  private func hashed<Function: HashFunction>(_: Function.Type) -> Function.Digest {
    var function = Function()
    func update(_ bytes: JSBytes) { unsafe bytes.withBytes { unsafe function.update(bufferPointer: $0) } }
    if let pieces { pieces.forEach(update) } else { update(data) }
    return function.finalize()
  }

  func sign() throws(CryptoFailure) -> [UInt8] {
    let failure = CryptoFailure.operation("the signature could not be created")
    switch key?.material {
    case .secret(let key)?: return code(key, try required(hash))
    case .ed25519Private(let key)?:
      return try attempt(else: failure) { unsafe try data.withBytes { unsafe Array(try key.signature(for: $0)) } }
    case .ellipticCurvePrivate(let key)?:
      func sign<Function: HashFunction>(_: Function.Type) throws -> Data { try key.sign(hashed(Function.self)) }
      let hash = try required(hash)
      return try attempt(else: failure) { Array(try sign(hash.function)) }
    case .rsaSigningPrivate(let key)?:
      let hash = try required(hash)
      guard hasLibraryPadding(hash) else { return try signPSS(key, digest(hash), hash) }
      func sign<Function: HashFunction>(_: Function.Type) throws -> Data {
        try key.signature(for: hashed(Function.self), padding: padding).rawRepresentation
      }
      return try attempt(else: failure) { Array(try sign(hash.function)) }
    default: throw .invalidAccess("the key does not support signing")
    }
  }

  func verify() throws(CryptoFailure) -> Bool {
    let signature = second.array
    switch key?.material {
    case .secret(let key)?: return isValid(signature, key, try required(hash))
    case .ed25519Public(let key)?: return unsafe data.withBytes { unsafe key.isValidSignature(signature, for: $0) }
    case .ellipticCurvePublic(let key)?:
      func verify<Function: HashFunction>(_: Function.Type) throws -> Bool {
        try key.isValid(signature, for: hashed(Function.self))
      }
      let hash = try required(hash)
      // A signature of another length is not valid; the library throws for it.
      return (try? verify(hash.function)) ?? false
    case .rsaSigningPublic(let key)?:
      let hash = try required(hash)
      guard hasLibraryPadding(hash) else { return try isValidPSS(key, signature, digest(hash), hash) }
      let signature = _RSA.Signing.RSASignature(rawRepresentation: signature)
      func verify<Function: HashFunction>(_: Function.Type) -> Bool {
        key.isValidSignature(signature, for: hashed(Function.self), padding: padding)
      }
      return verify(hash.function)
    default: throw .invalidAccess("the key does not support verification")
    }
  }

  private var padding: _RSA.Signing.Padding { name == .rsaPSS ? .PSS : .insecurePKCS1v1_5 }

  /// Whether the library has the padding: of PSS it has the one whose salt is as long as the digest.
  private func hasLibraryPadding(_ hash: HashName) -> Bool { name != .rsaPSS || number == hash.byteCount }

  private func code(_ key: SymmetricKey, _ hash: HashName) -> [UInt8] {
    func code<Function: HashFunction>(_: Function.Type) -> [UInt8] {
      unsafe data.withBytes { unsafe Array(HMAC<Function>.authenticationCode(for: $0, using: key)) }
    }
    return code(hash.function)
  }

  private func isValid(_ code: [UInt8], _ key: SymmetricKey, _ hash: HashName) -> Bool {
    func isValid<Function: HashFunction>(_: Function.Type) -> Bool {
      unsafe data.withBytes { unsafe HMAC<Function>.isValidAuthenticationCode(code, authenticating: $0, using: key) }
    }
    return isValid(hash.function)
  }
}
#endif
