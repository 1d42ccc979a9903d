import Synchronization

/// A line on a terminal about work that takes longer than a second.
///
/// It is erased when the work ends.
struct ProgressLine: Sendable {
  /// Whether standard error is a terminal that can erase a line.
  var isVisible = Terminal.isErrorTerminal && Environment["TERM"] != "dumb"
  var delay = Duration.seconds(1)
  var write: @Sendable (String) -> Void = { Output.standardError.write($0) }

  /// Does the work.
  ///
  /// - Parameter text: the current activity, such as "reading 12 files".
  func show<Result>(_ text: String, during work: () async throws -> Result) async rethrows -> Result {
    guard isVisible else { return try await work() }
    let line = Line()
    let timer = Task { [delay, write] in
      guard (try? await Task.sleep(for: delay)) != nil else { return }
      line.show { write("causeway: \(text) …") }
    }
    defer {
      timer.cancel()
      line.end { write("\r\u{1B}[K") }
    }
    return try await work()
  }

  /// Nothing is written after the end, and nothing is erased that was not written: both are written under the lock, in order.
  private final class Line: Sendable {
    private enum State { case waiting, shown, ended }
    private let state = Mutex(State.waiting)

    func show(_ write: () -> Void) {
      state.withLock {
        guard $0 == .waiting else { return }
        write()
        $0 = .shown
      }
    }

    func end(_ erase: () -> Void) {
      state.withLock {
        if $0 == .shown { erase() }
        $0 = .ended
      }
    }
  }
}
