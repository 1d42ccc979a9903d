import JavaScriptSyntax

/// A value of a JSON text, whose objects keep the order of their members.
///
/// It is apart from the bus's reader, `JSONScanner` of BridgeValues, which reports offsets, knows no order that
/// `exports` could have, and would bring the bus's errors and limits into each program that has modules.
/// `PositionedJSON` of The reader of CausewayTesting is for handwritten texts: it accepts any white space, and a
/// duplicate name is an error. This one follows RFC 8259 and `JSON.parse`, and works on bytes.
enum JSONText: Sendable, Hashable {
  case null
  case boolean(Bool)
  case number(Double)
  case string(String)
  case array([JSONText])
  case object(JSONMembers)

  /// Reads a JSON text by the letter of RFC 8259.
  ///
  /// - Throws: `INVALID_ARGUMENT` with line and column of the first wrong byte; `RESOURCE_EXHAUSTED` for more than 100 levels.
  init(_ bytes: [UInt8], named name: String) throws(ModuleError) {
    var reader = JSONReader(bytes, name: name)
    self = try reader.readText()
  }

  /// Reads a JSON text that may have comments and commas behind the last member or element, as a tsconfig.json.
  ///
  /// - Returns: the value, and the offsets of the members' values, such as that of `compilerOptions.jsx`.
  static func withComments(
    _ bytes: [UInt8], named name: String
  ) throws(ModuleError) -> (value: JSONText, offsets: [ExactText: Int]) {
    var reader = JSONReader(bytes, name: name, allowsComments: true)
    let value = try reader.readText()
    return (value, reader.offsets)
  }

  /// The line and the column of a byte, counted from 1; columns in UTF-16 units.
  static func position(of offset: Int, in bytes: [UInt8]) -> (line: Int, column: Int) {
    let before = bytes[..<min(offset, bytes.count)]
    let line = before.count { $0 == 0x0A } + 1
    let start =
      before.lastIndex(of: 0x0A).map { $0 + 1 }
      ?? (bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? min(3, before.endIndex) : 0)
    return (line, String(decoding: before[min(start, before.endIndex)...], as: UTF8.self).utf16.count + 1)
  }

  /// The value of a member; nil for another kind of value, or where there is no such member.
  subscript(_ name: String) -> JSONText? {
    if case .object(let members) = self { members[name] } else { nil }
  }

  var string: String? {
    if case .string(let text) = self { text } else { nil }
  }
}

/// The members of a JSON object, in their order.
struct JSONMembers: Sendable, Hashable {
  /// Of two members with one name the later one counts, at the place of the first, as `JSON.parse` has it.
  private(set) var names: [String] = []
  private var values: [ExactText: JSONText] = [:]

  var isEmpty: Bool { names.isEmpty }

  subscript(_ name: String) -> JSONText? { values[ExactText(name)] }

  mutating func set(_ name: String, _ value: JSONText) {
    if values.updateValue(value, forKey: ExactText(name)) == nil { names.append(name) }
  }
}

/// Reads one JSON text.
private struct JSONReader {
  private let bytes: [UInt8]
  private let name: String
  private var index = 0
  private var depth = 0
  private let allowsComments: Bool
  /// Of a text with comments: the names of the members around the current value, and where the values of members begin.
  private var path: [String] = []
  private(set) var offsets: [ExactText: Int] = [:]

  init(_ bytes: [UInt8], name: String, allowsComments: Bool = false) {
    self.bytes = bytes
    self.name = name
    self.allowsComments = allowsComments
    // A byte order mark is no JSON, and editors write it.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
  }

  mutating func readText() throws(ModuleError) -> JSONText {
    let value = try readValue()
    guard skipSpace() == nil else { throw wrong("Expected the end of the text") }
    return value
  }

  /// A comment without its end is not skipped.
  private mutating func skipSpace() -> UInt8? {
    while index < bytes.count {
      if [0x20, 0x0A, 0x0D, 0x09].contains(bytes[index]) {
        index += 1
      } else if allowsComments, let end = endOfComment() {
        index = end
      } else {
        return bytes[index]
      }
    }
    return nil
  }

  private func endOfComment() -> Int? {
    guard bytes[index] == UInt8(ascii: "/"), index + 1 < bytes.count else { return nil }
    let rest = bytes[(index + 2)...]
    switch bytes[index + 1] {
    case UInt8(ascii: "/"): return rest.firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
    case UInt8(ascii: "*"):
      var end = index + 3
      while end < bytes.count {
        if bytes[end] == UInt8(ascii: "/"), bytes[end - 1] == UInt8(ascii: "*") { return end + 1 }
        end += 1
      }
      return nil
    default: return nil
    }
  }

  private mutating func readValue() throws(ModuleError) -> JSONText {
    switch skipSpace() {
    case UInt8(ascii: "{"): try nested { (reader) throws(ModuleError) in .object(try reader.readMembers()) }
    case UInt8(ascii: "["): try nested { (reader) throws(ModuleError) in .array(try reader.readElements()) }
    case UInt8(ascii: "\""): .string(try readString())
    case UInt8(ascii: "t"): try readWord("true", .boolean(true))
    case UInt8(ascii: "f"): try readWord("false", .boolean(false))
    case UInt8(ascii: "n"): try readWord("null", .null)
    case nil: throw wrong("Expected a value, but the text ends")
    default: .number(try readNumber())
    }
  }

  private mutating func nested(
    _ body: (inout JSONReader) throws(ModuleError) -> JSONText
  ) throws(ModuleError) -> JSONText {
    guard depth < 100 else {
      throw ModuleError(.resourceExhausted, "\(name) has more than 100 levels of objects and arrays.", referrer: name)
    }
    depth += 1
    defer { depth -= 1 }
    index += 1
    return try body(&self)
  }

  private mutating func readMembers() throws(ModuleError) -> JSONMembers {
    var members = JSONMembers()
    if skipSpace() == UInt8(ascii: "}") {
      index += 1
      return members
    }
    while true {
      guard skipSpace() == UInt8(ascii: "\"") else { throw wrong("Expected the name of a member in double quotes") }
      let name = try readString()
      guard skipSpace() == UInt8(ascii: ":") else { throw wrong("Expected ':' after the name of a member") }
      index += 1
      if allowsComments, path.count < 2 {
        path.append(name)
        _ = skipSpace()
        offsets[ExactText(path.joined(separator: "."))] = index
        members.set(name, try readValue())
        path.removeLast()
      } else {
        members.set(name, try readValue())
      }
      if try isAtEnd(UInt8(ascii: "}"), "Expected ',' or '}' after a member") { return members }
    }
  }

  private mutating func readElements() throws(ModuleError) -> [JSONText] {
    var elements: [JSONText] = []
    if skipSpace() == UInt8(ascii: "]") {
      index += 1
      return elements
    }
    while true {
      elements.append(try readValue())
      if try isAtEnd(UInt8(ascii: "]"), "Expected ',' or ']' after an element") { return elements }
    }
  }

  /// Takes a comma or the end of a container.
  private mutating func isAtEnd(_ end: UInt8, _ problem: String) throws(ModuleError) -> Bool {
    guard let byte = skipSpace(), byte == end || byte == UInt8(ascii: ",") else { throw wrong(problem) }
    index += 1
    if allowsComments, byte != end, skipSpace() == end {
      index += 1
      return true
    }
    return byte == end
  }

  private mutating func readWord(_ word: StaticString, _ value: JSONText) throws(ModuleError) -> JSONText {
    let text = Array(word.description.utf8)
    guard bytes[index...].starts(with: text) else { throw wrong("Expected a value") }
    index += text.count
    return value
  }

  private mutating func readNumber() throws(ModuleError) -> Double {
    let start = index
    func digits(from index: Int) -> Int {
      bytes[index...].prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.endIndex
    }
    if bytes[index] == UInt8(ascii: "-") { index += 1 }
    let whole = index
    index = digits(from: index)
    guard index > whole, index == whole + 1 || bytes[whole] != UInt8(ascii: "0") else {
      index = whole
      throw wrong("Expected a value")
    }
    if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
      let fraction = index + 1
      index = digits(from: fraction)
      guard index > fraction else { throw wrong("Expected a digit after the decimal point") }
    }
    if index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "e") {
      index += 1
      if index < bytes.count, [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(bytes[index]) { index += 1 }
      let exponent = index
      index = digits(from: exponent)
      guard index > exponent else { throw wrong("Expected a digit in the exponent") }
    }
    return Double(String(decoding: bytes[start..<index], as: UTF8.self)) ?? .nan
  }

  private mutating func readString() throws(ModuleError) -> String {
    index += 1
    var units: [UInt16] = []
    var start = index
    var text: [UInt8] = []
    // Escapes may be halves of a pair: they are collected until another character comes.
    func flush(_ text: inout [UInt8], _ units: inout [UInt16]) {
      if !units.isEmpty { text += Array(String(decoding: units, as: UTF16.self).utf8) }
      units = []
    }
    while index < bytes.count {
      let byte = bytes[index]
      guard byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte < 0x20 else {
        index += 1
        continue
      }
      if start < index {
        flush(&text, &units)
        text += bytes[start..<index]
      }
      guard byte >= 0x20 else { throw wrong("A control character must be escaped") }
      if byte == UInt8(ascii: "\"") {
        flush(&text, &units)
        index += 1
        guard let string = String(validating: text, as: UTF8.self) else { throw wrong("The string is not valid UTF-8") }
        return string
      }
      units.append(try readEscape())
      start = index
    }
    throw wrong("The string has no closing quotation mark")
  }

  private mutating func readEscape() throws(ModuleError) -> UInt16 {
    index += 1
    guard index < bytes.count else { throw wrong("The string has no closing quotation mark") }
    defer { index += 1 }
    switch bytes[index] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return UInt16(bytes[index])
    case UInt8(ascii: "b"): return 8
    case UInt8(ascii: "f"): return 12
    case UInt8(ascii: "n"): return 10
    case UInt8(ascii: "r"): return 13
    case UInt8(ascii: "t"): return 9
    case UInt8(ascii: "u"):
      let digits = bytes[(index + 1)...].prefix(4)
      let text = String(decoding: digits, as: UTF8.self)
      guard digits.count == 4, !text.begins(with: "+"), !text.begins(with: "-"), let unit = UInt16(text, radix: 16)
      else {
        throw wrong("Expected four hexadecimal digits after \\u")
      }
      index += 4
      return unit
    default: throw wrong("The escape is unknown")
    }
  }

  /// An error at the byte that is read next.
  private func wrong(_ problem: String) -> ModuleError {
    let (line, column) = JSONText.position(of: index, in: bytes)
    return ModuleError(
      .invalidArgument, "\(name) is not valid JSON: \(problem).", referrer: name, line: line, column: column,
      isSyntaxError: true
    ).showing(bytes)
  }
}
