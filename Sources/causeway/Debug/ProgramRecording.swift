import JavaScriptInspector
import JavaScriptRuntime

/// What is recorded of a program while it runs, and where it is written.
struct ProgramRecording: Sendable {
  private let coverage: CoverageFolder?
  private let inspector: ProgramInspector

  /// What the program's runtime must be made with.
  var inspection: RuntimeInspection { inspector.inspection }

  /// - Throws: if a file cannot be written, or the engine has no inspector.
  init(options: RecordingOptions, names: [String: String]) throws {
    coverage = options.coverage.map { CoverageFolder(path: $0) }
    try coverage?.prepare()
    inspector = try ProgramInspector(names: names)
  }

  /// Begins to record, before the program begins.
  func start() async throws(InspectorError) { try await inspector.start(countsCode: coverage != nil) }

  /// Writes what was recorded, and reports it on standard error.
  ///
  /// The program's runtime must still exist.
  func finish() async {
    do {
      if let coverage {
        let files = try coverage.add(try await inspector.coverage())
        let style = Style(colors: Terminal.allowsColors(Terminal.isErrorTerminal))
        Terminal.reportError(CoverageTable(files: files, style: style).lines.joined(separator: "\n"))
      }
    } catch {
      Terminal.reportError("causeway: The coverage is lost: \(String(describing: error).printable)")
    }
    await inspector.end()
  }
}
