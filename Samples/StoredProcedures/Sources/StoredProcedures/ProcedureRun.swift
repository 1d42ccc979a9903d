import Causeway
import Foundation
import GRDB
import JavaScriptRuntime
import Synchronization

/// A call of a procedure: its arguments, its resources, and the reason to end it.
final class ProcedureRun: Sendable {
  let procedure: Procedure
  let limits: ProcedureLimits
  let report: @Sendable (BridgeValue) -> Void
  private let sessionPool: SessionPool
  private let state = Mutex(State())
  /// Signals that nothing is left to do and there is no answer.
  let silence: AsyncStream<Void>
  private let fallSilent: AsyncStream<Void>.Continuation
  private let begun: AsyncStream<Void>
  private let begin: AsyncStream<Void>.Continuation

  private struct State {
    var session: DatabaseSession?
    var stop: BridgeError?
    var hasAnswered = false
  }

  init(
    _ procedure: Procedure, limits: ProcedureLimits, sessionPool: SessionPool,
    report: @escaping @Sendable (BridgeValue) -> Void
  ) {
    self.procedure = procedure
    self.limits = limits
    self.sessionPool = sessionPool
    self.report = report
    (begun, begin) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    (silence, fallSilent) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
  }

  var hasAnswered: Bool { state.withLock { $0.hasAnswered } }
  /// The reason why the run has to end; nil while it may continue.
  var stopReason: BridgeError? { state.withLock { $0.stop } }

  /// Waits until `execute` was called and its worker is idle.
  ///
  /// The run does not wait for it: a timer of the procedure may continue after the answer.
  func listen(on runtime: JavaScriptRuntime) async {
    for await _ in begun { break }
    await runtime.waitUntilIdle()
    if !hasAnswered { fallSilent.yield() }
  }

  func noteBegun() { begin.yield() }
  func noteAnswered() { state.withLock { $0.hasAnswered = true } }

  /// Stops the run and its query; the first reason counts.
  func stop(_ reason: BridgeError) { state.withLock { $0.stop = $0.stop ?? reason } }

  // MARK: The database

  var work: DatabaseSession.Work {
    DatabaseSession.Work(access: procedure.access, limits: limits, stop: { self.stopReason })
  }

  /// The run's connection, acquired on first use; throws the reason if the run has ended.
  func session() throws -> DatabaseSession {
    if let session = state.withLock({ $0.session }) { return session }
    if let stopReason { throw stopReason }
    let session = try sessionPool.take(writing: !procedure.access.write.isEmpty)
    session.begin(lockTimeout: limits.lockTimeout) { [weak self] in self?.stopReason != nil }
    // The run may end on another thread meanwhile, and then the connection would not be returned.
    let stop = state.withLock { state in
      if state.stop == nil { state.session = session }
      return state.stop
    }
    if let stop {
      _ = sessionPool.release(session, writing: !procedure.access.write.isEmpty)
      throw stop
    }
    return session
  }

  /// Ends the run, and rolls back an open transaction.
  ///
  /// - Returns: whether a transaction was open.
  func end() -> Bool {
    stop(BridgeError(.failedPrecondition, "The procedure has answered: its access to the database has ended."))
    let session = state.withLock { state in
      defer { state.session = nil }
      return state.session
    }
    begin.finish()
    fallSilent.finish()
    return session.map { sessionPool.release($0, writing: !procedure.access.write.isEmpty) } ?? false
  }
}

/// The unused connections.
final class SessionPool: Sendable {
  private let path: String
  private let largest: Int?
  private let idle = Mutex<[Bool: [DatabaseSession]]>([:])

  init(path: String, largest: Int?) {
    self.path = path
    self.largest = largest
  }

  func take(writing: Bool) throws -> DatabaseSession {
    if let session = idle.withLock({ $0[writing]?.popLast() }) { return session }
    do {
      // SQLite would create a database for a writing procedure, at a mistyped path too.
      guard FileManager.default.fileExists(atPath: path) else { throw DatabaseError(resultCode: .SQLITE_CANTOPEN) }
      return try DatabaseSession(path: path, readOnly: !writing, largest: largest)
    } catch let error as DatabaseError {
      throw BridgeError(error, refusal: nil, stop: nil)
    }
  }

  /// Returns a connection; one whose work cannot be ended is closed instead.
  ///
  /// - Returns: whether a transaction was open.
  func release(_ session: DatabaseSession, writing: Bool) -> Bool {
    guard let hadTransaction = try? session.end() else { return true }
    idle.withLock { $0[writing, default: []].append(session) }
    return hadTransaction
  }

  func close() { idle.withLock { $0 = [:] } }
}
