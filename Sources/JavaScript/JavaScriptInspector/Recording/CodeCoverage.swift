public import JavaScriptRuntime

/// Counts how often the code of one runtime runs, for tests of a program that embeds JavaScript.
///
/// The engine has one inspector a process. So a process makes one of these, before the runtime, and has the runtime's
/// tests in one program; ``CoverageReport/add(toDirectory:)`` adds up several. Counted are the files of modules and scripts
/// that run after ``start()``, without packages in `node_modules`, Workers and child processes. Any thread may use it.
public final class CodeCoverage: Sendable {
  private let inspector: ProgramInspector

  /// - Throws: `UNAVAILABLE` if the engine has no inspector, or the process runs with the rights of another user;
  ///   `FAILED_PRECONDITION` if the process has used the inspector before.
  public init() throws(InspectorError) { inspector = try ProgramInspector(names: [:]) }

  /// Lets the runtime that is made with this configuration be counted; a second one is not.
  public func prepare(_ configuration: inout RuntimeConfiguration) {
    configuration.inspection = inspector.inspection
  }

  /// Begins to count: after the runtime was made, before its code runs.
  ///
  /// - Throws: `DEADLINE_EXCEEDED` if there is no prepared runtime after ten seconds.
  public func start() async throws(InspectorError) { try await inspector.start(countsCode: true) }

  /// The counts so far; the runtime must still be open, and may be running.
  ///
  /// - Throws: `UNAVAILABLE` if the runtime is closed, or ``start()`` was not called; `DEADLINE_EXCEEDED` if it is in native
  ///   code that does not end.
  public func report() async throws(InspectorError) -> CoverageReport { CoverageReport(try await inspector.coverage()) }

  /// Ends the connection to the runtime, which goes on.
  public func end() async { await inspector.end() }
}
