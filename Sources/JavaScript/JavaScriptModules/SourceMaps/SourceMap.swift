import JavaScriptSyntax

/// A source map (ECMA-426, version 3): maps positions of a generated text to positions of its original sources.
package struct SourceMap: Sendable {
  /// A position in the generated text; lines and columns count from 1, columns in UTF-16 units.
  package struct Position: Sendable, Hashable {
    package let line: Int
    package let column: Int

    package init(line: Int, column: Int) {
      self.line = line
      self.column = column
    }
  }

  /// A position in an original source; lines and columns count from 1, columns in UTF-16 units.
  package struct Original: Sendable, Hashable {
    /// The URL or path as written in the map, with its source root in front.
    package let source: String
    /// The text of the source; nil if the map does not contain it.
    package let content: String?
    package let line: Int
    package let column: Int
  }

  /// The largest size of a map in bytes; larger maps are not read.
  package static let maximumBytes = 16 << 20

  /// A map, and where its generated text begins in the whole; both count from 0.
  fileprivate struct Section: Sendable {
    var line = 0
    var column = 0
    let sources: [String?]
    let contents: [String?]
    let mappings: String
  }

  fileprivate let sections: [Section]
  /// The original texts by their names.
  fileprivate let contents: [ExactText: String]

  /// Reads a map; nil for bytes that are not a source map of version 3.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count <= SourceMap.maximumBytes else { return nil }
    // A line that keeps a JSON text from being a script stands in front of some.
    let text = bytes.starts(with: ")]}".utf8) ? Array(bytes.drop { $0 != 0x0A }) : bytes
    guard let json = try? JSONText(text, named: "source map"), json["version"] == .number(3) else { return nil }
    guard let list = json["sections"] else {
      guard let section = Section(json) else { return nil }
      self.init([section])
      return
    }
    guard case .array(let items) = list else { return nil }
    var sections: [Section] = []
    for item in items {
      guard let offset = item["offset"], let line = SourceMap.count(offset["line"]),
        let column = SourceMap.count(offset["column"]), let map = item["map"], map["version"] == .number(3),
        map["sections"] == nil, var section = Section(map)
      else { return nil }
      if let last = sections.last, (line, column) < (last.line, last.column) { return nil }
      (section.line, section.column) = (line, column)
      sections.append(section)
    }
    self.init(sections)
  }

  private init(_ sections: [Section]) {
    self.sections = sections
    var contents: [ExactText: String] = [:]
    for section in sections {
      for case (let source?, let content?) in zip(section.sources, section.contents)
      where contents[ExactText(source)] == nil {
        contents[ExactText(source)] = content
      }
    }
    self.contents = contents
  }

  private static func count(_ value: JSONText?) -> Int? {
    guard case .number(let number)? = value, let count = Int(exactly: number), count >= 0, count <= Int32.max else {
      return nil
    }
    return count
  }

  /// The original positions of generated positions, each nil if the map has none.
  ///
  /// An invalid map has none at all.
  package func originals(of positions: [Position]) -> [Original?] {
    var result: [Original?] = Array(repeating: nil, count: positions.count)
    var asked: [Int: [(index: Int, line: Int, column: Int)]] = [:]
    for (index, position) in positions.enumerated() {
      let (line, column) = (position.line - 1, position.column - 1)
      guard line >= 0, column >= 0, let section = section(at: line, column) else { continue }
      let start = sections[section]
      asked[section, default: []].append(
        (index, line - start.line, line == start.line ? column - start.column : column))
    }
    for (number, questions) in asked {
      let section = sections[number]
      var lookup = MappingLookup(questions.map { ($0.line, $0.column) }, sourceCount: section.sources.count)
      guard lookup.read(section.mappings) else { continue }
      for (question, place) in zip(questions, lookup.found) {
        guard let place, let source = section.sources[place.source] else { continue }
        result[question.index] = Original(
          source: source, content: section.contents[place.source], line: place.line + 1, column: place.column + 1)
      }
    }
    return result
  }
}

extension SourceMap {
  /// The index of the last section that begins at a place or before it, both counted from 0.
  private func section(at line: Int, _ column: Int) -> Int? {
    var (low, high) = (0, sections.count)
    while low < high {
      let middle = (low + high) / 2
      if (sections[middle].line, sections[middle].column) <= (line, column) { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? low - 1 : nil
  }
}

// MARK: From the original texts

extension SourceMap {
  /// The URLs or paths of the original sources as written in the map, with its source root in front.
  package var sources: Set<String> { Set(sections.flatMap(\.sources).compactMap(\.self)) }

  /// The text of an original source; nil if the map does not contain it.
  package func content(of source: String) -> String? { contents[ExactText(source)] }

  /// The positions in the generated text of positions in an original source.
  ///
  /// - Parameter questions: positions in the original source; column 1 stands for the whole line.
  /// - Returns: for each position, the first code at or after it in its line, otherwise in the next line that has code;
  ///   nil after the last code, and if the map is invalid.
  package func generated(_ questions: [Position], in source: String) -> [(generated: Position, original: Position)?] {
    var mappings: [(original: Position, generated: Position)] = []
    for section in sections {
      let isAsked = section.sources.map { $0.map { ExactText($0) } == ExactText(source) }
      let isWellFormed = Mappings.read(section.mappings, sourceCount: section.sources.count) { line, column, place in
        guard let place, isAsked[place.source] else { return }
        mappings.append(
          (
            Position(line: place.line + 1, column: place.column + 1),
            Position(line: line + section.line + 1, column: column + (line == 0 ? section.column : 0) + 1)
          ))
      }
      if !isWellFormed { return questions.map { _ in nil } }
    }
    mappings.sort {
      ($0.original.line, $0.original.column, $0.generated.line, $0.generated.column)
        < ($1.original.line, $1.original.column, $1.generated.line, $1.generated.column)
    }
    return questions.map { question in
      var (low, high) = (0, mappings.count)
      while low < high {
        let middle = (low + high) / 2
        let place = mappings[middle].original
        if (place.line, place.column) < (question.line, question.column) { low = middle + 1 } else { high = middle }
      }
      return low < mappings.count ? (mappings[low].generated, mappings[low].original) : nil
    }
  }
}

extension SourceMap.Section {
  /// Reads the fields of a map; nil without mappings or sources.
  fileprivate init?(_ json: JSONText) {
    guard let mappings = json["mappings"]?.string, case .array(let sources)? = json["sources"] else { return nil }
    self.mappings = mappings
    var root = json["sourceRoot"]?.string ?? ""
    if !root.isEmpty, !root.ends(with: "/") { root += "/" }
    self.sources = sources.map { source in source.string.map { root + $0 } }
    var contents: [String?] = []
    if case .array(let texts)? = json["sourcesContent"] { contents = texts.prefix(sources.count).map(\.string) }
    self.contents = contents + Array(repeating: nil, count: sources.count - contents.count)
  }
}
