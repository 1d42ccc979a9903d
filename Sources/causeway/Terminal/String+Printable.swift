extension String {
  /// The text with everything that a terminal would obey written as `\u{…}`.
  ///
  /// Names of interfaces and networks are chosen by others: they may hold escape sequences, line breaks, and marks
  /// that turn the writing direction.
  var printable: String {
    var result = ""
    for scalar in unicodeScalars {
      switch scalar.value {
      case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB,
        0xE0000...0xE007F:
        result += "\\u{\(String(scalar.value, radix: 16))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
