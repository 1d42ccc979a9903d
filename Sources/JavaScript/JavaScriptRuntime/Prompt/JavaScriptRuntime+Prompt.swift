extension JavaScriptRuntime {
  /// Evaluates an expression or a statement, and returns its value as the console would print it.
  ///
  /// The input may contain `await`. The value is also stored in the global `_`.
  ///
  /// - Throws: the exception that the input threw; `CANCELLED` if the task was cancelled first.
  public func evaluateForPrompt(_ source: String) async throws(JavaScriptError) -> String {
    try await Prompt.evaluate(source, in: self)
  }

  /// The possible completions of an unfinished input, and the part of the input that they replace.
  public func complete(_ input: String) -> (candidates: [String], partial: String) {
    lifecycle.host?.complete(input) ?? ([], "")
  }
}
