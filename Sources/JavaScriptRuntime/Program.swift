/// A program with `await` at its top level, as text that the engine can evaluate: the engine has no modules.
struct Program {
  /// What stands before the source, on its first line, so that line numbers stay true.
  static let prefix = "(async () => { "

  /// A script whose value is a function.
  ///
  /// Swift calls it, so that no frame of a script stands below those of the program.
  let wrapped: String

  init(_ source: String) {
    var source = source
    if source.hasPrefix("\u{FEFF}") { source.removeFirst() }
    // A first line for the shell is no JavaScript: comment it out.
    if source.hasPrefix("#!") { source = "//" + source }
    wrapped = Program.prefix + source + "\n})"
  }
}

extension ErrorDetails {
  /// Adds what the engine's own messages do not say.
  mutating func explain() {
    // The engine knows no column of a syntax error; one of ours has a code.
    if name == "SyntaxError", code == nil { column = nil }
    if ErrorDetails.needsModules(message) {
      message += " (there are no modules here: import a file by a runtime that has a loader)"
    }
    for index in causes.indices { causes[index].explain() }
    for index in errors.indices { errors[index].explain() }
  }

  /// Whether the engine met what only a module may have.
  private static func needsModules(_ message: String) -> Bool {
    ["import call expects", "Unexpected keyword 'export'", "import.meta is only", "Could not import the module"]
      .contains {
        message.contains($0)
      }
  }
}
