import Synchronization

/// Answers one call later: with a callback, from any thread, once.
///
/// A second answer is dropped. A reply that is released without an answer rejects the call with `INTERNAL`, so no
/// caller waits forever.
public final class Reply<Result: Sendable>: Sendable {
  @usableFromInline typealias Completion = @Sendable (Swift.Result<Result, any Error>) -> Void

  private let completion: Mutex<Completion?>

  @usableFromInline init(_ completion: @escaping Completion) { self.completion = Mutex(completion) }

  deinit { fail(BridgeError(.internal, "The handler dropped its reply without answering.")) }

  /// Answers with a result.
  public func succeed(_ result: Result) { complete(.success(result)) }

  /// Answers with an error.
  public func fail(_ error: any Error) { complete(.failure(error)) }

  private func complete(_ result: Swift.Result<Result, any Error>) {
    let completion = completion.withLock { completion in
      defer { completion = nil }
      return completion
    }
    completion?(result)
  }
}
