import JavaScriptRuntime
import Synchronization

/// The errors of one run that reached nobody: the first is described, the others are counted.
///
/// A program may fail ten thousand times before its end is noticed, and each description takes the engine a moment.
final class UncaughtErrors: Sendable {
  private let state = Mutex<(count: Int, runtime: JavaScriptRuntime?)>((0, nil))

  /// How many there were.
  var count: Int { state.withLock { $0.count } }

  /// The runtime whose sources a report quotes; nil before and after the run.
  var runtime: JavaScriptRuntime? {
    get { state.withLock { $0.runtime } }
    set { state.withLock { $0.runtime = newValue } }
  }

  /// Counts one; returns whether it is the first.
  func note() -> Bool {
    state.withLock { state in
      state.count += 1
      return state.count == 1
    }
  }

  /// Waits for those that had come about with the first: as long as the thread is busy with them.
  func waitForOthers(in runtime: JavaScriptRuntime) async {
    let (turn, ends) = AsyncStream.makeStream(of: Never.self)
    // They are reported before the thread has a turn for this.
    Task {
      _ = await runtime.complete("")
      ends.finish()
    }
    // A script may hold the thread, and report nothing.
    let watch = Task {
      var known = -1
      for _ in 0..<UncaughtErrors.mostWaits where known != count {
        known = count
        try await Task.sleep(for: UncaughtErrors.patience)
      }
      ends.finish()
    }
    for await _ in turn {}
    watch.cancel()
  }

  private static let patience = Duration.milliseconds(500)
  private static let mostWaits = 10

  /// What a person is shown; called on the JavaScript thread, where the runtime is isolated.
  func report(_ error: JavaScriptError) -> String {
    runtime?.assumeIsolated { $0.report(error).text } ?? error.message
  }
}

extension Int {
  /// With a comma before each three digits.
  var grouped: String {
    var text = String(self)
    for place in stride(from: text.count - 3, to: 0, by: -3) {
      text.insert(",", at: text.index(text.startIndex, offsetBy: place))
    }
    return text
  }
}
