import CJavaScriptCore

/// The arguments of one call from JavaScript, valid while that call runs.
@safe package struct JSArguments {
  private let values: UnsafePointer<JSValueRef?>?
  package let count: Int
  private let context: JSContextRef

  init(values: UnsafePointer<JSValueRef?>?, count: Int, context: JSContextRef) {
    unsafe self.values = values
    self.count = count
    unsafe self.context = context
  }

  /// The argument at `index`, `undefined` beyond the last, as JavaScript has it.
  package subscript(index: Int) -> JSLocal {
    guard index < count, let value = unsafe values?[index] else { return unsafe JSLocal(JSValueMakeUndefined(context)) }
    return unsafe JSLocal(value)
  }
}

/// Thrown by a native function to throw a value in JavaScript.
package struct JSThrow: Error {
  package let value: JSLocal
  package init(_ value: JSLocal) { self.value = value }
}

/// What a native function does; nil is `undefined`.
package typealias JSNativeBody = (JSArguments) throws(JSThrow) -> JSLocal?

/// Holds a Swift closure for as long as its JavaScript function can be called.
private final class NativeFunction {
  let body: JSNativeBody
  init(_ body: @escaping JSNativeBody) { self.body = body }

  /// The class of all our functions: callable objects whose private data is a `NativeFunction`.
  ///
  /// `nonisolated(unsafe)`: made once, before use, and never changed.
  nonisolated(unsafe) static let engineClass: JSClassRef = {
    var definition = unsafe kJSClassDefinitionEmpty
    return unsafe "NativeFunction".withCString { name in
      unsafe definition.className = name
      unsafe definition.callAsFunction = { context, function, _, count, values, exception in
        guard let context = unsafe context, let box = unsafe JSObjectGetPrivate(function) else { return nil }
        let native = unsafe Unmanaged<NativeFunction>.fromOpaque(box).takeUnretainedValue()
        do throws(JSThrow) {
          let arguments = unsafe JSArguments(values: values, count: count, context: context)
          // A null pointer would be `undefined` to some callers in the engine and `null` to others.
          return unsafe try native.body(arguments)?.ref ?? JSValueMakeUndefined(context)
        } catch {
          unsafe exception?.pointee = error.value.ref
          return nil
        }
      }
      // Runs on whichever thread collects: it may not enter JavaScript, and only gives the closure back.
      unsafe definition.finalize = { object in
        guard let box = unsafe JSObjectGetPrivate(object) else { return }
        unsafe Unmanaged<NativeFunction>.fromOpaque(box).release()
      }
      return unsafe JSClassCreate(&definition)
    }
  }()
}

extension JSRealm {
  /// Makes a JavaScript function that runs `body` on the thread that calls it.
  ///
  /// The closure lives as long as the function does; keep the realm out of it (`weak` or `unowned`).
  package func makeFunction(name: String, _ body: @escaping JSNativeBody) -> JSLocal {
    let box = unsafe Unmanaged.passRetained(NativeFunction(body))
    return unsafe JSLocal(JSObjectMake(context, NativeFunction.engineClass, box.toOpaque())!)
  }
}
