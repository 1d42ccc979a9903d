import CausewayConcurrency
package import JavaScriptEngine

extension JavaScriptRuntime {
  /// Runs a program to its end: until none of its timers, calls, streams and workers is left, or until it throws.
  ///
  ///     try await runtime.run("setTimeout(() => console.log('later'), 100)", timeout: .seconds(5))
  ///
  /// The program may use `await` at its top level; its declarations are local to it, as in a module. To evaluate a
  /// program that stays alive, such as a plugin that registers handlers, use ``evaluate(program:url:)``.
  ///
  /// - Parameters:
  ///   - url: the name of the program in error messages.
  ///   - timeout: the longest time that it may take by the runtime's clock; nil for no limit. Timers and calls of the
  ///     program continue afterwards, until ``close()``. It does not end a loop that never returns: see
  ///     ``RuntimeConfiguration/evaluationLimit``.
  /// - Returns: the exit status that the program set, 0 to 255: by `process.exitCode`, or by `process.exit()`, after which the
  ///   runtime runs nothing any more; 0 if it set none.
  /// - Throws: the exception that the program threw; `ABORTED` if the program awaits a promise and no timer, call or
  ///   stream is left that could settle it; `DEADLINE_EXCEEDED` after the timeout, with a message that names the
  ///   pending work; `CANCELLED` if the task was cancelled first.
  @discardableResult
  public func run(
    _ source: String, url: String = "script.js", timeout: Duration? = nil
  ) async throws(JavaScriptError) -> Int {
    let host = try host()
    return try await untilExit(of: host) { () throws(JavaScriptError) in
      try await finishToEnd(try host.start(source, url: url), host, url: url, timeout: timeout)
    }
  }

  /// Runs the program in a file to its end: see ``run(_:url:timeout:)``.
  @discardableResult
  public func run(file path: String, timeout: Duration? = nil) async throws(JavaScriptError) -> Int {
    try await run(try SourceFile.read(path), url: path, timeout: timeout)
  }

  /// Evaluates a classic script in the global scope.
  ///
  /// The script's promise reactions have run when this returns.
  ///
  /// - Parameter url: the name of the script in error messages.
  /// - Throws: the exception that the script threw; `UNAVAILABLE` if the runtime is closed.
  public func evaluate(_ source: String, url: String = "script.js") throws(JavaScriptError) {
    try host().evaluate(source, url: url)
  }

  /// Evaluates a classic script and passes its value, awaited if it is a promise, to `take` on the JavaScript thread.
  package func evaluate(
    _ source: String, url: String, take: @escaping (JSLocal) -> Void
  ) async throws(JavaScriptError) {
    try await finish(try host().evaluate(source, url: url, onValue: take), url: url)
  }

  /// Evaluates a program, which may use top-level `await`, until its last statement has run.
  ///
  /// Its declarations are local to it, as in a module. Timers and calls that it started may continue: see
  /// ``waitUntilIdle()``. ``run(_:url:timeout:)`` waits for them.
  ///
  /// - Throws: the exception that the program threw; `CANCELLED` if the task was cancelled first, in which case the
  ///   program continues.
  public func evaluate(program source: String, url: String = "script.js") async throws(JavaScriptError) {
    try await finish(try host().start(source, url: url), url: url)
  }

  /// Evaluates the program in a file: see ``evaluate(program:url:)``.
  public func evaluate(file path: String) async throws(JavaScriptError) {
    try await evaluate(program: try SourceFile.read(path), url: path)
  }

  /// Waits until the program settles or the task is cancelled.
  func finish(_ program: RunningProgram, url: String) async throws(JavaScriptError) {
    await withTaskCancellationHandler {
      await program.settled(isolation: self)
    } onCancel: {
      thread.perform { program.finish(.failure(program.cancellation(of: url))) }
    }
    try program.result()
  }

  /// The exit status of a program that `body` runs to its end.
  func untilExit(
    of host: RuntimeHost, _ body: () async throws(JavaScriptError) -> Void
  ) async throws(JavaScriptError) -> Int {
    if let error = host.programExit.error("run") { throw error }
    do throws(JavaScriptError) {
      try await body()
    } catch {
      if let status = host.programExit.status { return status }
      let status = (try? host.emitExit(hasFailed: true)) ?? 1
      if configuration.endsAtUncaught { host.exit(status) }
      throw error
    }
    return try host.emitExit(hasFailed: false)
  }

  /// Waits until a program has run and nothing that it started is left.
  ///
  /// - Parameter waiting: returns a description of the pending work, for the error.
  func finishToEnd(
    _ program: RunningProgram, _ host: RuntimeHost, url: String, timeout: Duration?,
    waiting: () -> String? = { nil }
  ) async throws(JavaScriptError) {
    let expiry = timeout.map { Expiry(after: $0, host) }
    defer { expiry?.cancel() }
    while !program.hasFailed {
      if try host.hasEnded() { break }
      let error: JavaScriptError? =
        if Task.isCancelled {
          program.cancellation(of: url)
        } else if let timeout, expiry?.isOver == true {
          program.expiry(of: url, timeout, waitingFor: waiting() ?? host.activity)
        } else {
          nil
        }
      if let error {
        program.finish(.failure(error))
        throw error
      }
      await host.waitForPossibleIdle(unless: program, isolation: self)
    }
    // The time limit has stopped the program. It settles when the runtime closes, which follows.
    if isUnusable { await program.settled(isolation: self) }
    let reason = waiting().map { "; \($0)" } ?? ""
    program.abandon(
      code: .unsettled,
      "The program awaits a promise that can never settle: no timer, call or stream is left\(reason).")
    try program.result()
  }
}

/// The end of the time that a program may take.
///
/// It is used on the JavaScript thread only.
private final class Expiry {
  private let wait: Task<Void, Never>
  private let over: Flag

  /// `@unchecked Sendable`: it is read and written on the JavaScript thread only.
  private final class Flag: @unchecked Sendable { var isSet = false }

  init(after timeout: Duration, _ host: RuntimeHost) {
    let over = Flag()
    self.over = over
    wait = host.after(timeout, host.waking { over.isSet = true })
  }

  var isOver: Bool { over.isSet }

  func cancel() { wait.cancel() }
}
