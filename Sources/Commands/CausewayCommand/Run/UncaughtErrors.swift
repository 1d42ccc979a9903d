import JavaScriptRuntime
import StandardStreams
import Synchronization

/// The uncaught errors of one run: the first is reported, the others are counted.
///
/// A program may fail ten thousand times before the run ends, and each report takes the engine some time.
final class UncaughtErrors: Sendable {
  private let state = Mutex(0)

  /// The number of errors.
  var count: Int { state.withLock { $0 } }

  /// Counts an error; returns whether it is the first.
  func note() -> Bool {
    state.withLock { state in
      state += 1
      return state == 1
    }
  }

  /// Waits for errors that occurred together with the first: as long as the thread reports them.
  func waitForOthers(in runtime: JavaScriptRuntime) async {
    let (end, ends) = AsyncStream.makeStream(of: Never.self)
    // They are reported before the thread runs this job.
    Task {
      _ = await runtime.complete("")
      ends.finish()
    }
    // A script may block the thread without reporting errors.
    let watch = Task {
      var known = -1
      for _ in 0..<UncaughtErrors.maximumWaits where known != count {
        known = count
        try await Task.sleep(for: UncaughtErrors.interval)
      }
      ends.finish()
    }
    for await _ in end {}
    watch.cancel()
  }

  private static let interval = Duration.milliseconds(500)
  private static let maximumWaits = 10
}

extension JavaScriptError {
  /// The report for standard error.
  var terminalReport: String { report(colors: StandardStream.error.allowsColors).text }
}
