import JavaScriptSyntax

/// How often the code of a file ran.
public struct FileCoverage: Sendable, Equatable {
  /// A function of the file.
  public struct Function: Sendable, Equatable {
    /// Unique in its file.
    public let name: String
    /// The position of its beginning, counted from 1.
    public let line: Int
    /// How often it was called.
    public internal(set) var count: Int
  }

  /// A block of statements that run together: the branches of `if`, `?:`, `switch` and loops.
  public struct Block: Sendable, Equatable {
    /// The position of its first token, counted from 1; columns in UTF-16 units.
    public let line, column: Int
    /// How often it ran.
    public internal(set) var count: Int
  }

  /// The path of the file.
  public let path: String
  /// The count of each line on which a statement begins, by the line's number, counted from 1.
  public internal(set) var lines: [Int: Int] = [:]
  /// In source order.
  public internal(set) var functions: [Function] = []
  /// In source order, without blocks that begin a function.
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

  /// How many items of one kind ran.
  public struct Share: Sendable, Equatable {
    /// The number of items that ran.
    public internal(set) var covered = 0
    /// The number of all items.
    public internal(set) var total = 0

    /// From 0 to 100, rounded down, so that 100 means all; nil if there are no items.
    public var percent: Int? { total == 0 ? nil : covered * 100 / total }
  }

  /// The share of its lines that ran; lines on which no statement begins do not count.
  public var lineShare: Share { Share(covered: lines.values.count { $0 > 0 }, total: lines.count) }
  /// The share of its functions that ran.
  public var functionShare: Share { Share(covered: functions.count { $0.count > 0 }, total: functions.count) }
  /// The share of its blocks that ran.
  public var blockShare: Share { Share(covered: blocks.count { $0.count > 0 }, total: blocks.count) }

  /// The shares of the lines, functions and blocks of some files.
  package static func shares(of files: [FileCoverage]) -> [Share] {
    [\FileCoverage.lineShare, \.functionShare, \.blockShare].map { kind in
      files.reduce(into: Share()) { sum, file in
        sum.covered += file[keyPath: kind].covered
        sum.total += file[keyPath: kind].total
      }
    }
  }

  /// The numbers of the lines that did not run, as ranges that contain no line that ran.
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
