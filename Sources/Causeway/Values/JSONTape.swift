/// What a node of a tape is.
enum JSONKind: UInt8 {
  case null, `true`, `false`, number, string, array, object
}

/// One value, or one member name, in a scanned JSON text.
struct JSONNode {
  var kind: JSONKind
  /// Whether the string's text holds escapes.
  var isEscaped = false
  /// Where the text begins: after the quote for a string.
  var start: Int32
  /// One past the last byte: before the quote for a string.
  var end: Int32
  /// The index of the node after this one and everything in it.
  var next: Int32
  /// The number of elements or members.
  var count: Int32 = 0
}

/// A JSON text scanned once: a flat list of nodes in the order of the text, which containers are walked along.
///
/// Strict (RFC 8259), iterative, bounded in depth and in nodes before memory is taken; nothing is decoded that nobody
/// asks for.
struct JSONTape {
  let bytes: [UInt8]
  private(set) var nodes: [JSONNode] = []

  /// Scans a whole text.
  ///
  /// - Throws: `INVALID_ARGUMENT` with the place for what is no JSON, `RESOURCE_EXHAUSTED` for too deep or too many.
  init(_ bytes: [UInt8], limits: Limits) throws(BridgeError) {
    self.bytes = bytes
    guard bytes.count <= limits.messageBytes else {
      throw .exhausted("messageBytes", maximum: limits.messageBytes, "A message of \(bytes.count) bytes")
    }
    var scanner = JSONScanner(limits: limits, capacity: min(bytes.count / 8 + 4, 4096))
    let failure = unsafe bytes.withUnsafeBufferPointer { unsafe scanner.scan($0) }
    if let failure { throw failure }
    nodes = scanner.nodes
  }

  /// The text of a string node.
  func string(_ node: JSONNode) -> String {
    let range = Int(node.start)..<Int(node.end)
    if node.isEscaped { return JSONEscapes.decode(bytes[range]) }
    return unsafe bytes.withUnsafeBufferPointer {
      unsafe String(decoding: UnsafeBufferPointer(rebasing: $0[range]), as: UTF8.self)
    }
  }

  /// Whether a string node's text is `key`, compared without making a string where there are no escapes.
  func isEqual(_ node: JSONNode, to key: String) -> Bool {
    var key = key
    return key.withUTF8 { unsafe isEqual(node, to: $0) }
  }

  @inline(__always)
  private func isEqual(_ node: JSONNode, to key: UnsafeBufferPointer<UInt8>) -> Bool {
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
  func member(_ name: String, of object: Int) -> Int? {
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
  func number(_ node: JSONNode) -> Double {
    unsafe bytes.withUnsafeBufferPointer {
      unsafe JSONNumber.parse(UnsafeBufferPointer(rebasing: $0[Int(node.start)..<Int(node.end)]))
    }
  }

  /// The text of a number node, for exact integers.
  func numberText(_ node: JSONNode) -> Substring {
    Substring(String(decoding: bytes[Int(node.start)..<Int(node.end)], as: UTF8.self))
  }

  /// The tag of an object that stands for a value JSON has not: its one key when that begins with `$`; nil otherwise.
  func tag(at index: Int) -> String? {
    let node = nodes[index]
    guard node.kind == .object, node.count == 1 else { return nil }
    let key = nodes[index + 1]
    guard key.end > key.start, key.isEscaped || bytes[Int(key.start)] == UInt8(ascii: "$") else { return nil }
    let name = string(key)
    return name.hasPrefix("$") ? name : nil
  }
}

/// Numbers of JSON.
enum JSONNumber {
  /// Exact powers of ten: a decimal of at most 15 digits times one of them is rounded once, so correctly.
  private static let powers: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
    1e20, 1e21, 1e22,
  ]

  /// The value of a number's text.
  static func parse(_ text: UnsafeBufferPointer<UInt8>) -> Double {
    let isNegative = unsafe text[0] == UInt8(ascii: "-")
    var mantissa: UInt64 = 0
    var digits = 0
    var point: Int?
    for index in (isNegative ? 1 : 0)..<text.count {
      let byte = unsafe text[index]
      if byte == UInt8(ascii: ".") {
        point = index
      } else if byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9"), digits < 15 {
        mantissa = mantissa &* 10 &+ UInt64(byte &- 48)
        digits += 1
      } else {
        // An exponent, or more digits than are exact: rare, left to the library.
        return unsafe Double(String(decoding: text, as: UTF8.self)) ?? .nan
      }
    }
    let whole = Double(mantissa)
    let value = point.map { whole / powers[text.count - 1 - $0] } ?? whole
    return isNegative ? -value : value
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
