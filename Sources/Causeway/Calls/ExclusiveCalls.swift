import Synchronization

/// Calls of which each connection may have one at a time, such as those that open a dialog.
package final class ExclusiveCalls: Sendable {
  private let calls = Mutex<[ObjectIdentifier: CallContext]>([:])
  private let refusal: BridgeError

  /// - Parameter refusal: what a second call is told while the first one lasts.
  private init(refusal: BridgeError) { self.refusal = refusal }

  /// Calls that open a dialog: a page cannot cover the screen with them.
  package static func dialogs() -> ExclusiveCalls {
    ExclusiveCalls(
      refusal: BridgeError(
        .resourceExhausted, "This connection has a dialog open already: wait for its answer, or cancel it.",
        data: ["limit": "dialogs", "maximum": 1]))
  }

  /// Calls that start a WiFi scan, each of which uses a thread and four descriptors for seconds.
  package static func scans() -> ExclusiveCalls {
    ExclusiveCalls(
      refusal: BridgeError(
        .resourceExhausted, "This connection has a scan under way already: wait for its end, or cancel it.",
        data: ["limit": "scans", "maximum": 1]))
  }

  /// Runs the work of a call, unless the same connection has one under way.
  ///
  /// A call that is cancelled makes room at once, also while its work still ends.
  package func run<Result: Sendable>(
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
