/// A program with top-level `await`, wrapped in a script, because the engine's C API does not load modules.
package struct Program {
  /// The text before the source, on the source's first line, so that line numbers do not change.
  package static let prefix = "(async () => { "

  /// A script whose value is a function.
  ///
  /// Swift calls that function, so that no other script's frame is below the program's frames.
  let wrapped: String
  /// The source, in which the places of errors are right.
  let source: String

  init(_ source: String) {
    var source = source
    if source.hasPrefix("\u{FEFF}") { source.removeFirst() }
    // The first line may be a shebang, which is commented out.
    if source.hasPrefix("#!") { source = "//" + source }
    self.source = source
    wrapped = Program.prefix + source + "\n})"
  }
}

extension ErrorDetails {
  /// Adds explanations to the engine's messages.
  ///
  /// - Parameter isFromParser: whether a text had the error; its column is that of the error.
  mutating func explain(isFromParser: Bool = false) {
    // The engine does not know the column of a syntax error in `eval`; a syntax error of a module has a code and a column.
    if name == "SyntaxError", code == nil, !isFromParser { column = callColumn }
    if ErrorDetails.needsModules(message) {
      message += " (modules are not available here: import a file with a runtime that has a module loader)"
    }
    for index in causes.indices { causes[index].explain() }
    for index in errors.indices { errors[index].explain() }
  }

  /// The column of the call that failed, such as `JSON.parse`; nil if the error's line is not that of a call.
  private var callColumn: Int? {
    guard let first = stack?.split(whereSeparator: \.isNewline).first, let frame = StackFrameText(first),
      frame.url == sourceURL, frame.line == line
    else { return nil }
    return frame.column
  }

  /// Whether the message is about syntax that only modules may contain.
  private static func needsModules(_ message: String) -> Bool {
    ["import call expects", "allowed in modules only", "Could not import the module"].contains { message.contains($0) }
  }
}
