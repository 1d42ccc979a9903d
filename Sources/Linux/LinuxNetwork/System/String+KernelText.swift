extension String {
  /// Decodes bytes that the kernel uses as text without a promise of UTF-8: an interface name, an error message.
  ///
  /// Each octet that is not part of valid UTF-8 becomes `\xNN`. Nothing else is changed.
  init(kernelText bytes: [UInt8]) {
    if let text = String(validating: bytes, as: UTF8.self) {
      self = text
      return
    }
    self = ""
    var rest = bytes[...]
    while let first = rest.first {
      let length = (1...4).first { String(validating: rest.prefix($0), as: UTF8.self) != nil }
      if let length, let character = String(validating: rest.prefix(length), as: UTF8.self) {
        self += character
        rest = rest.dropFirst(length)
      } else {
        self += "\\x" + hexadecimal(first)
        rest = rest.dropFirst()
      }
    }
  }

  /// A hardware address in its usual form: `02:00:5e:10:00:ff`.
  ///
  /// `nil` if there are no octets.
  init?(hardwareAddress bytes: [UInt8]) {
    guard !bytes.isEmpty else { return nil }
    self = bytes.map(hexadecimal).joined(separator: ":")
  }
}

/// Two lower-case hexadecimal digits.
private func hexadecimal(_ octet: UInt8) -> String {
  (octet < 16 ? "0" : "") + String(octet, radix: 16)
}
