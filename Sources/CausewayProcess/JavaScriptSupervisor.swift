public import Causeway
import CausewayConcurrency

/// Keeps a ``JavaScriptProcess`` running: after a crash or a limit it rests, and starts another.
///
///     let clipper = JavaScriptSupervisor(bridge: bridge, permissions: ["clip.*"]) { process in
///       try await process.run(bundle, url: "clipper.js")
///     }
///     let note: Note = try await clipper.call("clip", page)
///
/// Calls that a child was working on when it ended fail with its reason (`RESOURCE_EXHAUSTED` with the limit's name, or
/// `UNAVAILABLE`): whether to do them again, only the caller knows. Calls that come while none runs wait, or fail:
/// ``RestartPolicy/whileDown``. Rests and timeouts run on the bridge's clock.
///
/// All methods may be called on any thread. A supervisor that is dropped ends its child.
public final class JavaScriptSupervisor: Sendable {
  /// What a supervisor does.
  public enum State: Sendable, Equatable {
    /// Starts a child and prepares it.
    case starting
    /// Has a child that takes calls.
    case running
    /// Waits before it starts another.
    case resting(for: Duration, because: BridgeError)
    /// Starts none any more.
    case stopped(because: BridgeError)
  }

  private let supervisor: Supervisor<JavaScriptProcess>
  private let timeout: Timeout
  private let clock: AnyClock

  /// Starts the first child, in the background.
  ///
  /// - Parameters:
  ///   - permissions: which methods and events its JavaScript may use; nothing unless listed.
  ///   - limits: what it may ask for at most; nil for the bridge's own.
  ///   - onChange: told of each new state, in order.
  ///   - prepare: makes a new child ready, by running its scripts. One that throws counts as a failure, and the child
  ///     is ended.
  public init(
    bridge: Bridge, permissions: Permissions, configuration: ProcessConfiguration = ProcessConfiguration(),
    limits: Limits? = nil, policy: RestartPolicy = RestartPolicy(),
    onChange: @escaping @Sendable (State) -> Void = { _ in },
    prepare: @escaping @Sendable (JavaScriptProcess) async throws -> Void
  ) {
    timeout = bridge.timeout
    clock = bridge.clock
    supervisor = Supervisor(policy: policy, clock: bridge.clock, onChange: onChange) {
      let process = try await JavaScriptProcess(
        bridge: bridge, permissions: permissions, configuration: configuration, limits: limits)
      do {
        try await prepare(process)
      } catch {
        // Ended by a limit while it was prepared: that is the reason, not what its scripts were told.
        await process.close()
        throw error
      }
      return process
    }
    supervisor.start()
  }

  deinit { supervisor.stop(BridgeError(.unavailable, "Nobody holds the supervisor any more.")) }

  /// The child that runs now, or the next one.
  ///
  /// - Parameter timeout: how long to wait for it.
  /// - Throws: `DEADLINE_EXCEEDED`; `CANCELLED` with the task; `UNAVAILABLE` when calls are to fail meanwhile or the
  ///   supervisor is closed; `FAILED_PRECONDITION` when it has given up.
  public func process(timeout: Timeout = .standard) async throws -> JavaScriptProcess {
    try await supervisor.child(within: duration(timeout))
  }

  private func duration(_ timeout: Timeout) -> Duration? {
    switch timeout {
    case .after(let duration): duration
    case .never: nil
    case .standard: if case .after(let duration) = self.timeout { duration } else { nil }
    }
  }

  /// Ends the child and starts no other; returns when it is gone.
  public func close() async { await supervisor.close() }
}

extension JavaScriptSupervisor: BridgeCaller {
  /// Runs `body` with the connection to the child that runs or the next one, and with the time that is left by then.
  ///
  /// - Throws: what ``process(timeout:)`` throws.
  public func withConnection<Result>(
    _ timeout: Timeout, _ body: (Connection, Timeout) async throws -> Result
  ) async throws -> Result {
    let begun = clock.now
    let process = try await process(timeout: timeout)
    let left = duration(timeout).map { Timeout.after(max(.zero, $0 - begun.duration(to: clock.now))) } ?? .never
    return try await body(process.connection, left)
  }
}
