import Causeway
import Glibc

/// The first word of a command line that names no command.
enum UnknownCommand {
  /// What was probably meant by it; nil if it is a command, an option, or like nothing that is there.
  static func hint(_ arguments: [String], commands: [String]) -> String? {
    guard let word = arguments.dropFirst().first, !word.hasPrefix("-"), !commands.contains(word) else { return nil }
    let isFile = unsafe access(word, F_OK) == 0
    if isFile || word.hasSuffix(".js") { return "To run a program: causeway run \(word.printable)" }
    return Suggestion.nearest(to: word, among: commands).map { "Did you mean causeway \($0)?" }
  }
}
