import JavaScriptEngine
import Synchronization

/// The workers of one runtime.
///
/// Any thread may use it.
package final class WorkerGroup: Sendable {
  /// How many workers exist below one runtime that is no worker itself.
  final class Count: Sendable {
    private let count = Atomic<Int>(0)

    /// - Returns: false if there are `most` already.
    func increment(upTo most: Int) -> Bool {
      let old = count.wrappingAdd(1, ordering: .relaxed).oldValue
      if old < most { return true }
      count.wrappingSubtract(1, ordering: .relaxed)
      return false
    }

    func decrement() { count.wrappingSubtract(1, ordering: .relaxed) }
  }

  private struct State {
    var workers: [ObjectIdentifier: WorkerThread] = [:]
    var prepare: (@Sendable (JavaScriptRuntime) async throws -> Void)?
  }

  private let state = Mutex(State())

  init() {}

  /// Sets a function that prepares each worker's runtime before its module runs, for example by attaching a bridge.
  package func prepareWorkers(_ prepare: @escaping @Sendable (JavaScriptRuntime) async throws -> Void) {
    state.withLock { $0.prepare = prepare }
  }

  /// Releases the objects that the preparation holds, such as a bridge.
  func forgetPreparation() {
    // Released outside of the lock: user code may run.
    let old = state.withLock { state in
      let old = state.prepare
      state.prepare = nil
      return old
    }
    withExtendedLifetime(old) {}
  }

  var prepare: (@Sendable (JavaScriptRuntime) async throws -> Void)? { state.withLock { $0.prepare } }

  func add(_ worker: WorkerThread) { state.withLock { $0.workers[ObjectIdentifier(worker)] = worker } }
  func remove(_ worker: WorkerThread) {
    state.withLock { _ = $0.workers.removeValue(forKey: ObjectIdentifier(worker)) }
  }

  /// Waits until the threads of the workers, which have been told to end, have ended.
  func waitUntilEnded() async {
    for worker in state.withLock({ Array($0.workers.values) }) { await worker.end() }
  }
}

/// The context that a worker belongs to, as the worker sees it.
struct WorkerScope: Sendable {
  /// The worker's end of its channel.
  let end: PipeEnd
  let name: String
  let count: WorkerGroup.Count
  /// Ends the worker when the running script has returned.
  let leave: @Sendable () -> Void
}
