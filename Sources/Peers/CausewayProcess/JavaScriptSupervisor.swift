public import Causeway
import CausewayConcurrency

/// Keeps a ``JavaScriptProcess`` running: after a crash or an exceeded limit it starts another one with a backoff.
///
///     let clipper = JavaScriptSupervisor(bridge: bridge, permissions: ["clip.*"]) { process in
///       try await process.evaluate(program: bundle, url: "clipper.js")
///     }
///     let note: Note = try await clipper.call("clip", page)
///
/// Calls in a child that ends fail with the reason of the end (`RESOURCE_EXHAUSTED` with the limit's name, or
/// `UNAVAILABLE`). Only the caller knows whether to repeat them. Calls without a running child wait, or fail:
/// ``RestartPolicy/callsWhileDown``. Backoff delays and timeouts use the bridge's clock.
///
/// All methods may be called on any thread. Releasing a supervisor ends its child.
public final class JavaScriptSupervisor: Sendable {
  /// The state of a supervisor.
  public enum State: Sendable, Equatable {
    /// A child is being started and prepared.
    case starting
    /// A child is running and accepts calls.
    case running
    /// The supervisor waits before it starts another child.
    case backingOff(for: Duration, because: BridgeError)
    /// No further child is started.
    case stopped(because: BridgeError)
  }

  private let supervisor: Supervisor<JavaScriptProcess>
  private let timeout: Timeout
  private let clock: AnyClock

  /// Starts the first child in the background.
  ///
  /// - Parameters:
  ///   - permissions: the methods and events that its JavaScript may use; none by default.
  ///   - limits: the limits of the connection; nil for the bridge's own.
  ///   - onChange: receives each new state, in order.
  ///   - prepare: prepares a new child, by running its scripts. If it throws, the start has failed, and the child is
  ///     ended.
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
      try await process.prepare(prepare)
      return process
    }
    supervisor.start()
  }

  deinit { supervisor.stop(BridgeError(.unavailable, "The supervisor was released.")) }

  /// The running child, or the next one.
  ///
  /// - Parameter timeout: the maximum wait for it.
  /// - Throws: `DEADLINE_EXCEEDED`; `CANCELLED` with the task; `UNAVAILABLE` if calls without a child fail, or the
  ///   supervisor is closed; `FAILED_PRECONDITION` if it has given up.
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

  /// Ends the child and starts no other; returns when it has ended.
  public func close() async { await supervisor.close() }
}

extension JavaScriptSupervisor: BridgeCaller {
  /// Runs `body` with the connection to the running or the next child, and with the remaining time.
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
