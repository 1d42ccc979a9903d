#if Plugins
import CryptoExtras

/// The paddings of RSA that the library does not have, by RFC 8017: PSS with a salt of any length, and OAEP with any hash
/// function and a label.
struct RSAPadding {
  let hash: HashName

  /// The most bytes that OAEP encrypts; negative if the key is too short for the hash function.
  func maximumMessageLength(modulusLength: Int) -> Int { modulusLength - 2 * hash.byteCount - 2 }

  // MARK: OAEP

  /// EME-OAEP encoding (7.1.1).
  ///
  /// - Parameters:
  ///   - message: at most ``maximumMessageLength(modulusLength:)`` bytes.
  ///   - modulusLength: the length of the result, in bytes.
  func encodeOAEP(_ message: [UInt8], label: [UInt8], modulusLength: Int) -> [UInt8] {
    let zeros = maximumMessageLength(modulusLength: modulusLength) - message.count
    var block = digest(label) + [UInt8](repeating: 0, count: zeros) + [1] + message
    var seed = RSAPadding.random(hash.byteCount)
    combine(&block, with: mask(of: seed, length: block.count))
    combine(&seed, with: mask(of: block, length: seed.count))
    return [0] + seed + block
  }

  /// EME-OAEP decoding (7.1.2); nil for a block that is not of this encoding.
  ///
  /// The kind of a padding error affects neither the result nor, up to the copy of a valid message, the time: otherwise
  /// messages could be decrypted by asking (Manger's attack).
  func decodeOAEP(_ encoded: [UInt8], label: [UInt8]) -> [UInt8]? {
    let length = hash.byteCount
    guard encoded.count >= 2 * length + 2 else { return nil }
    var seed = Array(encoded[1...length])
    var block = Array(encoded[(length + 1)...])
    combine(&seed, with: mask(of: block, length: length))
    combine(&block, with: mask(of: seed, length: block.count))
    var difference = encoded[0]
    for (byte, expected) in zip(block, digest(label)) { difference |= byte ^ expected }
    // The place of the first byte that is not 0, which must be 1.
    var place = 0
    var separator: UInt8 = 0
    var isBefore = UInt8.max
    for index in length..<block.count {
      let isFound = isBefore & ~RSAPadding.maskOfZero(block[index])
      place |= index & Int(truncatingIfNeeded: Int8(bitPattern: isFound))
      separator |= block[index] & isFound
      isBefore &= ~isFound
    }
    difference |= separator ^ 1
    return difference == 0 ? Array(block[(place + 1)...]) : nil
  }

  /// 255 for 0, and 0 for any other byte, without a branch.
  private static func maskOfZero(_ byte: UInt8) -> UInt8 {
    let isNotZero = (byte | (0 &- byte)) >> 7
    return isNotZero &- 1
  }

  // MARK: PSS

  /// EMSA-PSS encoding (9.1.1); nil if the key is too short for the hash function and the salt.
  func encodePSS(_ digest: [UInt8], saltLength: Int, modulusBits: Int) -> [UInt8]? {
    let length = (modulusBits + 6) / 8
    guard saltLength <= length - hash.byteCount - 2 else { return nil }
    let salt = RSAPadding.random(saltLength)
    let code = self.code(digest, salt)
    var block = [UInt8](repeating: 0, count: length - saltLength - hash.byteCount - 2) + [1] + salt
    combine(&block, with: mask(of: code, length: block.count))
    block[0] &= RSAPadding.topMask(modulusBits)
    // The library's operation takes as many bytes as the modulus has.
    return [UInt8](repeating: 0, count: (modulusBits + 7) / 8 - length) + block + code + [0xbc]
  }

  /// EMSA-PSS verification (9.1.2).
  ///
  /// - Parameter encoded: as many bytes as the modulus has.
  func isValidPSS(_ encoded: [UInt8], _ digest: [UInt8], saltLength: Int, modulusBits: Int) -> Bool {
    let length = (modulusBits + 6) / 8
    guard saltLength <= length - hash.byteCount - 2, encoded.count >= length else { return false }
    let (front, encoded) = (encoded.dropLast(length), encoded.suffix(length))
    let code = Array(encoded.dropLast().suffix(hash.byteCount))
    var block = Array(encoded.dropLast(hash.byteCount + 1))
    let top = RSAPadding.topMask(modulusBits)
    guard front.allSatisfy({ $0 == 0 }), encoded.last == 0xbc, block[0] & ~top == 0 else { return false }
    combine(&block, with: mask(of: code, length: block.count))
    block[0] &= top
    let separator = block.count - saltLength - 1
    guard block[..<separator].allSatisfy({ $0 == 0 }), block[separator] == 1 else { return false }
    return self.code(digest, Array(block[(separator + 1)...])) == code
  }

  /// The bits of the first byte of an encoded message that belong to it.
  private static func topMask(_ modulusBits: Int) -> UInt8 { 0xff >> UInt8((8 - (modulusBits - 1) % 8) % 8) }

  /// The hash of a message's digest and a salt.
  private func code(_ digest: [UInt8], _ salt: [UInt8]) -> [UInt8] {
    self.digest([UInt8](repeating: 0, count: 8) + digest + salt)
  }

  // MARK: Functions

  private func digest(_ bytes: [UInt8]) -> [UInt8] {
    func digest<Function: HashFunction>(_: Function.Type) -> [UInt8] { Array(Function.hash(data: bytes)) }
    return digest(hash.function)
  }

  /// The mask generation function MGF1 (B.2.1).
  private func mask(of seed: [UInt8], length: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    var counter: UInt32 = 0
    while bytes.count < length {
      bytes += digest(seed + (0..<4).map { UInt8(truncatingIfNeeded: counter >> (24 - 8 * $0)) })
      counter += 1
    }
    return Array(bytes.prefix(length))
  }

  private func combine(_ bytes: inout [UInt8], with mask: [UInt8]) {
    for index in bytes.indices { bytes[index] ^= mask[index] }
  }

  private static func random(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
  }
}
#endif
