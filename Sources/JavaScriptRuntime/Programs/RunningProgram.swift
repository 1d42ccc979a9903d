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
  /// Gone with the end.
  ///
  /// Functions in JavaScript's heap may not hold it: once its runtime is closed nothing there is collected any more, and
  /// what is held here may hold the runtime.
  private var onValue: ((JSLocal) -> Void)?
  private let onEnd: () -> Void

  init(operation: String, onValue: @escaping (JSLocal) -> Void, onEnd: @escaping () -> Void) {
    self.operation = operation
    self.onValue = onValue
    self.onEnd = onEnd
  }

  var hasFailed: Bool {
    if case .failure = outcome { true } else { false }
  }

  /// Hands over the value and counts as finished, unless it has already.
  func fulfil(_ value: JSLocal) {
    onValue?(value)
    finish(.success(()))
  }

  func finish(_ result: Result<Void, JavaScriptError>) {
    guard outcome == nil else { return }
    outcome = result
    onValue = nil
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
