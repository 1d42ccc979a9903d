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
    let isFirst = table.find(name.name, in: scope).map { table.declarations[$0].kind != .merged } ?? true
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
    while !at(.rightBrace) {
      try parseEnumMember(&members)
      guard at(.comma) else { break }
      replace(token.start..<token.end, with: ";")
      try advance()
    }
    let close = token
    try self.close(.rightBrace, "}", "enum", from: open.start)
    scope = outer
    enums[label, default: [:]].merge(members.values) { $1 }
    replace(close.start..<close.end, with: "})(\(mergedArgument(label, isExported: isExported)));")
  }

  /// What declares an enum or namespace.
  func declarator(isFirst: Bool, _ label: String) -> String {
    if table.scopes[Int(scope)].kind == .top { return "var \(label);" }
    return isFirst ? "let \(label);" : ""
  }

  private mutating func parseEnumMember(_ members: inout EnumMembers) throws(Stop) {
    let key = token
    let name: String
    switch key.kind {
    case .name: name = text(key.name)
    case .string: name = string(of: key)
    default: throw unexpected("the name of a member")
    }
    try advance()
    let element = "\(members.name)[\(ModuleWriter.literal(name))"
    guard at(.assign) else {
      let value = members.next
      members.add(name, value)
      let text = value.map(\.literal) ?? "void 0"
      return replace(
        key.start..<key.end, with: "\(members.name)[\(element)] = \(text)] = \(ModuleWriter.literal(name))")
    }
    let assign = token
    try advance()
    let start = token.start
    let isTemplate = at(.template) || at(.templateTail)
    let mark = eraseMark
    try parseAssignment()
    let range = start..<tokenizer.previousEnd
    let value = EnumEvaluator.value(of: range, tokenizer, members, enums)
    members.add(name, value)
    _ = assign
    if let value {
      edits.removeLast(edits.count - mark.edits)
      texts.removeLast(texts.count - mark.texts)
      references.removeLast(references.count - mark.references)
      replace(range, with: value.literal)
    } else {
      qualifyMembers(since: mark.references, members)
    }
    if case .string = value {
      replace(key.start..<key.end, with: "\(element)]")
    } else if value == nil, isTemplate {
      replace(key.start..<key.end, with: "\(element)]")
    } else {
      replace(key.start..<key.end, with: "\(members.name)[\(element)]")
      replace(range.upperBound..<range.upperBound, with: "] = \(ModuleWriter.literal(name))")
    }
  }

  /// Makes properties of the enum out of the uses of its members.
  private mutating func qualifyMembers(since first: Int, _ members: EnumMembers) {
    for index in first..<references.count {
      let reference = references[index]
      let name = text(reference.name)
      guard reference.scope == scope, members.names.contains(name), !reference.flags.contains(.dead) else { continue }
      references[index].flags.insert(.dead)
      replace(Int(reference.start)..<reference.end, with: "\(members.name).\(name)")
    }
  }
}

/// The members of an enum that were read.
struct EnumMembers {
  let name: String
  var names: Set<String> = []
  var values: [String: EnumValue] = [:]
  /// The value of a member without one.
  var next: EnumValue? = .number(0)

  init(name: String) { self.name = name }

  mutating func add(_ name: String, _ value: EnumValue?) {
    names.insert(name)
    values[name] = value
    if case .number(let number) = value { next = .number(number + 1) } else { next = nil }
  }
}

/// The value of an enum's member that is known.
enum EnumValue {
  case number(Double)
  case string(String)

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
