package import CJavaScriptCore
package import JavaScriptEngine
import Synchronization

/// The references between Swift and one JavaScript heap, and the references to be released.
///
/// All objects that may outlive the heap share it. It never retains the heap, so objects that JavaScript holds may hold
/// it.
///
/// The last owner may release a value on any thread, and the collector may finalize Swift objects on any thread.
/// Unprotecting a value would wait for running JavaScript, and user code must not run inside the collector. So both are
/// listed here, and the next thread that enters the heap releases them.
package final class JSReferences: Sendable {
  private struct Listed: Sendable {
    var values: [JSLocal] = []
    var weaks: [JSWeak] = []
    var objects: [any JSDeferredRelease] = []
    var isClosed = false
  }

  private let listed = Mutex(Listed())
  private let count = Atomic<Int>(0)
  private struct Errors: Sendable {
    var counts: [UInt64: Int] = [:]
    var symbol: JSLocal?
  }
  private let errors = Mutex(Errors())
  private let errorCount = Atomic<Int>(0)
  /// Engine contexts in use, by address, with the state that their functions share.
  private let states = Mutex<[UInt: JSContextState]>([:])

  // MARK: Listed references

  /// Whether so many references are listed that releasing them is worth the time.
  var needsRelease: Bool { count.load(ordering: .relaxed) >= 64 }
  var isEmpty: Bool { count.load(ordering: .relaxed) == 0 }

  /// Lists a protected value; no effect after the heap was destroyed.
  func release(_ value: JSLocal) { add { $0.values.append(value) } }

  func release(_ weak: JSWeak) { add { $0.weaks.append(weak) } }

  /// Retains an object until the listed references are released.
  ///
  /// Finalizers call it.
  func releaseLater(_ object: any JSDeferredRelease) { add { $0.objects.append(object) } }

  private func add(_ body: (inout Listed) -> Void) {
    listed.withLock { listed in
      guard !listed.isClosed else { return }
      body(&listed)
      count.add(1, ordering: .relaxed)
    }
  }

  /// Releases the listed references.
  ///
  /// The caller may hold the engine's lock but must not be a finalizer.
  package func releaseAll(in context: JSGlobalContextRef) {
    guard !isEmpty else { return }
    let taken = listed.withLock { listed in
      count.store(0, ordering: .relaxed)
      let taken = listed
      listed = Listed()
      return taken
    }
    unsafe JSContextCore.lock(context)
    for value in taken.values { unsafe JSValueUnprotect(context, value.ref) }
    let group = unsafe JSContextGetGroup(context)!
    for weak in taken.weaks { unsafe weak.release(in: group) }
    for object in taken.objects { unsafe object.forgetWrapper(in: unsafe group) }
    unsafe JSContextCore.unlock(context)
    // The end of this scope releases the Swift objects. Their `deinit` may run any code, including JavaScript.
    withExtendedLifetime(taken) {}
  }

  /// Closes the list before the heap is destroyed: from now on nothing is listed, and finalizers release at once.
  func close(group: JSContextGroupRef) {
    let taken = listed.withLock { listed in
      let taken = listed
      listed = Listed()
      listed.isClosed = true
      return taken
    }
    for weak in taken.weaks { unsafe weak.release(in: group) }
    for object in taken.objects { unsafe object.forgetWrapper(in: unsafe group) }
  }

  // MARK: Errors

  /// Whether a Swift error may have been converted to this value; after a collection the address may have another
  /// value.
  ///
  /// Most programs convert no error, so that this is one comparison.
  func mayBeError(_ value: JSLocal) -> Bool {
    guard errorCount.load(ordering: .relaxed) > 0 else { return false }
    return errors.withLock { $0.counts[value.bits] != nil }
  }

  func addError(_ value: JSLocal) { changeErrors(at: value.bits, by: 1) }

  /// Called some time after the JavaScript error was collected: another one may have its address already.
  func forgetError(_ value: JSLocal) { changeErrors(at: value.bits, by: -1) }

  private func changeErrors(at address: UInt64, by change: Int) {
    errors.withLock { errors in
      let count = errors.counts[address, default: 0] + change
      errors.counts[address] = count > 0 ? count : nil
      errorCount.store(errors.counts.count, ordering: .relaxed)
    }
  }

  /// The symbol of this heap, created on first use.
  func errorSymbol(_ make: () -> JSLocal) -> JSLocal {
    if let symbol = errors.withLock({ $0.symbol }) { return symbol }
    let made = make()
    return errors.withLock { errors in
      if errors.symbol == nil { errors.symbol = made }
      return errors.symbol!
    }
  }

  // MARK: Contexts

  /// The state of an engine context, created on first use.
  func state(of context: JSGlobalContextRef) -> JSContextState {
    let key = UInt(bitPattern: context)
    return states.withLock { states in
      if let state = states[key] { return state }
      let state = unsafe JSContextState(references: self, context: context)
      states[key] = state
      return state
    }
  }

  func register(_ state: JSContextState) {
    let key = unsafe UInt(bitPattern: state.context)
    states.withLock { $0[key] = state }
  }

  /// Forgets an engine context that Swift does not own any more.
  func forget(_ state: JSContextState) {
    let key = unsafe UInt(bitPattern: state.context)
    states.withLock { if $0[key] === state { $0[key] = nil } }
  }

  package var liveStates: [JSContextState] { states.withLock { Array($0.values) } }
}

/// A Swift object whose JavaScript wrapper was collected.
protocol JSDeferredRelease: AnyObject, Sendable {
  func forgetWrapper(in group: JSContextGroupRef)
}

/// A weak reference, which the collector clears when its object is collected.
///
/// `@unchecked Sendable`: an address; the engine's lock serializes every use.
@safe package struct JSWeak: @unchecked Sendable {
  private typealias Create = @convention(c) (JSContextGroupRef, JSObjectRef) -> OpaquePointer?
  private typealias Read = @convention(c) (OpaquePointer) -> JSObjectRef?
  private typealias Release = @convention(c) (JSContextGroupRef, OpaquePointer) -> Void
  private static let create = unsafe EngineSymbols.find("JSWeakCreate", as: Create.self)
  private static let read = unsafe EngineSymbols.find("JSWeakGetObject", as: Read.self)
  private static let release = unsafe EngineSymbols.find("JSWeakRelease", as: Release.self)

  private let ref: OpaquePointer

  /// Nil if the engine does not export weak references.
  init?(_ object: JSLocal, in group: JSContextGroupRef) {
    guard let create = unsafe JSWeak.create, unsafe JSWeak.read != nil && JSWeak.release != nil,
      let ref = unsafe create(group, object.ref)
    else { return nil }
    unsafe self.ref = unsafe ref
  }

  /// The object; nil if it was collected.
  ///
  /// The caller must hold the engine's lock.
  package var object: JSLocal? { unsafe JSWeak.read!(ref).map { unsafe JSLocal($0) } }

  func release(in group: JSContextGroupRef) { unsafe JSWeak.release!(group, ref) }
}
