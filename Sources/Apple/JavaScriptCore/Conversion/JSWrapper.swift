import CJavaScriptCore
import Foundation
package import JavaScriptEngine
import Synchronization

/// Holds a Swift value as long as JavaScript holds its wrapper object.
///
/// `@unchecked Sendable`: it is immutable, and the value is only returned to the user code that passed it.
final class JSWrapper: JSDeferredRelease, @unchecked Sendable {
  let value: Any
  private let state: JSContextState
  /// The identity of the object; nil for value types.
  private let identity: ObjectIdentifier?
  /// The JavaScript error that holds this wrapper, if it wraps a Swift error.
  private let error: JSLocal?

  init(_ value: Any, identity: ObjectIdentifier?, error: JSLocal? = nil, state: JSContextState) {
    self.value = value
    self.error = error
    self.identity = identity
    self.state = state
  }

  func forgetWrapper(in group: JSContextGroupRef) {
    if let error { state.references.forgetError(error) }
    guard let identity, let weak = state.removeWrapper(box: ObjectIdentifier(self), of: identity) else { return }
    unsafe weak.release(in: group)
  }

  /// The base class of all wrapper classes, by which wrappers are recognized.
  ///
  /// `nonisolated(unsafe)`: initialized once, before its first use, and never changed.
  nonisolated(unsafe) static let base: JSClassRef = unsafe make("SwiftObject", parent: nil)

  /// The representation of one Swift type: the engine's class, for its name, and the exported members.
  @safe struct Kind: @unchecked Sendable {
    // `@unchecked Sendable`: constants; an engine class never changes.
    let engineClass: JSClassRef
    let exported: (any JSExport.Type)?
  }

  /// One for each type.
  ///
  /// Like the types, they are never freed.
  private static let kinds = Mutex<[ObjectIdentifier: Kind]>([:])

  static func kind(of type: Any.Type) -> Kind {
    let key = ObjectIdentifier(type)
    return kinds.withLock { kinds in
      if let known = kinds[key] { return known }
      let made = unsafe Kind(
        engineClass: make(String(describing: type), parent: base), exported: type as? any JSExport.Type)
      kinds[key] = made
      return made
    }
  }

  private static func make(_ name: String, parent: JSClassRef?) -> JSClassRef {
    var definition = unsafe kJSClassDefinitionEmpty
    return unsafe name.withCString { name in
      unsafe definition.className = name
      unsafe definition.parentClass = parent
      unsafe definition.attributes = UInt32(kJSClassAttributeNoAutomaticPrototype)
      // Runs on any thread that collects, so the object is released later, where its `deinit` may run any code.
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
  /// The object that wraps a Swift value; for one object always the same wrapper, as long as JavaScript holds it.
  func wrap(_ value: Any) throws(JSThrow) -> JSLocal {
    let object = type(of: value) is AnyClass ? value as AnyObject : nil
    let identity = object.map { ObjectIdentifier($0) }
    if let identity, let known = locked({ state.wrapper(of: identity)?.object }) { return known }
    let kind = JSWrapper.kind(of: type(of: value))
    let exported = try kind.exported.map { (type) throws(JSThrow) in try exportedClass(of: type) }
    let wrapper = JSWrapper(value, identity: identity, state: state)
    let box = unsafe Unmanaged.passRetained(wrapper)
    let made = unsafe JSLocal(JSObjectMake(ref, kind.engineClass, box.toOpaque()))
    if let exported { unsafe JSObjectSetPrototype(ref, made.ref, exported.prototype.local.ref) }
    if let identity, let object, let weak = unsafe JSWeak(made, in: virtualMachine.machine.group.ref) {
      if let old = state.setWrapper(weak, box: ObjectIdentifier(wrapper), of: identity) { references.release(old) }
      attachManaged(to: made, owner: object)
    }
    return made
  }

  /// The Swift value of a wrapper object, or the Swift error of an error; nil for anything else.
  package func wrapped(_ value: JSLocal) -> Any? {
    unsafe JSValueIsObject(ref, value.ref) ? wrapped(object: value) : nil
  }

  package func wrapped(object value: JSLocal) -> Any? {
    guard unsafe JSValueIsObjectOfClass(ref, value.ref, JSWrapper.base), let box = unsafe JSObjectGetPrivate(value.ref)
    else { return references.mayBeError(value) ? swiftError(of: value) : nil }
    return unsafe Unmanaged<JSWrapper>.fromOpaque(box).takeUnretainedValue().value
  }

  package func locked<Result>(_ body: () -> Result) -> Result {
    unsafe JSContextCore.lock(ref)
    defer { unsafe JSContextCore.unlock(ref) }
    return body()
  }
}
