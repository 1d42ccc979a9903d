import JavaScriptEngine

/// A program that was started: settled once, by its promise, by the runtime's end or by whoever waits for it.
///
/// Lives on the JavaScript thread.
///
/// `@unchecked Sendable`: it travels through a cancellation handler only to be used in work for that thread.
final class RunningProgram: @unchecked Sendable {
  private let operation: String
  private var outcome: Result<Void, JavaScriptError>?
  private var waiters: [CheckedContinuation<Void, Never>] = []
  private let onEnd: () -> Void

  init(operation: String, onEnd: @escaping () -> Void) {
    self.operation = operation
    self.onEnd = onEnd
  }

  var hasFailed: Bool {
    if case .failure = outcome { true } else { false }
  }

  func finish(_ result: Result<Void, JavaScriptError>) {
    guard outcome == nil else { return }
    outcome = result
    let waiters = waiters
    self.waiters = []
    for waiter in waiters { waiter.resume() }
    onEnd()
  }

  func abandon(code: JavaScriptError.Code, _ message: String) {
    finish(.failure(JavaScriptError(code: code, operation: operation, message: message)))
  }

  /// What whoever waits for it is told when that task is cancelled.
  func cancellation(of url: String) -> JavaScriptError {
    JavaScriptError(
      code: .cancelled, operation: operation, message: "The task that waited for \(url) was cancelled.")
  }

  func settled(isolation: isolated (any Actor)) async {
    await withCheckedContinuation(isolation: isolation) { continuation in
      if outcome != nil { continuation.resume() } else { waiters.append(continuation) }
    }
  }

  func result() throws(JavaScriptError) {
    guard let outcome else { throw .closed }
    try outcome.get()
  }
}
