import ArgumentParser
import Glibc

/// Ends the process after a delay: an endless loop may block the JavaScript thread.
struct ForcedExitTimer: Sendable {
  private let task: Task<Void, any Error>

  init(exitCode: ExitCode, _ delay: Duration = .seconds(2)) {
    task = Task {
      try await Task.sleep(for: delay)
      Terminal.reportError("causeway: The script cannot be interrupted; exiting.")
      _exit(exitCode.rawValue)
    }
  }

  /// Cancels the timer.
  func end() { task.cancel() }
}
