import CJavaScriptCore
import JavaScriptEngine
import Synchronization

/// What Swift and one JavaScript heap hold of each other, and what waits to be given back.
///
/// Shared by everything that may outlive the heap: it never keeps the heap itself alive, so an object that JavaScript
/// holds may hold one of these.
///
/// Values are let go on whatever thread their last owner is on, and Swift objects wherever the collector happens to run.
/// Unprotecting would wait for running JavaScript, and code of the user's must not run inside the collector: both are
/// listed here, and dealt with by the next thread that enters the heap.
final class JSReferences: Sendable {
  private struct Listed: Sendable {
    var values: [JSLocal] = []
    var weaks: [JSWeak] = []
    var objects: [any JSDeferred] = []
    var isClosed = false
  }

  private let listed = Mutex(Listed())
  private let count = Atomic<Int>(0)
  private struct Errors: Sendable {
    var places: [UInt64: Int] = [:]
    var symbol: JSLocal?
  }
  private let errors = Mutex(Errors())
  private let errorCount = Atomic<Int>(0)
  /// Engine contexts in use, by address, with the state that their functions share.
  private let states = Mutex<[UInt: JSContextState]>([:])

  // MARK: What waits

  /// Whether so much waits that it is worth a visit.
  var isPressing: Bool { count.load(ordering: .relaxed) >= 64 }
  var isEmpty: Bool { count.load(ordering: .relaxed) == 0 }

  /// Lists a protected value; nothing happens once the heap is gone.
  func release(_ value: JSLocal) { add { $0.values.append(value) } }

  func release(_ weak: JSWeak) { add { $0.weaks.append(weak) } }

  /// Keeps an object alive until no JavaScript runs on the thread that lets go of it; called by finalizers.
  func releaseLater(_ object: any JSDeferred) { add { $0.objects.append(object) } }

  private func add(_ body: (inout Listed) -> Void) {
    listed.withLock { listed in
      guard !listed.isClosed else { return }
      body(&listed)
      count.add(1, ordering: .relaxed)
    }
  }

  /// Gives back what was listed; the caller may hold the engine's lock, but runs no callback of a finalizer.
  func releaseAll(in context: JSGlobalContextRef) {
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
    // Leaving this scope releases the Swift objects: their `deinit` may do anything, JavaScript included.
    withExtendedLifetime(taken) {}
  }

  /// Ends it before its heap goes: from now on nothing is listed, and finalizers release at once.
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

  /// Whether a Swift error was made into this value; where one has been, it may be another value by now.
  ///
  /// Most programs make none: then this is one comparison.
  func mayBeError(_ value: JSLocal) -> Bool {
    guard errorCount.load(ordering: .relaxed) > 0 else { return false }
    return errors.withLock { $0.places[value.bits] != nil }
  }

  func addError(_ value: JSLocal) { changeErrors(at: value.bits, by: 1) }

  /// Called some time after the error has gone: the next one may be in its place already.
  func forgetError(_ value: JSLocal) { changeErrors(at: value.bits, by: -1) }

  private func changeErrors(at place: UInt64, by change: Int) {
    errors.withLock { errors in
      let count = errors.places[place, default: 0] + change
      errors.places[place] = count > 0 ? count : nil
      errorCount.store(errors.places.count, ordering: .relaxed)
    }
  }

  /// The symbol of the heap, made when it is first wanted.
  func errorSymbol(_ make: () -> JSLocal) -> JSLocal {
    if let symbol = errors.withLock({ $0.symbol }) { return symbol }
    let made = make()
    return errors.withLock { errors in
      if errors.symbol == nil { errors.symbol = made }
      return errors.symbol!
    }
  }

  // MARK: Contexts

  /// The state of an engine context, made when it is met for the first time.
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

  /// Forgets an engine context that nothing in Swift holds any longer.
  func forget(_ state: JSContextState) {
    let key = unsafe UInt(bitPattern: state.context)
    states.withLock { if $0[key] === state { $0[key] = nil } }
  }

  var liveStates: [JSContextState] { states.withLock { Array($0.values) } }
}

/// A Swift object that JavaScript held and the collector gave up.
protocol JSDeferred: AnyObject, Sendable {
  func forgetWrapper(in group: JSContextGroupRef)
}

/// A reference that the collector clears when its object goes.
///
/// `@unchecked Sendable`: an address; the engine's lock orders every use.
@safe struct JSWeak: @unchecked Sendable {
  private typealias Create = @convention(c) (JSContextGroupRef, JSObjectRef) -> OpaquePointer?
  private typealias Read = @convention(c) (OpaquePointer) -> JSObjectRef?
  private typealias Release = @convention(c) (JSContextGroupRef, OpaquePointer) -> Void
  private static let create = unsafe EngineSymbols.find("JSWeakCreate", as: Create.self)
  private static let read = unsafe EngineSymbols.find("JSWeakGetObject", as: Read.self)
  private static let release = unsafe EngineSymbols.find("JSWeakRelease", as: Release.self)

  private let ref: OpaquePointer

  /// Nil with an engine that has no weak references.
  init?(_ object: JSLocal, in group: JSContextGroupRef) {
    guard let create = unsafe JSWeak.create, unsafe JSWeak.read != nil && JSWeak.release != nil,
      let ref = unsafe create(group, object.ref)
    else { return nil }
    unsafe self.ref = unsafe ref
  }

  /// The object, if it was not collected; call with the engine's lock held.
  var object: JSLocal? { unsafe JSWeak.read!(ref).map { unsafe JSLocal($0) } }

  func release(in group: JSContextGroupRef) { unsafe JSWeak.release!(group, ref) }
}
