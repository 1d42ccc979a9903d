import CJavaScriptCore
import Foundation
import JavaScriptEngine

/// An error that describes a JavaScript exception: `JSError` of `JavaScriptCoreAdditions`.
package protocol JSThrownError: Error {
  /// The error's `name`, and its `message`.
  var name: String { get }
  var message: String { get }
  /// The thrown value; nil for an error that no script threw.
  var value: JSValue? { get }
}

extension JSContextCore {
  /// Makes the JavaScript error for a Swift error: an `Error` with its message and a stack.
  ///
  /// When it returns to Swift it is the same Swift error. A ``JSThrownError`` with a thrown value becomes that value; one
  /// made in Swift keeps its name.
  func make(error: any Error) -> JSLocal {
    if let error = error as? any JSThrownError, let value = error.value, value.core.virtualMachine === virtualMachine {
      return value.local
    }
    let own = (error as? any JSThrownError).flatMap { $0.value == nil ? $0 : nil }
    let text = make(own?.message ?? message(of: error))
    var argument: JSValueRef? = unsafe text.ref
    guard let ref = unsafe JSObjectMakeError(self.ref, 1, &argument, nil) else { return undefined }
    let made = unsafe JSLocal(ref)
    if let own, own.name != "Error" {
      // An ordinary property, as set by `this.name = …` in scripts.
      let key = JSText("name")
      unsafe JSObjectSetProperty(self.ref, made.ref, key.ref, make(own.name).ref, 0, nil)
    }
    // Scripts that enumerate symbols find this wrapper, but it has no behaviour.
    let box = unsafe Unmanaged.passRetained(JSWrapper(error, identity: nil, error: made, state: state))
    let wrapper = unsafe JSLocal(JSObjectMake(self.ref, JSWrapper.base, box.toOpaque()))
    let key = errorSymbol
    let attributes = UInt32(
      kJSPropertyAttributeReadOnly | kJSPropertyAttributeDontEnum | kJSPropertyAttributeDontDelete)
    unsafe JSObjectSetPropertyForKey(self.ref, made.ref, key.ref, wrapper.ref, attributes, nil)
    references.addError(made)
    return made
  }

  /// The Swift error for which a JavaScript error was made; nil for another object that has its old address.
  func swiftError(of value: JSLocal) -> (any Error)? {
    guard let wrapper = unsafe JSObjectGetPropertyForKey(ref, value.ref, errorSymbol.ref, nil),
      unsafe JSValueIsObjectOfClass(ref, wrapper, JSWrapper.base), let box = unsafe JSObjectGetPrivate(wrapper)
    else { return nil }
    return unsafe Unmanaged<JSWrapper>.fromOpaque(box).takeUnretainedValue().value as? any Error
  }

  /// The key under which errors hold their Swift error: one symbol for each heap.
  private var errorSymbol: JSLocal {
    references.errorSymbol {
      let name = JSText("Swift error")
      let symbol = unsafe JSLocal(JSValueMakeSymbol(ref, name.ref))
      unsafe JSValueProtect(ref, symbol.ref)
      return symbol
    }
  }

  private func message(of error: any Error) -> String {
    (error as? any LocalizedError)?.errorDescription ?? String(describing: error)
  }
}
