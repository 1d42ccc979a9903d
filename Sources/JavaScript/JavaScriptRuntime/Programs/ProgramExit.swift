import Synchronization

/// Whether a program has ended itself, with `process.exit`; nothing of it runs afterwards.
///
/// It is written on the JavaScript thread, and read on any.
final class ProgramExit: Sendable {
  /// The status, 0 to 255; -1 before the end.
  private let state = Atomic<Int>(-1)

  /// The status, 0 to 255; nil while the program may run.
  var status: Int? {
    let status = state.load(ordering: .acquiring)
    return status < 0 ? nil : status
  }

  /// Notes the end; false if there was one.
  func end(_ status: Int) -> Bool {
    state.compareExchange(expected: -1, desired: status & 0xFF, ordering: .acquiringAndReleasing).exchanged
  }

  /// The error for callers that wait for the program, or use its runtime afterwards; nil before the end.
  func error(_ operation: String) -> JavaScriptError? {
    status.map {
      JavaScriptError(
        code: .closed, operation: operation, message: "The program has ended itself with the exit status \($0).")
    }
  }
}
