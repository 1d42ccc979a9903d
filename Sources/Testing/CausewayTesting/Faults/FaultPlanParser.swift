/// Parses a fault plan; errors have a position.
struct FaultPlanParser {
  private let text: PositionedText
  private var rules: [FaultRule] = []
  /// The seed of the plan; nil if it has none.
  private(set) var seed: UInt64?

  init(_ text: String, source: String) { self.text = PositionedText(text, source: source) }

  // MARK: Text

  mutating func readText() throws(FormatError) -> FaultPlan {
    var start = 0
    let characters = text.characters
    while start <= characters.count {
      let end = characters[start...].firstIndex { $0 == ";" || $0.isNewline || $0 == "#" } ?? characters.count
      try readRule(start..<end)
      if end < characters.count, characters[end] == "#" {
        start = (characters[end...].firstIndex { $0.isNewline } ?? characters.count) + 1
      } else {
        start = end + 1
      }
    }
    return FaultPlan(seed: 0, rules)
  }

  private mutating func readRule(_ range: Range<Int>) throws(FormatError) {
    let characters = text.characters
    var rule = FaultRule()
    var start = range.lowerBound
    // A colon before the first `=` ends the pattern.
    let colon = characters[range].prefix { $0 != "=" }.firstIndex(of: ":")
    if let colon {
      let first = characters[range].firstIndex { !$0.isWhitespace } ?? colon
      let last = characters[first..<colon].lastIndex { !$0.isWhitespace }.map { $0 + 1 } ?? first
      rule.methods = String(characters[first..<last])
      if let complaint = FaultRule.complaint(about: rule.methods) { throw text.error(complaint.message, at: first) }
      start = colon + 1
    }
    let words = characters[start..<range.upperBound].split(whereSeparator: \.isWhitespace)
    var isEmpty = true
    for word in words {
      let equals = word.firstIndex(of: "=")
      let name = String(word[..<(equals ?? word.endIndex)])
      let value = Substring(String(word[(equals.map { $0 + 1 } ?? word.endIndex)...]))
      if equals == nil, name != "freeze" {
        let isKnown = FaultRule.names.contains(name) || name == "seed"
        throw text.error(
          isKnown ? "\(name) has no value: write \(name)=…" : FaultRule.unknown(name), at: word.startIndex)
      }
      if name == "seed" {
        try readSeed(value, at: (equals ?? word.startIndex) + 1)
        continue
      }
      isEmpty = false
      do throws(InvalidText) {
        try rule.set(name, value)
      } catch {
        let isKnown = FaultRule.names.contains(name)
        throw text.error(error.message, at: isKnown ? (equals ?? word.startIndex) + 1 + error.offset : word.startIndex)
      }
    }
    if isEmpty, let colon, words.isEmpty { throw text.error("The rule for \(rule.methods) is empty.", at: colon) }
    if !isEmpty { rules.append(rule) }
  }

  private mutating func readSeed(_ value: Substring, at index: Int) throws(FormatError) {
    guard let number = UInt64(value) else {
      throw text.error("seed: \(value.quoted) is not a whole number of at least 0.", at: index)
    }
    if let seed, seed != number { throw text.error("A plan has only one seed; this is the second.", at: index) }
    seed = number
  }

  // MARK: JSON

  mutating func readJSON() throws(FormatError) -> FaultPlan {
    let json = try PositionedJSON(text)
    let members = try json.object("a plan")
    for (name, value) in members {
      switch name.text {
      case "seed": try readSeed(Substring(try value.scalar("seed")), at: value.index)
      case "rules":
        for rule in try value.array("rules") { rules.append(try readRule(rule)) }
      default: throw text.error(FaultPlan.unknownPart(name.text), at: name.index)
      }
    }
    return FaultPlan(seed: 0, rules)
  }

  private func readRule(_ json: PositionedJSON) throws(FormatError) -> FaultRule {
    var rule = FaultRule()
    for (name, value) in try json.object("a rule") {
      let word = try value.scalar(name.text)
      do throws(InvalidText) {
        if name.text == "methods" {
          rule.methods = word
          if let complaint = FaultRule.complaint(about: word) { throw complaint }
        } else {
          guard FaultRule.names.contains(name.text) else {
            throw InvalidText(FaultRule.unknown(name.text), offset: name.index - value.index)
          }
          do throws(InvalidText) {
            try rule.set(name.text, word[...])
          } catch {
            // One more for the quotation mark before the value.
            throw InvalidText(error.message, offset: error.offset + 1)
          }
        }
      } catch {
        throw text.error(error.message, at: value.index + error.offset)
      }
    }
    return rule
  }
}
