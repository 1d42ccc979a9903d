package import JavaScriptModules
import StandardStreams

/// A readable report of an error for a terminal.
///
/// It has the error's headline, its location, the source line with a caret, the stack, the errors of an
/// `AggregateError`, and the causes.
///
///     TypeError: undefined is not an object (evaluating 'a.b')
///       app.js:3:12
///       3 │ const c = a.b.c;
///         │            ^
///         at render (app.js:3:12)
///     caused by NetworkError: …
public struct ErrorReport: Sendable, CustomStringConvertible {
  private let error: JavaScriptError
  private let sources: SourceCache
  private let files: SourceFiles?
  private let colors: Bool

  /// - Parameter files: where source maps and original texts are read; nil if only those within the sources count.
  init(_ error: JavaScriptError, sources: SourceCache, files: SourceFiles? = nil, colors: Bool = false) {
    self.error = error
    self.sources = sources
    self.files = files
    self.colors = colors
  }

  /// Makes the report about a module that was not run.
  ///
  /// - Parameter source: the text of the error's referrer; nil if unknown.
  package init(_ error: ModuleError, source: String?, colors: Bool = false) {
    let details = ErrorDetails(error)
    var sources = SourceCache()
    if let source, let url = error.referrer { sources.add(source, url: url) }
    self.init(
      JavaScriptError(code: .thrown, operation: "check", details: details, message: details.headline),
      sources: sources, colors: colors)
  }

  /// The report: one or more lines, without a final newline.
  ///
  /// If a text names its source map, the locations are those of the original source. The map is read when this is
  /// called.
  public var text: String {
    guard let generated = error.details else {
      return style("\(error.code.rawValue): ", .strong) + error.message.printableLines
    }
    var places = OriginalPlaces(sources, files)
    let details = places.original(generated)
    var lines = [style(headline(details), .strong)]
    lines += location(details, details.sourceURL == generated.sourceURL ? sources : places.originals)
    lines += stack(details)
    lines += details.errors.flatMap { nested($0, "including ") }
    for cause in details.causes {
      lines += nested(cause, "caused by ")
      lines += cause.errors.flatMap { nested($0, "including ") }
    }
    return lines.joined(separator: "\n")
  }

  /// The same report as ``text``.
  public var description: String { text }

  private func nested(_ details: ErrorDetails, _ introduction: String) -> [String] {
    let location = details.location.map { style("  \($0.printableLines)", .faint) }
    // `Uncaught` belongs to the outermost error only.
    let headline = details.text.map(\.printableLines) ?? headline(details)
    return [style(introduction, .faint) + headline] + (location.map { [$0] } ?? []) + stack(details)
  }

  private func headline(_ details: ErrorDetails) -> String {
    var text = details.headline.printableLines
    if let code = details.code { text += style(" [\(code.printableLines)]", .faint) }
    return text
  }

  private func location(_ details: ErrorDetails, _ sources: SourceCache) -> [String] {
    guard let location = details.location else { return [] }
    var lines = [style("  \(location.printableLines)", .faint)]
    var sources = sources
    guard let url = details.sourceURL, let number = details.line, let source = sources.line(number, of: url) else {
      return lines
    }
    // A line of minified code would fill the screen, so only the part around the column is shown. The engine counts
    // columns in UTF-16 code units.
    let column = max(1, details.column ?? 1)
    let skipped = column > 100 ? column - 60 : 0
    func index(_ offset: Int) -> Substring.Index {
      source.utf16.index(source.startIndex, offsetBy: offset, limitedBy: source.endIndex) ?? source.endIndex
    }
    let rest = source[index(skipped)...]
    let shown = String(rest.prefix(160)).printableLines
    let gutter = String(number)
    lines.append(style("  \(gutter) | ", .faint) + shown)
    if details.column != nil {
      let indent = source[rest.startIndex..<index(column - 1)].map { $0 == "\t" ? "\t" : " " }.joined()
      lines.append(style("  \(String(repeating: " ", count: gutter.count)) | ", .faint) + indent + style("^", .strong))
    }
    return lines
  }

  private func stack(_ details: ErrorDetails) -> [String] {
    guard let stack = details.stack else { return [] }
    return stack.split(whereSeparator: \.isNewline).map { style(String($0).printableLines, .faint) }
  }

  private enum Style: String {
    case strong = "1;31"
    case faint = "2"
  }

  private func style(_ text: String, _ style: Style) -> String {
    colors ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }
}
