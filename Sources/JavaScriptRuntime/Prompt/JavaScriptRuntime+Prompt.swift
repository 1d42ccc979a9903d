extension JavaScriptRuntime {
  /// A text for a person, as the console would print it, of the value that an expression or a statement yields.
  ///
  /// `await` is allowed. The value is also kept in the global `_`.
  ///
  /// - Throws: what the input threw; `CANCELLED` when the task was cancelled first.
  public func evaluateForPrompt(_ source: String) async throws(JavaScriptError) -> String {
    try await Prompt.evaluate(source, in: self)
  }

  /// What could follow an unfinished input: the candidates, and the part of the input that they would replace.
  public func complete(_ input: String) -> (candidates: [String], partial: String) {
    life.host?.complete(input) ?? ([], "")
  }
}
