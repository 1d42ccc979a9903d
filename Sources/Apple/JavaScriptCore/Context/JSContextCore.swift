package import CJavaScriptCore
package import JavaScriptEngine

/// A reference to an engine context that a `JSContext` and all its values share.
///
/// `@unchecked Sendable`: it is immutable, and the engine serializes all calls into one virtual machine.
@safe package final class JSContextCore: @unchecked Sendable {
  package let virtualMachine: JSVirtualMachine
  package let state: JSContextState
  /// The block that is passed in place of the values, for a block that was cast to an object.
  let block: JSBlock?
  private let context: JSGlobalContextRef
  /// The engine's context, after clearing a pending termination.
  ///
  /// Read it anew for each call of an engine function.
  @inline(__always)
  package var ref: JSGlobalContextRef {
    virtualMachine.machine.group.termination.clear()
    return unsafe context
  }
  package var references: JSReferences { virtualMachine.references }

  /// Makes an engine context.
  convenience init(virtualMachine: JSVirtualMachine) {
    virtualMachine.machine.group.termination.clear()
    let ref = unsafe JSGlobalContextCreateInGroup(virtualMachine.machine.group.ref, nil)!
    self.init(joining: unsafe virtualMachine.references.state(of: ref), virtualMachine)
    unsafe JSGlobalContextRelease(ref)  // The state retained it.
    unsafe JSGlobalContextSetInspectable(ref, false)
  }

  /// Retains an existing engine context, which must be running or retained by the caller.
  convenience init(joining state: JSContextState) {
    let group = unsafe JSContextGetGroup(state.context)!
    self.init(joining: state, unsafe JSVirtualMachine.machine(of: group))
  }

  /// A reference to the context of values that belong to none.
  convenience init(_ block: JSBlock) {
    let shared = JSValue.shared.core
    self.init(joining: shared.state, shared.virtualMachine, block)
  }

  private init(joining state: JSContextState, _ virtualMachine: JSVirtualMachine, _ block: JSBlock? = nil) {
    self.block = block
    self.virtualMachine = virtualMachine
    self.state = state
    unsafe context = state.context
    if state.addOwner() {
      unsafe JSGlobalContextRetain(context)
      virtualMachine.references.register(state)
    }
  }

  /// Retains an engine context if Swift code still owns it.
  init?(ifHeld state: JSContextState) {
    guard state.addOwnerIfHeld() else { return nil }
    self.state = state
    block = nil
    unsafe context = state.context
    virtualMachine = unsafe JSVirtualMachine.machine(of: JSContextGetGroup(state.context)!)
  }

  deinit {
    guard state.removeOwner() else { return }
    references.forget(state)
    unsafe references.releaseAll(in: ref)
    unsafe JSGlobalContextRelease(context)
  }

  /// The public `JSContext`.
  package var facade: JSContext { state.facade { JSContext(core: self) } }

  // MARK: The engine's lock

  /// The engine's lock.
  ///
  /// It is recursive, each engine function takes it, and it is released while a native function runs.
  static let lock: EngineSymbols.ContextOnly = unsafe EngineSymbols.lock ?? { _ in }
  static let unlock: EngineSymbols.ContextOnly = unsafe EngineSymbols.unlock ?? { _ in }

  /// Excludes other threads from the virtual machine while `body` runs.
  ///
  /// Promise reactions run when the outermost `locked` ends. Only JavaScript calls user closures inside it; the engine
  /// releases the lock during such a call, as in Apple's framework.
  @inline(__always)
  func locked<Result>(_ body: () throws(JSThrow) -> Result) throws(JSThrow) -> Result {
    unsafe JSContextCore.lock(ref)
    defer { unsafe JSContextCore.unlock(ref) }
    return try body()
  }

  /// Releases the references that other threads and the collector have listed, if there are many.
  @inline(__always)
  func releaseListedReferencesIfMany() { if references.needsRelease { unsafe references.releaseAll(in: ref) } }

  // MARK: Values for Swift

  @inline(__always)
  package func value(_ local: JSLocal) -> JSValue {
    releaseListedReferencesIfMany()
    return JSValue(local, in: self)
  }

  var undefined: JSLocal { unsafe JSLocal(JSValueMakeUndefined(ref)) }

  // MARK: Exceptions

  /// Calls the engine; throws the value that JavaScript threw.
  @inline(__always)
  func run(_ body: (UnsafeMutablePointer<JSValueRef?>) -> JSValueRef?) throws(JSThrow) -> JSLocal {
    var exception: JSValueRef?
    let result = unsafe body(&exception)
    if let exception = unsafe exception { throw unsafe JSThrow(JSLocal(exception)) }
    guard let result = unsafe result else { throw typeError("The engine stopped the script.") }
    return unsafe JSLocal(result)
  }

  /// Runs a call of Apple's API: an exception is passed to the context's handler, and the result is `undefined`.
  @inline(__always)
  func notifying(_ body: () throws(JSThrow) -> JSLocal) -> JSValue {
    do throws(JSThrow) {
      return value(try body())
    } catch {
      notify(error)
      return value(undefined)
    }
  }

  /// Runs a call of Apple's API with another result type; the result is `fallback` after an exception.
  @inline(__always)
  func notifying<Result>(else fallback: Result, _ body: () throws(JSThrow) -> Result) -> Result {
    do throws(JSThrow) {
      return try body()
    } catch {
      notify(error)
      return fallback
    }
  }

  /// Passes an exception to the context's handler, or stores it in the context's `exception`.
  package func notify(_ thrown: JSThrow) {
    let exception = value(thrown.value)
    switch state.handler {
    case .store: setException(exception)
    case .drop: break
    case .call(let handler): handler(facade, exception)
    }
  }

  func setException(_ exception: JSValue?) {
    let root = exception.map { unsafe JSRoot($0.local, in: ref, references) }
    withExtendedLifetime(state.exchangeException(root)) {}
  }

  /// Makes a `TypeError` of this context, to be thrown.
  func typeError(_ message: String) -> JSThrow { error(message, class: "TypeError") }

  func rangeError(_ message: String) -> JSThrow { error(message, class: "RangeError") }

  private func error(_ message: String, class name: String) -> JSThrow {
    let text = JSText(message)
    var argument: JSValueRef? = unsafe JSValueMakeString(ref, text.ref)
    let global = unsafe JSContextGetGlobalObject(ref)!
    let key = JSText(name)
    if let constructor = unsafe JSObjectGetProperty(ref, global, key.ref, nil),
      unsafe JSValueIsObject(ref, constructor),
      let error = unsafe JSObjectCallAsConstructor(ref, constructor, 1, &argument, nil)
    {
      return unsafe JSThrow(JSLocal(error))
    }
    return unsafe JSThrow(JSLocal(JSObjectMakeError(ref, 1, &argument, nil)))
  }
}
