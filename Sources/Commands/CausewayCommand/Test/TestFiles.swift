import FoundationEssentials
import StandardStreams

/// The test files that a command names, directly or by their folders.
struct TestFiles {
  /// The paths as the user would write them, sorted, each once.
  private(set) var paths: [String] = []
  /// Why inputs are not used.
  private(set) var problems: [String] = []

  private static let extensions = [".js", ".mjs", ".cjs", ".ts", ".mts", ".cts", ".tsx"]

  init(_ inputs: [String]) {
    var known: Set<String> = []
    for input in inputs.isEmpty ? ["."] : inputs {
      var found: [String] = [input]
      if ProgramFiles.isFolder(input) {
        found = ProgramFiles.files(in: input, where: TestFiles.isTest)
        if found.isEmpty, !inputs.isEmpty { problems.append("There is no test file in \(input.printable).") }
      } else if !FileManager.default.fileExists(atPath: input) {
        problems.append("There is no file or folder \(input.printable).")
        continue
      }
      for path in found {
        let short = path.hasPrefix("./") ? String(path.dropFirst(2)) : path
        if known.insert(URL(fileURLWithPath: short).standardizedFileURL.path).inserted { paths.append(short) }
      }
    }
    paths.sort()
  }

  /// Whether a file of this name contains tests: `NAME.test.EXTENSION` or `NAME_test.EXTENSION`.
  static func isTest(_ name: String) -> Bool {
    guard let suffix = extensions.first(where: { name.hasSuffix($0) }) else { return false }
    let base = name.dropLast(suffix.count)
    return base.hasSuffix(".test") || base.hasSuffix("_test")
  }
}
