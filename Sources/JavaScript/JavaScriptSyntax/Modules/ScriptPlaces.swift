/// The positions in a script's text at which a debugger may stop.
package struct ScriptPlaces: Sendable {
  private var blocks = RangeIndex([])
  private var functions = RangeIndex([])
  /// The functions, each with the position behind it.
  private var closedFunctions = RangeIndex([])
  private var awaits: Set<Int> = []
  private var emptyStatements: Set<Int> = []

  /// Parses a script's text; a text with an error has no such places.
  package init(parsing source: String, options: ParserOptions = ParserOptions()) {
    let bytes = Array(source.utf8)
    var parser = Parser(bytes.span, options, goal: .script, recordsTokens: true)
    guard (try? parser.parseProgram()) != nil else { return }
    awaits = parser.places { $0[$1].kind == .name && $0[$1].name == .await }
    emptyStatements = parser.places {
      $0[$1].kind == .semicolon && $1 > 0 && [.semicolon, .leftBrace, .rightBrace].contains($0[$1 - 1].kind)
    }
    blocks = RangeIndex(parser.places(of: parser.caughtBlocks))
    let ranges = parser.places(of: parser.functions)
    functions = RangeIndex(ranges)
    closedFunctions = RangeIndex(ranges.map { $0.lowerBound..<$0.upperBound + 1 })
  }

  /// Whether a statement that is not empty begins at this position, in at most one function: the one around a program.
  package func isOutermostStatement(at position: ModuleText.Position) -> Bool {
    let place = position.place
    return !emptyStatements.contains(place) && functions.count(at: place) < 2
  }

  /// The number of the innermost function around this position; 0 if there is none.
  ///
  /// The position after a function belongs to it: the engine reports that position for a suspended `async` function.
  package func function(at position: ModuleText.Position) -> Int {
    closedFunctions.start(at: position.place) ?? 0
  }

  /// Whether an exception at this position is caught by a `catch` clause of the function that it is thrown in.
  package func isCaught(at position: ModuleText.Position) -> Bool {
    blocks.start(at: position.place).map { $0 >= function(at: position) } ?? false
  }

  /// Whether an `await` expression begins at this position, where a rejection is thrown again.
  package func isAwait(at position: ModuleText.Position) -> Bool { awaits.contains(position.place) }
}

extension Parser {
  /// The places of the tokens that fulfil a condition, which is given all tokens and an index.
  fileprivate mutating func places(where matches: ([TokenRecord], Int) -> Bool) -> Set<Int> {
    var places: Set<Int> = []
    for index in tokens.indices where matches(tokens, index) {
      places.insert(position(of: Int(tokens[index].start)).place)
    }
    return places
  }

  /// Ranges of bytes as ranges of positions.
  fileprivate mutating func places(of ranges: [Range<Int>]) -> [Range<Int>] {
    ranges.map { position(of: $0.lowerBound).place..<position(of: $0.upperBound).place }
  }
}

extension ModuleText.Position {
  /// A number that grows from place to place; that of a position which does not exist is the nearest one's.
  fileprivate var place: Int { min(max(0, line), 1 << 30) << 32 | min(max(0, column), 1 << 30) }
}
