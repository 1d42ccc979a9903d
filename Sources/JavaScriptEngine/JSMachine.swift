package import CJavaScriptCore
import Synchronization

/// A JavaScript virtual machine: one heap, one lock, any number of contexts that take turns.
///
/// The engine binds the machine to the GLib main context that is thread-default where the machine is made; its deferred
/// work (finalization callbacks, asynchronous WebAssembly, collection) runs only while that main context is iterated.
/// See `JavaScriptRuntime` for a thread that does so.
///
/// Machines run in parallel with each other. Within one machine the engine's lock lets a second thread in *while a
/// native function runs*, so keep each machine to one thread at a time.
package final class JSMachine: Sendable {
  package let group: JSGroup

  /// Values whose last Swift reference went away, on whatever thread; given back to the collector by `releaseGarbage`.
  private let garbage = Mutex<[JSLocal]>([])

  /// Makes a virtual machine on the calling thread.
  ///
  /// - Parameter onEnd: called when it is gone, heap and all, on whatever thread its last owner is on.
  /// - Throws: when the system has too little for the engine, which would abort the process.
  package init(onEnd: (@Sendable () -> Void)? = nil) throws(EngineRefusal) {
    try EngineSpace.check()
    group = JSGroup(onEnd: onEnd)
  }

  /// Joins a virtual machine that the C API made.
  package init(joining ref: JSContextGroupRef) {
    group = unsafe JSGroup(retaining: ref)
  }

  deinit {
    // The group outlives its contexts: each realm retains it. What is still listed here dies with the heap.
  }

  /// Lists a protected value for release.
  ///
  /// Unprotecting takes the engine's lock and would make this thread wait for running JavaScript, so it is left to the
  /// thread that next enters the machine.
  func discard(_ value: JSLocal) {
    garbage.withLock { $0.append(value) }
  }

  /// Unprotects what ``discard(_:)`` listed; call on the JavaScript thread.
  func releaseGarbage(in context: JSGlobalContextRef) {
    let values = garbage.withLock { list in
      guard !list.isEmpty else { return [JSLocal]() }
      defer { list.removeAll(keepingCapacity: list.count <= 4096) }
      return list
    }
    for value in values { unsafe JSValueUnprotect(context, value.ref) }
  }
}

/// The engine's context group, retained while anything that was made in it is reachable.
///
/// `@unchecked Sendable`: the pointer never changes, and the engine counts references to a group atomically.
@safe package final class JSGroup: @unchecked Sendable {
  package let ref: JSContextGroupRef
  package let termination = PendingTermination()
  private let onEnd: (@Sendable () -> Void)?

  init(onEnd: (@Sendable () -> Void)?) {
    EngineOptions.areChosen
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

/// A value on the JavaScript heap.
///
/// The collector sees it only on the stack of the thread that runs JavaScript: never store one, never hold one across an
/// `await`. ``JSHandle`` is the form that may be kept.
///
/// `@unchecked Sendable`: an address says nothing by itself; everything that follows it asserts the right thread.
@safe package struct JSLocal: @unchecked Sendable {
  package let ref: OpaquePointer

  package init(_ ref: OpaquePointer) { unsafe self.ref = ref }

  /// A value that lies in its bits alone: see ``ImmediateValues``.
  package init(bits: UInt64) { unsafe ref = OpaquePointer(bitPattern: UInt(bits))! }

  package var bits: UInt64 { UInt64(UInt(bitPattern: unsafe ref)) }
}

/// A value kept alive for Swift: protected while this object lives, released on the JavaScript thread afterwards.
package final class JSHandle: Sendable {
  /// The protected value; use it only on the thread that runs JavaScript.
  package let local: JSLocal
  private let machine: JSMachine

  init(_ local: JSLocal, in realm: JSRealm) {
    self.local = local
    machine = realm.machine
    unsafe JSValueProtect(realm.context, local.ref)
  }

  deinit { machine.discard(local) }
}
