/// A JSON text scanned once: a flat list of nodes in the order of the text, which containers are walked along.
///
/// Strict (RFC 8259), iterative, bounded in depth and in nodes before memory is taken; nothing is decoded that nobody
/// asks for.
package struct JSONTape: ~Copyable {
  package let bytes: [UInt8]
  package let nodes: JSONNodes

  /// Scans a whole text.
  ///
  /// - Throws: `INVALID_ARGUMENT` with the place for what is no JSON, `RESOURCE_EXHAUSTED` for too deep or too many.
  init(_ bytes: [UInt8], limits: Limits) throws(BridgeError) {
    self.bytes = bytes
    guard bytes.count <= limits.messageBytes else {
      throw .exhausted("messageBytes", maximum: limits.messageBytes, "A message of \(bytes.count) bytes")
    }
    // Texts of objects have a node for every six bytes or so; a long one has to show that it has so many.
    var scanner = JSONScanner(limits: limits, capacity: min(bytes.count / 6 + 4, 4096))
    let failure = unsafe bytes.withUnsafeBufferPointer { unsafe scanner.scan($0) }
    if let failure { throw failure }
    nodes = scanner.nodes
  }

  /// The text of a string node.
  package func string(_ node: JSONNode) -> String {
    let range = Int(node.start)..<Int(node.end)
    if node.isEscaped { return JSONEscapes.decode(bytes[range]) }
    return unsafe bytes.withUnsafeBufferPointer {
      unsafe String(decoding: UnsafeBufferPointer(rebasing: $0[range]), as: UTF8.self)
    }
  }

  /// Whether a string node's text is `key`, compared without making a string where there are no escapes.
  @inline(__always)
  func isEqual(_ node: JSONNode, to key: UnsafeBufferPointer<UInt8>) -> Bool {
    if node.isEscaped { return unsafe string(node).utf8.elementsEqual(key) }
    let start = Int(node.start)
    guard Int(node.end) - start == key.count else { return false }
    return unsafe bytes.withUnsafeBufferPointer { bytes in
      for index in key.indices where unsafe bytes[start + index] != key[index] { return false }
      return true
    }
  }

  /// The index of a member's value; nil when the object has none of that name.
  ///
  /// Of a name that occurs twice the last counts, as in JavaScript.
  package func member(_ name: String, of object: Int) -> Int? {
    var name = name
    return name.withUTF8 { name in
      var found: Int?
      var index = object + 1
      let end = Int(nodes[object].next)
      while index < end {
        if unsafe isEqual(nodes[index], to: name) { found = index + 1 }
        index = Int(nodes[index + 1].next)
      }
      return found
    }
  }

  /// The value of a number node, to the nearest `Double`.
  package func number(_ node: JSONNode) -> Double {
    unsafe bytes.withUnsafeBufferPointer {
      unsafe JSONNumber.parse(UnsafeBufferPointer(rebasing: $0[Int(node.start)..<Int(node.end)]))
    }
  }

  /// The integer of a number node that has neither fraction nor exponent nor more than 18 digits; nil for others.
  func smallInteger(_ node: JSONNode) -> Int64? {
    unsafe bytes.withUnsafeBufferPointer {
      unsafe JSONNumber.parseInteger(UnsafeBufferPointer(rebasing: $0[Int(node.start)..<Int(node.end)]))
    }
  }

  /// The text of a number node, for exact integers.
  func numberText(_ node: JSONNode) -> Substring {
    Substring(String(decoding: bytes[Int(node.start)..<Int(node.end)], as: UTF8.self))
  }

  /// The tag of an object that stands for a value JSON has not, and the index of what it holds: the object's one name, when
  /// that begins with `$`, however often it occurs; nil otherwise.
  @inline(__always)
  func tag(at index: Int) -> (name: String, content: Int)? {
    let node = nodes[index]
    guard node.kind == .object, node.count > 0 else { return nil }
    return node.count == 1 ? firstTag(ofObject: index).map { ($0, index + 2) } : repeatedTag(at: index)
  }

  private func repeatedTag(at index: Int) -> (name: String, content: Int)? {
    guard let name = firstTag(ofObject: index) else { return nil }
    var content = index + 2
    while nodes[content].next < nodes[index].next {
      let key = Int(nodes[content].next)
      guard string(nodes[key]) == name else { return nil }
      content = key + 1
    }
    return (name, content)
  }

  /// The first name of an object that has some, when it begins with `$`.
  func firstTag(ofObject index: Int) -> String? {
    let key = nodes[index + 1]
    guard key.end > key.start, key.isEscaped || bytes[Int(key.start)] == UInt8(ascii: "$") else { return nil }
    let name = string(key)
    return name.hasPrefix("$") ? name : nil
  }
}

extension [UInt8] {
  /// Whether these bytes are a text, which a scan does not find out.
  package var isUTF8: Bool {
    do throws(UTF8.ValidationError) { _ = try UTF8Span(validating: span) } catch { return false }
    return true
  }
}

/// Numbers of JSON.
enum JSONNumber {
  /// Exact powers of ten: a decimal of at most 15 digits divided by one of them is rounded once, so correctly.
  private static let powers: InlineArray<16, Double> = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
  ]

  /// The value of a number's text.
  static func parse(_ text: UnsafeBufferPointer<UInt8>) -> Double {
    let isNegative = unsafe text[0] == UInt8(ascii: "-")
    var index = isNegative ? 1 : 0
    // Longer ones may have more digits than are exact.
    guard text.count - index <= 16 else { return unsafe library(text) }
    var mantissa: UInt64 = 0
    while index < text.count, case let digit = unsafe text[index] &- UInt8(ascii: "0"), digit < 10 {
      mantissa = mantissa &* 10 &+ UInt64(digit)
      index += 1
    }
    var value = Double(mantissa)
    if index < text.count {
      guard unsafe text[index] == UInt8(ascii: ".") else { return unsafe library(text) }
      let point = index
      index += 1
      while index < text.count, case let digit = unsafe text[index] &- UInt8(ascii: "0"), digit < 10 {
        mantissa = mantissa &* 10 &+ UInt64(digit)
        index += 1
      }
      guard index == text.count else { return unsafe library(text) }
      value = Double(mantissa) / powers[index - 1 - point]
    }
    return isNegative ? -value : value
  }

  /// The integer that a number's text is made of; nil when it has a fraction, an exponent or more than 18 digits.
  static func parseInteger(_ text: UnsafeBufferPointer<UInt8>) -> Int64? {
    let isNegative = unsafe text[0] == UInt8(ascii: "-")
    let digits = isNegative ? 1 : 0
    guard text.count - digits <= 18 else { return nil }
    var value: Int64 = 0
    for index in digits..<text.count {
      let digit = unsafe text[index] &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      value = value &* 10 &+ Int64(digit)
    }
    return isNegative ? -value : value
  }

  /// Numbers with an exponent, or with many digits: rare.
  @inline(never)
  private static func library(_ text: UnsafeBufferPointer<UInt8>) -> Double {
    unsafe Double(String(decoding: text, as: UTF8.self)) ?? .nan
  }
}

/// Strings of JSON with escapes.
enum JSONEscapes {
  static func decode(_ slice: ArraySlice<UInt8>) -> String {
    var units: [UInt8] = []
    units.reserveCapacity(slice.count)
    var index = slice.startIndex
    while index < slice.endIndex {
      let byte = slice[index]
      guard byte == UInt8(ascii: "\\") else {
        units.append(byte)
        index += 1
        continue
      }
      let escape = slice[index + 1]
      index += 2
      guard escape == UInt8(ascii: "u") else {
        units.append(JSONEscapes.short(escape))
        continue
      }
      var unit = hexadecimal(slice, index)
      index += 4
      if UTF16.isLeadSurrogate(unit), index + 6 <= slice.endIndex, slice[index] == UInt8(ascii: "\\"),
        slice[index + 1] == UInt8(ascii: "u")
      {
        let trail = hexadecimal(slice, index + 2)
        if UTF16.isTrailSurrogate(trail) {
          index += 6
          let scalar = 0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(trail) - 0xDC00)
          units += Array(String(Unicode.Scalar(scalar)!).utf8)
          continue
        }
      }
      // A surrogate without its other half cannot be in a Swift string.
      if UTF16.isSurrogate(unit) { unit = 0xFFFD }
      units += Array(String(Unicode.Scalar(unit)!).utf8)
    }
    return String(decoding: units, as: UTF8.self)
  }

  private static func short(_ escape: UInt8) -> UInt8 {
    switch escape {
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "t"): 0x09
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    default: escape
    }
  }

  private static func hexadecimal(_ slice: ArraySlice<UInt8>, _ start: Int) -> UInt16 {
    slice[start..<start + 4].reduce(0) { $0 << 4 | UInt16(digit($1) ?? 0) }
  }

  /// The value of a hexadecimal digit; nil for anything else.
  static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }
}
