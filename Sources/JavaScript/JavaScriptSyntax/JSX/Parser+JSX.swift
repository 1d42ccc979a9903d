/// JSX, which becomes calls in place: each part of an element keeps its line.
///
/// `<a b={c}>text{d}</a>` is `jsxs("a", { b: c, children: ["text", d] })` with the automatic runtime, and
/// `React.createElement("a", { b: c }, "text", d)` with the classic one. The reference is TypeScript's transformation.
extension Parser {
  var isJSX: Bool { jsx != nil }

  /// Reads an element or a fragment where an expression begins.
  mutating func parseJSX() throws(Stop) -> Expression {
    let start = token.start
    try parseElement(start)
    try jump(to: tokenizer.position)
    if at(.less) {
      let next = try peek()
      if next.kind == .name || next.kind == .greater {
        throw fail(
          .unexpectedToken, "Elements side by side need an element or a fragment around them: '<>…</>'.",
          at: token.start)
      }
    }
    // As in TypeScript, an element ends its statement here.
    if token.followsLine, at(.leftParen) || at(.leftBracket) || at(.template) || at(.templateTail) {
      insert(";", at: tokenizer.previousEnd)
    }
    return Expression(.other, at: start)
  }

  /// Whether the `<` of a `.tsx` file begins the type parameters of an arrow function: `<T,>` or `<T extends U>`.
  mutating func beginsTypeParameters() throws(Stop) -> Bool {
    let place = tokenizer.place
    defer { tokenizer.place = place }
    try tokenizer.advance()
    if at(Name.const), try peek().kind == .name { try tokenizer.advance() }
    guard at(.name), !token.name.isReserved else { return false }
    try tokenizer.advance()
    if at(.comma) || at(.assign) { return true }
    guard at(Name.extends) else { return false }
    try tokenizer.advance()
    return !at(.assign) && !at(.greater) && !at(.slash)
  }

  /// Reads an element from its `<` on.
  ///
  /// The tokenizer's position is behind its `>` then.
  mutating func parseElement(_ start: Int) throws(Stop) {
    try checkDepth()
    var element = JSXElement(start)
    if jsx?.runtime == .development { element.position = position(of: start) }
    if let first = jsx?.firstElement, first < 0 { jsx?.firstElement = start }
    try jump(to: start + 1)
    try beginCall(&element)
    if beginsWithGreater {
      try addFragmentType(at: start + 1)
      try parseChildren(&element)
    } else {
      try parseElementName(&element)
      if isTypeScript, at(.less) || at(.shiftLeft) { try skipTypeArguments() }
      while !beginsWithGreater {
        switch token.kind {
        case .name: try parseAttribute(&element)
        case .leftBrace: try parseSpreadAttribute(&element)
        case .slash:
          let slash = token.start
          try tokenizer.advance()
          guard beginsWithGreater else { throw expected(">", "after '/'") }
          endCall(element, slash..<token.start + 1, childCount: nil, isArray: false)
          tokenizer.position = token.start + 1
          return
        default: throw unexpected("an attribute, '/' or '>'")
        }
      }
      try parseChildren(&element)
    }
  }

  // MARK: Tokens

  /// Goes on with the token at an offset, or behind it.
  mutating func jump(to offset: Int) throws(Stop) {
    tokenizer.token.end = offset
    tokenizer.position = offset
    try tokenizer.advance()
  }

  /// Whether the token is `>`, or an operator that begins with it, which a tag ends.
  var beginsWithGreater: Bool {
    switch token.kind {
    case .greater, .greaterEqual, .shiftRight, .shiftRightAssign, .shiftRightUnsigned, .shiftRightUnsignedAssign: true
    default: false
    }
  }

  /// The end of a name that may have hyphens and one colon; the token is its beginning.
  mutating func endOfJSXName() throws(Stop) -> Int {
    guard at(.name), !token.isEscaped else { throw unexpected("a name") }
    var end = token.end
    var hasColon = false
    while end < source.count {
      let byte = source[end]
      if byte == UInt8(ascii: "-") || (byte < 0x80 && byte.isNamePart) {
        end += 1
      } else if byte == UInt8(ascii: ":"), !hasColon {
        hasColon = true
        end += 1
      } else if byte >= 0x80, source.scalar(at: end).value.continuesName {
        end += source.scalar(at: end).length
      } else {
        break
      }
    }
    return source[end - 1] == UInt8(ascii: ":") ? end - 1 : end
  }

  // MARK: Names

  /// Reads the name of an element, which is a string or an expression.
  private mutating func parseElementName(_ element: inout JSXElement) throws(Stop) {
    let first = token
    let end = try endOfJSXName()
    let name = source.string(first.start..<end)
    try jump(to: end)
    if !at(.dot), JSXElement.isIntrinsic(name) {
      replace(first.start..<end, with: ModuleWriter.literal(name))
      element.name = name
      return
    }
    guard end == first.end else {
      throw fail(.unexpectedToken, "The name of a member must not have hyphens or colons.", at: first.start)
    }
    if first.name != .this { try addElementReference(first) }
    element.name = name
    while at(.dot) {
      try tokenizer.advance()
      guard at(.name), !token.isEscaped else { throw unexpected("the name of a member") }
      element.name = "\(element.name ?? "").\(text(token.name))"
      try tokenizer.advance()
    }
  }

  /// Adds the use of a name that an element begins with, which was read.
  private mutating func addElementReference(_ name: Token) throws(Stop) {
    let place = tokenizer.place
    tokenizer.token = name
    try checkName()
    if name.name == .arguments { try checkArguments() }
    tokenizer.place = place
    let reference = addReference(name).reference
    if name.name == .arguments { noteFreeArguments(reference) }
  }

  /// Reads the name of a closing tag; the token is behind its `</`.
  private mutating func parseClosingName(of element: JSXElement) throws(Stop) {
    let start = token.start
    var found = ""
    if !beginsWithGreater {
      let end = try endOfJSXName()
      found = source.string(start..<end)
      try jump(to: end)
      while at(.dot) {
        try tokenizer.advance()
        guard at(.name) else { throw unexpected("the name of a member") }
        found += ".\(text(token.name))"
        try tokenizer.advance()
      }
    }
    guard ExactText(found) == ExactText(element.name ?? "") else {
      throw fail(
        .unexpectedToken,
        "Expected '</\(element.name ?? "")>', the closing tag of the \(element.kind) of line \(line(of: element.start)), "
          + "not '</\(found)>'.",
        at: start)
    }
    guard beginsWithGreater else { throw expected(">", "at the end of the closing tag") }
  }

  // MARK: Children

  /// Reads the children of an element and its closing tag; the token is the `>` of its opening tag.
  private mutating func parseChildren(_ element: inout JSXElement) throws(Stop) {
    let open = token.start
    // What precedes the children depends on their number.
    let head = texts.count
    replace(open..<open + 1, with: element.isCreateElement ? element.hasObject ? "}" : ", null" : "")
    var offset = open + 1
    var count = 0
    var hasSpread = false
    while true {
      let textStart = offset
      offset = try endOfText(offset)
      let separator = element.isCreateElement ? ", " : count == 0 ? "" : ", "
      if offset > textStart {
        if let value = JSXText.value(ofText: source.string(textStart..<offset)) {
          replace(textStart..<offset, with: separator + JSXText.literal(value))
          count += 1
        } else {
          blank(textStart..<offset)
        }
        continue
      }
      if offset >= source.count {
        throw fail(
          .unexpectedToken,
          "Expected '</\(element.name ?? "")>' to close the \(element.kind) of line \(line(of: element.start)), not the "
            + "end of the text.",
          at: offset)
      }
      if source[offset] == UInt8(ascii: "{") {
        let (isValue, isSpread) = try parseExpressionChild(offset, separator)
        if isValue { count += 1 }
        hasSpread = hasSpread || isSpread
      } else if source[offset + 1] == UInt8(ascii: "/") {
        break
      } else {
        if source.has("<!--", at: offset) {
          throw fail(.unexpectedToken, "A comment between elements is written '{/* … */}'.", at: offset)
        }
        if !separator.isEmpty { insert(separator, at: offset) }
        try parseElement(offset)
        count += 1
      }
      offset = tokenizer.position
    }
    try jump(to: offset + 2)
    try parseClosingName(of: element)
    let isArray = count > 1 || hasSpread
    if !element.isCreateElement {
      let begin = element.hasObject ? element.isEmpty || count == 0 ? "" : ", " : ", {"
      texts[head] = begin + (count == 0 ? "" : isArray ? "children: [" : "children: ")
    }
    endCall(element, offset..<token.start + 1, childCount: count, isArray: isArray)
    tokenizer.position = token.start + 1
  }

  /// The end of a text between tags.
  private mutating func endOfText(_ start: Int) throws(Stop) -> Int {
    var offset = start
    while offset < source.count {
      switch source[offset] {
      case UInt8(ascii: "<"), UInt8(ascii: "{"): return offset
      case UInt8(ascii: ">"):
        throw fail(.unexpectedToken, "'>' in a text is written '&gt;' or '{\">\"}'.", at: offset)
      case UInt8(ascii: "}"):
        throw fail(.unexpectedToken, "'}' in a text is written '&#125;' or '{\"}\"}'.", at: offset)
      default: offset += 1
      }
    }
    return offset
  }

  /// Reads `{a}`, `{...a}` or a comment in braces.
  ///
  /// The tokenizer's position is behind the brace then.
  private mutating func parseExpressionChild(
    _ start: Int, _ separator: String
  ) throws(Stop) -> (isValue: Bool, isSpread: Bool) {
    try jump(to: start + 1)
    if at(.rightBrace) {
      blank(start..<token.end)
      return (false, false)
    }
    replace(start..<start + 1, with: separator)
    let isSpread = at(.ellipsis)
    if isSpread { try tokenizer.advance() }
    try parseAssignment()
    try requireJSXBrace(from: start)
    blank(token.start..<token.end)
    return (true, isSpread)
  }

  /// Checks that the token is the `}` behind an expression.
  mutating func requireJSXBrace(from start: Int) throws(Stop) {
    if at(.comma) {
      throw fail(.unexpectedToken, "Expressions with commas between them need parentheses here.", at: token.start)
    }
    guard at(.rightBrace) else { throw unclosed("}", "expression", start) }
  }
}

/// An element whose tag is being read.
struct JSXElement {
  let start: Int
  /// Nil for a fragment.
  var name: String?
  /// The index of the edit that is the function of the automatic runtime.
  var functionEdit = -1
  /// Whether its children are arguments, as those of `createElement`.
  var isCreateElement = false
  /// Whether the object of its attributes is open, and has no property yet.
  var hasObject = false
  var isEmpty = true
  var hasSpread = false
  /// The key, where it is no expression.
  var key: String?
  /// Whether the key is an expression between the attributes.
  var isKeyed = false
  /// The position of its `<`, for the development runtime.
  var position = ModuleText.Position(line: 0, column: 0)

  init(_ start: Int) { self.start = start }

  var kind: String { name == nil ? "fragment" : "element" }

  /// Whether a name is a string rather than that of a variable.
  ///
  /// Source: `isIntrinsicJsxName` of TypeScript.
  static func isIntrinsic(_ name: String) -> Bool {
    guard let first = name.utf8.first else { return false }
    return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first) || name.utf8.contains(UInt8(ascii: "-"))
      || name.utf8.contains(UInt8(ascii: ":"))
  }
}
