package import CJavaScriptCore
import Synchronization

/// Clears the exception that the engine keeps after it has terminated a script in a promise job.
///
/// The call that ran the job returns normally. The engine resets the termination request but keeps the exception
/// (2.50.6), and the next call aborts the process where it defers terminations, as the compiler does
/// (`RELEASE_ASSERT(vm.hasTerminationRequest())` in `VMTraps::deferTerminationSlow`). So the time limit records each
/// termination here, and every call into the virtual machine clears it first.
///
/// Each virtual machine has one.
package final class PendingTermination: Sendable {
  /// A retained context of the virtual machine.
  ///
  /// `@unchecked Sendable`: an address; the code that takes it from the mutex owns the reference.
  @safe private struct Stopped: @unchecked Sendable {
    let context: JSGlobalContextRef
  }

  private let isPending = Atomic<Bool>(false)
  private let stopped = Mutex<Stopped?>(nil)

  /// Records that the engine terminates the running script.
  ///
  /// The time limit calls it within that script.
  package func record(in context: JSContextRef) {
    let global = unsafe JSContextGetGlobalContext(context)!
    let isFirst = stopped.withLock { stopped in
      guard stopped == nil else { return false }
      stopped = unsafe Stopped(context: global)
      return true
    }
    if isFirst { unsafe JSGlobalContextRetain(global) }
    isPending.store(true, ordering: .releasing)
  }

  /// Clears the exception if a script was terminated since the last call.
  ///
  /// Within a call from JavaScript the engine's functions return the exception themselves, and this has no effect.
  @inline(__always)
  package func clear() {
    if isPending.load(ordering: .acquiring) { clearPending() }
  }

  @inline(never)
  private func clearPending() {
    isPending.store(false, ordering: .relaxed)
    guard let stopped = stopped.withLock({ $0.take() }) else { return }
    let context = unsafe stopped.context
    // Every engine function with an exception parameter moves the pending exception there. Promise jobs may run when it
    // returns and be terminated in turn; the time limit then records that again.
    var exception: JSValueRef?
    _ = unsafe JSValueToNumber(context, JSValueMakeUndefined(context), &exception)
    unsafe JSGlobalContextRelease(context)
  }
}
