/// Base64, with or without padding, also in the alphabet for URLs.
enum Base64 {
  /// The bytes that base64 stands for; nil for a text that is not base64.
  static func decoded(_ text: some Collection<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3)
    var group = 0
    var bits = 0
    for byte in text {
      let digit: Int
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): digit = Int(byte) - 65
      case UInt8(ascii: "a")...UInt8(ascii: "z"): digit = Int(byte) - 71
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = Int(byte) + 4
      case UInt8(ascii: "+"), UInt8(ascii: "-"): digit = 62
      case UInt8(ascii: "/"), UInt8(ascii: "_"): digit = 63
      case UInt8(ascii: "="): continue
      default: return nil
      }
      group = (group << 6 | digit) & 0xFFFF
      bits += 6
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: group >> bits))
      }
    }
    return bytes
  }
}
