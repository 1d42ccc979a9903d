#if WebView
/// The thread of GTK's main loop: all code that uses a view or a window is isolated to it.
///
///     @GTKActor func show(_ view: WebView) async throws { try await view.load("https://example.org/") }
///
/// It is the loop of GLib's default main context. An application that runs the loop on its main thread continues to do
/// so; for other programs ``GTKLoop/start()`` runs it on a new thread. Jobs wait until the loop runs.
@globalActor
public actor GTKActor {
  /// The shared instance.
  public static let shared = GTKActor()

  /// The executor of GTK's main loop.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe GTKExecutor.shared.asUnownedSerialExecutor() }

  /// Runs a closure that is isolated to this actor synchronously, from code on its thread, such as a signal handler.
  ///
  /// Traps on any other thread.
  public static func assumeIsolated<Result: Sendable>(
    _ operation: @GTKActor () throws -> Result
  ) rethrows -> Result {
    GTKExecutor.shared.checkIsolated()
    return try withoutActuallyEscaping(operation) { operation in
      // The check above proves the isolation that the type requires.
      try unsafe unsafeBitCast(operation, to: (() throws -> Result).self)()
    }
  }
}
#endif
