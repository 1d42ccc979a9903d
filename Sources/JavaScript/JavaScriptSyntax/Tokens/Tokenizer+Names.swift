extension Tokenizer {
  /// Reads a name that holds an escape or a character beyond ASCII, or that is private.
  @inline(never)
  mutating func scanName() throws(Stop) {
    let start = position
    while source[position].isNamePart { position += 1 }
    if source[position] < 0x80, source[position] != UInt8(ascii: "\\") {
      token.kind = .name
      token.name = names.intern(source, start, position)
      return
    }
    position = start
    var bytes: [UInt8] = []
    while true {
      let byte = source[position]
      let at = position
      var scalar: Unicode.Scalar
      if byte == UInt8(ascii: "\\") {
        token.isEscaped = true
        position += 1
        guard source[position] == UInt8(ascii: "u") else {
          throw fail(.invalidToken, "Only '\\u' escapes are allowed in a name.", at: at)
        }
        position += 1
        guard let value = scanUnicodeEscape(), let decoded = Unicode.Scalar(value) else {
          throw fail(.invalidToken, "The '\\u' escape is malformed.", at: at)
        }
        scalar = decoded
        guard bytes.isEmpty ? scalar.beginsName : scalar.continuesName else {
          throw fail(.invalidToken, "The escape stands for a character that is not allowed in a name.", at: at)
        }
      } else {
        let length: Int
        (scalar, length) = source.scalar(at: position)
        guard bytes.isEmpty ? scalar.beginsName : scalar.continuesName else { break }
        position += length
      }
      bytes.append(contentsOf: UTF8.encode(scalar)!)
    }
    guard !bytes.isEmpty else {
      throw fail(.invalidToken, "The character \(source.scalarName(at: position)) is not allowed here.", at: position)
    }
    token.kind = .name
    token.name = names.intern(bytes)
  }

  /// Reads what follows `\u`: four digits, or digits in braces.
  ///
  /// `nil` if it is malformed.
  mutating func scanUnicodeEscape() -> UInt32? {
    var value: UInt32 = 0
    if source[position] == UInt8(ascii: "{") {
      position += 1
      let start = position
      while let digit = source[position].hexadecimal {
        value = value << 4 | digit
        guard value <= 0x10FFFF else { return nil }
        position += 1
      }
      guard position > start, source[position] == UInt8(ascii: "}") else { return nil }
      position += 1
      return value
    }
    for _ in 0..<4 {
      guard let digit = source[position].hexadecimal else { return nil }
      value = value << 4 | digit
      position += 1
    }
    return value
  }
}
