#if Plugins
import CryptoExtras

extension KeyTarget {
  func importRSA(_ format: KeyFormat, _ data: [UInt8]) throws(CryptoFailure) -> StoredKey {
    switch format {
    case .raw: throw .notSupported("keys of \(name.rawValue) do not support the format raw")
    case .spki:
      try check(.public)
      guard let container = KeyContainer(publicKey: data), container.algorithm == DER.rsaEncryption else {
        throw .data("the data is not a public RSA key")
      }
      return try makeRSA(public: container.key)
    case .pkcs8:
      try check(.private)
      guard let container = KeyContainer(privateKey: data), container.algorithm == DER.rsaEncryption else {
        throw .data("the data is not a private RSA key")
      }
      return try makeRSA(private: container.key)
    case .jwk:
      let web = try JSONWebKey(json: data)
      let type: KeyType = web.d == nil ? .public : .private
      try check(type)
      try web.check(
        kty: "RSA", purpose: name == .rsaOAEP ? "enc" : "sig", usages: usages, isExtractable: isExtractable)
      if let alg = webAlgorithm(bits: 0) { try web.check(alg: alg) }
      let publicNumbers = [DER.encode(number: try web.bytes("n", \.n)), DER.encode(number: try web.bytes("e", \.e))]
      guard type == .private else { return try makeRSA(public: DER.encode(DER.sequence, publicNumbers.flatMap { $0 })) }
      guard web.oth == nil else { throw .notSupported("RSA keys must have two prime factors") }
      // The library's check of the key needs all of them, and the standard allows to ask for that.
      var numbers = publicNumbers
      for (name, member) in JSONWebKey.privateNumbers {
        numbers.append(DER.encode(number: try web.bytes(name, member)))
      }
      return try makeRSA(private: DER.encode(DER.sequence, DER.zero, numbers.flatMap { $0 }))
    }
  }

  /// - Parameter bytes: `RSAPublicKey` (RFC 8017), which is read strictly here, because the library also accepts other
  ///   containers.
  private func makeRSA(public bytes: [UInt8]) throws(CryptoFailure) -> StoredKey {
    let failure = CryptoFailure.data("the data is not a public RSA key of at least 1024 bits")
    guard var reader = DERReader.whole(bytes[...]), reader.readNumber() != nil, let exponent = reader.readNumber(),
      reader.isAtEnd
    else { throw failure }
    if name == .rsaOAEP {
      let key = try attempt(else: failure) { try _RSA.Encryption.PublicKey(unsafeDERRepresentation: bytes) }
      return try make(.public, .rsaEncryptionPublic(key), length: key.keySizeInBits, exponent: exponent)
    }
    let key = try attempt(else: failure) { try _RSA.Signing.PublicKey(unsafeDERRepresentation: bytes) }
    return try make(.public, .rsaSigningPublic(key), length: key.keySizeInBits, exponent: exponent)
  }

  /// - Parameter bytes: `RSAPrivateKey` (RFC 8017).
  private func makeRSA(private bytes: [UInt8]) throws(CryptoFailure) -> StoredKey {
    let failure = CryptoFailure.data("the data is not a private RSA key of at least 1024 bits")
    guard var reader = DERReader.whole(bytes[...]), reader.readNumber() == [], reader.readNumber() != nil,
      let exponent = reader.readNumber()
    else { throw failure }
    if name == .rsaOAEP {
      let key = try attempt(else: failure) { try _RSA.Encryption.PrivateKey(unsafeDERRepresentation: bytes) }
      return try make(.private, .rsaEncryptionPrivate(key), length: key.keySizeInBits, exponent: exponent)
    }
    let key = try attempt(else: failure) { try _RSA.Signing.PrivateKey(unsafeDERRepresentation: bytes) }
    return try make(.private, .rsaSigningPrivate(key), length: key.keySizeInBits, exponent: exponent)
  }

  /// The value of `alg` for a key of this kind; nil if there is none.
  ///
  /// - Parameter bits: the length of an AES key.
  func webAlgorithm(bits: Int) -> String? {
    JSONWebKey.algorithm(of: name, hash: hash, bits: bits)
  }
}

extension JSONWebKey {
  /// The members that a private RSA key has beside the public ones, in the order of RFC 8017.
  static var privateNumbers: [(String, WritableKeyPath<JSONWebKey, String?>)] {
    [("d", \.d), ("p", \.p), ("q", \.q), ("dp", \.dp), ("dq", \.dq), ("qi", \.qi)]
  }

  /// The value of `alg`; nil if there is none.
  static func algorithm(of name: AlgorithmName, hash: HashName?, bits: Int) -> String? {
    let number = hash?.number ?? ""
    return switch name {
    case .hmac: "HS\(number)"
    case .rsassa: "RS\(number)"
    case .rsaPSS: "PS\(number)"
    case .rsaOAEP: hash == .sha1 ? "RSA-OAEP" : "RSA-OAEP-\(number)"
    case .aesCTR, .aesCBC, .aesGCM, .aesKW: "A\(bits)\(name.rawValue.dropFirst(4))"
    default: nil
    }
  }
}
#endif
