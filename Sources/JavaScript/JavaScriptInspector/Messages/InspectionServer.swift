package import JavaScriptRuntime

/// A server that lets one debugger at a time inspect one program of this process.
package protocol InspectionServer: Sendable {
  /// The inspection with which the program's runtime must be made.
  var inspection: RuntimeInspection { get }

  /// Waits until the program may begin; returns early when the task is cancelled.
  func waitUntilStart() async

  /// Lets a paused program continue for good, and waits for a debugger that may still inspect the program.
  ///
  /// Returns early when the task is cancelled.
  func release() async

  /// Reports the program's exit status to the debugger, and ends the connections.
  func end(exitCode: Int32) async
}
