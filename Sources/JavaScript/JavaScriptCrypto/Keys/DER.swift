#if Plugins
/// The distinguished encoding rules of ASN.1, as far as the containers of keys need them.
enum DER {
  static let sequence: UInt8 = 0x30
  static let integer: UInt8 = 0x02
  static let bitString: UInt8 = 0x03
  static let octetString: UInt8 = 0x04
  static let null: UInt8 = 0x05
  static let objectIdentifier: UInt8 = 0x06

  /// The contents of an object identifier.
  static let rsaEncryption: [UInt8] = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01]
  static let ellipticCurve: [UInt8] = [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01]
  static let x25519: [UInt8] = [0x2b, 0x65, 0x6e]
  static let ed25519: [UInt8] = [0x2b, 0x65, 0x70]

  static func encode(_ tag: UInt8, _ contents: [UInt8]...) -> [UInt8] {
    let count = contents.reduce(0) { $0 + $1.count }
    var bytes = [tag]
    if count < 0x80 {
      bytes.append(UInt8(count))
    } else {
      let length = unsafe withUnsafeBytes(of: UInt32(count).bigEndian) { unsafe $0.drop { $0 == 0 }.map { $0 } }
      bytes.append(0x80 | UInt8(length.count))
      bytes += length
    }
    for content in contents { bytes += content }
    return bytes
  }

  /// A number that is not negative, from its big-endian bytes.
  static func encode(number: [UInt8]) -> [UInt8] {
    let digits = number.drop { $0 == 0 }
    return encode(integer, (digits.first ?? 0) < 0x80 && !digits.isEmpty ? [] : [0], Array(digits))
  }

  static let zero = encode(number: [])
}

/// Reads DER.
struct DERReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }
  init(_ bytes: [UInt8]) { rest = bytes[...] }

  var isAtEnd: Bool { rest.isEmpty }

  /// The contents of the next element, which has this tag; nil if it has not, or is malformed.
  mutating func read(_ tag: UInt8) -> ArraySlice<UInt8>? {
    guard rest.count >= 2, rest.first == tag else { return nil }
    var bytes = rest.dropFirst()
    let first = bytes.removeFirst()
    var length = Int(first)
    if first >= 0x80 {
      let digits = Int(first & 0x7f)
      guard (1...4).contains(digits), bytes.count >= digits else { return nil }
      length = bytes.prefix(digits).reduce(0) { $0 << 8 | Int($1) }
      bytes = bytes.dropFirst(digits)
      guard length >= 0x80, length >> (8 * (digits - 1)) != 0 else { return nil }
    }
    guard bytes.count >= length else { return nil }
    rest = bytes.dropFirst(length)
    return bytes.prefix(length)
  }

  /// The big-endian bytes of an integer that is not negative, without leading zeros.
  mutating func readNumber() -> [UInt8]? {
    guard let contents = read(DER.integer), let first = contents.first, first < 0x80 else { return nil }
    return Array(contents.drop { $0 == 0 })
  }

  /// A sequence that makes up all of the bytes.
  static func whole(_ bytes: ArraySlice<UInt8>) -> DERReader? {
    var reader = DERReader(bytes)
    guard let contents = reader.read(DER.sequence), reader.isAtEnd else { return nil }
    return DERReader(contents)
  }

  /// The contents of an algorithm identifier: the object identifier, and a reader of the parameters.
  mutating func readAlgorithm() -> (identifier: [UInt8], parameters: DERReader)? {
    guard let contents = read(DER.sequence) else { return nil }
    var reader = DERReader(contents)
    guard let identifier = reader.read(DER.objectIdentifier) else { return nil }
    return (Array(identifier), reader)
  }
}

/// `SubjectPublicKeyInfo` and `PrivateKeyInfo`: an algorithm, and a key in its own encoding.
struct KeyContainer {
  let algorithm: [UInt8]
  let key: [UInt8]
  /// The parameters of the algorithm: RSA has a null, elliptic curves have the curve's object identifier.
  let parameters: DERReader

  /// Reads `SubjectPublicKeyInfo` (RFC 5280).
  init?(publicKey bytes: [UInt8]) {
    guard var reader = DERReader.whole(bytes[...]), let (algorithm, parameters) = reader.readAlgorithm(),
      let key = reader.read(DER.bitString), key.first == 0, reader.isAtEnd
    else { return nil }
    self.algorithm = algorithm
    self.key = Array(key.dropFirst())
    self.parameters = parameters
  }

  /// Reads `PrivateKeyInfo` (RFC 5208) or `OneAsymmetricKey` (RFC 5958).
  init?(privateKey bytes: [UInt8]) {
    guard var reader = DERReader.whole(bytes[...]), let version = reader.readNumber(),
      version.isEmpty || version == [1],
      let (algorithm, parameters) = reader.readAlgorithm(), let key = reader.read(DER.octetString)
    else { return nil }
    self.algorithm = algorithm
    self.key = Array(key)
    self.parameters = parameters
  }

  /// Writes `SubjectPublicKeyInfo`.
  static func encode(publicKey: [UInt8], algorithm: [UInt8]) -> [UInt8] {
    DER.encode(
      DER.sequence, DER.encode(DER.sequence, DER.encode(DER.objectIdentifier, algorithm)),
      DER.encode(DER.bitString, [0], publicKey))
  }

  /// Writes `PrivateKeyInfo`.
  static func encode(privateKey: [UInt8], algorithm: [UInt8], hasNull: Bool) -> [UInt8] {
    let parameters = hasNull ? DER.encode(DER.null) : []
    return DER.encode(
      DER.sequence, DER.zero, DER.encode(DER.sequence, DER.encode(DER.objectIdentifier, algorithm), parameters),
      DER.encode(DER.octetString, privateKey))
  }
}
#endif
