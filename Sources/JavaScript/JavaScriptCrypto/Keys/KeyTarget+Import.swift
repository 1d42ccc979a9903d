#if Plugins
import CryptoExtras

extension KeyTarget {
  /// Makes a key from its data.
  func importKey(_ format: KeyFormat, _ data: [UInt8]) throws(CryptoFailure) -> StoredKey {
    if name.isDerivation {
      guard format == .raw else { throw unsupported(format) }
      try check(.secret)
      guard !isExtractable else { throw .syntax("a key of \(name.rawValue) cannot be extractable") }
      return try makeSecret(data)
    }
    if name.isAES || name == .hmac { return try importSecret(format, data) }
    if name.isRSA { return try importRSA(format, data) }
    if name.isCurve25519 { return try importCurve25519(format, data) }
    return try importEllipticCurve(format, data)
  }

  private func unsupported(_ format: KeyFormat) -> CryptoFailure {
    .notSupported("keys of \(name.rawValue) do not support the format \(format.rawValue)")
  }

  // MARK: Secret keys

  private func importSecret(_ format: KeyFormat, _ data: [UInt8]) throws(CryptoFailure) -> StoredKey {
    guard format == .raw || format == .jwk else { throw unsupported(format) }
    try check(.secret)
    guard format == .jwk else { return try makeSecret(data) }
    let key = try JSONWebKey(json: data)
    try key.check(kty: "oct", purpose: name == .hmac ? "sig" : "enc", usages: usages, isExtractable: isExtractable)
    let bytes = try key.bytes("k", \.k)
    if let alg = webAlgorithm(bits: bytes.count * 8) { try key.check(alg: alg) }
    return try makeSecret(bytes)
  }

  // MARK: NIST's curves

  private func importEllipticCurve(_ format: KeyFormat, _ data: [UInt8]) throws(CryptoFailure) -> StoredKey {
    guard let curve else { throw .notSupported("the curve is not supported") }
    let types = curve.types(for: name)
    let failure = CryptoFailure.data("the data is not a key of \(curve.rawValue)")
    switch format {
    case .raw:
      try check(.public)
      let key = try attempt(else: failure) { try types.public.init(point: data) }
      return try make(.public, .ellipticCurvePublic(key))
    case .spki:
      try check(.public)
      // The library reads no container with a compressed point.
      guard let container = KeyContainer(publicKey: data), container.algorithm == DER.ellipticCurve else {
        throw failure
      }
      var parameters = container.parameters
      guard let identifier = parameters.read(DER.objectIdentifier), Array(identifier) == curve.identifier,
        parameters.isAtEnd
      else { throw failure }
      let key = try attempt(else: failure) { try types.public.init(point: container.key) }
      return try make(.public, .ellipticCurvePublic(key))
    case .pkcs8:
      try check(.private)
      guard KeyContainer(privateKey: data)?.algorithm == DER.ellipticCurve else { throw failure }
      let key = try attempt(else: failure) { try types.private.init(privateKeyInfo: data) }
      return try make(.private, .ellipticCurvePrivate(key))
    case .jwk:
      let web = try JSONWebKey(json: data)
      let type: KeyType = web.d == nil ? .public : .private
      try check(type)
      try web.check(
        kty: "EC", purpose: name == .ecdsa ? "sig" : "enc", usages: usages, isExtractable: isExtractable)
      guard web.crv == curve.rawValue else { throw .data("\"crv\" must be \"\(curve.rawValue)\"") }
      if name == .ecdsa { try web.check(alg: curve.signatureName) }
      let (x, y) = (try web.bytes("x", \.x), try web.bytes("y", \.y))
      guard x.count == curve.byteCount, y.count == curve.byteCount else {
        throw .data("a coordinate must have \(curve.byteCount) bytes")
      }
      guard type == .private else {
        let key = try attempt(else: failure) { try types.public.init(point: [4] + x + y) }
        return try make(.public, .ellipticCurvePublic(key))
      }
      let d = try web.bytes("d", \.d)
      guard d.count == curve.byteCount else { throw .data("\"d\" must have \(curve.byteCount) bytes") }
      let key = try attempt(else: failure) { try types.private.init(x963: [4] + x + y + d) }
      return try make(.private, .ellipticCurvePrivate(key))
    }
  }

  // MARK: Ed25519 and X25519

  private func importCurve25519(_ format: KeyFormat, _ data: [UInt8]) throws(CryptoFailure) -> StoredKey {
    let identifier = name == .ed25519 ? DER.ed25519 : DER.x25519
    let failure = CryptoFailure.data("the data is not a key of \(name.rawValue)")
    switch format {
    case .raw:
      try check(.public)
      return try makeCurve25519(public: data)
    case .spki:
      try check(.public)
      guard let container = KeyContainer(publicKey: data), container.algorithm == identifier,
        container.parameters.isAtEnd
      else { throw failure }
      return try makeCurve25519(public: container.key)
    case .pkcs8:
      try check(.private)
      guard let container = KeyContainer(privateKey: data), container.algorithm == identifier,
        container.parameters.isAtEnd
      else { throw failure }
      var reader = DERReader(container.key)
      guard let key = reader.read(DER.octetString), reader.isAtEnd else { throw failure }
      return try makeCurve25519(private: Array(key))
    case .jwk:
      let web = try JSONWebKey(json: data)
      let type: KeyType = web.d == nil ? .public : .private
      try check(type)
      try web.check(
        kty: "OKP", purpose: name == .ed25519 ? "sig" : "enc", usages: usages, isExtractable: isExtractable)
      guard web.crv == name.rawValue else { throw .data("\"crv\" must be \"\(name.rawValue)\"") }
      if name == .ed25519 { try web.check(alg: "EdDSA", "Ed25519") }
      let x = try web.bytes("x", \.x)
      guard type == .private else { return try makeCurve25519(public: x) }
      let key = try makeCurve25519(private: try web.bytes("d", \.d))
      guard key.curve25519PublicBytes == x else { throw .data("\"x\" and \"d\" do not belong to the same key") }
      return key
    }
  }

  private func makeCurve25519(public bytes: [UInt8]) throws(CryptoFailure) -> StoredKey {
    let material = try attempt(else: .data("a public key must have 32 bytes")) {
      name == .ed25519
        ? KeyMaterial.ed25519Public(try Curve25519.Signing.PublicKey(rawRepresentation: bytes))
        : .x25519Public(try Curve25519.KeyAgreement.PublicKey(rawRepresentation: bytes))
    }
    return try make(.public, material)
  }

  private func makeCurve25519(private bytes: [UInt8]) throws(CryptoFailure) -> StoredKey {
    let material = try attempt(else: .data("a private key must have 32 bytes")) {
      name == .ed25519
        ? KeyMaterial.ed25519Private(try Curve25519.Signing.PrivateKey(rawRepresentation: bytes))
        : .x25519Private(try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: bytes))
    }
    return try make(.private, material)
  }
}
#endif
