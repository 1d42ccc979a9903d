#if Plugins
import CryptoExtras
import FoundationEssentials

extension StoredKey {
  /// The key's data; only an extractable key has any.
  func export(_ format: KeyFormat) throws(CryptoFailure) -> [UInt8] {
    guard !name.isDerivation else { throw .notSupported("keys of \(name.rawValue) cannot be exported") }
    guard isExtractable else { throw .invalidAccess("the key is not extractable") }
    switch format {
    case .raw:
      guard type != .private else { throw wrong(format) }
      return try raw()
    case .spki:
      guard type != .secret else { throw unsupported(format) }
      guard type == .public else { throw wrong(format) }
      return try subjectPublicKeyInfo()
    case .pkcs8:
      guard type != .secret else { throw unsupported(format) }
      guard type == .private else { throw wrong(format) }
      return try privateKeyInfo()
    case .jwk: return try webKey().json
    }
  }

  private func unsupported(_ format: KeyFormat) -> CryptoFailure {
    .notSupported("keys of \(name.rawValue) do not support the format \(format.rawValue)")
  }

  private func wrong(_ format: KeyFormat) -> CryptoFailure {
    name.isRSA && format == .raw
      ? unsupported(format) : .invalidAccess("a \(type.rawValue) key does not support the format \(format.rawValue)")
  }

  private func raw() throws(CryptoFailure) -> [UInt8] {
    switch material {
    case .secret(let key): unsafe key.withUnsafeBytes { unsafe [UInt8]($0) }
    case .ellipticCurvePublic(let key): Array(key.x963Representation)
    case .ed25519Public(let key): Array(key.rawRepresentation)
    case .x25519Public(let key): Array(key.rawRepresentation)
    default: throw unsupported(.raw)
    }
  }

  private func subjectPublicKeyInfo() throws(CryptoFailure) -> [UInt8] {
    switch material {
    case .ellipticCurvePublic(let key): Array(key.derRepresentation)
    case .ed25519Public(let key): KeyContainer.encode(publicKey: Array(key.rawRepresentation), algorithm: DER.ed25519)
    case .x25519Public(let key): KeyContainer.encode(publicKey: Array(key.rawRepresentation), algorithm: DER.x25519)
    case .rsaSigningPublic(let key): Array(key.derRepresentation)
    case .rsaEncryptionPublic(let key): Array(key.derRepresentation)
    default: throw unsupported(.spki)
    }
  }

  private func privateKeyInfo() throws(CryptoFailure) -> [UInt8] {
    func curve25519(_ key: Data, _ algorithm: [UInt8]) -> [UInt8] {
      KeyContainer.encode(
        privateKey: DER.encode(DER.octetString, Array(key)), algorithm: algorithm, hasNull: false)
    }
    func rsa(_ key: Data) -> [UInt8] {
      KeyContainer.encode(privateKey: Array(key), algorithm: DER.rsaEncryption, hasNull: true)
    }
    switch material {
    case .ellipticCurvePrivate(let key): return Array(key.derRepresentation)
    case .ed25519Private(let key): return curve25519(key.rawRepresentation, DER.ed25519)
    case .x25519Private(let key): return curve25519(key.rawRepresentation, DER.x25519)
    case .rsaSigningPrivate(let key): return rsa(key.derRepresentation)
    case .rsaEncryptionPrivate(let key): return rsa(key.derRepresentation)
    default: throw unsupported(.pkcs8)
    }
  }

  /// The public key of an Ed25519 or X25519 key.
  var curve25519PublicBytes: [UInt8] {
    switch material {
    case .ed25519Public(let key): Array(key.rawRepresentation)
    case .x25519Public(let key): Array(key.rawRepresentation)
    case .ed25519Private(let key): Array(key.publicKey.rawRepresentation)
    case .x25519Private(let key): Array(key.publicKey.rawRepresentation)
    default: []
    }
  }

  private func webKey() throws(CryptoFailure) -> JSONWebKey {
    var web: JSONWebKey
    switch material {
    case .secret(let key):
      web = JSONWebKey(kty: "oct")
      web.k = unsafe key.withUnsafeBytes { unsafe Base64URL.encode($0) }
    case .ellipticCurvePublic(let key): web = point(key)
    case .ellipticCurvePrivate(let key):
      web = point(key.anyPublicKey)
      web.d = Base64URL.encode(key.rawRepresentation)
    case .ed25519Public, .x25519Public: web = curve25519()
    case .ed25519Private(let key):
      web = curve25519()
      web.d = Base64URL.encode(key.rawRepresentation)
    case .x25519Private(let key):
      web = curve25519()
      web.d = Base64URL.encode(key.rawRepresentation)
    case .rsaSigningPublic(let key): web = try rsa(public: key.pkcs1DERRepresentation)
    case .rsaEncryptionPublic(let key): web = try rsa(public: key.pkcs1DERRepresentation)
    case .rsaSigningPrivate(let key): web = try rsa(private: key.derRepresentation)
    case .rsaEncryptionPrivate(let key): web = try rsa(private: key.derRepresentation)
    }
    web.alg = JSONWebKey.algorithm(of: name, hash: hash, bits: length ?? 0)
    web.key_ops = usages.names
    web.ext = isExtractable
    return web
  }

  private func point(_ key: any EllipticCurvePublicKey) -> JSONWebKey {
    var web = JSONWebKey(kty: "EC")
    let coordinates = key.x963Representation.dropFirst()
    web.crv = curve?.rawValue
    web.x = Base64URL.encode(coordinates.prefix(coordinates.count / 2))
    web.y = Base64URL.encode(coordinates.suffix(coordinates.count / 2))
    return web
  }

  private func curve25519() -> JSONWebKey {
    var web = JSONWebKey(kty: "OKP")
    web.crv = name.rawValue
    web.x = Base64URL.encode(curve25519PublicBytes)
    return web
  }

  private func rsa(public der: Data) throws(CryptoFailure) -> JSONWebKey {
    guard var reader = DERReader.whole(Array(der)[...]), let n = reader.readNumber(), let e = reader.readNumber() else {
      throw .operation("the key could not be exported")
    }
    var web = JSONWebKey(kty: "RSA")
    web.n = Base64URL.encode(n)
    web.e = Base64URL.encode(e)
    return web
  }

  private func rsa(private der: Data) throws(CryptoFailure) -> JSONWebKey {
    let failure = CryptoFailure.operation("the key could not be exported")
    guard var reader = DERReader.whole(Array(der)[...]), reader.readNumber() != nil, let n = reader.readNumber(),
      let e = reader.readNumber()
    else { throw failure }
    var web = JSONWebKey(kty: "RSA")
    web.n = Base64URL.encode(n)
    web.e = Base64URL.encode(e)
    for (_, member) in JSONWebKey.privateNumbers {
      guard let number = reader.readNumber() else { throw failure }
      web[keyPath: member] = Base64URL.encode(number)
    }
    return web
  }
}
#endif
