/// Finds a few places while the mappings of a source map are read once, without keeping them.
struct MappingLookup {
  /// For each question, the mapping at its column or the nearest before it in the same line; nil if there is none.
  private(set) var found: [Mappings.Place?]
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
    var lookup = self
    let isWellFormed = Mappings.read(mappings, sourceCount: sourceCount, lastLine: lastLine) { line, column, place in
      for index in lookup.lines[line] ?? []
      where column <= lookup.questions[index].column && column >= lookup.columns[index] {
        lookup.columns[index] = column
        lookup.found[index] = place
      }
    }
    if isWellFormed { self = lookup }
    return isWellFormed
  }
}
