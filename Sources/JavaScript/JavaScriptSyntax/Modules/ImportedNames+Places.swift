extension ImportedNames {
  /// Lines behind a place at which the expression may stand instead: a place may be within an expression or a class.
  private static let furtherLines = 3

  /// Rewrites an expression as it would appear in the module's code at the beginning of a line, or before a column.
  ///
  /// The expression is inserted into the module's source and both are parsed, so a variable that shadows an imported
  /// name also does so in the expression.
  ///
  /// - Parameters:
  ///   - line: counted from 1.
  ///   - column: counted from 1, in UTF-16 units; nil for the beginning of the line.
  /// - Returns: the expression itself if it uses no imported name, or cannot be inserted there.
  package func translated(
    _ expression: String, line: Int, column: Int? = nil, in source: String, _ options: ParserOptions
  ) -> String {
    guard !names(in: expression).isEmpty else { return expression }
    var lines = source.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
    let mark = ImportedNames.mark(notIn: source + expression)
    for index in (line - 1)...(line - 1 + ImportedNames.furtherLines) where lines.indices.contains(index) {
      let original = lines[index]
      let place =
        index == line - 1
        ? original.utf16.index(
          original.startIndex, offsetBy: max(0, (column ?? 1) - 1), limitedBy: original.endIndex) ?? original.endIndex
        : original.startIndex
      lines[index] =
        String(original[..<place]) + "'\(mark)';(\(expression)\n);'\(mark)';" + String(original[place...])
      if let found = code(of: mark, in: lines.joined(separator: "\n"), options) { return found }
      lines[index] = original
    }
    return expression
  }

  /// The code between two marks; nil if the source has an error, or its imports other names than before.
  private func code(of mark: String, in source: String, _ options: ParserOptions) -> String? {
    guard let text = try? ModuleText(parsing: source, options: options), hasModules(of: text) else { return nil }
    let parts = text.code.components(separatedBy: "'\(mark)';")
    guard parts.count == 3, parts[1].hasSuffix(";") else { return nil }
    return String(parts[1].dropLast())
  }

  /// A mark that a text does not have: with one dot more than any that it has.
  private static func mark(notIn text: String) -> String {
    let mark = "causeway:place"
    var dots = 0
    var rest = text.utf8[...]
    while let found = rest.firstRange(of: mark.utf8) {
      rest = rest[found.upperBound...]
      dots = max(dots, rest.prefix { $0 == UInt8(ascii: ".") }.count + 1)
    }
    return mark + String(repeating: ".", count: dots)
  }
}

extension String {
  fileprivate func components(separatedBy mark: String) -> [Substring] {
    var parts: [Substring] = []
    var start = startIndex
    while let found = self[start...].firstRange(of: mark) {
      parts.append(self[start..<found.lowerBound])
      start = found.upperBound
    }
    return parts + [self[start...]]
  }
}
