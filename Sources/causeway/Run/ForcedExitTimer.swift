import ArgumentParser
import Glibc

/// Ends the process if it does not end by itself soon: a script in an endless loop may hold the JavaScript thread.
struct ForcedExitTimer: Sendable {
  private let watch: Task<Void, any Error>

  init(exitCode: ExitCode, _ grace: Duration = .seconds(2)) {
    watch = Task {
      try await Task.sleep(for: grace)
      Terminal.complain("causeway: The script cannot be interrupted; leaving it.")
      _exit(exitCode.rawValue)
    }
  }

  /// All went well.
  func end() { watch.cancel() }
}
