#if WebView
/// The thread that runs GTK's main loop: whatever touches a view or a window is isolated to it.
///
///     @GTKActor func show(_ view: WebView) async throws { try await view.load("https://example.org/") }
///
/// The loop is the one of GLib's default main context. An application that runs it keeps doing so, on its main thread; for
/// every other one ``GTKLoop/start()`` runs it on a thread of its own. Jobs wait until somebody does.
@globalActor
public actor GTKActor {
  /// The one instance.
  public static let shared = GTKActor()

  /// GTK's main loop, as an executor.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe GTKExecutor.shared.asUnownedSerialExecutor() }

  /// Runs synchronously what is isolated to this actor, from code that is known to be on its thread: a signal's handler.
  ///
  /// Stops the program when it is called on any other thread.
  public static func assumeIsolated<Result: Sendable>(
    _ operation: @GTKActor () throws -> Result
  ) rethrows -> Result {
    GTKExecutor.shared.checkIsolated()
    return try withoutActuallyEscaping(operation) { operation in
      // The check above is what the isolation in the type stands for.
      try unsafe unsafeBitCast(operation, to: (() throws -> Result).self)()
    }
  }
}
#endif
