/// A program with `await` at its top level, as text that the engine can evaluate: the engine has no modules.
struct Program {
  /// What stands before the source, on its first line, so that line numbers stay true.
  static let prefix = "(async () => { "

  let wrapped: String

  init(_ source: String) {
    var source = source
    if source.hasPrefix("\u{FEFF}") { source.removeFirst() }
    // A first line for the shell is no JavaScript: comment it out.
    if source.hasPrefix("#!") { source = "//" + source }
    wrapped = Program.prefix + source + "\n})()"
  }
}

extension ErrorDetails {
  /// Makes the places in an error those of the sources that a person wrote: without the wrapping of programs, and
  /// without the frames of the runtime's and the client's own scripts.
  mutating func tell(of sources: SourceCache) {
    stack = stack.map { stack in
      stack.split(whereSeparator: \.isNewline).compactMap { Frame(String($0)).told(of: sources) }.joined(
        separator: "\n")
    }
    if stack?.isEmpty == true { stack = nil }
    // An error that the bridge made was made in its own script: what counts is who called.
    if sourceURL?.hasPrefix("causeway:") == true {
      let caller = stack?.split(whereSeparator: \.isNewline).first.flatMap { Frame(String($0)).place }
      sourceURL = caller?.url
      line = caller?.line
      column = caller?.column
    } else if let url = sourceURL, sources.isProgram(url), line == 1, let given = column {
      column = max(1, given - Program.prefix.utf16.count)
    }
    // The engine knows no column of a syntax error.
    if name == "SyntaxError" { column = nil }
    if ErrorDetails.needsModules(message) {
      message += " (there are no modules here: bundle them into one script, as by esbuild --bundle --format=esm)"
    }
    for index in causes.indices { causes[index].tell(of: sources) }
    for index in errors.indices { errors[index].tell(of: sources) }
  }

  /// Whether the engine met what only a module may have.
  private static func needsModules(_ message: String) -> Bool {
    ["import call expects", "Unexpected keyword 'export'", "import.meta is only", "Could not import the module"]
      .contains {
        message.contains($0)
      }
  }

  /// One line of a stack, `    at function (url:line:column)`.
  private struct Frame {
    struct Place {
      var url: String
      var line: Int
      var column: Int
    }

    private let text: String
    private let range: Range<String.Index>?
    let place: Place?

    init(_ text: String) {
      self.text = text
      guard let match = text.firstMatch(of: /(?:\(| at )([^()]+):(\d+):(\d+)\)?$/), let line = Int(match.2),
        let column = Int(match.3)
      else {
        range = nil
        place = nil
        return
      }
      range = match.1.startIndex..<match.3.endIndex
      place = Place(url: String(match.1), line: line, column: column)
    }

    /// The frame with its true place; nil for one that the reader did not write.
    func told(of sources: SourceCache) -> String? {
      guard let place, let range else { return text }
      if place.url.hasPrefix("causeway:") { return nil }
      guard sources.isProgram(place.url) else { return text }
      if place.line > sources.lineCount(of: place.url) { return nil }
      guard place.line == 1 else { return text }
      let column = place.column - Program.prefix.utf16.count
      return column > 0 ? text.replacingCharacters(in: range, with: "\(place.url):1:\(column)") : nil
    }
  }
}

extension String {
  fileprivate func replacingCharacters(in range: Range<Index>, with text: String) -> String {
    self[..<range.lowerBound] + text + self[range.upperBound...]
  }
}
