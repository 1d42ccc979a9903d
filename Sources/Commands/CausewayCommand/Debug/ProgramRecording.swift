import CausewayJavaScript
import JavaScriptEngine
import JavaScriptInspector
import JavaScriptRuntime
import StandardStreams
import Synchronization

/// The recordings of a program's run, and the files that they are written to.
final class ProgramRecording: Sendable {
  private let coverageDirectory: String?
  private let profileFile: String?
  private let snapshots: HeapSnapshotFiles?
  private let inspector: ProgramInspector?
  private let profiler = Mutex<CPUProfiler?>(nil)

  /// What the program's runtime must be made with; nil if it needs nothing.
  var inspection: RuntimeInspection? { inspector?.inspection }

  /// To be made before the process has a JavaScript runtime.
  ///
  /// - Throws: if a file cannot be written, or the engine has no inspector.
  init(options: RecordingOptions, names: [String: String]) throws {
    coverageDirectory = options.coverage
    if let coverageDirectory { try CoverageReport.prepare(directory: coverageDirectory) }
    profileFile = options.cpuProf
    snapshots = options.heapSnapshot.map {
      HeapSnapshotFiles(path: $0, megabytes: options.heapSnapshotNearLimit)
    }
    for file in [profileFile, options.heapSnapshot].compactMap(\.self) {
      if let obstacle = Output.obstacle(toWriting: file) {
        throw InvalidRecording(description: "Cannot write \(file.printable): \(obstacle).")
      }
    }
    if profileFile != nil {
      JSRealm.setSampleInterval(microseconds: options.cpuProfInterval)
    }
    inspector = coverageDirectory == nil && snapshots == nil ? nil : try ProgramInspector(names: names)
  }

  /// Begins to record, before the program begins.
  func start(_ runtime: JavaScriptRuntime) async throws(InspectorError) {
    try await inspector?.start(countsCode: coverageDirectory != nil)
    if let inspector { snapshots?.writeWhileRunning(inspector) }
    guard profileFile != nil else { return }
    let handlers = HandlerSpans()
    await runtime.recordHandlers(in: handlers)
    let profiler = CPUProfiler(runtime, handlers: handlers)
    try await profiler.start()
    self.profiler.withLock { $0 = profiler }
  }

  /// Writes counts and the heap, and reports them on standard error.
  ///
  /// The program's runtime must still exist, and must not have been interrupted.
  func finishInspection() async {
    if let coverageDirectory, let inspector {
      await write("coverage") {
        let run = CoverageReport(try await inspector.coverage())
        report(CoverageTable(report: try run.add(toDirectory: coverageDirectory), style: style).lines)
      }
    }
    if let snapshots, let inspector {
      await write("heap snapshot") {
        await snapshots.endWhileRunning()
        let summary = try await snapshots.write(inspector, number: nil)
        report(HeapTable(summary: summary, style: style).lines)
      }
    }
    await inspector?.end()
  }

  /// Writes the profile, and reports it on standard error.
  ///
  /// The program's runtime must still exist, and the program must have ended.
  func finishProfile() async {
    if let profiler = profiler.withLock({ $0.take() }), let profileFile {
      let profile = await profiler.finish()
      await write("profile") {
        try PrivateFile.write(profile.text, to: profileFile)
        report(ProfileTable(profile: profile, style: style).lines)
      }
    }
  }

  private func write(_ name: String, _ body: () async throws -> Void) async {
    do { try await body() } catch {
      Terminal.reportError("causeway: The \(name) could not be written: \(String(describing: error).printable)")
    }
  }

  private var style: Style { Style(colors: StandardStream.error.allowsColors) }

  private func report(_ lines: [String]) { Terminal.reportError(lines.joined(separator: "\n")) }
}

/// The error for a recording that cannot be written.
struct InvalidRecording: Error, CustomStringConvertible {
  let description: String
}
