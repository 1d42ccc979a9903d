/// Computes the values of enum members that TypeScript knows as constants.
struct EnumEvaluator {
  private var tokenizer: Tokenizer
  private let end: Int
  private let members: EnumMembers
  private let enums: [ExactText: [ExactText: EnumValue]]
  private var depth = 0

  /// The value of the text in `range`; `nil` if it is no constant.
  static func value(
    of range: Range<Int>, _ tokenizer: Tokenizer, _ members: EnumMembers, _ enums: [ExactText: [ExactText: EnumValue]]
  ) -> EnumValue? {
    guard range.count < 4096 else { return nil }
    var evaluator = EnumEvaluator(tokenizer: tokenizer, end: range.upperBound, members: members, enums: enums)
    evaluator.tokenizer.position = range.lowerBound
    evaluator.advance()
    let value = evaluator.binary(0)
    return evaluator.token.start >= range.upperBound ? value : nil
  }

  private var token: Token { tokenizer.token }

  private mutating func advance() {
    do {
      if tokenizer.position >= end {
        tokenizer.token = Token(start: end, end: end)
      } else {
        try tokenizer.advance()
      }
    } catch {
      tokenizer.token = Token(start: 0, end: 0)
    }
  }

  private mutating func binary(_ weakest: Int) -> EnumValue? {
    guard var left = unary() else { return nil }
    while token.start < end {
      let op = token.kind
      let precedence = op.precedence
      guard precedence > weakest else { return left }
      advance()
      guard let right = binary(op == .starStar ? precedence - 1 : precedence), let value = apply(op, left, right) else {
        return nil
      }
      left = value
    }
    return left
  }

  private func apply(_ op: TokenKind, _ left: EnumValue, _ right: EnumValue) -> EnumValue? {
    guard case .number(let a) = left, case .number(let b) = right else {
      return op == .plus ? .string(text(left) + text(right)) : nil
    }
    let value: Double
    switch op {
    case .plus: value = a + b
    case .minus: value = a - b
    case .star: value = a * b
    case .slash: value = a / b
    case .percent: value = a.truncatingRemainder(dividingBy: b)
    case .starStar: return power(a, b)
    case .bar: value = Double(int(a) | int(b))
    case .ampersand: value = Double(int(a) & int(b))
    case .caret: value = Double(int(a) ^ int(b))
    case .shiftLeft: value = Double(int(a) << (int(b) & 31))
    case .shiftRight: value = Double(int(a) >> (int(b) & 31))
    case .shiftRightUnsigned: value = Double(UInt32(bitPattern: int(a)) >> UInt32(int(b) & 31))
    default: return nil
    }
    return .number(value)
  }

  /// Whole powers only: those are exact without a library.
  private func power(_ base: Double, _ exponent: Double) -> EnumValue? {
    guard exponent == exponent.rounded(), exponent >= 0, exponent <= 1024 else { return nil }
    var value = 1.0
    for _ in 0..<Int(exponent) { value *= base }
    return .number(value)
  }

  private func text(_ value: EnumValue) -> String {
    switch value {
    case .string(let string): string
    case .number(let number): EnumValue.text(of: number == 0 ? 0 : number)
    }
  }

  /// ECMA-262's ToInt32.
  private func int(_ value: Double) -> Int32 {
    guard value.isFinite else { return 0 }
    let whole = value.rounded(.towardZero).truncatingRemainder(dividingBy: 4_294_967_296)
    return Int32(truncatingIfNeeded: Int64(whole))
  }

  private mutating func unary() -> EnumValue? {
    depth += 1
    defer { depth -= 1 }
    guard depth < 64 else { return nil }
    let op = token.kind
    switch op {
    case .plus, .minus, .tilde:
      advance()
      guard case .number(let value) = unary() else { return nil }
      return .number(op == .minus ? -value : op == .plus ? value : Double(~int(value)))
    case .leftParen:
      advance()
      guard let value = binary(0), token.kind == .rightParen else { return nil }
      advance()
      return value
    case .number:
      defer { advance() }
      return number(tokenizer.source.string(token.start..<token.end))
    case .string, .templateTail:
      guard let text = literal() else { return nil }
      advance()
      return .string(text)
    case .name: return reference()
    default: return nil
    }
  }

  /// The text of the token; nil for one that Swift cannot hold, and for a template with a line break of two characters.
  private func literal() -> String? {
    let range = token.start..<token.end
    guard token.kind == .string || (tokenizer.source[range.lowerBound] == UInt8(ascii: "`") && !hasReturn(range)) else {
      return nil
    }
    return String(validating: tokenizer.source.units(ofLiteral: range), as: UTF16.self)
  }

  private func hasReturn(_ range: Range<Int>) -> Bool { range.contains { tokenizer.source[$0] == 0x0D } }

  private mutating func reference() -> EnumValue? {
    let name = ExactText(tokenizer.names.text(token.name))
    let own = ExactText(members.name)
    advance()
    if token.start < end, token.kind == .dot {
      advance()
      guard token.kind == .name else { return nil }
      let member = ExactText(tokenizer.names.text(token.name))
      advance()
      return name == own ? members.values[member] ?? enums[name]?[member] : enums[name]?[member]
    }
    if token.start < end, token.kind == .leftBracket {
      advance()
      guard token.kind == .string, let member = literal().map({ ExactText($0) }) else { return nil }
      advance()
      guard token.kind == .rightBracket else { return nil }
      advance()
      return name == own ? members.values[member] ?? enums[name]?[member] : enums[name]?[member]
    }
    if members.names.contains(name) { return members.values[name] }
    if let value = enums[own]?[name] { return value }
    switch name {
    case "Infinity": return .number(.infinity)
    case "NaN": return .number(.nan)
    default: return nil
    }
  }

  private func number(_ text: String) -> EnumValue? {
    let digits = String(text.filter { $0 != "_" })
    let prefix = digits.prefix(2).lowercased()
    let radix = prefix == "0x" ? 16 : prefix == "0o" ? 8 : prefix == "0b" ? 2 : 10
    if radix != 10 {
      var value = 0.0
      for digit in digits.dropFirst(2) { value = value * Double(radix) + Double(digit.hexDigitValue ?? 0) }
      return .number(value)
    }
    if digits.count > 1, digits.first == "0", digits.dropFirst().first?.isNumber == true { return nil }
    return Double(digits.hasSuffix(".") ? digits + "0" : digits.hasPrefix(".") ? "0" + digits : digits).map {
      .number($0)
    }
  }
}
