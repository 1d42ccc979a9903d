public import JavaScriptRuntime

/// Counts how often the code of one runtime runs, for tests of a program that embeds JavaScript.
///
/// The engine has one inspector per process. So a process makes one `CodeCoverage`, before the runtime;
/// ``CoverageReport/add(toDirectory:)`` adds up the counts of several processes. It counts the files of modules and
/// scripts that run after ``start()``, except packages in `node_modules`, Workers and child processes. Any thread may
/// use it.
public final class CodeCoverage: Sendable {
  private let inspector: ProgramInspector

  /// - Throws: `UNAVAILABLE` if the engine has no inspector, or the process runs with the rights of another user;
  ///   `FAILED_PRECONDITION` if the process has used the inspector before.
  public init() throws(InspectorError) { inspector = try ProgramInspector(names: [:]) }

  /// Prepares the runtime that is made with this configuration for counting; a second runtime is not counted.
  public func prepare(_ configuration: inout RuntimeConfiguration) {
    configuration.inspection = inspector.inspection
  }

  /// Begins to count; call it after the runtime was made and before its code runs.
  ///
  /// - Throws: `DEADLINE_EXCEEDED` if there is no prepared runtime after ten seconds.
  public func start() async throws(InspectorError) { try await inspector.start(countsCode: true) }

  /// The counts so far; the runtime must still be open, and may be running.
  ///
  /// - Throws: `UNAVAILABLE` if the runtime is closed, or ``start()`` was not called; `DEADLINE_EXCEEDED` if it is in
  ///   native code that does not return.
  public func report() async throws(InspectorError) -> CoverageReport { CoverageReport(try await inspector.coverage()) }

  /// Ends the connection to the runtime, which continues to run.
  public func end() async { await inspector.end() }
}
