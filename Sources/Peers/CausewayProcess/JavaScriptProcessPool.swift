public import Causeway
import CausewayConcurrency

/// A pool of child processes, some of which are started before they are needed.
///
///     let pool = JavaScriptProcessPool(bridge: bridge, permissions: ["clip.*"]) { process in
///       try await process.evaluate(program: bundle, url: "clipper.js")
///     }
///     let note: Note = try await pool.call("clip", page)
///     await pool.close()
///
/// Each child has one use at a time. With ``Reuse/once``, the default, it ends after its use, so that nothing of one
/// script remains for the next one. Spares hide the start time.
///
/// Call ``close()`` when the pool is no longer needed. A pool that is released without it is closed asynchronously.
/// All methods may be called on any thread. Timeouts and backoff delays use the bridge's clock.
public final class JavaScriptProcessPool: Sendable {
  /// The number of uses of one child.
  public struct Reuse: Sendable, Equatable {
    /// The maximum number of uses.
    let maximum: Int

    /// A child ends after its use; for untrusted code.
    public static let once = Reuse(maximum: 1)
    /// A child serves this many uses in turn, which share its global object, and is then replaced.
    ///
    /// - Parameter maximum: at least 1.
    public static func many(maximum: Int = .max) -> Reuse {
      precondition(maximum > 0, "The maximum number of uses must be at least 1.")
      return Reuse(maximum: maximum)
    }
  }

  /// The options of a pool; every property has a default.
  public struct Configuration: Sendable {
    /// The maximum number of children in use; 4.
    public var count = 4
    /// The number of children that are kept ready in addition; 1.
    ///
    /// Starting, ready, used and ending children together are at most `count + spares`.
    public var spares = 1
    /// The number of uses of one child.
    public var reuse = Reuse.once
    /// The maximum number of callers that wait for a child; 1,000.
    ///
    /// Further ones fail with `RESOURCE_EXHAUSTED` (`data.limit` is `waiters`).
    public var waiters = 1000
    /// The options of each child.
    ///
    /// A number is appended to the name.
    public var process = ProcessConfiguration()
    /// The delay after a child that could not be started or prepared, or ended while it was not in use.
    ///
    /// The end of a child in use is not a failure of the pool: untrusted scripts may exceed limits.
    public var restart = RestartPolicy()

    /// Creates the default configuration.
    public init() {}
  }

  /// The current state of a pool's children and callers.
  public struct Statistics: Sendable, Equatable {
    /// The number of children in use, including those that are checked after their use.
    public var leased: Int
    /// The number of children that are ready.
    public var ready: Int
    /// The number of children that are being started and prepared.
    public var starting: Int
    /// The number of children that have been killed and have not ended.
    public var ending: Int
    /// The number of callers that wait for a child.
    public var waiting: Int
  }

  /// The configuration that the pool was created with.
  public let configuration: Configuration
  private let pool: ProcessPool<JavaScriptProcess>
  private let timeout: Timeout
  private let clock: AnyClock

  /// Starts the spares in the background.
  ///
  /// - Parameters:
  ///   - permissions: the methods and events that the JavaScript of each child may use; none by default.
  ///   - limits: the limits of each connection; nil for the bridge's own.
  ///   - prepare: prepares a new child, by running its scripts. If it throws, the start has failed, and the child is
  ///     ended.
  public init(
    bridge: Bridge, permissions: Permissions, configuration: Configuration = Configuration(), limits: Limits? = nil,
    prepare: @escaping @Sendable (JavaScriptProcess) async throws -> Void = { _ in }
  ) {
    precondition(configuration.count > 0, "The number of processes must be at least 1.")
    precondition(configuration.spares >= 0, "The number of spares must not be negative.")
    precondition(configuration.waiters >= 0, "The number of waiters must not be negative.")
    self.configuration = configuration
    timeout = bridge.timeout
    clock = bridge.clock
    let location = ResourceTracker.current?.location()
    pool = ProcessPool(configuration, clock: bridge.clock) { number in
      var own = configuration.process
      own.name += "-\(number)"
      let process = try await JavaScriptProcess(
        bridge: bridge, permissions: permissions, configuration: own, limits: limits, location: location)
      try await process.prepare(prepare)
      return process
    }
    pool.begin()
  }

  deinit {
    Task { [pool] in await pool.close() }
  }

  /// Calls `body` with a child that no other caller uses at the same time.
  ///
  /// Callers are served in the order of their calls. A child that ends during its use fails its own calls with the reason, and is
  /// replaced; the pool does not repeat a use.
  ///
  /// - Parameter timeout: the maximum wait for a child.
  /// - Throws: the error of `body`; `DEADLINE_EXCEEDED` if no child became free or ready in time; `RESOURCE_EXHAUSTED` if too
  ///   many callers wait; `CANCELLED` if the task was cancelled while it waited; `UNAVAILABLE` if the pool is closed;
  ///   `FAILED_PRECONDITION` if it has given up starting children.
  @discardableResult
  public nonisolated(nonsending) func withProcess<Result>(
    timeout: Timeout = .standard,
    _ body: nonisolated(nonsending) (JavaScriptProcess) async throws -> Result
  ) async throws -> Result {
    try await pool.use(within: duration(timeout), body)
  }

  private func duration(_ timeout: Timeout) -> Duration? {
    switch timeout {
    case .after(let duration): duration
    case .never: nil
    case .standard: if case .after(let duration) = self.timeout { duration } else { nil }
    }
  }

  /// The current state of the children and callers.
  public var statistics: Statistics { pool.statistics }

  /// Closes the pool: waiting callers fail with `UNAVAILABLE`, and the children are killed, those in use as well.
  ///
  /// Returns when the last child has ended. Any task may call it, and more than once.
  public func close() async { await pool.close() }
}

extension JavaScriptProcessPool: BridgeCaller {
  /// Runs `body` with the connection to a child that no other caller uses at the same time, and with the remaining time.
  ///
  /// - Throws: what ``withProcess(timeout:_:)`` throws.
  public func withConnection<Result>(
    _ timeout: Timeout, _ body: (Connection, Timeout) async throws -> Result
  ) async throws -> Result {
    let begun = clock.now
    return try await withProcess(timeout: timeout) { process in
      let left = duration(timeout).map { Timeout.after(max(.zero, $0 - begun.duration(to: clock.now))) } ?? .never
      return try await body(process.connection, left)
    }
  }
}
