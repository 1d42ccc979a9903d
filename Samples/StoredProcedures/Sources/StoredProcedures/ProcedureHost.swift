public import Causeway
import CausewayJavaScript
public import Foundation
import GRDB
import JavaScriptRuntime
import Synchronization

/// Runs procedures against a database, many at once, each in a context of its own.
///
///     let host = try await ProcedureHost(database: "entries.sqlite")
///     try host.install(Procedure(contentsOf: file))
///     let total: Double = try await host.execute("total", "2026-01-01", "2026-02-01")
///
/// Installing a procedure again replaces it: runs that are under way finish on the old version, the next use the new.
/// All methods may be called on any thread.
public final class ProcedureHost: Sendable {
  /// What a host is made with; every property has a default.
  public struct Configuration: Sendable {
    /// How many procedures run at once; as many as the machine has processors.
    public var workers = ProcessInfo.processInfo.activeProcessorCount
    /// What a run may take that is given no other limits.
    public var limits = ProcedureLimits()
    /// Bytes to which the database may grow by what procedures write; nil for no limit.
    public var largestDatabase: Int?
    /// Queries with names of their own: methods of `Context` that take what their `?`s stand for.
    public var queries: [String: String] = [:]
    /// Hears what belongs to no answer: console output, a second answer, an error after the answer.
    public var onNotice: @Sendable (String) -> Void = { _ in }

    /// The defaults.
    public init() {}
  }

  let configuration: Configuration
  private let pool: JavaScriptRuntimePool
  private let shelf: SessionShelf
  private let procedures = Mutex<[String: Procedure]>([:])
  private let runs: RunTable

  /// Opens the database at a path and starts the workers.
  public init(database path: String, _ configuration: Configuration = Configuration()) async throws {
    self.configuration = configuration
    shelf = SessionShelf(path: path, largest: configuration.largestDatabase)
    let runs = RunTable()
    self.runs = runs
    let bridge = Bridge()
    bridge.offerContext(of: runs, configuration)
    var pooling = JavaScriptRuntimePool.Configuration()
    pooling.count = configuration.workers
    pooling.isolation = .fresh
    pooling.runtime.name = "procedure"
    let notice = configuration.onNotice
    pooling.runtime.console = .handler { level, text in notice("\(level.rawValue): \(text)") }
    pooling.runtime.onUncaught = { error, _ in notice("uncaught: \(error)") }
    // A run's own time limit comes first; this one makes it possible to stop a loop.
    pooling.runtime.evaluationLimit = .seconds(24 * 3600)
    pool = try await JavaScriptRuntimePool(
      bridge: bridge, permissions: ["database.*", "procedure.*"], limits: configuration.limits.bridge, pooling
    ) { runtime in
      try await runtime.evaluate(ContextScript.source, url: "causeway:context")
    }
  }

  /// Ends everything: runs that are under way fail with `UNAVAILABLE`.
  public func close() async {
    await pool.close()
    shelf.close()
  }

  // MARK: Procedures

  /// Offers a procedure by its name, in place of another of that name.
  public func install(_ procedure: Procedure) { procedures.withLock { $0[procedure.name] = procedure } }

  /// Offers these procedures and no others, from one moment to the next.
  public func install(all procedures: [Procedure]) {
    let table = Dictionary(procedures.map { ($0.name, $0) }) { _, last in last }
    self.procedures.withLock { $0 = table }
  }

  /// The procedures that are offered, by name.
  public var installed: [Procedure] { procedures.withLock { $0.values.sorted { $0.name < $1.name } } }

  // MARK: Running

  /// Runs a procedure and decodes its answer.
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

  /// Runs a procedure with a list of arguments and decodes its answer: see ``execute(_:_:limits:onProgress:returning:)``.
  public func execute<Result: Decodable & Sendable>(
    _ name: String, arguments: [BridgeValue], limits: ProcedureLimits? = nil,
    onProgress: @escaping @Sendable (BridgeValue) -> Void = { _ in }, returning type: Result.Type = Result.self
  ) async throws(ProcedureError) -> Result {
    try await execute(try procedure(name), arguments, limits: limits, onProgress: onProgress)
  }

  /// Runs the procedure in a file and decodes its answer.
  public func execute<Result: Decodable & Sendable>(
    contentsOf file: URL, access: DatabaseAccess = .readOnly, _ arguments: BridgeValue...,
    limits: ProcedureLimits? = nil, onProgress: @escaping @Sendable (BridgeValue) -> Void = { _ in },
    returning type: Result.Type = Result.self
  ) async throws(ProcedureError) -> Result {
    try await execute(Procedure(contentsOf: file, access: access), arguments, limits: limits, onProgress: onProgress)
  }

  /// Runs a procedure and calls back with its answer, once, on any thread.
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
      .notFound, "There is no procedure of this name; there is \(names.isEmpty ? "none" : names).", procedure: name)
  }

  private func execute<Result: Decodable & Sendable>(
    _ procedure: Procedure, _ arguments: [BridgeValue], limits: ProcedureLimits?,
    onProgress: @escaping @Sendable (BridgeValue) -> Void
  ) async throws(ProcedureError) -> Result {
    let limits = limits ?? configuration.limits
    let run = ProcedureRun(procedure, limits: limits, shelf: shelf, report: onProgress)
    do {
      return try await pool.withRuntime { runtime in
        let key = try runs.add(run, on: runtime)
        defer {
          runs.remove(key)
          if run.end() {
            configuration.onNotice("\(procedure.name): ended in a transaction: what it changed there is taken back")
          }
        }
        return try await answer(of: run, arguments, on: runtime)
      }
    } catch {
      throw ProcedureError(run.stopReason.map { ended($0, by: error) } ?? error, in: procedure)
    }
  }

  /// Of the reason why a run was stopped and what it failed with, the former says more, unless the run ended by itself.
  private func ended(_ stop: BridgeError, by error: any Error) -> any Error {
    stop.code == .failedPrecondition ? error : stop
  }

  private func answer<Result: Decodable & Sendable>(
    of run: ProcedureRun, _ arguments: [BridgeValue], on runtime: JavaScriptRuntime
  ) async throws -> Result {
    defer {
      // One that was interrupted, be it at the last moment, is of no use to the next run. Not to be waited for: the
      // engine cannot stop an endless chain of promise jobs, and the pool gives such a runtime up.
      if run.stopReason != nil { Task { await runtime.close() } }
    }
    return try await withTaskCancellationHandler {
      try await race(run, arguments, on: runtime)
    } onCancel: {
      run.stop(BridgeError(.cancelled, "The call was cancelled."))
      runtime.interrupt()
    }
  }

  /// The first of: the answer, the end of the time, the moment when nothing is left that could answer.
  ///
  /// In tasks of their own, which nobody has to wait for, since the first may never end.
  private func race<Result: Decodable & Sendable>(
    _ run: ProcedureRun, _ arguments: [BridgeValue], on runtime: JavaScriptRuntime
  ) async throws -> Result {
    let (outcomes, outcome) = AsyncStream.makeStream(
      of: Swift.Result<Result, any Error>.self, bufferingPolicy: .bufferingOldest(1))
    let work = Task {
      do {
        try await load(run.procedure, on: runtime)
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
        .deadlineExceeded, "It took longer than it was given (\(run.limits.time)).", data: ["limit": "time"])
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

  private func load(_ procedure: Procedure, on runtime: JavaScriptRuntime) async throws {
    do throws(JavaScriptError) {
      try await runtime.evaluate(procedure.source, url: procedure.url)
    } catch {
      if error.details?.name == "SyntaxError" {
        throw await SyntaxPlace.error(error, in: procedure, on: runtime)
      }
      throw error
    }
  }
}

/// Which run a connection serves at the moment.
final class RunTable: Sendable {
  private let runs = Mutex<[ObjectIdentifier: ProcedureRun]>([:])

  func add(_ run: ProcedureRun, on runtime: JavaScriptRuntime) throws -> ObjectIdentifier {
    let key = ObjectIdentifier(try runtime.connection)
    runs.withLock { $0[key] = run }
    return key
  }

  func remove(_ key: ObjectIdentifier) { _ = runs.withLock { $0.removeValue(forKey: key) } }

  /// The run that a call is made by.
  func run(_ call: CallContext) throws(BridgeError) -> ProcedureRun {
    guard let run = runs.withLock({ $0[ObjectIdentifier(call.connection)] }) else {
      throw BridgeError(.failedPrecondition, "The procedure has answered: nothing it asks for is done any more.")
    }
    return run
  }
}
