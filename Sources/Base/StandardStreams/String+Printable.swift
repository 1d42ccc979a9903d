extension String {
  /// The text on one line, with control characters and invisible ones written as `\u{…}`.
  ///
  /// For names: those of networks, interfaces, files and packages are untrusted, and different names must look
  /// different.
  package var printable: String { escaped { $0.isTerminalControl || $0.isInvisible } }

  /// The text with control characters other than tabs and ends of lines written as `\u{…}`.
  ///
  /// For messages, sources and stacks, which could otherwise control the terminal, or imitate other output.
  package var printableLines: String { escaped { $0.isTerminalControl && $0 != "\n" && $0 != "\t" } }

  private func escaped(where isEscaped: (Unicode.Scalar) -> Bool) -> String {
    guard unicodeScalars.contains(where: isEscaped) else { return self }
    var result = ""
    for scalar in unicodeScalars {
      if isEscaped(scalar) {
        result += "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension Unicode.Scalar {
  /// A control character, an end of a line, or one that changes the direction of writing.
  package var isTerminalControl: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// A character without a visible shape, which could be hidden in a name.
  package var isInvisible: Bool {
    switch value {
    case 0x200B...0x200D, 0x2060...0x2065, 0x206A...0x206F, 0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE007F: true
    default: false
    }
  }
}
