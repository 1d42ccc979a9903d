import CJavaScriptCore
import Foundation
import JavaScriptEngine

extension JSContextCore {
  /// The JavaScript error that stands for a Swift error: an `Error` with its message and a stack.
  ///
  /// Wherever it comes back to Swift it is the same error. An exception of JavaScript's is the value that was thrown; a
  /// `JSError` that Swift made has its own name.
  func make(error: any Error) -> JSLocal {
    if let error = error as? JSError, let value = error.value, value.core.virtualMachine === virtualMachine {
      return value.local
    }
    let own = (error as? JSError).flatMap { $0.value == nil ? $0 : nil }
    let text = make(own?.message ?? message(of: error))
    var argument: JSValueRef? = unsafe text.ref
    guard let ref = unsafe JSObjectMakeError(self.ref, 1, &argument, nil) else { return undefined }
    let made = unsafe JSLocal(ref)
    if let own, own.name != "Error" {
      // A property like that of `this.name = …`, by which scripts name errors of their own.
      let key = JSText("name")
      unsafe JSObjectSetProperty(self.ref, made.ref, key.ref, make(own.name).ref, 0, nil)
    }
    // Scripts that list symbols find this one, and can do no more with it than hold it.
    let box = unsafe Unmanaged.passRetained(JSWrapper(error, identity: nil, error: made, state: state))
    let wrapper = unsafe JSLocal(JSObjectMake(self.ref, JSWrapper.base, box.toOpaque()))
    let key = errorSymbol
    let attributes = UInt32(
      kJSPropertyAttributeReadOnly | kJSPropertyAttributeDontEnum | kJSPropertyAttributeDontDelete)
    unsafe JSObjectSetPropertyForKey(self.ref, made.ref, key.ref, wrapper.ref, attributes, nil)
    references.addError(made)
    return made
  }

  /// The Swift error that a JavaScript error was made for; nil for an object that only has such a one's place in memory.
  func swiftError(of value: JSLocal) -> (any Error)? {
    guard let wrapper = unsafe JSObjectGetPropertyForKey(ref, value.ref, errorSymbol.ref, nil),
      unsafe JSValueIsObjectOfClass(ref, wrapper, JSWrapper.base), let box = unsafe JSObjectGetPrivate(wrapper)
    else { return nil }
    return unsafe Unmanaged<JSWrapper>.fromOpaque(box).takeUnretainedValue().value as? any Error
  }

  /// The name under which errors hold their Swift error: one symbol for each heap.
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
