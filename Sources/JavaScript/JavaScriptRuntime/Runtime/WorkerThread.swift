import CausewayConcurrency
import JavaScriptModules
import Synchronization

/// A worker: a runtime that runs one module, until nothing is left to do or it is stopped.
///
/// Any thread may use it.
final class WorkerThread: Sendable {
  /// How long an ending worker may go on running before its thread is given up.
  private static let grace = Duration.seconds(2)

  /// The callbacks to the parent; called on any thread.
  enum Notice: Sendable {
    /// An error that the worker did not handle.
    case failed(JavaScriptError)
    case ended
    /// The thread has ended; this may never happen after a script that cannot be stopped.
    case exited
  }

  private struct State {
    var isEnding = false
    /// Nil until the runtime has started or has failed to.
    var start: Task<JavaScriptRuntime?, Never>?
    /// Called once with the thread, if there was one, when it has ended or was given up.
    var onEnd: (@Sendable (JavaScriptThread?) -> Void)?
  }

  let url: ModuleURL
  private let state = Mutex(State())

  init(_ url: ModuleURL) { self.url = url }

  var isEnding: Bool { state.withLock { $0.isEnding } }

  /// Starts the runtime and its module.
  func start(
    _ configuration: RuntimeConfiguration, in group: WorkerGroup, notify: @escaping @Sendable (Notice) -> Void
  ) {
    let prepare = group.prepare
    // A virtual clock stands still until the worker can set its timers.
    let clock = configuration.clock as? any ManualClock
    clock?.beginWork()
    group.add(self)
    let start = Task { () -> JavaScriptRuntime? in
      defer { clock?.endWork() }
      do {
        let runtime = try await JavaScriptRuntime(configuration)
        do { try await prepare?(runtime) } catch {
          await runtime.close()
          throw error
        }
        return runtime
      } catch {
        notify(.failed(error as? JavaScriptError ?? .workerFailed(url, "\(error)")))
        return nil
      }
    }
    state.withLock { state in
      state.start = start
      state.onEnd = { [weak self] thread in
        if let self { group.remove(self) }
        if let thread { thread.whenExited { notify(.exited) } } else { notify(.exited) }
        notify(.ended)
      }
    }
    Task {
      if let runtime = await start.value, !isEnding {
        do throws(JavaScriptError) {
          try await runtime.import(url.description)
          await runtime.waitUntilIdle()
          if !isEnding, let reason = await runtime.closeReason { notify(.failed(reason)) }
        } catch {
          if !isEnding { notify(.failed(error)) }
        }
      }
      await end()
    }
  }

  /// Ends the worker, whatever it does, and waits for its thread.
  func end() async {
    let start = state.withLock { state in
      state.isEnding = true
      return state.start
    }
    let runtime = await start?.value
    await runtime?.end(grace: WorkerThread.grace)
    guard let onEnd = state.withLock({ $0.onEnd.take() }) else { return }
    onEnd(runtime?.thread)
  }

  /// Ends the worker when the running script has returned.
  func leave() {
    let start = state.withLock { state in
      state.isEnding = true
      return state.start
    }
    Task { await start?.value?.shutDown() }
  }
}

extension JavaScriptError {
  static func workerFailed(_ url: ModuleURL, _ reason: String) -> JavaScriptError {
    JavaScriptError(code: .cannotStart, operation: "worker \(url)", message: "The worker cannot start: \(reason)")
  }
}

extension JavaScriptRuntime {
  /// Why the runtime is closed; nil while it is open.
  var closeReason: JavaScriptError? { lifecycle.closeReason }

  /// Closes the runtime without waiting for a thread that runs on after `grace`, as promise jobs without end do.
  nonisolated func end(grace: Duration) async {
    interrupt()
    shutDown()
    let thread = thread
    let expiry = Task { if (try? await Task.sleep(for: grace)) != nil { thread.abandon() } }
    await thread.join()
    expiry.cancel()
    await workers.waitUntilEnded()
  }

  /// Closes the runtime when the running script has returned, without waiting for it.
  nonisolated func shutDown() {
    thread.perform { [lifecycle] in lifecycle.shutDown() }
  }
}
