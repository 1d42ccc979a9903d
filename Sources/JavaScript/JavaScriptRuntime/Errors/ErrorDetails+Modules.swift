import JavaScriptModules

extension ErrorDetails {
  /// The error that JavaScript would see if the module were imported.
  init(_ error: ModuleError) {
    name = error.isSyntaxError ? "SyntaxError" : "TypeError"
    message = error.messageWithChain
    code = error.code.rawValue
    sourceURL = error.referrer
    line = error.line
    column = error.column
  }
}
