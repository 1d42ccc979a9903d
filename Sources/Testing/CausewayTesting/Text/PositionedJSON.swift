import Causeway

/// JSON from a person, parsed with the position of each value.
///
/// It is apart from the bus's `JSONScanner`, which reads the bytes of messages, is fast, and reports offsets only. An error
/// here has the line, the column and the expected text, and a name that occurs twice is an error.
package struct PositionedJSON {
  package enum Content {
    case null
    case bool(Bool)
    case number(Double, String)
    case string(String)
    case array([PositionedJSON])
    case object([(name: Name, value: PositionedJSON)])
  }

  package struct Name {
    package let text: String
    package let index: Int
  }

  package let content: Content
  /// The start of the value in ``text``.
  let index: Int
  let text: PositionedText

  /// Parses a complete text.
  package init(_ text: PositionedText) throws(FormatError) {
    var reader = PositionedJSONReader(text)
    self = try reader.readAll()
  }

  init(_ content: Content, at index: Int, of text: PositionedText) {
    self.content = content
    self.index = index
    self.text = text
  }

  package func error(_ message: String) -> FormatError { text.error(message, at: index) }

  package func object(_ what: String) throws(FormatError) -> [(name: Name, value: PositionedJSON)] {
    if case .object(let members) = content { return members }
    throw error("\(what): expected an object, got \(kind).")
  }

  /// The members of an object that has no others than these.
  ///
  /// - Parameter what: the subject of the error, such as `An answer`.
  package func members(
    _ what: String, named names: [String]
  ) throws(FormatError) -> [(name: Name, value: PositionedJSON)] {
    let members = try object(what.prefix(1).lowercased() + what.dropFirst())
    for (name, _) in members where !names.contains(name.text) {
      let meant = Suggestion.nearest(to: name.text, among: names)
      throw text.error(
        "\(what) has no \(name.text.quoted)"
          + (meant.map { ": did you mean \($0)?" } ?? ": it has \(names.joined(separator: ", "))."),
        at: name.index)
    }
    return members
  }

  package func array(_ what: String) throws(FormatError) -> [PositionedJSON] {
    if case .array(let elements) = content { return elements }
    throw error("\(what): expected a list, got \(kind).")
  }

  /// The text of a string, a number, true or false; of a list of these, joined by commas.
  func scalar(_ what: String) throws(FormatError) -> String {
    switch content {
    case .string(let string): return string
    case .number(_, let text): return text
    case .bool(let value): return value ? "yes" : "no"
    case .array(let elements):
      var parts: [String] = []
      for element in elements { parts.append(try element.scalar(what)) }
      return parts.joined(separator: ",")
    case .null, .object: throw error("\(what): expected a string, got \(kind).")
    }
  }

  /// The kind of the value, for error texts.
  package var kind: String {
    switch content {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number(_, let text): "the number \(text)"
    case .string: "a text"
    case .array: "a list"
    case .object: "an object"
    }
  }

  /// The value as it crosses the bridge.
  var value: BridgeValue {
    switch content {
    case .null: return .null
    case .bool(let value): return .bool(value)
    case .number(let value, _): return .number(value)
    case .string(let value): return .string(value)
    case .array(let elements): return .array(elements.map(\.value))
    case .object(let members):
      var object = BridgeObject()
      for (name, value) in members { object[name.text] = value.value }
      return .object(object)
    }
  }
}

/// Parses JSON character by character, with a limited depth.
struct PositionedJSONReader {
  private static let depth = 128
  private let text: PositionedText
  private var index = 0
  private var depth = 0

  init(_ text: PositionedText) { self.text = text }

  mutating func readAll() throws(FormatError) -> PositionedJSON {
    let value = try readValue()
    skipSpace()
    if index < text.characters.count { throw unexpected("the end of the text") }
    return value
  }

  private var next: Character? { index < text.characters.count ? text.characters[index] : nil }

  private mutating func skipSpace() { while let next, next.isWhitespace { index += 1 } }

  private func unexpected(_ expected: String) -> FormatError {
    let found = next.map { String($0).quoted } ?? "the end of the text"
    return text.error("Expected \(expected), found \(found).", at: index)
  }

  private mutating func take(_ character: Character) -> Bool {
    skipSpace()
    guard next == character else { return false }
    index += 1
    return true
  }

  private mutating func readValue() throws(FormatError) -> PositionedJSON {
    skipSpace()
    let start = index
    depth += 1
    defer { depth -= 1 }
    if depth > PositionedJSONReader.depth { throw text.error("This is nested deeper than 128 levels.", at: start) }
    let content: PositionedJSON.Content
    switch next {
    case "{": content = .object(try readMembers())
    case "[": content = .array(try readElements())
    case "\"": content = .string(try readString())
    default: content = try readWord()
    }
    return PositionedJSON(content, at: start, of: text)
  }

  private mutating func readMembers() throws(FormatError) -> [(name: PositionedJSON.Name, value: PositionedJSON)] {
    index += 1
    var members: [(name: PositionedJSON.Name, value: PositionedJSON)] = []
    var names: Set<String> = []
    if take("}") { return members }
    repeat {
      skipSpace()
      let start = index
      guard next == "\"" else { throw unexpected("a name in quotation marks") }
      let name = try readString()
      if !names.insert(name).inserted {
        throw text.error("The name \(name.quoted) is repeated.", at: start)
      }
      guard take(":") else { throw unexpected("a colon after the name") }
      members.append((PositionedJSON.Name(text: name, index: start), try readValue()))
    } while take(",")
    guard take("}") else { throw unexpected("a comma or the closing brace") }
    return members
  }

  private mutating func readElements() throws(FormatError) -> [PositionedJSON] {
    index += 1
    var elements: [PositionedJSON] = []
    if take("]") { return elements }
    repeat { elements.append(try readValue()) } while take(",")
    guard take("]") else { throw unexpected("a comma or the closing bracket") }
    return elements
  }

  private mutating func readWord() throws(FormatError) -> PositionedJSON.Content {
    let start = index
    while let next, next.isLetter || next.isNumber || "+-.".contains(next) { index += 1 }
    let word = String(text.characters[start..<index])
    switch word {
    case "null": return .null
    case "true": return .bool(true)
    case "false": return .bool(false)
    default:
      let digits = word.drop { $0 == "-" }
      if let first = digits.first, first.isASCII, first.isNumber, let number = Double(word), number.isFinite {
        return .number(number, word)
      }
      index = start
      throw word.isEmpty ? unexpected("a value") : text.error("\(word.quoted) is not a JSON value.", at: start)
    }
  }

  private mutating func readString() throws(FormatError) -> String {
    let start = index
    index += 1
    var result = ""
    while let character = next {
      index += 1
      switch character {
      case "\"": return result
      case "\\": result += try readEscape()
      case "\n", "\r", "\r\n": throw text.error("A string must end on the line where it begins.", at: start)
      default: result.append(character)
      }
    }
    throw text.error("This string has no closing quotation mark.", at: start)
  }

  private mutating func readEscape() throws(FormatError) -> String {
    let start = index - 1
    guard let character = next else { throw unexpected("an escape") }
    index += 1
    switch character {
    case "\"", "\\", "/": return String(character)
    case "n": return "\n"
    case "t": return "\t"
    case "r": return "\r"
    case "b": return "\u{8}"
    case "f": return "\u{C}"
    case "u":
      var units = [try readUnit(start)]
      if UTF16.isLeadSurrogate(units[0]), next == "\\", index + 1 < text.characters.count,
        text.characters[index + 1] == "u"
      {
        index += 2
        units.append(try readUnit(start))
      }
      return String(decoding: units, as: UTF16.self)
    default: throw text.error("JSON has no escape \\\(character).", at: start)
    }
  }

  private mutating func readUnit(_ start: Int) throws(FormatError) -> UInt16 {
    let digits = text.characters[index...].prefix(4)
    guard digits.count == 4, digits.allSatisfy(\.isHexDigit), let unit = UInt16(String(digits), radix: 16) else {
      throw text.error("\\u takes four hexadecimal digits.", at: start)
    }
    index += 4
    return unit
  }
}
