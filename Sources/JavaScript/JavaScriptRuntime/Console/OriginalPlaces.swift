import JavaScriptModules

/// Finds the places of errors in the original texts, by the source maps that the programs name.
///
/// A map is read when the first place in its text is asked for. A place without a map, or with a malformed one, stays.
struct OriginalPlaces {
  private struct Key: Hashable {
    let url: String
    let position: SourceMap.Position
  }

  private var generated: SourceCache
  private let files: SourceFiles?
  /// The original texts that were read, for the lines that a report shows.
  private(set) var originals = SourceCache()
  private var known: [Key: (url: String, line: Int, column: Int)] = [:]
  /// Texts whose map was read and all that were found in it, by their URL; nil for a text without a map.
  private var maps: [String: (map: SourceMap, base: String)?] = [:]
  private var withText: Set<String> = []

  init(_ generated: SourceCache, _ files: SourceFiles?) {
    self.generated = generated
    self.files = files
  }

  /// The error with its place, stack, causes and gathered errors in the original texts.
  mutating func original(_ details: ErrorDetails) -> ErrorDetails {
    var positions: [String: Set<SourceMap.Position>] = [:]
    collect(details, &positions)
    for (url, positions) in positions { find(Array(positions), in: url) }
    return known.isEmpty ? details : replaced(details)
  }

  // MARK: Places of an error

  private func collect(_ details: ErrorDetails, _ positions: inout [String: Set<SourceMap.Position>]) {
    if let url = details.sourceURL, let line = details.line {
      positions[url, default: []].insert(.init(line: line, column: details.column ?? OriginalPlaces.lineEnd))
    }
    for line in details.stack?.split(whereSeparator: \.isNewline) ?? [] {
      if let frame = StackFrameText(line) {
        positions[frame.url, default: []].insert(.init(line: frame.line, column: frame.column))
      }
    }
    for other in details.causes + details.errors { collect(other, &positions) }
  }

  private func replaced(_ details: ErrorDetails) -> ErrorDetails {
    var details = details
    if let url = details.sourceURL, let line = details.line,
      let place = known[Key(url: url, position: .init(line: line, column: details.column ?? OriginalPlaces.lineEnd))]
    {
      (details.sourceURL, details.line) = (place.url, place.line)
      if details.column != nil { details.column = place.column }
    }
    details.stack = details.stack.map { stack in
      stack.split(separator: "\n", omittingEmptySubsequences: false).map { line in
        guard let frame = StackFrameText(line),
          let place = known[Key(url: frame.url, position: .init(line: frame.line, column: frame.column))]
        else { return String(line) }
        return frame.text(at: "\(place.url):\(place.line):\(place.column)")
      }.joined(separator: "\n")
    }
    details.causes = details.causes.map(replaced)
    details.errors = details.errors.map(replaced)
    return details
  }

  /// The column of an error whose column is unknown: the last mapping of its line counts.
  private static let lineEnd = Int(Int32.max)

  // MARK: Maps

  private mutating func find(_ positions: [SourceMap.Position], in url: String) {
    guard let (map, base) = map(of: url) else { return }
    for (position, original) in zip(positions, map.originals(of: positions)) {
      guard let original else { continue }
      let name = SourceFiles.name(of: original.source, from: base)
      known[Key(url: url, position: position)] = (name, original.line, original.column)
      guard withText.insert(name).inserted else { continue }
      if let text = original.content ?? files?.bytes(of: name).flatMap({ String(validating: $0, as: UTF8.self) }) {
        originals.add(text, url: name)
      }
    }
  }

  /// The map of a generated text, and the name that its sources are relative to.
  private mutating func map(of url: String) -> (map: SourceMap, base: String)? {
    if let known = maps[url] { return known }
    var found: (map: SourceMap, base: String)?
    if let text = generated.text(of: url), let reference = SourceMapReference.find(in: text) {
      if reference.utf8.starts(with: "data:".utf8) {
        found = SourceMapReference.data(of: reference).flatMap { SourceMap($0) }.map { ($0, url) }
      } else {
        let name = SourceFiles.name(of: reference, from: url)
        found = files?.bytes(of: name).flatMap { SourceMap($0) }.map { ($0, name) }
      }
    }
    maps[url] = .some(found)
    return found
  }
}
