import Synchronization

/// A pool of runtimes that run JavaScript in parallel, each on its own thread.
///
///     let pool = try await JavaScriptRuntimePool { runtime in try await runtime.evaluate(file: "app.js") }
///     let answer = try await pool.withRuntime { runtime in try await runtime.evaluate("…") }
///     await pool.close()
///
/// Work goes to the least busy runtime, or always to the same runtime for one key. A runtime that closes or exceeds its
/// limit is replaced; with a spare, the replacement takes microseconds.
///
/// Call ``close()`` when the pool is not needed any more. A pool that is released without it is closed asynchronously.
/// Any thread may call the methods.
public final class JavaScriptRuntimePool: Sendable {
  /// Whether a use of a runtime shares state with earlier uses.
  public struct Isolation: Sendable, Equatable {
    private let name: String
    /// Uses run concurrently and share the global object.
    public static let shared = Isolation(name: "shared")
    /// Each runtime has one use at a time, in a new context in which only `prepare` has run.
    ///
    /// After the use, the context is replaced on the runtime's thread, while spares serve other uses.
    public static let fresh = Isolation(name: "fresh")
  }

  /// The options of a pool; every property has a default.
  public struct Configuration: Sendable {
    /// The number of runtimes that serve; by default the number of processors.
    public var count = ProcessorCount.online
    /// The number of additional runtimes that are kept ready as replacements.
    ///
    /// Each takes about 3 MB.
    public var spares = 1
    /// The largest number of uses that may wait for a runtime.
    ///
    /// Further uses fail with `RESOURCE_EXHAUSTED`.
    public var waiters = 1000
    /// Whether a use shares state with earlier uses.
    public var isolation = Isolation.shared
    /// The options of each runtime.
    ///
    /// A number is appended to the name.
    public var runtime = RuntimeConfiguration()

    /// Makes the default configuration.
    public init() {}
  }

  /// The current load of a pool.
  public struct Statistics: Sendable, Equatable {
    /// For each runtime that serves, the number of current uses.
    public var loads: [Int]
    /// The number of spares that are ready.
    public var spares: Int
    /// The number of runtimes that are being created or reloaded.
    public var making: Int
    /// The number of uses that wait for a runtime.
    public var waiting: Int
  }

  /// The configuration that the pool was made with.
  public let configuration: Configuration
  private let core: PoolCore

  /// Starts the runtimes, and returns when all are prepared.
  ///
  /// - Parameter prepare: runs once in each new context before its first use, for example to load scripts or attach a
  ///   bridge.
  /// - Throws: the first error of creating or preparing a runtime.
  public init(
    _ configuration: Configuration = Configuration(),
    prepare: @escaping @Sendable (JavaScriptRuntime) async throws -> Void = { _ in }
  ) async throws {
    precondition(configuration.count > 0, "A pool needs at least one runtime.")
    precondition(configuration.spares >= 0, "The number of spares must not be negative.")
    precondition(configuration.waiters >= 0, "The number of waiters must not be negative.")
    self.configuration = configuration
    core = PoolCore(configuration, prepare: prepare)
    try await core.fill()
  }

  deinit {
    Task { [core] in await core.close() }
  }

  /// Calls `body` with the least busy runtime.
  ///
  /// - Throws: the error of `body`; `UNAVAILABLE` if the pool is closed; `CANCELLED` if the task was cancelled while it
  ///   waited; `RESOURCE_EXHAUSTED` if too many uses wait; the error of creating a runtime if none is left.
  @discardableResult
  public nonisolated(nonsending) func withRuntime<Result>(
    _ body: nonisolated(nonsending) (JavaScriptRuntime) async throws -> Result
  ) async throws -> Result {
    try await core.use(slot: nil, body)
  }

  /// Calls `body` with the runtime of a key: the same runtime for equal keys, however busy it is.
  ///
  /// For work that depends on state in the global object. If that runtime closes, its replacement starts with a new
  /// global object.
  @discardableResult
  public nonisolated(nonsending) func withRuntime<Result>(
    for key: some Hashable, _ body: nonisolated(nonsending) (JavaScriptRuntime) async throws -> Result
  ) async throws -> Result {
    try await core.use(slot: Int(UInt(bitPattern: key.hashValue) % UInt(configuration.count)), body)
  }

  /// The current load.
  public var statistics: Statistics {
    core.ledger.withLock { ledger in
      Statistics(loads: ledger.loads, spares: ledger.spareMembers, making: ledger.creating, waiting: ledger.queue)
    }
  }

  /// Closes the pool: waiting uses fail with `UNAVAILABLE`, and the runtimes are closed.
  ///
  /// Running scripts are stopped if there is an evaluation limit; otherwise the pool waits for them. A script that
  /// cannot be stopped is abandoned after two seconds: docs/pool.md.
  ///
  /// Any task may call it, and more than once.
  public func close() async { await core.close() }
}
