extension Parser {
  /// Reads `const enum`, as an enum.
  mutating func parseConstEnum(_ start: Int) throws(Stop) -> Bool {
    guard try peek().name == .enum else { return false }
    try advance()
    try parseEnum(start)
    return true
  }

  /// Reads an enum, from its keyword on, and makes the function of it that TypeScript makes.
  mutating func parseEnum(_ start: Int) throws(Stop) {
    let isExported = exportsDeclarations
    exportsDeclarations = false
    try advance()
    try checkBindingName()
    let name = token
    let isFirst = isUndeclared(name.name)
    try declareLexical(name, .merged)
    if isExported, isFirst { try exportDeclared(name) }
    try advance()
    let open = token
    try expect(.leftBrace, "{", "before the members of the enum")
    let label = text(name.name)
    replace(start..<open.end, with: "\(declarator(isFirst: isFirst, label))(function (\(label)) {")
    let outer = scope
    scope = table.open(.function, in: outer)
    var members = EnumMembers(name: label)
    let first = references.count
    while !at(.rightBrace) {
      try parseEnumMember(&members)
      guard at(.comma) else { break }
      replace(token.start..<token.end, with: ";")
      try advance()
    }
    let close = token
    try self.close(.rightBrace, "}", "enum", from: open.start)
    enums[ExactText(label), default: [:]].merge(members.values) { $1 }
    if references.count > first {
      enumUses.append(EnumUses(scope: scope, label: label, names: members.names))
    }
    scope = outer
    replace(close.start..<close.end, with: "})(\(mergedArgument(label, isExported: isExported)));")
  }

  /// Whether no value has the name in the current scope.
  func isUndeclared(_ name: Name) -> Bool {
    table.find(name, in: scope).map { table.declarations[$0].kind.isWeak } ?? true
  }

  /// What declares an enum or namespace.
  func declarator(isFirst: Bool, _ label: String) -> String {
    guard isFirst else { return "" }
    return table.scopes[Int(scope)].kind == .top ? "var \(label);" : "let \(label);"
  }

  /// Reads the name of a member: `a`, `"a"`, `["a"]` or `` [`a`] ``.
  private mutating func enumMemberName() throws(Stop) -> String {
    let name: String
    switch token.kind {
    case .name: name = text(token.name)
    case .string: name = string(of: token)
    case .leftBracket:
      let open = token.start
      try advance()
      let isTemplate = at(.templateTail) && source[token.start] == UInt8(ascii: "`")
      guard at(.string) || isTemplate,
        let text = String(validating: source.units(ofLiteral: token.start..<token.end), as: UTF16.self)
      else { throw unexpected("a string, as the name of a member in brackets") }
      try advance()
      try close(.rightBracket, "]", "brackets", from: open)
      return text
    default: throw unexpected("the name of a member")
    }
    try advance()
    return name
  }

  private mutating func parseEnumMember(_ members: inout EnumMembers) throws(Stop) {
    let keyStart = token.start
    let name = try enumMemberName()
    let key = keyStart..<tokenizer.previousEnd
    let element = "\(members.name)[\(ModuleWriter.literal(name))"
    guard at(.assign) else {
      guard let value = members.next else {
        throw fail(
          .earlyError,
          "The enum member '\(name)' needs a value, because the value of the member before it is not a constant number.",
          at: keyStart)
      }
      members.add(name, value)
      return replace(key, with: "\(members.name)[\(element)] = \(value.literal)] = \(ModuleWriter.literal(name))")
    }
    try advance()
    let start = token.start
    let first = token
    var isText = at(.template) || at(.templateTail)
    let mark = eraseMark
    try parseAssignment()
    let range = start..<tokenizer.previousEnd
    // `a`.length is none.
    isText = isText && tokenizer.source[range.upperBound - 1] == UInt8(ascii: "`")
    if first.kind == .string, first.end == range.upperBound { isText = true }
    let value = EnumEvaluator.value(of: range, tokenizer, members, enums)
    if case .string(let text) = value {
      enumBytes += text.utf8.count
      guard text.utf8.count <= EnumValue.longestText, enumBytes <= (1 << 20) + 4 * source.count else {
        throw fail(.tooLong, "The values of the enums in this file are too long.", at: start)
      }
    }
    members.add(name, value)
    if let value {
      edits.removeLast(edits.count - mark.edits)
      texts.removeLast(texts.count - mark.texts)
      references.removeLast(references.count - mark.references)
      replace(range, with: value.literal)
    }
    if case .string = value {
      replace(key, with: "\(element)]")
    } else if value == nil, isText {
      replace(key, with: "\(element)]")
    } else {
      replace(key, with: "\(members.name)[\(element)]")
      replace(range.upperBound..<range.upperBound, with: "] = \(ModuleWriter.literal(name))")
    }
  }

}

/// An enum whose members' values use names.
struct EnumUses {
  var scope: Int32
  var label: String
  /// Of its members.
  var names: Set<ExactText>
}

/// The members of an enum that were read.
struct EnumMembers {
  let name: String
  var names: Set<ExactText> = []
  var values: [ExactText: EnumValue] = [:]
  /// The value of a member without one.
  var next: EnumValue? = .number(0)

  init(name: String) { self.name = name }

  mutating func add(_ name: String, _ value: EnumValue?) {
    names.insert(ExactText(name))
    values[ExactText(name)] = value
    if case .number(let number) = value { next = .number(number + 1) } else { next = nil }
  }
}

/// The value of an enum's member that is known.
enum EnumValue {
  case number(Double)
  case string(String)

  /// How many bytes a value may have: each member may double the one before it.
  static let longestText = 1 << 16

  /// How JavaScript writes it.
  var literal: String {
    switch self {
    case .string(let value): ModuleWriter.literal(value)
    case .number(let value): EnumValue.text(of: value)
    }
  }

  static func text(of value: Double) -> String {
    if value.isNaN { return "NaN" }
    if value.isInfinite { return value < 0 ? "-Infinity" : "Infinity" }
    if value == value.rounded(), abs(value) < 1e21 {
      if value == 0, value.sign == .minus { return "-0" }
      if abs(value) < 9e18 { return String(Int64(value)) }
    }
    let text = "\(value)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
