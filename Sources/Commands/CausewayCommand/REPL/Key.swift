/// A key of the line editor.
enum Key: Equatable {
  case character(Character)
  case enter, tab, escape
  case backspace, delete, deleteWord, deleteToStart, deleteToEnd
  case left, right, wordLeft, wordRight, home, end
  case up, down
  case clearScreen, interrupt, endOfInput
}

/// Decodes the bytes of a terminal into keys.
struct KeyDecoder {
  private var sequence: [UInt8] = []

  /// Processes a byte; returns a key when one is complete.
  mutating func decode(_ byte: UInt8) -> Key? {
    sequence.append(byte)
    if sequence[0] == 0x1B { return escapeSequence() }
    if byte < 0x20 || byte == 0x7F { return finish(KeyDecoder.controls[byte]) }
    guard let text = String(validating: sequence, as: UTF8.self), let character = text.first else {
      return sequence.count >= 4 ? finish(nil) : nil
    }
    return finish(.character(character))
  }

  private mutating func escapeSequence() -> Key? {
    guard sequence.count > 1, let last = sequence.last else { return nil }
    // No key has a longer sequence.
    if sequence.count > 32 { return finish(nil) }
    if sequence[1] != UInt8(ascii: "["), sequence[1] != UInt8(ascii: "O") {
      return finish(KeyDecoder.escaped[String(decoding: sequence[1...], as: UTF8.self)])
    }
    // An escape sequence ends with a letter or `~`: ECMA-48, 5.4.
    guard sequence.count > 2, (0x40...0x7E).contains(last) else { return nil }
    return finish(KeyDecoder.escaped[String(decoding: sequence[1...], as: UTF8.self)])
  }

  private mutating func finish(_ key: Key?) -> Key? {
    sequence = []
    return key
  }

  private static let controls: [UInt8: Key] = [
    0x01: .home, 0x02: .left, 0x03: .interrupt, 0x04: .endOfInput, 0x05: .end, 0x06: .right, 0x08: .backspace,
    0x09: .tab, 0x0A: .enter, 0x0B: .deleteToEnd, 0x0C: .clearScreen, 0x0D: .enter, 0x0E: .down, 0x10: .up,
    0x15: .deleteToStart, 0x17: .deleteWord, 0x7F: .backspace,
  ]

  private static let escaped: [String: Key] = [
    "[A": .up, "[B": .down, "[C": .right, "[D": .left, "[H": .home, "[F": .end, "OA": .up, "OB": .down, "OC": .right,
    "OD": .left, "OH": .home, "OF": .end, "[1~": .home, "[4~": .end, "[7~": .home, "[8~": .end, "[3~": .delete,
    "[1;5C": .wordRight, "[1;5D": .wordLeft, "f": .wordRight, "b": .wordLeft, "\u{7F}": .deleteWord,
  ]
}
