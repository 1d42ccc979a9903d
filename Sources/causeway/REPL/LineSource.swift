/// Where a prompt's lines come from.
protocol LineSource: Sendable {
  /// Waits for a line.
  func next(prompt: String) async -> PromptInput
  /// Keeps an input for later.
  func remember(_ input: String)
}

/// What a person did at the prompt.
enum PromptInput: Sendable {
  case line(String)
  /// Ctrl-C: what was typed is dropped.
  case interrupted
  /// Ctrl-D, or the end of the file.
  case end
}

/// Lines from a pipe or a file, without a prompt.
struct PlainLines: LineSource {
  func next(prompt: String) async -> PromptInput { readLine().map { .line($0) } ?? .end }
  func remember(_ input: String) {}
}
