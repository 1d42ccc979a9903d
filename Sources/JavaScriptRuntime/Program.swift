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

  /// Takes the prefix off a column in the first line of a program.
  static func correct(_ details: inout ErrorDetails, sources: SourceCache) {
    guard details.line == 1, let column = details.column, let url = details.sourceURL, sources.isProgram(url)
    else { return }
    details.column = max(1, column - prefix.utf16.count)
  }
}
