/// A task that waits to be resumed, once.
///
/// A `CheckedContinuation` has a layout that only the running program knows: whatever holds one is copied and destroyed by
/// calls of the runtime, which took a fifth of the time of a stream's item.
@safe package struct SuspendedTask: Sendable {
  private let continuation: UnsafeContinuation<Void, Never>

  /// Suspends the current task; `hold` keeps it, or resumes it.
  nonisolated(nonsending) package static func suspend(_ hold: (SuspendedTask) -> Void) async {
    unsafe await withUnsafeContinuation { unsafe hold(SuspendedTask(continuation: $0)) }
  }

  private init(continuation: UnsafeContinuation<Void, Never>) { unsafe self.continuation = continuation }

  /// Resumes the task; to be called exactly once.
  package func resume() { unsafe continuation.resume() }
}
