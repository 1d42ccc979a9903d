/// Finds the nodes of a JSON text: one pass, no recursion.
@safe struct JSONScanner: ~Copyable {
  private var nodes: TapeNodes
  private let limits: Limits
  /// The text, during the scan.
  private var text = unsafe UnsafeBufferPointer<UInt8>(start: nil, count: 0)
  private var length = 0
  private var index = 0
  /// The innermost container that is open, -1 for none.
  ///
  /// While it is, its `end` is the one around it.
  private var container = -1
  private var depth = 0

  init(limits: Limits, capacity: Int) {
    self.limits = limits
    nodes = TapeNodes(capacity: capacity)
  }

  /// The nodes of the text that was scanned.
  consuming func finish() -> TapeNodes { nodes }

  /// Scans `text`; returns an error, or nil.
  mutating func scan(_ text: UnsafeBufferPointer<UInt8>) -> BridgeError? {
    unsafe self.text = text
    length = text.count
    // Each iteration reads a value, and the characters before the next one.
    while true {
      guard let first = skipSpace() else { return malformed() }
      guard nodes.count < limits.nodes else {
        return .exhausted("nodes", maximum: limits.nodes, "A message of more than \(limits.nodes) values")
      }
      switch first {
      case UInt8(ascii: "{"):
        guard open(.object) else { return tooDeep() }
        if skipSpace() != UInt8(ascii: "}") {
          guard scanName() else { return malformed() }
          continue
        }
        close()
      case UInt8(ascii: "["):
        guard open(.array) else { return tooDeep() }
        if skipSpace() != UInt8(ascii: "]") {
          nodes[container].count = 1
          continue
        }
        close()
      case UInt8(ascii: "\""): guard scanString() else { return malformed() }
      default: guard scanScalar(first) else { return malformed() }
      }
      while container >= 0 {
        let isObject = nodes[container].kind == .object
        switch skipSpace() {
        case UInt8(ascii: ","):
          index += 1
          if isObject {
            guard scanName() else { return malformed() }
          } else {
            nodes[container].count += 1
          }
        case isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"):
          close()
          continue
        default: return malformed()
        }
        break
      }
      if container < 0 { return skipSpace() == nil ? nil : malformed() }
    }
  }

  /// The first byte from here on that is no white space; nil at the end of the text.
  @inline(__always)
  private mutating func skipSpace() -> UInt8? {
    while index < length {
      let byte = unsafe text[index]
      if byte > 0x20 || !(byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09) { return byte }
      index += 1
    }
    return nil
  }

  /// Begins a container; false when it lies too deep.
  @inline(__always)
  private mutating func open(_ kind: TapeKind) -> Bool {
    guard depth < limits.depth else { return false }
    append(kind, index, container)
    container = nodes.count - 1
    depth += 1
    index += 1
    return true
  }

  @inline(__always)
  private mutating func close() {
    index += 1
    let outer = Int(nodes[container].end)
    nodes[container].end = Int32(truncatingIfNeeded: index)
    nodes[container].next = Int32(truncatingIfNeeded: nodes.count)
    container = outer
    depth -= 1
  }

  /// Appends a node; what it takes from the text ends right before the next.
  @inline(__always)
  private mutating func append(_ kind: TapeKind, _ start: Int, _ end: Int, isEscaped: Bool = false) {
    // No text has 2^31 bytes, nor more nodes than bytes.
    nodes.append(
      TapeNode(
        kind: kind, isEscaped: isEscaped, start: Int32(truncatingIfNeeded: start), end: Int32(truncatingIfNeeded: end),
        next: Int32(truncatingIfNeeded: nodes.count + 1)))
  }

  /// Takes a member's name and its colon; false when there is none.
  @inline(__always)
  private mutating func scanName() -> Bool {
    guard skipSpace() == UInt8(ascii: "\""), scanString() else { return false }
    nodes[container].count += 1
    guard skipSpace() == UInt8(ascii: ":") else { return false }
    index += 1
    return true
  }

  /// Takes a string from its opening quote on; false when it is none.
  @inline(__always)
  private mutating func scanString() -> Bool {
    let end = unsafe JSONBytes.special(in: text, from: index + 1)
    guard end < length, unsafe text[end] == UInt8(ascii: "\"") else { return scanString(escapedAt: end) }
    append(.string, index + 1, end)
    index = end + 1
    return true
  }

  /// The same for a string whose first escape is at `end`, or that has a byte there which no string has.
  @inline(never)
  private mutating func scanString(escapedAt end: Int) -> Bool {
    var end = end
    while end < length {
      switch unsafe text[end] {
      case UInt8(ascii: "\""):
        append(.string, index + 1, end, isEscaped: true)
        index = end + 1
        return true
      case UInt8(ascii: "\\"):
        guard end + 1 < length else { return false }
        switch unsafe text[end + 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
          UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
          end += 2
        case UInt8(ascii: "u"):
          guard end + 5 < length else { return false }
          for offset in 2...5 where unsafe JSONEscapes.digit(text[end + offset]) == nil { return false }
          end += 6
        default: return false
        }
        unsafe end = JSONBytes.special(in: text, from: end)
      default: return false
      }
    }
    return false
  }

  /// Takes a number or a word; false when there is none by the grammar.
  @inline(__always)
  private mutating func scanScalar(_ first: UInt8) -> Bool {
    switch first {
    case UInt8(ascii: "t"): return scan("true", .true)
    case UInt8(ascii: "f"): return scan("false", .false)
    case UInt8(ascii: "n"): return scan("null", .null)
    default: return scanNumber()
    }
  }

  private mutating func scan(_ word: StaticString, _ kind: TapeKind) -> Bool {
    let end = index + word.utf8CodeUnitCount
    guard end <= length else { return false }
    for offset in 0..<word.utf8CodeUnitCount where unsafe text[index + offset] != word.utf8Start[offset] {
      return false
    }
    append(kind, index, end)
    index = end
    return true
  }

  @inline(__always)
  private mutating func scanNumber() -> Bool {
    let whole = unsafe text[index] == UInt8(ascii: "-") ? index + 1 : index
    var end = skipDigits(from: whole)
    guard end > whole, unsafe end == whole + 1 || text[whole] != UInt8(ascii: "0") else { return false }
    if end < length, unsafe text[end] == UInt8(ascii: ".") {
      let fraction = end + 1
      end = skipDigits(from: fraction)
      guard end > fraction else { return false }
    }
    if end < length, unsafe text[end] | 0x20 == UInt8(ascii: "e") {
      var exponent = end + 1
      if exponent < length, unsafe text[exponent] == UInt8(ascii: "+") || text[exponent] == UInt8(ascii: "-") {
        exponent += 1
      }
      end = skipDigits(from: exponent)
      guard end > exponent else { return false }
    }
    append(.number, index, end)
    index = end
    return true
  }

  /// The index of the first byte from `start` on that is no digit.
  @inline(__always)
  private func skipDigits(from start: Int) -> Int {
    var end = start
    while end < length, unsafe text[end] &- UInt8(ascii: "0") < 10 { end += 1 }
    return end
  }

  // MARK: Errors

  @inline(never)
  private func tooDeep() -> BridgeError {
    .exhausted("depth", maximum: limits.depth, "A value nested deeper than \(limits.depth)")
  }

  @inline(never)
  private func malformed() -> BridgeError {
    guard index < length else { return BridgeError(.invalidArgument, "The JSON text ends too early.") }
    let byte = unsafe text[index]
    let what = byte > 0x20 && byte < 0x7F ? "\"\(Character(Unicode.Scalar(byte)))\"" : "byte \(byte)"
    return BridgeError(.invalidArgument, "The JSON text has an unexpected \(what) at offset \(index).")
  }
}
