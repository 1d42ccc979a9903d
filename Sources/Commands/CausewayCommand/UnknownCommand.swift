import Causeway
import Glibc
import StandardStreams

/// Hints for an unknown command.
enum UnknownCommand {
  /// A hint for the first argument; nil if it is a command, an option, or similar to none.
  static func hint(_ arguments: [String], commands: [String]) -> String? {
    guard let word = arguments.dropFirst().first, !word.hasPrefix("-"), !commands.contains(word) else { return nil }
    let isFile = unsafe access(word, F_OK) == 0
    if isFile || word.hasSuffix(".js") { return "To run a program: causeway run \(word.printable)" }
    return Suggestion.nearest(to: word, among: commands).map { "Did you mean causeway \($0)?" }
  }
}
