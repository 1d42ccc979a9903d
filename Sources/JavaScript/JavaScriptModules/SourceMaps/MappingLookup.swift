/// Finds a few places while the mappings of a source map are read once, without keeping them.
struct MappingLookup {
  /// For each question, the mapping at its column or the nearest before it in the same line; nil if there is none.
  private(set) var found: [Mappings.Place?]
  private let questions: [(line: Int, column: Int)]
  /// The indices of the questions, by line and column.
  private let order: [Int]
  /// The questions about each line, in `order`.
  private let lines: [Int: Range<Int>]
  private let sourceCount: Int

  init(_ questions: [(line: Int, column: Int)], sourceCount: Int) {
    self.questions = questions
    self.sourceCount = sourceCount
    let order = questions.indices.sorted { questions[$0] < questions[$1] }
    var lines: [Int: Range<Int>] = [:]
    for (place, index) in order.enumerated() {
      let line = questions[index].line
      lines[line] = (lines[line]?.lowerBound ?? place)..<place + 1
    }
    self.order = order
    self.lines = lines
    found = Array(repeating: nil, count: questions.count)
  }

  /// Reads the mappings as far as the questions go; false if they are malformed.
  mutating func read(_ mappings: String) -> Bool {
    // For each question in order, the last mapping that is at most there and behind the question before.
    var nearest: [(column: Int, place: Mappings.Place?)?] = Array(repeating: nil, count: order.count)
    let lastLine = order.last.map { questions[$0].line } ?? -1
    let isWellFormed = Mappings.read(mappings, sourceCount: sourceCount, lastLine: lastLine) { line, column, place in
      guard let asked = lines[line] else { return }
      var (low, high) = (asked.lowerBound, asked.upperBound)
      while low < high {
        let middle = (low + high) / 2
        if questions[order[middle]].column < column { low = middle + 1 } else { high = middle }
      }
      // Columns of a line may go backwards.
      guard low < asked.upperBound, column >= nearest[low]?.column ?? -1 else { return }
      nearest[low] = (column, place)
    }
    guard isWellFormed else { return false }
    for asked in lines.values {
      var last: Mappings.Place?
      for place in asked {
        if let mapping = nearest[place] { last = mapping.place }
        found[order[place]] = last
      }
    }
    return true
  }
}
