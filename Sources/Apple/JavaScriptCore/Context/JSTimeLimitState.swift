import CJavaScriptCore
import JavaScriptEngine
import Synchronization

extension JSVirtualMachine {
  /// The processor time that JavaScript may take in one call from Swift; nil for no limit.
  package var executionLimit: Duration? {
    get { timeLimit.limit.withLock { $0 } }
    set {
      timeLimit.limit.withLock { $0 = newValue }
      if newValue != nil {
        unsafe timeLimit.arm(machine.group.ref)
      } else {
        unsafe EngineSymbols.clearTimeLimit?(machine.group.ref)
      }
    }
  }

  /// The number of scripts that the limit has terminated.
  package var terminatedExecutions: Int { timeLimit.count.load(ordering: .acquiring) }
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
