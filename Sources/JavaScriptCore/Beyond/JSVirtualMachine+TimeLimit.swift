import CJavaScriptCore
import JavaScriptEngine
import Synchronization

extension JSVirtualMachine {
  /// How much processor time JavaScript may take in one call from Swift; nil, as at first, for any.
  ///
  /// A script that takes more is ended where it is: none of its `catch` and `finally` blocks runs, the call ends with an
  /// exception, and the machine can be used again. Time in which the script waits for Swift does not count.
  ///
  /// The engine counts anew for each promise reaction, so a chain of short ones has no end here. A script that is ended
  /// *in* a reaction takes the reactions that waited behind it with it: their promises stay pending, the call returns as
  /// if nothing had happened, and ``executionsStopped`` tells. A context in which a script was ended is best let go.
  ///
  /// At least 10 milliseconds: below that the engine aborts. Set it while no JavaScript of the machine's runs.
  ///
  /// Source: `JSContextGroupSetExecutionTimeLimit`, JSContextRefPrivate.h.
  public var executionTimeLimit: Duration? {
    get { stops.limit.withLock { $0 } }
    set {
      precondition(newValue.map { $0 >= .milliseconds(10) } ?? true, "A time limit is at least 10 milliseconds.")
      stops.limit.withLock { $0 = newValue }
      if newValue != nil {
        unsafe stops.arm(machine.group.ref)
      } else {
        unsafe EngineSymbols.clearTimeLimit?(machine.group.ref)
      }
    }
  }

  /// How many scripts ``executionTimeLimit`` has ended.
  public var executionsStopped: Int { stops.count.load(ordering: .acquiring) }

}

/// The limit, and the number of scripts that it has ended; the engine holds its address for as long as the machine lives.
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

  /// Asked when the time is over: ends the script.
  private static let stop: EngineSymbols.ShouldTerminate = { context, pointer in
    guard let context = unsafe context, let pointer = unsafe pointer else { return true }
    unsafe Unmanaged<JSTimeLimitState>.fromOpaque(pointer)._withUnsafeGuaranteedRef { stops in
      stops.count.add(1, ordering: .acquiringAndReleasing)
      unsafe stops.termination.record(in: context)
      // A closure that a script called may have called this one: that script has the same time again, and not for ever.
      unsafe stops.arm(unsafe JSContextGetGroup(context)!)
    }
    return true
  }
}
