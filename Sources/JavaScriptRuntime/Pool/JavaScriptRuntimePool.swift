import Synchronization

/// Several runtimes, each on a thread of its own: JavaScript that runs in parallel.
///
///     let pool = try await JavaScriptRuntimePool { runtime in try await runtime.run(file: "app.js") }
///     let answer = try await pool.withRuntime { runtime in try await runtime.evaluate("…") }
///     await pool.close()
///
/// Work goes to the least busy runtime, or stays with a key. A runtime that closes, or whose limit fired, is replaced;
/// spares that are ready make that a matter of microseconds.
///
/// Close a pool when you are done with it. One that is merely dropped closes too, in a moment of its own. All its methods
/// may be called on any thread.
public final class JavaScriptRuntimePool: Sendable {
  /// What one use of a runtime may find of those before it.
  public struct Isolation: Sendable, Equatable {
    private let name: String
    /// Uses run side by side, and what one leaves in the globals the next one finds.
    public static let shared = Isolation(name: "shared")
    /// One use at a time for each runtime, in a context in which nothing but `prepare` has run.
    ///
    /// The context is thrown away afterwards and a new one made on the runtime's own thread, while spares serve.
    public static let fresh = Isolation(name: "fresh")
  }

  /// What a pool is made with; every property has a default.
  public struct Configuration: Sendable {
    /// How many runtimes work; as many as the machine has processors.
    public var count = ProcessorCount.online
    /// How many more are kept ready to replace one.
    ///
    /// Each takes about 3 MB.
    public var spares = 1
    /// What one use may find of those before it.
    public var isolation = Isolation.shared
    /// What each runtime is made with; their names are numbered.
    public var runtime = RuntimeConfiguration()

    /// The defaults.
    public init() {}
  }

  /// What a pool is doing.
  public struct Statistics: Sendable, Equatable {
    /// How many uses each runtime that works has at the moment.
    public var loads: [Int]
    /// Spares that are ready.
    public var spares: Int
    /// Runtimes that are being made, or made anew.
    public var making: Int
    /// Uses that wait for a runtime.
    public var waiting: Int
  }

  /// What the pool was made with.
  public let configuration: Configuration
  private let core: PoolCore

  /// Starts the runtimes, and returns when all of them are prepared.
  ///
  /// - Parameter prepare: runs once in each new context, before anybody uses it: loads scripts, attaches a bridge.
  /// - Throws: what making or preparing the first of them threw.
  public init(
    _ configuration: Configuration = Configuration(),
    prepare: @escaping @Sendable (JavaScriptRuntime) async throws -> Void = { _ in }
  ) async throws {
    precondition(configuration.count > 0, "A pool needs at least one runtime.")
    precondition(configuration.spares >= 0, "A pool has no negative number of spares.")
    self.configuration = configuration
    core = PoolCore(configuration, prepare: prepare)
    try await core.fill()
  }

  deinit {
    Task { [core] in await core.close() }
  }

  /// Uses the least busy runtime.
  ///
  /// - Throws: what `body` threw; `UNAVAILABLE` when the pool is closed, `CANCELLED` when the task was cancelled while it
  ///   waited, and what making a runtime threw if there is none.
  public nonisolated(nonsending) func withRuntime<Result>(
    _ body: nonisolated(nonsending) (JavaScriptRuntime) async throws -> Result
  ) async throws -> Result {
    try await core.use(place: nil, body)
  }

  /// Uses the runtime that a key belongs to, always the same for equal keys, however busy it is.
  ///
  /// For work that finds in the globals what was left there for it. If that runtime ends, its successor begins anew.
  public nonisolated(nonsending) func withRuntime<Result>(
    for key: some Hashable, _ body: nonisolated(nonsending) (JavaScriptRuntime) async throws -> Result
  ) async throws -> Result {
    try await core.use(place: Int(UInt(bitPattern: key.hashValue) % UInt(configuration.count)), body)
  }

  /// What the pool is doing now.
  public var statistics: Statistics {
    core.ledger.withLock { ledger in
      Statistics(loads: ledger.loads, spares: ledger.spareMembers, making: ledger.owed, waiting: ledger.queue)
    }
  }

  /// Ends everything: who waits gets `UNAVAILABLE`, scripts that run are stopped where there is an evaluation limit and
  /// waited for where there is none, the threads end.
  ///
  /// A script that cannot be stopped all the same is given up after two seconds: docs/pool.md.
  ///
  /// Safe to call twice and from any task.
  public func close() async { await core.close() }
}
