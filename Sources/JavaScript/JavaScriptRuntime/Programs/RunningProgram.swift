import JavaScriptEngine

/// A started program.
///
/// It settles once: by its promise, when the runtime closes, or by cancellation.
///
/// It is used on the JavaScript thread only.
///
/// `@unchecked Sendable`: a cancellation handler passes it on, and only to work that runs on the JavaScript thread.
final class RunningProgram: @unchecked Sendable {
  private let operation: String
  private var outcome: Result<Void, JavaScriptError>?
  private var waiters: [CheckedContinuation<Void, Never>] = []
  /// Nil once the program has settled.
  ///
  /// No function in the JavaScript heap may hold this closure: the closure may hold the runtime, and after the runtime
  /// has closed, its heap is not collected any more.
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

  /// Passes the value on and settles the program, unless it has settled.
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

  /// The error for a waiter whose task was cancelled.
  func cancellation(of url: String) -> JavaScriptError {
    JavaScriptError(
      code: .cancelled, operation: operation, message: "The task that waited for \(url) was cancelled.")
  }

  /// The error for a program that took too long.
  func expiry(of url: String, _ timeout: Duration, waitingFor activity: String) -> JavaScriptError {
    JavaScriptError(
      code: .init(rawValue: "DEADLINE_EXCEEDED"), operation: operation,
      message: "\(url) did not end within \(timeout): \(activity).")
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
