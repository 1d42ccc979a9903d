import ArgumentParser
import FoundationEssentials
import JavaScriptInspector

/// What is recorded of a program while it runs.
struct RecordingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Count how often the program's code runs: lcov.info and index.html in this directory, to which each run adds.",
      valueName: "directory"))
  var coverage: String?

  var isGiven: Bool { coverage != nil }

  /// Prepares to record; nil if nothing is to be recorded.
  ///
  /// - Parameters:
  ///   - path: the program's file; nil if it is none.
  ///   - url: the name of its script.
  func recording(path: String?, url: String) throws -> ProgramRecording? {
    guard isGiven else { return nil }
    var names: [String: String] = [:]
    if let path { names[url] = URL(fileURLWithPath: path).resolvingSymlinksInPath().path }
    do {
      return try ProgramRecording(options: self, names: names)
    } catch {
      Terminal.reportError("causeway: \(String(describing: error).printable)")
      throw WrongUsage.exitCode
    }
  }
}
