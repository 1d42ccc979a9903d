import JavaScriptModules
import JavaScriptSyntax

/// The engine's counts of one script, and how they become those of its file.
struct ScriptCoverage {
  /// A part of the text that runs together: a function, or a block of one.
  struct Range {
    /// UTF-16 units from the beginning of the script; the end is included.
    let start, end: Int
    let count: Int
  }

  /// The text that the engine runs, with the lines of the file.
  let text: String
  /// How many UTF-16 units of the first line are not the file's.
  let prefixLength: Int
  let ranges: [Range]
  /// Where statements begin.
  let statements: [ModuleText.Position]

  /// The counts, by positions in the script's source.
  private struct Counted {
    var lines: [(place: ModuleText.Position, count: Int)] = []
    var functions: [(place: ModuleText.Position, name: String, count: Int)] = []
    var blocks: [(place: ModuleText.Position, count: Int)] = []

    var places: [ModuleText.Position] { lines.map(\.place) + functions.map(\.place) + blocks.map(\.place) }
  }

  /// The counts of a file.
  ///
  /// - Parameter lineCount: how many lines the file has; the script may have more.
  func file(_ path: String, lineCount: Int) -> FileCoverage {
    files(counted(lineCount)) { $0.map { (path, $0) } }.first ?? FileCoverage(path: path)
  }

  /// The counts of the files that the script was made from.
  func files(lineCount: Int, through map: ScriptMap) -> [FileCoverage] {
    files(counted(lineCount)) { places in
      map.originals(of: places).map { original in
        original.map { ($0.path, ModuleText.Position(line: $0.line, column: $0.column)) }
      }
    }
  }

  /// - Parameter originals: the files and places of places in the script's source; nil for code that is of no file.
  private func files(
    _ counted: Counted, _ originals: ([ModuleText.Position]) -> [(path: String, place: ModuleText.Position)?]
  ) -> [FileCoverage] {
    let found = originals(counted.places)
    var files: [String: FileCoverage] = [:]
    var names: [String: Set<String>] = [:]
    for (index, line) in counted.lines.enumerated() {
      guard let (path, place) = found[index] else { continue }
      let count = files[path]?.lines[place.line] ?? 0
      files[path, default: FileCoverage(path: path)].lines[place.line] = max(count, line.count)
    }
    for (index, function) in counted.functions.enumerated() {
      guard let (path, place) = found[counted.lines.count + index] else { continue }
      // Readers of coverage know a function by its name.
      var name = function.name
      if !names[path, default: []].insert(name).inserted { name += " at \(place.line):\(place.column)" }
      files[path, default: FileCoverage(path: path)].functions.append(
        FileCoverage.Function(name: name, line: place.line, count: function.count))
    }
    for (index, block) in counted.blocks.enumerated() {
      guard let (path, place) = found[counted.lines.count + counted.functions.count + index] else { continue }
      files[path, default: FileCoverage(path: path)].blocks.append(
        FileCoverage.Block(line: place.line, column: place.column, count: block.count))
    }
    return files.values.sorted { $0.path < $1.path }
  }

  private func counted(_ lineCount: Int) -> Counted {
    let source = text
    let text = TextOffsets(source)
    let outline = StackRoom.parseLarge { options in ScriptOutline(parsing: source, options: options) }
    // A function that suspends begins with a part that never runs.
    let ranges = ranges.filter {
      $0.start >= 0 && $0.start <= $0.end && $0.end < text.count && !($0.count == 0 && $0.start < prefixLength)
    }
    let counts = Counts(ranges, length: text.count)
    var counted = Counted()
    func place(_ position: ModuleText.Position) -> ModuleText.Position? {
      let place = position.line == 1 ? position.column - prefixLength : position.column
      return place > 0 && position.line <= lineCount ? ModuleText.Position(line: position.line, column: place) : nil
    }
    let words = Set(outline.words)
    for statement in statements where words.contains(statement) {
      guard let place = place(statement), let count = counts[text.offset(of: statement)] else { continue }
      counted.lines.append((place, count))
    }
    for function in outline.functions {
      guard let place = place(function.start), let count = counts[text.offset(of: function.start)] else { continue }
      counted.functions.append((place, function.name.map { String($0.filter { $0 >= " " }) } ?? "(anonymous)", count))
    }
    for block in blocks(ranges, outline, text) {
      guard let place = place(block.place) else { continue }
      counted.blocks.append((place, block.count))
    }
    return counted
  }

  /// The blocks that do not begin a function, by their first words.
  private func blocks(
    _ ranges: [Range], _ outline: ScriptOutline, _ text: TextOffsets
  ) -> [(place: ModuleText.Position, count: Int)] {
    let functions = outline.functions.map { (start: text.offset(of: $0.start), isSuspendable: $0.isSuspendable) }
    let words = outline.words.map { (place: $0, offset: text.offset(of: $0)) }
    let ends = Set(outline.functions.map { text.offset(of: $0.end) - 1 })
    let sorted = ranges.sorted { ($0.start, $1.end) < ($1.start, $0.end) }
    // The engine gives a function that suspends two parts: its parameters, and its body. From 2.54 on they are one part if
    // there are no parameters.
    var bodies: Set<Int> = []
    let beginnings = statements.map { text.offset(of: $0) }.sorted()
    var open: [Range] = []
    var next = 0
    for function in functions {
      while next < sorted.count, sorted[next].start <= function.start {
        open.append(sorted[next])
        next += 1
      }
      while let last = open.last, last.end < function.start { open.removeLast() }
      if function.isSuspendable, let head = open.last, head.count > 0 {
        let first = beginnings.partitioningIndex { $0 > function.start }
        if first < beginnings.count, beginnings[first] <= head.end { continue }
        bodies.insert(head.end + 1)
      }
    }
    let inner = sorted.filter { range in
      let index = functions.partitioningIndex { $0.start >= range.start }
      let holdsFunction = index < functions.count && functions[index].start <= range.end
      // The engine takes the last unit of an arrow function's expression for a part that does not run.
      let isEnd = range.start == range.end && range.count == 0 && ends.contains(range.end)
      // It ends a part where a function begins, and goes on behind it.
      let isContinued = ends.contains(range.start - 1)
      return !holdsFunction && !isEnd && !isContinued && !bodies.contains(range.start)
    }
    var found: [Int: (range: Range, place: ModuleText.Position)] = [:]
    for range in inner {
      let index = words.partitioningIndex { $0.offset >= range.start }
      guard index < words.count, words[index].offset <= range.end else { continue }
      // The smallest part that begins with a word is its block.
      if let known = found[index], known.range.end - known.range.start <= range.end - range.start { continue }
      found[index] = (range, words[index].place)
    }
    return found.sorted { $0.key < $1.key }.map { ($0.value.place, $0.value.range.count) }
  }
}

/// The count of each UTF-16 unit of a text: that of the smallest range around it.
private struct Counts {
  private var units: [Int]

  init(_ ranges: [ScriptCoverage.Range], length: Int) {
    units = Array(repeating: -1, count: length)
    // For each unit one that is not before it, as a step to the next unit without a count.
    var next = Array(0...length)
    func firstFree(from unit: Int) -> Int {
      var unit = unit
      while next[unit] != unit {
        next[unit] = next[next[unit]]
        unit = next[unit]
      }
      return unit
    }
    // Of two equal ranges the one that ran is right.
    for range in ranges.sorted(by: { ($0.end - $0.start, $1.count) < ($1.end - $1.start, $0.count) }) {
      var unit = firstFree(from: range.start)
      while unit <= range.end {
        units[unit] = range.count
        next[unit] = unit + 1
        unit = firstFree(from: unit)
      }
    }
  }

  /// Nil outside of all ranges.
  subscript(offset: Int) -> Int? { units.indices.contains(offset) && units[offset] >= 0 ? units[offset] : nil }
}

/// Where the lines of a text begin.
private struct TextOffsets {
  /// In UTF-16 units.
  let count: Int
  private var lines = [0]

  init(_ text: String) {
    var offset = 0
    var last: UInt16 = 0
    for unit in text.utf16 {
      offset += 1
      switch unit {
      case 0x0A where last == 0x0D: lines[lines.count - 1] = offset
      case 0x0A, 0x0D, 0x2028, 0x2029: lines.append(offset)
      default: break
      }
      last = unit
    }
    count = offset
  }

  /// UTF-16 units before a position; -1 for one that is not in the text.
  func offset(of position: ModuleText.Position) -> Int {
    guard lines.indices.contains(position.line - 1), position.column > 0 else { return -1 }
    return lines[position.line - 1] + position.column - 1
  }
}

extension Array {
  /// The first index whose element fulfils a condition that all later elements fulfil, too.
  fileprivate func partitioningIndex(where fulfils: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if fulfils(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
