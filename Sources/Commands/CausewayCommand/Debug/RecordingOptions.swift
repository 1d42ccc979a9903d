import ArgumentParser
import FoundationEssentials
import JavaScriptInspector
import StandardStreams

/// The recordings to make of a program's run.
struct RecordingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Record code coverage: lcov.info and index.html in this directory; each run adds to the counts.",
      valueName: "directory"))
  var coverage: String?

  @Option(
    help: ArgumentHelp(
      "Record a CPU profile: a .cpuprofile file for Chrome, Visual Studio Code and speedscope.",
      valueName: "file"))
  var cpuProf: String?

  @Option(help: ArgumentHelp("The time between two samples.", valueName: "microseconds"))
  var cpuProfInterval = 1000

  @Option(
    help: ArgumentHelp(
      "Write a heap snapshot at the program's end and at each SIGUSR2: a .heapsnapshot file for Chrome and causeway heap.",
      valueName: "file"))
  var heapSnapshot: String?

  @Option(
    help: ArgumentHelp(
      "With --heap-snapshot: write another one when the process first uses this much memory.", valueName: "megabytes"))
  var heapSnapshotNearLimit: Int?

  var isGiven: Bool { coverage != nil || cpuProf != nil || heapSnapshot != nil }

  /// Whether the engine's inspector has to answer, which a process has once.
  var needsInspector: Bool { coverage != nil || heapSnapshot != nil }

  func validate() throws {
    if let heapSnapshotNearLimit {
      guard heapSnapshot != nil else { throw ValidationError("--heap-snapshot-near-limit needs --heap-snapshot.") }
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
  ///   - path: the program's file; nil if it is not a file.
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
