import FoundationEssentials
import JavaScriptModules

/// Which file a script of the program is, by its URL.
///
/// A module has its file's URL, with links resolved; a script has the name that the command line gave it.
struct ScriptNames {
  /// The paths of scripts that are evaluated under a name that is not a `file:` URL, by that name.
  let names: [String: String]

  /// The path of a script's file; nil if it is none.
  func path(ofURL url: String) -> String? { names[url] ?? ModuleURL(url)?.filePath }

  /// The URLs that the scripts of a file may have.
  func urls(ofPath path: String) -> Set<String> {
    let real = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    let urls = [path, real].map { ModuleURL(filePath: $0).description }
    return Set(urls + names.filter { $0.value == path || $0.value == real }.keys)
  }

  /// A regular expression that matches these URLs.
  func pattern(ofPath path: String) -> String {
    "^(?:\(urls(ofPath: path).map(ScriptNames.escaped).sorted().joined(separator: "|")))$"
  }

  /// A regular expression that matches the program's file or, without one, all scripts that are not of this package.
  var programPattern: String { names.values.first.map(pattern(ofPath:)) ?? "^(?!causeway:).+$" }

  /// A regular expression that matches exactly this text.
  static func escaped(_ text: String) -> String {
    String(text.flatMap { "\\^$.*+?()[]{}|".contains($0) ? "\\\($0)" : String($0) })
  }
}
