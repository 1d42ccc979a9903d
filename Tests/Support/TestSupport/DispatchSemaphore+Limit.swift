public import Dispatch
public import Testing

extension DispatchSemaphore {
  /// Blocks the thread until it is signalled; fails the test and goes on, when it is not in time.
  ///
  /// - Parameter what: what is waited for, in words: the failure says that it did not happen.
  public func wait(for what: String, seconds: Int = 30, sourceLocation: SourceLocation = #_sourceLocation) {
    if wait(timeout: .now() + .seconds(seconds)) == .timedOut {
      Issue.record("It did not happen within \(seconds) seconds: \(what)", sourceLocation: sourceLocation)
    }
  }
}
