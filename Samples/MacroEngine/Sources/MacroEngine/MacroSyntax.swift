import JavaScriptCoreAdditions

/// Checks the syntax of macros without running them.
public enum MacroSyntax {
  /// The maximum length of a macro: 65,536 UTF-16 units.
  public static let maximumLength = 65_536

  /// The syntax error of a macro, with its location; nil if the macro can be compiled.
  public static func check(_ javascript: String) -> MacroError? {
    let script = "(\(javascript)\n)"
    guard script.utf16.count <= maximumLength else {
      return MacroError(
        .syntax, "A macro may have at most \(maximumLength) characters; this one has \(script.utf16.count).")
    }
    guard let found = JSError.syntaxError(in: script), let line = found.line, let column = found.column else {
      return nil
    }
    let lines = javascript.split(separator: "\n", omittingEmptySubsequences: false)
    guard line <= lines.count else {
      // The error is about the closing parenthesis of the wrapping, so it is at the end of the macro.
      return MacroError(
        .syntax, "The macro is not complete: a bracket is still open at its end.", line: lines.count,
        column: lines[lines.count - 1].utf16.count + 1)
    }
    return MacroError(.syntax, found.message, line: line, column: MacroScript.column(column, line: line))
  }
}
