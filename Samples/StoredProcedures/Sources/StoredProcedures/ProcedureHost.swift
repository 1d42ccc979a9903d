public import Causeway
import CausewayJavaScript
public import Foundation
import GRDB
import JavaScriptModules
import JavaScriptRuntime
import Synchronization

/// Runs procedures against a database, several at once, each in a new context.
///
///     let host = try await ProcedureHost(database: "entries.sqlite")
///     try host.install(Procedure(contentsOf: file))
///     let total: Double = try await host.execute("total", "2026-01-01", "2026-02-01")
///
/// Installing a procedure again replaces it: running procedures finish with the old version, later runs use the new
/// one.
///
/// Any thread may call the methods.
public final class ProcedureHost: Sendable {
  /// The options of a host; every property has a default.
  public struct Configuration: Sendable {
    /// The number of procedures that run at once; by default the number of processors.
    public var workers = ProcessInfo.processInfo.activeProcessorCount
    /// The limits of runs without limits of their own.
    public var limits = ProcedureLimits()
    /// The largest size of the database, in bytes, to which procedures may let it grow; nil for no limit.
    public var maximumDatabaseSize: Int?
    /// Named queries: methods of `Context` whose arguments are bound to the `?`s.
    public var queries: [String: String] = [:]
    /// Receives messages outside of an answer: console output, a second answer, an error after the answer.
    public var onNotice: @Sendable (String) -> Void = { _ in }

    /// Makes the default configuration.
    public init() {}
  }

  let configuration: Configuration
  private let pool: JavaScriptRuntimePool
  private let sessionPool: SessionPool
  private let procedures = Mutex<[String: Procedure]>([:])
  private let runs: RunTable
  private let modules = ProcedureModules()

  /// Opens the database at a path and starts the workers.
  public init(database path: String, _ configuration: Configuration = Configuration()) async throws {
    self.configuration = configuration
    sessionPool = SessionPool(path: path, largest: configuration.maximumDatabaseSize)
    let runs = RunTable()
    self.runs = runs
    let bridge = Bridge()
    bridge.offerContext(of: runs, configuration)
    var pooling = JavaScriptRuntimePool.Configuration()
    pooling.count = configuration.workers
    pooling.isolation = .fresh
    pooling.runtime.name = "procedure"
    pooling.runtime.modules = ModuleConfiguration(modules)
    let notice = configuration.onNotice
    pooling.runtime.console = .handler { level, text in notice("\(level.rawValue): \(text)") }
    pooling.runtime.onUncaught = { error, _ in notice("uncaught: \(error)") }
    // A run's own time limit is shorter; this one makes it possible to stop a loop.
    pooling.runtime.evaluationLimit = .seconds(24 * 3600)
    pool = try await JavaScriptRuntimePool(
      bridge: bridge, permissions: ["database.*", "procedure.*"], limits: configuration.limits.bridge, pooling
    ) { runtime in
      try await runtime.evaluate(ContextScript.source, url: "causeway:context")
    }
  }

  /// Closes the host: running procedures fail with `UNAVAILABLE`.
  public func close() async {
    await pool.close()
    sessionPool.close()
  }

  // MARK: Procedures

  /// Adds a procedure, or replaces the one with its name.
  public func install(_ procedure: Procedure) { procedures.withLock { $0[procedure.name] = procedure } }

  /// Replaces all procedures atomically.
  public func install(all procedures: [Procedure]) {
    let table = Dictionary(procedures.map { ($0.name, $0) }) { _, last in last }
    self.procedures.withLock { $0 = table }
  }

  /// The installed procedures by name.
  public var installed: [Procedure] { procedures.withLock { $0.values.sorted { $0.name < $1.name } } }

  // MARK: Running

  /// Runs a procedure and decodes its result.
  ///
  /// Cancelling the task ends the run.
  ///
  /// - Throws: `ProcedureError`.
  public func execute<Result: Decodable & Sendable>(
    _ name: String, _ arguments: BridgeValue..., limits: ProcedureLimits? = nil,
    onProgress: @escaping @Sendable (BridgeValue) -> Void = { _ in }, returning type: Result.Type = Result.self
  ) async throws(ProcedureError) -> Result {
    try await execute(try procedure(name), arguments, limits: limits, onProgress: onProgress)
  }

  /// Runs a procedure with a list of arguments: see ``execute(_:_:limits:onProgress:returning:)``.
  public func execute<Result: Decodable & Sendable>(
    _ name: String, arguments: [BridgeValue], limits: ProcedureLimits? = nil,
    onProgress: @escaping @Sendable (BridgeValue) -> Void = { _ in }, returning type: Result.Type = Result.self
  ) async throws(ProcedureError) -> Result {
    try await execute(try procedure(name), arguments, limits: limits, onProgress: onProgress)
  }

  /// Runs the procedure in a file or a folder and decodes its result.
  public func execute<Result: Decodable & Sendable>(
    contentsOf file: URL, access: DatabaseAccess = .readOnly, _ arguments: BridgeValue...,
    limits: ProcedureLimits? = nil, onProgress: @escaping @Sendable (BridgeValue) -> Void = { _ in },
    returning type: Result.Type = Result.self
  ) async throws(ProcedureError) -> Result {
    try await execute(Procedure(contentsOf: file, access: access), arguments, limits: limits, onProgress: onProgress)
  }

  /// Runs a procedure and calls back once with its result, on any thread.
  ///
  /// - Returns: the run; cancelling it ends it.
  @discardableResult
  public func execute<Result: Decodable & Sendable>(
    _ name: String, _ arguments: BridgeValue..., limits: ProcedureLimits? = nil, returning type: Result.Type,
    onProgress: @escaping @Sendable (BridgeValue) -> Void = { _ in },
    completion: @escaping @Sendable (Swift.Result<Result, ProcedureError>) -> Void
  ) -> Task<Void, Never> {
    Task {
      do throws(ProcedureError) {
        completion(
          .success(try await execute(try procedure(name), arguments, limits: limits, onProgress: onProgress)))
      } catch {
        completion(.failure(error))
      }
    }
  }

  private func procedure(_ name: String) throws(ProcedureError) -> Procedure {
    let procedures = procedures.withLock { $0 }
    if let procedure = procedures[name] { return procedure }
    let names = procedures.keys.sorted().joined(separator: ", ")
    throw ProcedureError(
      .notFound, "There is no procedure with this name; available: \(names.isEmpty ? "none" : names).", procedure: name)
  }

  private func execute<Result: Decodable & Sendable>(
    _ procedure: Procedure, _ arguments: [BridgeValue], limits: ProcedureLimits?,
    onProgress: @escaping @Sendable (BridgeValue) -> Void
  ) async throws(ProcedureError) -> Result {
    let limits = limits ?? configuration.limits
    let run = ProcedureRun(procedure, limits: limits, sessionPool: sessionPool, report: onProgress)
    do {
      return try await pool.withRuntime { runtime in
        let entry = procedure.isFolder ? try modules.add(procedure) : nil
        defer { if let entry { modules.remove(entry) } }
        let key = try runs.add(run, on: runtime)
        defer {
          runs.remove(key)
          if run.end() {
            configuration.onNotice("\(procedure.name): ended inside a transaction, which was rolled back")
          }
        }
        return try await answer(of: run, entry, arguments, on: runtime)
      }
    } catch {
      throw ProcedureError(run.stopReason.map { ended($0, by: error) } ?? error, in: procedure)
    }
  }

  /// The reason for a stop is more specific than the resulting error, unless the run ended by itself.
  private func ended(_ stop: BridgeError, by error: any Error) -> any Error {
    stop.code == .failedPrecondition ? error : stop
  }

  private func answer<Result: Decodable & Sendable>(
    of run: ProcedureRun, _ entry: ModuleURL?, _ arguments: [BridgeValue], on runtime: JavaScriptRuntime
  ) async throws -> Result {
    defer {
      // A runtime that was interrupted cannot be used again. Its end is not awaited: the engine cannot stop an endless
      // chain of promise jobs, and the pool abandons such a runtime.
      if run.stopReason != nil { Task { await runtime.close() } }
    }
    return try await withTaskCancellationHandler {
      try await race(run, entry, arguments, on: runtime)
    } onCancel: {
      run.stop(BridgeError(.cancelled, "The call was cancelled."))
      runtime.interrupt()
    }
  }

  /// Waits for the first of: the answer, the time limit, and the idle state in which no answer can come any more.
  ///
  /// In unstructured tasks, which need not be awaited, because the first may never end.
  private func race<Result: Decodable & Sendable>(
    _ run: ProcedureRun, _ entry: ModuleURL?, _ arguments: [BridgeValue], on runtime: JavaScriptRuntime
  ) async throws -> Result {
    let (outcomes, outcome) = AsyncStream.makeStream(
      of: Swift.Result<Result, any Error>.self, bufferingPolicy: .bufferingOldest(1))
    let work = Task {
      do {
        if let entry {
          try await runtime.import(entry.description)
        } else {
          try await load(run.procedure, on: runtime)
        }
        outcome.yield(
          .success(
            try await runtime.call("procedure.execute", BridgeValue.array(arguments), timeout: .never)))
      } catch {
        outcome.yield(.failure(error))
      }
    }
    let listening = Task { await run.listen(on: runtime) }
    let silence = Task {
      for await _ in run.silence { outcome.yield(.failure(BridgeError(.aborted, ProcedureHost.silence))) }
    }
    let time = Task {
      try await Task.sleep(for: run.limits.time)
      let late = BridgeError(
        .deadlineExceeded, "It exceeded the time limit (\(run.limits.time)).", data: ["limit": "time"])
      run.stop(late)
      runtime.interrupt()
      outcome.yield(.failure(late))
    }
    defer { for task in [work, listening, silence] { task.cancel() } }
    defer { time.cancel() }
    for await first in outcomes { return try first.get() }
    throw CancellationError()
  }

  private static let silence =
    "execute never answers: nothing is left to do, and it has neither called back nor settled its promise."

  /// Evaluates a script.
  private func load(_ procedure: Procedure, on runtime: JavaScriptRuntime) async throws {
    do throws(JavaScriptError) {
      try await runtime.evaluate(procedure.source, url: procedure.url)
    } catch {
      guard let details = error.details, details.name == "SyntaxError" else { throw error }
      throw ProcedureError(
        .invalidArgument, error.message, procedure: procedure.name, version: procedure.version,
        place: (procedure.url, details.line, details.column))
    }
  }
}

/// The run that a connection currently serves.
final class RunTable: Sendable {
  private let runs = Mutex<[ObjectIdentifier: ProcedureRun]>([:])

  func add(_ run: ProcedureRun, on runtime: JavaScriptRuntime) throws -> ObjectIdentifier {
    let key = ObjectIdentifier(try runtime.connection)
    runs.withLock { $0[key] = run }
    return key
  }

  func remove(_ key: ObjectIdentifier) { _ = runs.withLock { $0.removeValue(forKey: key) } }

  /// The run to which a call belongs.
  func run(_ call: CallContext) throws(BridgeError) -> ProcedureRun {
    guard let run = runs.withLock({ $0[ObjectIdentifier(call.connection)] }) else {
      throw BridgeError(.failedPrecondition, "The procedure has answered, so its later calls are refused.")
    }
    return run
  }
}
