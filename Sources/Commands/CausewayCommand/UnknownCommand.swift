import Causeway
import Glibc
import StandardStreams

/// Hints for an unknown command, and for an option that this build does not have.
enum UnknownCommand {
  /// A hint for the arguments of wrong usage; nil without one.
  static func hint(_ arguments: [String], commands: [String]) -> String? {
    #if !Plugins
    for option in PermissionOptions.absent
    where arguments.contains(where: { $0 == "--\(option)" || $0.hasPrefix("--\(option)=") }) {
      return "--\(option) needs a build with the trait Plugins."
    }
    #endif
    guard let word = arguments.dropFirst().first, !word.hasPrefix("-"), !commands.contains(word) else { return nil }
    let isFile = unsafe access(word, F_OK) == 0
    if isFile || word.hasSuffix(".js") { return "To run a program: causeway run \(word.printable)" }
    return Suggestion.nearest(to: word, among: commands).map { "Did you mean causeway \($0)?" }
  }
}
