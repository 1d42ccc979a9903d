import Synchronization

/// The answer to one call, given later: by a callback, from any thread, once.
///
/// A second answer is dropped. A reply that goes away unanswered rejects the call with `INTERNAL`, so no caller waits
/// for ever.
public final class Reply<Result: Sendable>: Sendable {
  private let continuation: Mutex<CheckedContinuation<Result, any Error>?>

  private init(_ continuation: CheckedContinuation<Result, any Error>) {
    self.continuation = Mutex(continuation)
  }

  deinit { fail(BridgeError(.internal, "The handler dropped its reply without answering.")) }

  /// Answers with a result.
  public func succeed(_ result: Result) { take()?.resume(returning: result) }

  /// Answers with an error.
  public func fail(_ error: any Error) { take()?.resume(throwing: error) }

  private func take() -> CheckedContinuation<Result, any Error>? {
    continuation.withLock { continuation in
      defer { continuation = nil }
      return continuation
    }
  }

  static func value(_ body: (Reply) -> Void) async throws -> Result {
    try await withCheckedThrowingContinuation { body(Reply($0)) }
  }
}
