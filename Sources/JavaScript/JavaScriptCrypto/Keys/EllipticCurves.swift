#if Plugins
import CryptoExtras
import FoundationEssentials

/// The curves of NIST, by the names that the standard registers.
enum CurveName: String, Sendable {
  case p256 = "P-256"
  case p384 = "P-384"
  case p521 = "P-521"

  /// The length of a coordinate, in bytes.
  var byteCount: Int {
    switch self {
    case .p256: 32
    case .p384: 48
    case .p521: 66
    }
  }

  /// The contents of its object identifier.
  var identifier: [UInt8] {
    switch self {
    case .p256: [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07]
    case .p384: [0x2b, 0x81, 0x04, 0x00, 0x22]
    case .p521: [0x2b, 0x81, 0x04, 0x00, 0x23]
    }
  }

  /// The signature algorithm of JSON Web Algorithms.
  var signatureName: String {
    switch self {
    case .p256: "ES256"
    case .p384: "ES384"
    case .p521: "ES512"
    }
  }

  /// The types of the library's keys.
  func types(for name: AlgorithmName) -> (
    private: any EllipticCurvePrivateKey.Type, public: any EllipticCurvePublicKey.Type
  ) {
    switch (self, name) {
    case (.p256, .ecdsa): (P256.Signing.PrivateKey.self, P256.Signing.PublicKey.self)
    case (.p384, .ecdsa): (P384.Signing.PrivateKey.self, P384.Signing.PublicKey.self)
    case (.p521, .ecdsa): (P521.Signing.PrivateKey.self, P521.Signing.PublicKey.self)
    case (.p256, _): (P256.KeyAgreement.PrivateKey.self, P256.KeyAgreement.PublicKey.self)
    case (.p384, _): (P384.KeyAgreement.PrivateKey.self, P384.KeyAgreement.PublicKey.self)
    case (.p521, _): (P521.KeyAgreement.PrivateKey.self, P521.KeyAgreement.PublicKey.self)
    }
  }
}

/// A public key on one of NIST's curves, as the library has them.
protocol EllipticCurvePublicKey: Sendable {
  init(point: [UInt8]) throws
  var x963Representation: Data { get }
  var derRepresentation: Data { get }
  func isValid(_ signature: [UInt8], for digest: some Digest) throws -> Bool
}

/// A private key on one of NIST's curves, as the library has them.
protocol EllipticCurvePrivateKey: Sendable {
  init()
  init(privateKeyInfo: [UInt8]) throws
  /// From both coordinates of the public key and the private number, which must belong together.
  init(x963: [UInt8]) throws
  var rawRepresentation: Data { get }
  var derRepresentation: Data { get }
  var anyPublicKey: any EllipticCurvePublicKey { get }
  func sign(_ digest: some Digest) throws -> Data
  /// The shared secret with a public key of the same curve.
  func agree(with key: any EllipticCurvePublicKey) throws -> [UInt8]
}

extension EllipticCurvePublicKey {
  func isValid(_: [UInt8], for _: some Digest) throws -> Bool {
    throw CryptoFailure.notSupported("the key does not support signatures")
  }
}

extension EllipticCurvePrivateKey {
  func sign(_: some Digest) throws -> Data { throw CryptoFailure.notSupported("the key does not support signatures") }
  func agree(with _: any EllipticCurvePublicKey) throws -> [UInt8] {
    throw CryptoFailure.notSupported("the key does not support key agreement")
  }
}

private func bytes(of secret: SharedSecret) -> [UInt8] { unsafe secret.withUnsafeBytes { unsafe [UInt8]($0) } }

private let otherCurve = CryptoFailure.invalidAccess("the public key is on another curve")

extension P256.Signing.PublicKey: EllipticCurvePublicKey {
  init(point: [UInt8]) throws {
    self = try point.first == 4 ? Self(x963Representation: point) : Self(compressedRepresentation: point)
  }
  func isValid(_ signature: [UInt8], for digest: some Digest) throws -> Bool {
    isValidSignature(try P256.Signing.ECDSASignature(rawRepresentation: signature), for: digest)
  }
}

extension P256.KeyAgreement.PublicKey: EllipticCurvePublicKey {
  init(point: [UInt8]) throws {
    self = try point.first == 4 ? Self(x963Representation: point) : Self(compressedRepresentation: point)
  }
}

extension P256.Signing.PrivateKey: EllipticCurvePrivateKey {
  init() { self.init(compactRepresentable: false) }
  init(privateKeyInfo bytes: [UInt8]) throws { try self.init(derRepresentation: bytes) }
  init(x963 bytes: [UInt8]) throws { try self.init(x963Representation: bytes) }
  var anyPublicKey: any EllipticCurvePublicKey { publicKey }
  func sign(_ digest: some Digest) throws -> Data { try signature(for: digest).rawRepresentation }
}

extension P256.KeyAgreement.PrivateKey: EllipticCurvePrivateKey {
  init() { self.init(compactRepresentable: false) }
  init(privateKeyInfo bytes: [UInt8]) throws { try self.init(derRepresentation: bytes) }
  init(x963 bytes: [UInt8]) throws { try self.init(x963Representation: bytes) }
  var anyPublicKey: any EllipticCurvePublicKey { publicKey }
  func agree(with key: any EllipticCurvePublicKey) throws -> [UInt8] {
    guard let key = key as? P256.KeyAgreement.PublicKey else { throw otherCurve }
    return bytes(of: try sharedSecretFromKeyAgreement(with: key))
  }
}

extension P384.Signing.PublicKey: EllipticCurvePublicKey {
  init(point: [UInt8]) throws {
    self = try point.first == 4 ? Self(x963Representation: point) : Self(compressedRepresentation: point)
  }
  func isValid(_ signature: [UInt8], for digest: some Digest) throws -> Bool {
    isValidSignature(try P384.Signing.ECDSASignature(rawRepresentation: signature), for: digest)
  }
}

extension P384.KeyAgreement.PublicKey: EllipticCurvePublicKey {
  init(point: [UInt8]) throws {
    self = try point.first == 4 ? Self(x963Representation: point) : Self(compressedRepresentation: point)
  }
}

extension P384.Signing.PrivateKey: EllipticCurvePrivateKey {
  init() { self.init(compactRepresentable: false) }
  init(privateKeyInfo bytes: [UInt8]) throws { try self.init(derRepresentation: bytes) }
  init(x963 bytes: [UInt8]) throws { try self.init(x963Representation: bytes) }
  var anyPublicKey: any EllipticCurvePublicKey { publicKey }
  func sign(_ digest: some Digest) throws -> Data { try signature(for: digest).rawRepresentation }
}

extension P384.KeyAgreement.PrivateKey: EllipticCurvePrivateKey {
  init() { self.init(compactRepresentable: false) }
  init(privateKeyInfo bytes: [UInt8]) throws { try self.init(derRepresentation: bytes) }
  init(x963 bytes: [UInt8]) throws { try self.init(x963Representation: bytes) }
  var anyPublicKey: any EllipticCurvePublicKey { publicKey }
  func agree(with key: any EllipticCurvePublicKey) throws -> [UInt8] {
    guard let key = key as? P384.KeyAgreement.PublicKey else { throw otherCurve }
    return bytes(of: try sharedSecretFromKeyAgreement(with: key))
  }
}

extension P521.Signing.PublicKey: EllipticCurvePublicKey {
  init(point: [UInt8]) throws {
    self = try point.first == 4 ? Self(x963Representation: point) : Self(compressedRepresentation: point)
  }
  func isValid(_ signature: [UInt8], for digest: some Digest) throws -> Bool {
    isValidSignature(try P521.Signing.ECDSASignature(rawRepresentation: signature), for: digest)
  }
}

extension P521.KeyAgreement.PublicKey: EllipticCurvePublicKey {
  init(point: [UInt8]) throws {
    self = try point.first == 4 ? Self(x963Representation: point) : Self(compressedRepresentation: point)
  }
}

extension P521.Signing.PrivateKey: EllipticCurvePrivateKey {
  init() { self.init(compactRepresentable: false) }
  init(privateKeyInfo bytes: [UInt8]) throws { try self.init(derRepresentation: bytes) }
  init(x963 bytes: [UInt8]) throws { try self.init(x963Representation: bytes) }
  var anyPublicKey: any EllipticCurvePublicKey { publicKey }
  func sign(_ digest: some Digest) throws -> Data { try signature(for: digest).rawRepresentation }
}

extension P521.KeyAgreement.PrivateKey: EllipticCurvePrivateKey {
  init() { self.init(compactRepresentable: false) }
  init(privateKeyInfo bytes: [UInt8]) throws { try self.init(derRepresentation: bytes) }
  init(x963 bytes: [UInt8]) throws { try self.init(x963Representation: bytes) }
  var anyPublicKey: any EllipticCurvePublicKey { publicKey }
  func agree(with key: any EllipticCurvePublicKey) throws -> [UInt8] {
    guard let key = key as? P521.KeyAgreement.PublicKey else { throw otherCurve }
    return bytes(of: try sharedSecretFromKeyAgreement(with: key))
  }
}
#endif
