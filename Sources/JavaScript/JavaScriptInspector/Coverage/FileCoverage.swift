import JavaScriptSyntax

/// How often the code of a file ran.
public struct FileCoverage: Sendable, Equatable {
  /// A function of the file.
  public struct Function: Sendable, Equatable {
    /// Unique in its file.
    public let name: String
    /// Where it begins, counted from 1.
    public let line: Int
    /// How often it was called.
    public internal(set) var count: Int
  }

  /// Statements that run together, where the program may go another way: the branches of `if`, `?:`, `switch` and loops.
  public struct Block: Sendable, Equatable {
    /// Where its first word stands, counted from 1; columns in UTF-16 units.
    public let line, column: Int
    /// How often it ran.
    public internal(set) var count: Int
  }

  /// The path of the file.
  public let path: String
  /// The count of each line on which a statement begins, by its number, counted from 1.
  public internal(set) var lines: [Int: Int] = [:]
  /// In the order of the text.
  public internal(set) var functions: [Function] = []
  /// In the order of the text, without those that begin a function.
  public internal(set) var blocks: [Block] = []

  init(path: String) { self.path = path }

  /// Adds the counts of another run.
  ///
  /// If the file has changed between the two, the counts are only those of the other run.
  mutating func merge(_ other: FileCoverage) {
    guard Set(lines.keys) == Set(other.lines.keys), functions.map(\.line) == other.functions.map(\.line),
      functions.map(\.name) == other.functions.map(\.name)
    else {
      self = other
      return
    }
    lines.merge(other.lines, uniquingKeysWith: FileCoverage.sum)
    for index in functions.indices {
      functions[index].count = FileCoverage.sum(functions[index].count, other.functions[index].count)
    }
    // A function that did not run has no blocks.
    var all = blocks
    func place(_ block: Block) -> ModuleText.Position { ModuleText.Position(line: block.line, column: block.column) }
    var indices = Dictionary(zip(blocks.map(place), blocks.indices), uniquingKeysWith: { first, _ in first })
    for block in other.blocks {
      if let index = indices[place(block)] {
        all[index].count = FileCoverage.sum(all[index].count, block.count)
      } else {
        indices[place(block)] = all.count
        all.append(block)
      }
    }
    blocks = all.sorted { ($0.line, $0.column) < ($1.line, $1.column) }
  }

  /// The sum, or the largest number.
  static func sum(_ first: Int, _ second: Int) -> Int {
    let (sum, overflow) = first.addingReportingOverflow(second)
    return overflow ? .max : sum
  }

  /// How many of some things ran.
  public struct Share: Sendable, Equatable {
    /// Those that ran.
    public internal(set) var covered = 0
    /// Those that there are.
    public internal(set) var total = 0

    /// From 0 to 100, rounded down, so that only all is 100; nil of nothing.
    public var percent: Int? { total == 0 ? nil : covered * 100 / total }
  }

  /// The share of its lines, without those on which no statement begins.
  public var lineShare: Share { Share(covered: lines.values.count { $0 > 0 }, total: lines.count) }
  /// The share of its functions.
  public var functionShare: Share { Share(covered: functions.count { $0.count > 0 }, total: functions.count) }
  /// The share of its blocks.
  public var blockShare: Share { Share(covered: blocks.count { $0.count > 0 }, total: blocks.count) }

  /// Of the lines, functions and blocks of some files.
  package static func shares(of files: [FileCoverage]) -> [Share] {
    [\FileCoverage.lineShare, \.functionShare, \.blockShare].map { kind in
      files.reduce(into: Share()) { sum, file in
        sum.covered += file[keyPath: kind].covered
        sum.total += file[keyPath: kind].total
      }
    }
  }

  /// The numbers of the lines that did not run, as ranges without a line that did in between.
  public var missedLines: [ClosedRange<Int>] {
    var ranges: [ClosedRange<Int>] = []
    var isOpen = false
    for (line, count) in lines.sorted(by: { $0.key < $1.key }) {
      if count > 0 {
        isOpen = false
      } else if isOpen, let last = ranges.popLast() {
        ranges.append(last.lowerBound...line)
      } else {
        ranges.append(line...line)
        isOpen = true
      }
    }
    return ranges
  }
}
