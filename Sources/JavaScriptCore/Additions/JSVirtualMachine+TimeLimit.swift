import CJavaScriptCore
import JavaScriptEngine
import Synchronization

extension JSVirtualMachine {
  /// The processor time that JavaScript may take in one call from Swift; nil, the default, for no limit.
  ///
  /// A script that exceeds it is terminated: none of its `catch` and `finally` blocks runs, the call ends with an
  /// exception, and the machine can be used again. Time in which the script waits for Swift does not count.
  ///
  /// The engine measures each promise reaction separately, so an endless chain of short reactions is not stopped.
  /// Terminating a script *in* a reaction discards the pending reactions: their promises stay pending, the call returns
  /// normally, and ``executionsStopped`` counts it. Release a context in which a script was terminated.
  ///
  /// The minimum is 10 milliseconds; a shorter limit makes the engine abort. Set it while no JavaScript of this machine
  /// runs.
  ///
  /// Source: `JSContextGroupSetExecutionTimeLimit`, JSContextRefPrivate.h.
  public var executionTimeLimit: Duration? {
    get { timeLimit.limit.withLock { $0 } }
    set {
      precondition(newValue.map { $0 >= .milliseconds(10) } ?? true, "The time limit must be at least 10 milliseconds.")
      timeLimit.limit.withLock { $0 = newValue }
      if newValue != nil {
        unsafe timeLimit.arm(machine.group.ref)
      } else {
        unsafe EngineSymbols.clearTimeLimit?(machine.group.ref)
      }
    }
  }

  /// The number of scripts that ``executionTimeLimit`` has terminated.
  public var executionsStopped: Int { timeLimit.count.load(ordering: .acquiring) }

}

/// The time limit and the number of terminated scripts.
///
/// The engine holds its address as long as the machine exists.
final class JSTimeLimitState: Sendable {
  let limit = Mutex<Duration?>(nil)
  let count = Atomic<Int>(0)
  private let termination: PendingTermination

  init(_ termination: PendingTermination) { self.termination = termination }

  func arm(_ group: JSContextGroupRef) {
    guard let limit = limit.withLock({ $0 }) else { return }
    let pointer = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe EngineSymbols.setTimeLimit?(group, limit / .seconds(1), JSTimeLimitState.stop, pointer)
  }

  /// The engine calls it when the time limit is exceeded; true terminates the script.
  private static let stop: EngineSymbols.ShouldTerminate = { context, pointer in
    guard let context = unsafe context, let pointer = unsafe pointer else { return true }
    unsafe Unmanaged<JSTimeLimitState>.fromOpaque(pointer)._withUnsafeGuaranteedRef { timeLimit in
      timeLimit.count.add(1, ordering: .acquiringAndReleasing)
      unsafe timeLimit.termination.record(in: context)
      // The script may be nested in another one, through a Swift closure. The other one gets the same time again, once.
      unsafe timeLimit.arm(unsafe JSContextGetGroup(context)!)
    }
    return true
  }
}
