package import CJavaScriptCore
import Synchronization

/// A JavaScript virtual machine: one heap with one lock, and any number of contexts.
///
/// The engine attaches the machine to the thread-default GLib main context of the thread that creates it. Its deferred
/// work (finalization callbacks, asynchronous WebAssembly, garbage collection) runs only while that main context is
/// iterated; `JavaScriptRuntime` has a thread for that.
///
/// Machines run in parallel with each other. Within one machine the engine's lock admits a second thread *while a
/// native function runs*, so use each machine from one thread at a time.
package final class JSMachine: Sendable {
  package let group: JSGroup

  /// Protected values whose handle was released, on any thread; `unprotectReleasedValues` unprotects them.
  private let releasedValues = Mutex<[JSLocal]>([])

  /// Makes a virtual machine on the calling thread.
  ///
  /// - Parameter onEnd: called when the machine and its heap are destroyed, on the thread that released it last.
  /// - Throws: if the system lacks a resource without which the engine would abort the process.
  package init(onEnd: (@Sendable () -> Void)? = nil) throws(EngineStartError) {
    try EngineOptions.check()
    try EngineAddressSpace.check()
    group = JSGroup(onEnd: onEnd)
  }

  /// Wraps a context group that the C API made.
  package init(joining ref: JSContextGroupRef) {
    group = unsafe JSGroup(retaining: ref)
  }

  deinit {
    // The group outlives its contexts, because each realm retains it. Values still listed are destroyed with the heap.
  }

  /// Lists a protected value for release.
  ///
  /// Unprotecting takes the engine's lock, which would make this thread wait for running JavaScript. So the next thread
  /// that enters the machine does it.
  func discard(_ value: JSLocal) {
    releasedValues.withLock { $0.append(value) }
  }

  /// Unprotects the listed values.
  ///
  /// Must be called on the JavaScript thread.
  func unprotectReleasedValues(in context: JSGlobalContextRef) {
    let values = releasedValues.withLock { list in
      guard !list.isEmpty else { return [JSLocal]() }
      defer { list.removeAll(keepingCapacity: list.count <= 4096) }
      return list
    }
    for value in values { unsafe JSValueUnprotect(context, value.ref) }
  }
}

/// The engine's context group, retained while an object created in it is reachable.
///
/// `@unchecked Sendable`: the pointer never changes, and the engine's reference count of a group is atomic.
@safe package final class JSGroup: @unchecked Sendable {
  package let ref: JSContextGroupRef
  package let termination = PendingTermination()
  private let onEnd: (@Sendable () -> Void)?

  init(onEnd: (@Sendable () -> Void)?) {
    EngineMainThread.isReserved
    EngineOptions.areSet
    _ = EngineInspector.isOffByDefault
    unsafe ref = JSContextGroupCreate()
    self.onEnd = onEnd
  }

  init(retaining ref: JSContextGroupRef) {
    unsafe self.ref = JSContextGroupRetain(ref)
    onEnd = nil
  }

  deinit {
    termination.clear()
    unsafe JSContextGroupRelease(ref)
    onEnd?()
  }
}

/// A reference to a value on the JavaScript heap.
///
/// The collector finds it only on the stack of the thread that runs JavaScript: never store one, and never hold one
/// across an `await`. ``JSHandle`` may be stored.
///
/// `@unchecked Sendable`: it is an address without behaviour; all code that dereferences it asserts the right thread.
@safe package struct JSLocal: @unchecked Sendable {
  package let ref: OpaquePointer

  package init(_ ref: OpaquePointer) { unsafe self.ref = ref }

  /// Makes a value from the bits that encode it: see ``ImmediateValues``.
  package init(bits: UInt64) { unsafe ref = OpaquePointer(bitPattern: UInt(bits))! }

  package var bits: UInt64 { UInt64(UInt(bitPattern: unsafe ref)) }
}

/// A protected reference to a JavaScript value.
///
/// When it is released, the value is unprotected on the JavaScript thread.
package final class JSHandle: Sendable {
  /// The protected value.
  ///
  /// Use it only on the thread that runs JavaScript.
  package let local: JSLocal
  private let machine: JSMachine

  init(_ local: JSLocal, in realm: JSRealm) {
    self.local = local
    machine = realm.machine
    unsafe JSValueProtect(realm.context, local.ref)
  }

  deinit { machine.discard(local) }
}
