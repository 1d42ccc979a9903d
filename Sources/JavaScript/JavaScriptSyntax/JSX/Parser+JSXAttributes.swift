extension Parser {
  mutating func insert(_ text: String, at offset: Int) { replace(offset..<offset, with: text) }

  /// Begins a property of the attributes' object.
  private mutating func beginProperty(_ element: inout JSXElement, at offset: Int) {
    if !element.hasObject {
      insert(", {", at: offset)
    } else if !element.isEmpty {
      insert(", ", at: offset)
    }
    element.hasObject = true
    element.isEmpty = false
  }

  /// Reads `{...a}` in a tag.
  mutating func parseSpreadAttribute(_ element: inout JSXElement) throws(Stop) {
    let brace = token
    try tokenizer.advance()
    guard at(.ellipsis) else { throw unexpected("'...' and the attributes") }
    beginProperty(&element, at: brace.start)
    blank(brace.start..<brace.end)
    try tokenizer.advance()
    try parseAssignment()
    try requireJSXBrace(from: brace.start)
    blank(token.start..<token.end)
    element.hasSpread = true
    try tokenizer.advance()
  }

  /// Reads an attribute, from its name on.
  mutating func parseAttribute(_ element: inout JSXElement) throws(Stop) {
    let start = token.start
    let end = try endOfJSXName()
    let name = source.string(start..<end)
    try jump(to: end)
    if name == "key", !element.isCreateElement {
      if element.hasSpread {
        // The function takes a key of its own, which the attributes could not replace.
        useCreateElement(&element)
      } else {
        return try parseKey(&element, start..<end)
      }
    }
    beginProperty(&element, at: start)
    if !JSXElement.isPropertyName(name) {
      replace(start..<end, with: name == "__proto__" ? "[\"__proto__\"]" : ModuleWriter.literal(name))
    }
    guard at(.assign) else { return insert(": true", at: end) }
    replace(token.start..<token.end, with: ":")
    let value = try endOfBlank(token.end)
    switch source[value] {
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      let stringEnd = try endOfJSXString(value)
      let text = source.string(value + 1..<stringEnd - 1)
      if text.utf8.contains(where: { [0x26, 0x5C, 0x0A, 0x0D].contains($0) }) || !text.utf8.allSatisfy({ $0 < 0x80 }) {
        replace(value..<stringEnd, with: JSXText.literal(JSXText.value(ofString: text)))
      }
      try jump(to: stringEnd)
    case UInt8(ascii: "{"):
      blank(value..<value + 1)
      try parseAttributeExpression(value)
      blank(token.start..<token.end)
      try tokenizer.advance()
    default: try parseElementValue(value)
    }
  }

  /// Reads the key of an element, which is an argument behind the attributes.
  ///
  /// An expression stays where it is, between the attributes before it and those behind it, which are joined at run time.
  private mutating func parseKey(_ element: inout JSXElement, _ name: Range<Int>) throws(Stop) {
    if element.key != nil || element.isKeyed {
      throw fail(.earlyError, "An element must not have two keys.", at: name.lowerBound)
    }
    guard at(.assign) else {
      element.key = "true"
      return blank(name)
    }
    let value = try endOfBlank(token.end)
    if source[value] == UInt8(ascii: "\"") || source[value] == UInt8(ascii: "'") {
      let end = try endOfJSXString(value)
      element.key = JSXText.literal(JSXText.value(ofString: source.string(value + 1..<end - 1)))
      blank(name.lowerBound..<end)
      return try jump(to: end)
    }
    let isExpression = source[value] == UInt8(ascii: "{")
    replace(name.lowerBound..<value + (isExpression ? 1 : 0), with: element.hasObject ? "}, " : ", {}, ")
    if isExpression {
      try parseAttributeExpression(value)
      replace(token.start..<token.end, with: ", {")
      try tokenizer.advance()
    } else {
      try parseElementValue(value)
      insert(", {", at: tokenizer.previousEnd)
    }
    element.isKeyed = true
    element.hasObject = true
    element.isEmpty = true
    edits[element.functionEdit].value |= Int32(JSXFunction.keyed)
  }

  /// Reads `a` of `b={a}`; the token is the closing brace then.
  private mutating func parseAttributeExpression(_ brace: Int) throws(Stop) {
    try jump(to: brace + 1)
    if at(.rightBrace) { throw unexpected("the value of the attribute, an expression") }
    try parseAssignment()
    try requireJSXBrace(from: brace)
  }

  /// Reads an element that is the value of an attribute.
  private mutating func parseElementValue(_ start: Int) throws(Stop) {
    guard source[start] == UInt8(ascii: "<") else {
      try jump(to: start)
      throw unexpected("the value of the attribute: a string, '{' or an element")
    }
    try parseElement(start)
    try jump(to: tokenizer.position)
  }

  /// The end of white space and comments.
  private mutating func endOfBlank(_ start: Int) throws(Stop) -> Int {
    var offset = start
    while offset < source.count {
      let (scalar, length) = source.scalar(at: offset)
      if scalar == " " || ("\t"..."\r").contains(scalar) || scalar.isSpace || source.isLineSeparator(at: offset) {
        offset += length
      } else if source.has("/*", at: offset) {
        guard let end = source.firstIndex(of: "*/", from: offset + 2) else {
          throw fail(.unterminated, "The comment is not terminated: '*/' is missing.", at: offset)
        }
        offset = end + 2
      } else if source.has("//", at: offset) {
        while offset < source.count, source[offset] != 0x0A, source[offset] != 0x0D { offset += 1 }
      } else {
        break
      }
    }
    return offset
  }

  /// The end of an attribute's string, which has no escapes.
  private mutating func endOfJSXString(_ start: Int) throws(Stop) -> Int {
    var offset = start + 1
    while offset < source.count {
      if source[offset] == source[start] { return offset + 1 }
      offset += 1
    }
    throw fail(.unterminated, "The string is not terminated: its closing quotation mark is missing.", at: start)
  }
}

extension JSXElement {
  /// Whether an attribute's name may stand in an object literal as it is, and sets no prototype.
  fileprivate static func isPropertyName(_ name: String) -> Bool {
    name != "__proto__" && name.utf8.allSatisfy { $0 < 0x80 && $0.isNamePart }
  }
}
