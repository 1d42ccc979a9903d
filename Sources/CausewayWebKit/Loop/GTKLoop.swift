#if WebView
import CWebKitGTK
public import Causeway
import Glibc
import Synchronization

/// GTK's main loop, for programs that do not run it themselves.
public enum GTKLoop {
  private enum State {
    case idle
    case starting([CheckedContinuation<Result<Void, BridgeError>, Never>])
    case settled(Result<Void, BridgeError>)
  }

  private static let state = Mutex(State.idle)

  /// Ensures that the loop runs: the application's loop, or a loop on a new thread.
  ///
  /// It may be called repeatedly. WebKit and GTK belong to the thread on which they are first used, so a program that
  /// runs the loop itself must start it before this call.
  ///
  /// - Throws: `UNAVAILABLE` without a display.
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
    var thread = pthread_t()
    let status = unsafe pthread_create(
      &thread, nil,
      { _ in
        GTKLoop.run()
        return nil
      }, nil)
    precondition(status == 0, "The thread for GTK could not be created: pthread_create returned \(status).")
  }

  private static func run() {
    // The loop already runs on another thread.
    guard cw_acquire_loop() != 0 else { return settle(.success(())) }
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
    settle(.success(()))
    cw_run_loop()
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
