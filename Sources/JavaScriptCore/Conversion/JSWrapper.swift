import CJavaScriptCore
import Foundation
import JavaScriptEngine
import Synchronization

/// Holds a Swift value for as long as JavaScript holds its wrapper object.
///
/// `@unchecked Sendable`: nothing in it changes, and the value is only handed back to the user who gave it.
final class JSWrapper: JSDeferred, @unchecked Sendable {
  let value: Any
  private let state: JSContextState
  /// The object's identity; nil for values that have none.
  private let identity: ObjectIdentifier?

  init(_ value: Any, identity: ObjectIdentifier?, state: JSContextState) {
    self.value = value
    self.identity = identity
    self.state = state
  }

  func forgetWrapper(in group: JSContextGroupRef) {
    guard let identity, let weak = state.removeWrapper(box: ObjectIdentifier(self), of: identity) else { return }
    unsafe weak.release(in: group)
  }

  /// The class that all wrappers' classes inherit, by which they are known.
  ///
  /// `nonisolated(unsafe)`: made once, before use, and never changed.
  nonisolated(unsafe) static let base: JSClassRef = unsafe make("SwiftObject", parent: nil)

  /// The class of errors that stand for Swift's.
  ///
  /// `nonisolated(unsafe)`: made once, before use, and never changed.
  nonisolated(unsafe) static let errorClass: JSClassRef = unsafe make("Error", parent: base)

  /// One class a Swift type, for its name; like the types themselves they are never freed.
  private static let classes = Mutex<[ObjectIdentifier: JSLocal]>([:])

  static func engineClass(of type: Any.Type) -> JSClassRef {
    let key = ObjectIdentifier(type)
    return unsafe classes.withLock { classes in
      if let known = classes[key] { return known }
      let made = unsafe JSLocal(make(String(describing: type), parent: base))
      classes[key] = made
      return made
    }.ref
  }

  private static func make(_ name: String, parent: JSClassRef?) -> JSClassRef {
    var definition = unsafe kJSClassDefinitionEmpty
    return unsafe name.withCString { name in
      unsafe definition.className = name
      unsafe definition.parentClass = parent
      unsafe definition.attributes = UInt32(kJSClassAttributeNoAutomaticPrototype)
      // Runs on whichever thread collects: the object is released later, where its `deinit` may do anything.
      if unsafe parent == nil {
        unsafe definition.finalize = { object in
          guard let box = unsafe JSObjectGetPrivate(object) else { return }
          let wrapper = unsafe Unmanaged<JSWrapper>.fromOpaque(box).takeRetainedValue()
          wrapper.state.references.releaseLater(wrapper)
        }
      }
      return unsafe JSClassCreate(&definition)
    }
  }
}

extension JSContextCore {
  /// The object that stands for a Swift value in JavaScript; the same one for an object as long as JavaScript has it.
  func wrap(_ value: Any) -> JSLocal {
    let object = type(of: value) is AnyClass ? value as AnyObject : nil
    let identity = object.map { ObjectIdentifier($0) }
    if let identity, let known = locked({ state.wrapper(of: identity)?.object }) { return known }
    let wrapper = JSWrapper(value, identity: identity, state: state)
    let box = unsafe Unmanaged.passRetained(wrapper)
    let made = unsafe JSLocal(JSObjectMake(ref, JSWrapper.engineClass(of: type(of: value)), box.toOpaque()))
    if let identity, let object, let weak = unsafe JSWeak(made, in: virtualMachine.machine.group.ref) {
      if let old = state.setWrapper(weak, box: ObjectIdentifier(wrapper), of: identity) { references.release(old) }
      attachManaged(to: made, owner: object, isNew: true)
    }
    return made
  }

  /// The Swift value of a wrapper object, or the Swift error that an error stands for; nil for anything else.
  func wrapped(_ value: JSLocal) -> Any? {
    unsafe JSValueIsObject(ref, value.ref) ? wrapped(object: value) : nil
  }

  func wrapped(object value: JSLocal) -> Any? {
    guard unsafe JSValueIsObjectOfClass(ref, value.ref, JSWrapper.base), let box = unsafe JSObjectGetPrivate(value.ref)
    else { return nil }
    return unsafe Unmanaged<JSWrapper>.fromOpaque(box).takeUnretainedValue().value
  }

  /// The JavaScript error that stands for a Swift error: an `instanceof Error` with its message and a stack.
  ///
  /// Wherever it comes back to Swift it is the same error. An exception of JavaScript's is the value that was thrown.
  func make(error: any Error) -> JSLocal {
    if let error = error as? JSError, let value = error.value, value.core.virtualMachine === virtualMachine {
      return value.local
    }
    let text = make(message(of: error))
    var argument: JSValueRef? = unsafe text.ref
    guard let model = unsafe JSObjectMakeError(ref, 1, &argument, nil) else { return undefined }
    let box = unsafe Unmanaged.passRetained(JSWrapper(error, identity: nil, state: state))
    let made = unsafe JSLocal(JSObjectMake(ref, JSWrapper.errorClass, box.toOpaque()))
    unsafe JSObjectSetPrototype(ref, made.ref, JSObjectGetPrototype(ref, model))
    for name in ["message", "stack", "line", "column", "sourceURL"] {
      let key = JSText(name)
      guard let value = unsafe JSObjectGetProperty(ref, model, key.ref, nil), unsafe !JSValueIsUndefined(ref, value)
      else { continue }
      unsafe JSObjectSetProperty(ref, made.ref, key.ref, value, UInt32(kJSPropertyAttributeDontEnum), nil)
    }
    return made
  }

  private func message(of error: any Error) -> String {
    (error as? any LocalizedError)?.errorDescription ?? String(describing: error)
  }

  func locked<Result>(_ body: () -> Result) -> Result {
    unsafe JSContextCore.lock(ref)
    defer { unsafe JSContextCore.unlock(ref) }
    return body()
  }
}
