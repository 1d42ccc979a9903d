/// Checks a module's bytes against hashes, as Subresource Integrity has it.
enum ModuleIntegrity {
  /// - Parameter hashes: such as `sha384-…` in base64; of several the strongest kind counts, and one of it has to match.
  /// - Throws: `DATA_LOSS` for other bytes, `INVALID_ARGUMENT` where no hash is of a known kind.
  static func check(_ bytes: [UInt8], of url: ModuleURL, against hashes: String) throws(ModuleError) {
    let known = hashes.utf8.split { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }.compactMap { part in
      let text = String(decoding: part, as: UTF8.self).parts(between: "?")[0].parts(between: "-", maximum: 2)
      return text.count == 2 ? SHA2(rawValue: text[0]).map { (kind: $0, hash: text[1]) } : nil
    }
    guard let strongest = SHA2.allCases.last(where: { kind in known.contains { $0.kind == kind } }) else {
      throw ModuleError(
        .invalidArgument,
        "The integrity of \(url) contains no supported hash: write sha256-, sha384- or sha512- and the hash in base64.")
    }
    let actual = base64(strongest.digest(of: bytes))
    guard known.contains(where: { $0.kind == strongest && plain($0.hash) == plain(actual) }) else {
      throw ModuleError(
        .dataLoss, "\(url) does not match its integrity hash: its hash is \(strongest)-\(actual).")
    }
  }

  /// Without padding, in the first of the two alphabets.
  private static func plain(_ hash: String) -> [UInt8] {
    hash.utf8.filter { $0 != UInt8(ascii: "=") }.map {
      $0 == UInt8(ascii: "-") ? UInt8(ascii: "+") : $0 == UInt8(ascii: "_") ? UInt8(ascii: "/") : $0
    }
  }

  private static func base64(_ bytes: [UInt8]) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    for first in stride(from: 0, to: bytes.count, by: 3) {
      let part = bytes[first..<min(first + 3, bytes.count)]
      let bits = part.reduce(0) { $0 << 8 | Int($1) } << ((3 - part.count) * 8)
      for index in 0...part.count { text.append(alphabet[bits >> (18 - index * 6) & 63]) }
      text += [UInt8](repeating: UInt8(ascii: "="), count: 3 - part.count)
    }
    return String(decoding: text, as: UTF8.self)
  }
}
