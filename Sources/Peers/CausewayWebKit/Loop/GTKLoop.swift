#if WebView
import CWebKitGTK
public import Causeway
import JavaScriptEngine
import Synchronization

/// GTK's main loop, for programs that do not run it themselves.
public enum GTKLoop {
  private enum State {
    case idle
    case starting([CheckedContinuation<Result<Void, BridgeError>, Never>])
    case settled(Result<Void, BridgeError>)
  }

  private static let state = Mutex(State.idle)

  /// Ensures that a loop runs: the application's loop, or a loop on a new thread.
  ///
  /// It may be called repeatedly. WebKit and GTK belong to the thread on which they are first used, so a program that
  /// runs the loop itself must start it before this call, and before its first runtime.
  ///
  /// - Throws: `UNAVAILABLE` without a display; `FAILED_PRECONDITION` if the program runs the loop on a thread on which
  ///   WebKitGTK would abort the process, because JavaScript ran elsewhere before; `RESOURCE_EXHAUSTED` without a thread.
  public static func start() async throws(BridgeError) {
    let result = await withCheckedContinuation { continuation in
      enum Next { case start, wait, resume(Result<Void, BridgeError>) }
      let next: Next = state.withLock { state in
        switch state {
        case .idle:
          state = .starting([continuation])
          return .start
        case .starting(let waiting):
          state = .starting(waiting + [continuation])
          return .wait
        case .settled(let result): return .resume(result)
        }
      }
      switch next {
      case .start: startThread()
      case .wait: break
      case .resume(let result): continuation.resume(returning: result)
      }
    }
    try result.get()
  }

  private static func startThread() {
    do {
      try EngineMainThread.run { GTKLoop.run() }
    } catch {
      settle(.failure(BridgeError(.resourceExhausted, "The thread for GTK could not be started: \(error).")))
    }
  }

  private static func run() {
    // The loop already runs on another thread.
    guard cw_acquire_loop() != 0 else { return GTKExecutor.shared.perform { settle(mayUseCurrentThread) } }
    guard cw_gtk_start() != 0 else {
      // A program without windows may run its own GLib loop now.
      cw_release_loop()
      return settle(
        .failure(
          BridgeError(
            .unavailable,
            "There is no display. Set DISPLAY or WAYLAND_DISPLAY, or run the program under xvfb-run (Debian: xvfb).")))
    }
    GTKExecutor.shared.bindToCurrentThread()
    let mayUse = mayUseCurrentThread
    settle(mayUse)
    if case .success = mayUse { cw_run_loop() } else { cw_release_loop() }
  }

  /// Whether WebKit may be used on this thread, which runs the loop: it would abort the process.
  private static var mayUseCurrentThread: Result<Void, BridgeError> {
    guard EngineMainThread.admitsCurrent else {
      return .failure(
        BridgeError(
          .failedPrecondition,
          "This version of WebKitGTK must first be used on the thread of GTK's loop, before any JavaScript runs: "
            + "start the loop before the first runtime."))
    }
    return .success(())
  }

  private static func settle(_ result: Result<Void, BridgeError>) {
    let waiting: [CheckedContinuation<Result<Void, BridgeError>, Never>] = state.withLock { state in
      defer { state = .settled(result) }
      if case .starting(let waiting) = state { return waiting }
      return []
    }
    for continuation in waiting { continuation.resume(returning: result) }
  }
}
#endif
