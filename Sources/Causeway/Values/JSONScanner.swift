/// Finds the nodes of a JSON text: one pass, no recursion.
struct JSONScanner {
  private(set) var nodes: [JSONNode] = []
  private let limits: Limits
  /// The innermost container that is open, -1 for none.
  ///
  /// While it is, its `end` is the one around it.
  private var container = -1
  private var depth = 0

  init(limits: Limits, capacity: Int) {
    self.limits = limits
    nodes.reserveCapacity(capacity)
  }

  private enum Expected { case value, valueOrEnd, nameOrEnd, name, commaOrEnd }

  /// Scans `text`; returns what is wrong with it, or nil.
  mutating func scan(_ text: UnsafeBufferPointer<UInt8>) -> BridgeError? {
    var index = 0
    var expected = Expected.value
    while true {
      while index < text.count, unsafe isSpace(text[index]) { index += 1 }
      if expected == .commaOrEnd, container < 0 {
        return index == text.count ? nil : unsafe malformed(text, index)
      }
      guard index < text.count else { return unsafe malformed(text, index) }
      let byte = unsafe text[index]
      switch expected {
      case .commaOrEnd:
        let isObject = nodes[container].kind == .object
        if byte == UInt8(ascii: ",") {
          expected = isObject ? .name : .value
        } else if byte == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
          close(at: index)
        } else {
          return unsafe malformed(text, index)
        }
        index += 1
      case .name, .nameOrEnd:
        if byte == UInt8(ascii: "}"), expected == .nameOrEnd {
          close(at: index)
          expected = .commaOrEnd
          index += 1
          continue
        }
        guard byte == UInt8(ascii: "\""), let end = unsafe string(text, from: index + 1) else {
          return unsafe malformed(text, index)
        }
        nodes[container].count += 1
        index = end
        while index < text.count, unsafe isSpace(text[index]) { index += 1 }
        guard index < text.count, unsafe text[index] == UInt8(ascii: ":") else { return unsafe malformed(text, index) }
        index += 1
        expected = .value
      case .value, .valueOrEnd:
        if byte == UInt8(ascii: "]"), expected == .valueOrEnd {
          close(at: index)
          expected = .commaOrEnd
          index += 1
          continue
        }
        if container >= 0, nodes[container].kind == .array { nodes[container].count += 1 }
        guard nodes.count < limits.nodes else {
          return .exhausted("nodes", maximum: limits.nodes, "A message of more than \(limits.nodes) values")
        }
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
          guard depth < limits.depth else {
            return .exhausted("depth", maximum: limits.depth, "A value nested deeper than \(limits.depth)")
          }
          let kind = byte == UInt8(ascii: "{") ? JSONKind.object : .array
          nodes.append(JSONNode(kind: kind, start: Int32(index), end: Int32(container), next: 0))
          container = nodes.count - 1
          depth += 1
          expected = kind == .object ? .nameOrEnd : .valueOrEnd
          index += 1
        case UInt8(ascii: "\""):
          guard let end = unsafe string(text, from: index + 1) else { return unsafe malformed(text, index) }
          index = end
          expected = .commaOrEnd
        default:
          guard let end = unsafe scalar(text, from: index) else { return unsafe malformed(text, index) }
          index = end
          expected = .commaOrEnd
        }
      }
    }
  }

  private mutating func close(at index: Int) {
    let outer = Int(nodes[container].end)
    nodes[container].end = Int32(index + 1)
    nodes[container].next = Int32(nodes.count)
    container = outer
    depth -= 1
  }

  private mutating func append(_ kind: JSONKind, _ start: Int, _ end: Int, isEscaped: Bool = false) {
    nodes.append(
      JSONNode(kind: kind, isEscaped: isEscaped, start: Int32(start), end: Int32(end), next: Int32(nodes.count + 1)))
  }

  /// Appends the string that begins at `start`, after its quote; returns the index after its end quote.
  private mutating func string(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    var index = unsafe JSONBytes.special(in: text, from: start)
    var isEscaped = false
    while index < text.count {
      let byte = unsafe text[index]
      if byte == UInt8(ascii: "\"") {
        append(.string, start, index, isEscaped: isEscaped)
        return index + 1
      }
      guard byte >= 0x20 else { return nil }
      index += 1
      guard byte == UInt8(ascii: "\\") else { continue }
      isEscaped = true
      guard index < text.count else { return nil }
      switch unsafe text[index] {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
        UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
        index += 1
      case UInt8(ascii: "u"):
        guard index + 4 < text.count else { return nil }
        for offset in 1...4 where unsafe JSONEscapes.digit(text[index + offset]) == nil { return nil }
        index += 5
      default: return nil
      }
    }
    return nil
  }

  /// Appends the number or word that begins at `start`; returns the index after it.
  private mutating func scalar(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    func word(_ letters: StaticString) -> Bool {
      guard text.count - start >= letters.utf8CodeUnitCount else { return false }
      for offset in 0..<letters.utf8CodeUnitCount where unsafe text[start + offset] != letters.utf8Start[offset] {
        return false
      }
      return true
    }
    switch unsafe text[start] {
    case UInt8(ascii: "t") where word("true"):
      append(.true, start, start + 4)
      return start + 4
    case UInt8(ascii: "f") where word("false"):
      append(.false, start, start + 5)
      return start + 5
    case UInt8(ascii: "n") where word("null"):
      append(.null, start, start + 4)
      return start + 4
    default:
      guard let end = unsafe JSONScanner.number(text, from: start) else { return nil }
      append(.number, start, end)
      return end
    }
  }

  /// The end of the number that begins at `start`; nil when there is none by the grammar.
  private static func number(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    var index = start
    func digits() -> Int {
      var count = 0
      while index + count < text.count, unsafe text[index + count] >= 48, unsafe text[index + count] <= 57 {
        count += 1
      }
      return count
    }
    func isAt(_ byte: UInt8) -> Bool { unsafe index < text.count && text[index] == byte }
    if isAt(UInt8(ascii: "-")) { index += 1 }
    let whole = digits()
    guard whole > 0, unsafe whole == 1 || text[index] != UInt8(ascii: "0") else { return nil }
    index += whole
    if isAt(UInt8(ascii: ".")) {
      index += 1
      let fraction = digits()
      guard fraction > 0 else { return nil }
      index += fraction
    }
    if isAt(UInt8(ascii: "e")) || isAt(UInt8(ascii: "E")) {
      index += 1
      if isAt(UInt8(ascii: "+")) || isAt(UInt8(ascii: "-")) { index += 1 }
      let exponent = digits()
      guard exponent > 0 else { return nil }
      index += exponent
    }
    return index
  }

  private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }

  private func malformed(_ text: UnsafeBufferPointer<UInt8>, _ index: Int) -> BridgeError {
    guard index < text.count else { return BridgeError(.invalidArgument, "The JSON text ends too early.") }
    let byte = unsafe text[index]
    let what = byte > 0x20 && byte < 0x7F ? "\"\(Character(Unicode.Scalar(byte)))\"" : "byte \(byte)"
    return BridgeError(.invalidArgument, "The JSON text has \(what) at offset \(index), where JSON has none.")
  }
}
