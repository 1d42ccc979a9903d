#if Plugins
import FoundationEssentials
import JavaScriptRuntime

/// A JSON Web Key (RFC 7517).
struct JSONWebKey: Codable {
  var kty, use, alg, crv, k, x, y, d, n, e, p, q, dp, dq, qi: String?
  var key_ops: [String]?
  var ext: Bool?
  var oth: [OtherPrime]?

  struct OtherPrime: Codable {}

  init(kty: String) { self.kty = kty }

  /// Reads JSON text.
  init(json: [UInt8]) throws(CryptoFailure) {
    self = try attempt(else: .data("the JSON Web Key is malformed")) {
      try JSONDecoder().decode(JSONWebKey.self, from: Data(json))
    }
  }

  /// The JSON text of the key.
  var json: [UInt8] {
    var line = JSONLine()
    line.raw("{\"kty\":")
    line.string(kty)
    let members: [(String, String?)] = [
      ("alg", alg), ("crv", crv), ("k", k), ("x", x), ("y", y), ("n", n), ("e", e), ("d", d), ("p", p), ("q", q),
      ("dp", dp), ("dq", dq), ("qi", qi),
    ]
    for case (let name, let value?) in members {
      line.raw(",\"\(name)\":")
      line.string(value)
    }
    line.raw(",\"key_ops\":")
    line.list(key_ops ?? []) { line, name in line.string(name) }
    line.raw(",\"ext\":\(ext ?? false)}")
    return line.utf8
  }

  /// Checks the members that are common to all kinds of keys.
  ///
  /// - Parameter purpose: the value of `use` that fits the algorithm.
  func check(kty: String, purpose: String?, usages: KeyUsages, isExtractable: Bool) throws(CryptoFailure) {
    guard self.kty == kty else { throw .data("\"kty\" must be \"\(kty)\"") }
    if let use, let purpose, !usages.isEmpty, use != purpose { throw .data("\"use\" must be \"\(purpose)\"") }
    if let key_ops {
      guard Set(key_ops).count == key_ops.count else { throw .data("\"key_ops\" contains an operation twice") }
      guard usages.isSubset(of: KeyUsages(names: key_ops)) else {
        throw .data("\"key_ops\" does not contain all usages")
      }
    }
    if ext == false, isExtractable { throw .data("\"ext\" is false, so the key cannot be extractable") }
  }

  /// Checks `alg`, if it is there.
  func check(alg names: String...) throws(CryptoFailure) {
    if let alg, !names.contains(alg) { throw .data("\"alg\" must be \"\(names[0])\"") }
  }

  /// The bytes of a member in base64url.
  func bytes(_ name: String, _ member: KeyPath<JSONWebKey, String?>) throws(CryptoFailure) -> [UInt8] {
    guard let text = self[keyPath: member] else { throw .data("\"\(name)\" is missing") }
    guard let bytes = Base64URL.decode(text) else { throw .data("\"\(name)\" is not base64url") }
    return bytes
  }
}

/// Base64 with the alphabet for URLs and without padding (RFC 4648, section 5).
enum Base64URL {
  private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  static func encode(_ bytes: some Sequence<UInt8>) -> String {
    var text: [UInt8] = []
    var (bits, count): (UInt32, UInt32) = (0, 0)
    for byte in bytes {
      bits = bits << 8 | UInt32(byte)
      count += 8
      while count >= 6 {
        count -= 6
        text.append(letters[Int(bits >> count & 63)])
      }
    }
    if count > 0 { text.append(letters[Int(bits << (6 - count) & 63)]) }
    return String(decoding: text, as: UTF8.self)
  }

  static func decode(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    var (bits, count): (UInt32, UInt32) = (0, 0)
    for letter in text.utf8 {
      let digit: UInt8
      switch letter {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): digit = letter - 65
      case UInt8(ascii: "a")...UInt8(ascii: "z"): digit = letter - 71
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = letter + 4
      case UInt8(ascii: "-"): digit = 62
      case UInt8(ascii: "_"): digit = 63
      default: return nil
      }
      bits = bits << 6 | UInt32(digit)
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> count))
      }
    }
    return count < 6 ? bytes : nil
  }
}
#endif
