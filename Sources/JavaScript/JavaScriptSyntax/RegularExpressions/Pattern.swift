/// Checks the pattern of a regular expression against its grammar and early errors, those of Annex B included.
///
/// Groups are kept on an explicit stack, so no pattern is too deep; only classes within classes, which the flag `v`
/// allows, recurse.
struct Pattern {
  struct Flags: OptionSet {
    var rawValue: UInt8

    static let unicode = Flags(rawValue: 1)
    static let unicodeSets = Flags(rawValue: 2)
    private static let letters = "uvdgimsy"

    init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The flag with this letter; empty if there is none.
    init(letter: UInt8) {
      var bit: UInt8 = 1
      for known in Flags.letters.utf8 {
        if known == letter {
          rawValue = bit
          return
        }
        bit <<= 1
      }
      rawValue = 0
    }
  }

  struct Failure: Error {
    var offset: Int
    var message: String
  }

  /// An open group: the quantifiers that are allowed behind it, and its alternatives.
  struct Group {
    var start: Int
    var isQuantifiable: Bool
    /// The start of the current alternative.
    var alternative: Int
  }

  let source: SourceBytes
  let start: Int
  let end: Int
  var position: Int
  let isUnicode: Bool
  let isSets: Bool
  var groupCount = 0
  /// Whether `\k` refers to a group rather than being a `k`.
  var hasNames = false
  var groups: [Group] = []
  /// The start of the last group of each name.
  var names: [[UInt32]: Int] = [:]
  var references: [(name: [UInt32], offset: Int)] = []
  var depth = 0

  init(_ source: SourceBytes, _ range: Range<Int>, _ flags: Flags) {
    self.source = source
    start = range.lowerBound
    end = range.upperBound
    position = range.lowerBound
    isSets = flags.contains(.unicodeSets)
    isUnicode = isSets || flags.contains(.unicode)
  }

  /// The first error and where it is.
  mutating func check() -> (Int, String)? {
    countGroups()
    if isUnicode { hasNames = true }
    do throws(Failure) {
      try parse()
      for (name, offset) in references where names[name] == nil {
        throw Failure(offset: offset, message: "'\\k' refers to a group that does not exist.")
      }
      return nil
    } catch {
      return (error.offset, error.message)
    }
  }

  // MARK: Reading

  /// The byte at the position, or 0 at the end.
  var byte: UInt8 { position < end ? source[position] : 0 }

  func byte(ahead offset: Int) -> UInt8 { position + offset < end ? source[position + offset] : 0 }

  mutating func take(_ text: StaticString) -> Bool {
    guard position + text.utf8CodeUnitCount <= end, source.has(text, at: position) else { return false }
    position += text.utf8CodeUnitCount
    return true
  }

  mutating func takeScalar() -> UInt32 {
    let (scalar, length) = source.scalar(at: position)
    position += length
    return scalar.value
  }

  func failure(_ message: String, at offset: Int? = nil) -> Failure {
    Failure(offset: offset ?? position, message: message)
  }

  /// Counts the capturing groups, which an escape may refer to before they stand.
  private mutating func countGroups() {
    var classDepth = 0
    var at = start
    while at < end {
      switch source[at] {
      case UInt8(ascii: "\\"): at += 1
      case UInt8(ascii: "["): if isSets || classDepth == 0 { classDepth += 1 }
      case UInt8(ascii: "]"): classDepth = max(0, classDepth - 1)
      case UInt8(ascii: "(") where classDepth == 0:
        if at + 1 >= end || source[at + 1] != UInt8(ascii: "?") {
          groupCount += 1
        } else if at + 3 < end, source[at + 2] == UInt8(ascii: "<"), source[at + 3] != UInt8(ascii: "="),
          source[at + 3] != UInt8(ascii: "!")
        {
          groupCount += 1
          hasNames = true
        }
      default: break
      }
      at += 1
    }
  }

  // MARK: Terms

  private mutating func parse() throws(Failure) {
    groups = [Group(start: start, isQuantifiable: false, alternative: start)]
    while position < end {
      let termStart = position
      switch byte {
      case UInt8(ascii: "|"):
        position += 1
        groups[groups.count - 1].alternative = position
      case UInt8(ascii: "("): try openGroup()
      case UInt8(ascii: ")"):
        guard groups.count > 1 else { throw failure("')' has no matching '('.") }
        position += 1
        let group = groups.removeLast()
        if group.isQuantifiable { try parseQuantifier() } else { try refuseQuantifier() }
      case UInt8(ascii: "^"), UInt8(ascii: "$"):
        position += 1
        try refuseQuantifier()
      case UInt8(ascii: "["):
        if isSets { _ = try parseClassSet() } else { try parseClass() }
        try parseQuantifier()
      case UInt8(ascii: "\\"):
        if byte(ahead: 1) | 0x20 == UInt8(ascii: "b") {
          position += 2
          try refuseQuantifier()
        } else {
          try parseAtomEscape()
          try parseQuantifier()
        }
      case UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "?"): throw failure("there is nothing to repeat.")
      case UInt8(ascii: "{"):
        if isUnicode { throw failure("'{' must be escaped.") }
        if try skipBraces() { throw failure("there is nothing to repeat.", at: termStart) }
        position += 1
        try parseQuantifier()
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if isUnicode { throw failure("'\(Character(Unicode.Scalar(byte)))' must be escaped.") }
        position += 1
        try parseQuantifier()
      default:
        _ = takeScalar()
        try parseQuantifier()
      }
    }
    if groups.count > 1 {
      throw failure("the group is not terminated: ')' is missing.", at: groups[groups.count - 1].start)
    }
  }

  private mutating func openGroup() throws(Failure) {
    let at = position
    position += 1
    var group = Group(start: at, isQuantifiable: true, alternative: at)
    if byte == UInt8(ascii: "?") {
      position += 1
      if take(":") {
      } else if take("=") || take("!") {
        group.isQuantifiable = !isUnicode
      } else if take("<=") || take("<!") {
        group.isQuantifiable = false
      } else if take("<") {
        let name = try parseGroupName(at)
        if let last = names.updateValue(at, forKey: name), isInCurrentAlternative(last) {
          throw failure("two groups that can both match have the same name.", at: at)
        }
      } else {
        try parseModifiers(at)
      }
    }
    groups.append(group)
  }

  /// Whether a group can match together with one at the position.
  ///
  /// That is so where the innermost open group around both has them in one alternative. The last group of a name is the
  /// only one to ask about: those before it cannot match together with it.
  private func isInCurrentAlternative(_ start: Int) -> Bool {
    // A binary search for the last open group that begins before it; the first one is the whole pattern.
    var (low, high) = (0, groups.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if groups[middle].start < start { low = middle } else { high = middle - 1 }
    }
    return groups[low].alternative <= start
  }

  /// Reads `ims-ims:`.
  private mutating func parseModifiers(_ at: Int) throws(Failure) {
    var seen: [UInt8] = []
    var isRemoving = false
    var count = 0
    while true {
      let letter = byte
      if letter == UInt8(ascii: "-"), !isRemoving {
        isRemoving = true
      } else if letter == UInt8(ascii: "i") || letter == UInt8(ascii: "m") || letter == UInt8(ascii: "s") {
        if seen.contains(letter) { throw failure("a flag of the group appears twice.", at: position) }
        seen.append(letter)
        count += 1
      } else if letter == UInt8(ascii: ":") {
        guard count > 0 else { throw failure("the group changes no flag.", at: at) }
        position += 1
        return
      } else {
        throw failure("the kind of the group is unknown.", at: at)
      }
      position += 1
    }
  }

  /// Reads a group's name and its `>`.
  mutating func parseGroupName(_ at: Int) throws(Failure) -> [UInt32] {
    var name: [UInt32] = []
    while !take(">") {
      guard position < end else { throw failure("the name of the group is not terminated.", at: at) }
      var value: UInt32
      if take("\\") {
        guard take("u"), let escaped = parseUnicode(allowsBraces: true) else {
          throw failure("the name of the group has an invalid escape.", at: at)
        }
        value = escaped
      } else {
        value = takeScalar()
      }
      guard let scalar = Unicode.Scalar(value), name.isEmpty ? scalar.beginsName : scalar.continuesName else {
        throw failure("the name of the group is not a valid identifier.", at: at)
      }
      name.append(value)
    }
    if name.isEmpty { throw failure("the name of the group is empty.", at: at) }
    return name
  }

  // MARK: Quantifiers

  private mutating func refuseQuantifier() throws(Failure) {
    let at = position
    switch byte {
    case UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "?"): throw failure("there is nothing to repeat.")
    case UInt8(ascii: "{"): if try skipBraces() { throw failure("there is nothing to repeat.", at: at) }
    default: break
    }
  }

  private mutating func parseQuantifier() throws(Failure) {
    if take("*") || take("+") || take("?") {
      _ = take("?")
    } else if byte == UInt8(ascii: "{") {
      if try skipBraces() {
        _ = take("?")
      } else if isUnicode {
        throw failure("'{' does not begin a valid quantifier.")
      }
    }
  }

  /// Skips `{1}`, `{1,}` or `{1,2}`.
  ///
  /// Returns whether there was one.
  private mutating func skipBraces() throws(Failure) -> Bool {
    let at = position
    position += 1
    let low = takeDigits()
    var high: Range<Int>?
    if low.isEmpty {
      position = at
      return false
    }
    if take(",") { high = takeDigits() }
    guard take("}") else {
      position = at
      return false
    }
    if let high, !high.isEmpty, isLess(high, low) {
      throw failure("the numbers of the quantifier are out of order.", at: at)
    }
    return true
  }

  private mutating func takeDigits() -> Range<Int> {
    var first = position
    let from = position
    while byte.isDigit { position += 1 }
    while first + 1 < position, source[first] == UInt8(ascii: "0") { first += 1 }
    return position > from ? first..<position : from..<from
  }

  private func isLess(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
    if left.count != right.count { return left.count < right.count }
    return source.string(left) < source.string(right)
  }
}
