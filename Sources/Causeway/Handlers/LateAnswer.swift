import Synchronization

/// What a callback answers later, for the task that runs the middleware around it.
final class LateAnswer: Sendable {
  private enum Phase {
    case new
    case waiting(CheckedContinuation<Payload, any Error>)
    case ended(Result<Payload, any Error>)
  }

  private let phase = Mutex(Phase.new)

  /// Begins work and waits for its answer, or for the end of the task: then the answer is for nobody.
  static func wait(
    _ begin: (@escaping @Sendable (Result<Payload, any Error>) -> Void) throws -> Void
  ) async throws -> Payload {
    let answer = LateAnswer()
    return try await withTaskCancellationHandler {
      do { try begin { answer.end($0) } } catch { answer.end(.failure(error)) }
      return try await withCheckedThrowingContinuation { answer.start($0) }
    } onCancel: {
      answer.end(.failure(CancellationError()))
    }
  }

  private func start(_ continuation: CheckedContinuation<Payload, any Error>) {
    let result = phase.withLock { phase -> Result<Payload, any Error>? in
      if case .ended(let result) = phase { return result }
      phase = .waiting(continuation)
      return nil
    }
    if let result { continuation.resume(with: result) }
  }

  /// The first end counts.
  private func end(_ result: Result<Payload, any Error>) {
    let continuation = phase.withLock { phase -> CheckedContinuation<Payload, any Error>? in
      switch phase {
      case .new: phase = .ended(result)
      case .waiting(let continuation):
        phase = .ended(result)
        return continuation
      case .ended: break
      }
      return nil
    }
    continuation?.resume(with: result)
  }
}
