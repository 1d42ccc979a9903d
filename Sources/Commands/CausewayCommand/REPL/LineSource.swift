/// The source of a prompt's lines.
protocol LineSource: Sendable {
  /// Waits for a line.
  func next(prompt: String) async -> PromptInput
  /// Adds an input to the history.
  func remember(_ input: String)
}

/// A user's input at the prompt.
enum PromptInput: Sendable {
  case line(String)
  /// Ctrl-C: the current line is discarded.
  case interrupted
  /// Ctrl-D, or the end of the file.
  case end
}

/// Lines from a pipe or a file, without a prompt.
struct PlainLines: LineSource {
  func next(prompt: String) async -> PromptInput { readLine().map { .line($0) } ?? .end }
  func remember(_ input: String) {}
}
