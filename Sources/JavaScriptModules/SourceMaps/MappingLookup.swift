/// Finds a few places while the mappings of a source map are read once, without keeping them.
struct MappingLookup {
  /// Both count from 0.
  struct Place {
    let source: Int
    let line: Int
    let column: Int
  }

  /// For each question, the mapping at its column or the nearest before it in the same line; nil if there is none.
  private(set) var found: [Place?]
  private let questions: [(line: Int, column: Int)]
  /// The questions about each line.
  private let lines: [Int: [Int]]
  private let lastLine: Int
  private let sourceCount: Int
  /// For each question, the column of the mapping that was found.
  private var columns: [Int]

  init(_ questions: [(line: Int, column: Int)], sourceCount: Int) {
    self.questions = questions
    self.sourceCount = sourceCount
    lines = Dictionary(grouping: questions.indices) { questions[$0].line }
    lastLine = questions.map(\.line).max() ?? -1
    found = Array(repeating: nil, count: questions.count)
    columns = Array(repeating: -1, count: questions.count)
  }

  /// Reads the mappings as far as the questions go; false if they are malformed.
  mutating func read(_ mappings: String) -> Bool {
    var line = 0
    var column = 0
    var source = 0
    var originalLine = 0
    var originalColumn = 0
    var fields: [Int] = []
    var mappings = mappings
    var asked = lines[0] ?? []

    func note(_ lookup: inout MappingLookup) -> Bool {
      if fields.isEmpty { return true }
      guard [1, 4, 5].contains(fields.count) else { return false }
      column += fields[0]
      guard MappingLookup.isCount(column) else { return false }
      if fields.count > 1 {
        source += fields[1]
        originalLine += fields[2]
        originalColumn += fields[3]
        guard source >= 0, source < lookup.sourceCount, MappingLookup.isCount(originalLine),
          MappingLookup.isCount(originalColumn)
        else { return false }
      }
      for index in asked
      where column <= lookup.questions[index].column && column >= lookup.columns[index] {
        lookup.columns[index] = column
        lookup.found[index] =
          fields.count == 1 ? nil : Place(source: source, line: originalLine, column: originalColumn)
      }
      fields.removeAll(keepingCapacity: true)
      return true
    }

    let lookup = mappings.withUTF8 { bytes -> MappingLookup? in
      var lookup = self
      var value = 0
      var shift = 0
      for index in 0..<bytes.count {
        let byte = unsafe bytes[index]
        if byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";") {
          guard shift == 0, note(&lookup) else { return nil }
          guard byte == UInt8(ascii: ";") else { continue }
          line += 1
          column = 0
          if line > lookup.lastLine { return lookup }
          asked = lookup.lines[line] ?? []
          continue
        }
        guard let digit = MappingLookup.digit(byte), shift <= 30 else { return nil }
        value |= (digit & 31) << shift
        shift += 5
        if digit & 32 != 0 { continue }
        guard fields.count < 5, value <= 0xFFFF_FFFF else { return nil }
        fields.append(value & 1 == 0 ? value >> 1 : -(value >> 1))
        (value, shift) = (0, 0)
      }
      return shift == 0 && note(&lookup) ? lookup : nil
    }
    guard let lookup else { return false }
    self = lookup
    return true
  }

  private static func isCount(_ value: Int) -> Bool { value >= 0 && value <= Int(Int32.max) }

  private static func digit(_ byte: UInt8) -> Int? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(byte) - 65
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(byte) - 71
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte) + 4
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
