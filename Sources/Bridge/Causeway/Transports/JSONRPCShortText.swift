import Glibc

/// Reads a call or an answer with one number or one plain text in it, written as our own writers write it.
///
/// Most messages are such. They need no list of nodes and no search for members; any other text is left to the general reader.
@safe struct JSONRPCShortText {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var place = 0

  /// The message of a text; nil if it does not have exactly that form.
  static func read(_ text: [UInt8], limits: Limits) -> Message? {
    // The general reader tells which limit a message exceeds.
    guard text.count <= limits.messageBytes, limits.nodes >= mostNodes else { return nil }
    return unsafe text.withUnsafeBufferPointer { bytes in
      var reader = unsafe JSONRPCShortText(bytes: bytes)
      return reader.message(limits)
    }
  }

  private static let mostNodes = 16

  private init(bytes: UnsafeBufferPointer<UInt8>) { unsafe self.bytes = bytes }

  private mutating func message(_ limits: Limits) -> Message? {
    guard skip(#"{"jsonrpc":"2.0","id":"#), let id = digits() else { return nil }
    if skip(#","result":"#) {
      guard let payload = scalar(), skip("}"), isAtEnd else { return nil }
      return .answer(CallID(rawValue: id), .success(payload))
    }
    guard skip(#","method":"#), let method = plainText(), method.utf8.count <= limits.nameLength else { return nil }
    var request = CallRequest(id: CallID(rawValue: id), method: method)
    if skip(#","params":["#) {
      guard let payload = scalar() else { return nil }
      request.params = payload
      if skip(#",{"timeout":"#) {
        guard let milliseconds = digits(), skip("}") else { return nil }
        request.timeout = JSONRPCReader.timeout(milliseconds: Double(milliseconds))
      }
      guard skip("]") else { return nil }
    }
    return skip("}") && isAtEnd ? .call(request) : nil
  }

  private var isAtEnd: Bool { unsafe place == bytes.count }

  private mutating func skip(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard unsafe bytes.count - place >= count, unsafe memcmp(bytes.baseAddress! + place, text.utf8Start, count) == 0
    else {
      return false
    }
    place += count
    return true
  }

  /// A whole number of at most 15 digits, which is exact in a `Double`; it has no leading zero.
  private mutating func digits() -> UInt64? {
    let start = place
    var value: UInt64 = 0
    while unsafe place < bytes.count, case let digit = unsafe bytes[place] &- UInt8(ascii: "0"), digit < 10 {
      value = value &* 10 &+ UInt64(digit)
      place += 1
      if place - start > 15 { return nil }
    }
    if place == start { return nil }
    return unsafe place - start > 1 && bytes[start] == UInt8(ascii: "0") ? nil : value
  }

  private mutating func scalar() -> Payload? {
    guard unsafe place < bytes.count else { return nil }
    switch unsafe bytes[place] {
    case UInt8(ascii: "\""): return plainText().map { .string($0) }
    case UInt8(ascii: "t"): return skip("true") ? .bool(true) : nil
    case UInt8(ascii: "f"): return skip("false") ? .bool(false) : nil
    case UInt8(ascii: "n"): return skip("null") ? .null : nil
    default: return number().map { .number($0) }
    }
  }

  /// A number of at most 15 digits without an exponent: such a quotient is rounded once, so correctly.
  private mutating func number() -> Double? {
    let isNegative = skip("-")
    guard let whole = digits() else { return nil }
    var value = Double(whole)
    if isNegative, whole == 0 { return nil }
    if skip(".") {
      let start = place
      var mantissa = whole
      var power: UInt64 = 1
      while unsafe place < bytes.count, case let digit = unsafe bytes[place] &- UInt8(ascii: "0"), digit < 10 {
        mantissa = mantissa &* 10 &+ UInt64(digit)
        power &*= 10
        place += 1
        if mantissa >= 1_000_000_000_000_000 || place - start > 15 { return nil }
      }
      if place == start { return nil }
      value = Double(mantissa) / Double(power)
    }
    return isNegative ? -value : value
  }

  /// A text of printable ASCII without escapes.
  private mutating func plainText() -> String? {
    guard skip("\"") else { return nil }
    let start = place
    while unsafe place < bytes.count {
      let byte = unsafe bytes[place]
      if byte == UInt8(ascii: "\"") {
        let text = unsafe String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<place]), as: UTF8.self)
        place += 1
        return text
      }
      guard (0x20...0x7E).contains(byte), byte != UInt8(ascii: "\\") else { return nil }
      place += 1
    }
    return nil
  }
}
