import Synchronization

/// Limits calls to one at a time per connection, such as calls that open a dialog.
public final class ExclusiveCalls: Sendable {
  private let calls = Mutex<[ObjectIdentifier: CallContext]>([:])
  private let refusal: BridgeError

  /// Creates a limit for the calls of one method, or of several that exclude each other.
  ///
  /// - Parameters:
  ///   - limit: the name of the limit in the data of the error.
  ///   - message: the message of the error of a second call while the first one runs.
  public init(limit: String, refusal message: String) {
    refusal = BridgeError(.resourceExhausted, message, data: ["limit": .string(limit), "maximum": 1])
  }

  /// Runs the work of a call, unless the same connection already runs one.
  ///
  /// A cancelled call makes room at once, even while its work is still ending.
  public func run<Result: Sendable>(
    _ call: CallContext, _ body: () async throws -> Result
  ) async throws -> Result {
    let connection = ObjectIdentifier(call.connection)
    let isFirst = calls.withLock { calls in
      if calls[connection] != nil { return false }
      calls[connection] = call
      return true
    }
    guard isFirst else { throw refusal }
    defer { makeRoom(for: call) }
    return try await withTaskCancellationHandler {
      try await body()
    } onCancel: {
      makeRoom(for: call)
    }
  }

  /// By the call itself: after a reload another one may have its id.
  private func makeRoom(for call: CallContext) {
    let connection = ObjectIdentifier(call.connection)
    calls.withLock { if $0[connection] === call { $0[connection] = nil } }
  }
}
