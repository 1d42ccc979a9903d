package import CJavaScriptCore
import Synchronization

/// Clears the exception that the engine keeps after it has stopped a script in a promise job.
///
/// The entry that ran the job returns as if nothing had happened. The engine forgets the request for the termination and
/// keeps its exception (2.50.6), and the next entry aborts the process wherever it defers terminations, as the compiler
/// does (`RELEASE_ASSERT(vm.hasTerminationRequest())` in `VMTraps::deferTerminationSlow`). So the time limit notes each
/// stop here, and every way into the virtual machine clears it first.
///
/// One for each virtual machine.
package final class PendingTermination: Sendable {
  /// A context of the virtual machine, retained.
  ///
  /// `@unchecked Sendable`: an address; whoever takes it from the mutex owns the reference.
  @safe private struct Stopped: @unchecked Sendable {
    let context: JSGlobalContextRef
  }

  private let isNoted = Atomic<Bool>(false)
  private let stopped = Mutex<Stopped?>(nil)

  /// Notes that the engine stops the script that now runs; called within it, by the time limit.
  package func note(in context: JSContextRef) {
    let global = unsafe JSContextGetGlobalContext(context)!
    let isFirst = stopped.withLock { stopped in
      guard stopped == nil else { return false }
      stopped = unsafe Stopped(context: global)
      return true
    }
    if isFirst { unsafe JSGlobalContextRetain(global) }
    isNoted.store(true, ordering: .releasing)
  }

  /// Clears the exception if a script was stopped since the last call.
  ///
  /// Within a call from JavaScript there is none to clear, and this does nothing: the engine's functions take the
  /// exception along there.
  @inline(__always)
  package func clear() {
    if isNoted.load(ordering: .acquiring) { clearNoted() }
  }

  @inline(never)
  private func clearNoted() {
    isNoted.store(false, ordering: .relaxed)
    guard let stopped = stopped.withLock({ $0.take() }) else { return }
    let context = unsafe stopped.context
    // Every function of the engine with an exception parameter moves the pending exception there. Promise jobs may run
    // when it returns and be stopped in turn: the limit notes that anew.
    var exception: JSValueRef?
    _ = unsafe JSValueToNumber(context, JSValueMakeUndefined(context), &exception)
    unsafe JSGlobalContextRelease(context)
  }
}
