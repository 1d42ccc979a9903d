import ArgumentParser
import FoundationEssentials
import JavaScriptInspector
import StandardStreams

/// What is recorded of a program while it runs.
struct RecordingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Count how often the program's code runs: lcov.info and index.html in this directory, to which each run adds.",
      valueName: "directory"))
  var coverage: String?

  @Option(
    help: ArgumentHelp(
      "Write where the program spends its time: a .cpuprofile for Chrome, Visual Studio Code and speedscope.",
      valueName: "file"))
  var cpuProf: String?

  @Option(help: ArgumentHelp("The time between two samples.", valueName: "microseconds"))
  var cpuProfInterval = 1000

  @Option(
    help: ArgumentHelp(
      "Write what the heap holds when the program has run, and at each SIGUSR2: a .heapsnapshot for Chrome and causeway heap.",
      valueName: "file"))
  var heapSnapshot: String?

  @Option(
    help: ArgumentHelp(
      "The same once, when the process first holds so much memory; with --heap-snapshot.", valueName: "megabytes"))
  var heapSnapshotNearLimit: Int?

  var isGiven: Bool { coverage != nil || cpuProf != nil || heapSnapshot != nil }

  /// Whether the engine's inspector has to answer, which a process has once.
  var needsInspector: Bool { coverage != nil || heapSnapshot != nil }

  func validate() throws {
    if let heapSnapshotNearLimit {
      guard heapSnapshot != nil else { throw ValidationError("--heap-snapshot-near-limit needs a --heap-snapshot.") }
      guard (1...1_000_000).contains(heapSnapshotNearLimit) else {
        throw ValidationError("--heap-snapshot-near-limit takes 1 to 1000000 megabytes.")
      }
    }
    guard (50...1_000_000).contains(cpuProfInterval) else {
      throw ValidationError("--cpu-prof-interval takes 50 to 1000000 microseconds.")
    }
  }

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
