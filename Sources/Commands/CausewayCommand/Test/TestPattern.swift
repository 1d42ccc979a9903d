import JavaScriptModules
import StandardStreams

/// A regular expression of JavaScript for the names of tests: its source, or `/source/flags`.
enum TestPattern {
  /// Why a pattern is not valid; nil for a valid one.
  static func problem(of pattern: String) -> String? {
    guard !pattern.isEmpty, !pattern.contains(where: \.isNewline) else { return "It must be one line of text." }
    let isLiteral = pattern.count > 1 && pattern.hasPrefix("/") && pattern.dropFirst().contains("/")
    let source = pattern.replacing("\\/", with: "/").replacing("/", with: "\\/")
    return ProgramText.syntaxError(in: isLiteral ? pattern : "/\(source)/", named: "--filter")?.message.printable
  }
}
