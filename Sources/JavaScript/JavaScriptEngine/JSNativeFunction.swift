import CJavaScriptCore

/// The arguments of one call from JavaScript, valid during that call.
@safe package struct JSArguments {
  private let values: UnsafePointer<JSValueRef?>?
  package let count: Int
  private let context: JSContextRef

  init(values: UnsafePointer<JSValueRef?>?, count: Int, context: JSContextRef) {
    unsafe self.values = values
    self.count = count
    unsafe self.context = context
  }

  /// The argument at `index`; `undefined` if there are fewer, as in JavaScript.
  package subscript(index: Int) -> JSLocal {
    guard index < count, let value = unsafe values?[index] else { return unsafe JSLocal(JSValueMakeUndefined(context)) }
    return unsafe JSLocal(value)
  }
}

/// An error by which a native function throws a JavaScript value.
package struct JSThrow: Error {
  package let value: JSLocal
  package init(_ value: JSLocal) { self.value = value }
}

/// The body of a native function; a nil result is `undefined` in JavaScript.
package typealias JSNativeBody = (JSArguments) throws(JSThrow) -> JSLocal?

/// Holds a Swift closure as long as its JavaScript function exists.
private final class NativeFunction {
  let body: JSNativeBody
  init(_ body: @escaping JSNativeBody) { self.body = body }

  /// The engine class of all native functions: callable objects whose private data is a `NativeFunction`.
  ///
  /// `nonisolated(unsafe)`: initialized once, before its first use, and never changed.
  nonisolated(unsafe) static let engineClass: JSClassRef = {
    var definition = unsafe kJSClassDefinitionEmpty
    return unsafe "NativeFunction".withCString { name in
      unsafe definition.className = name
      unsafe definition.callAsFunction = { context, function, _, count, values, exception in
        guard let context = unsafe context, let box = unsafe JSObjectGetPrivate(function) else { return nil }
        let native = unsafe Unmanaged<NativeFunction>.fromOpaque(box).takeUnretainedValue()
        do throws(JSThrow) {
          let arguments = unsafe JSArguments(values: values, count: count, context: context)
          // Some callers in the engine treat a null pointer as `undefined`, others as `null`.
          return unsafe try native.body(arguments)?.ref ?? JSValueMakeUndefined(context)
        } catch {
          unsafe exception?.pointee = error.value.ref
          return nil
        }
      }
      // Runs on any thread that collects, so it must not enter JavaScript; it only releases the closure.
      unsafe definition.finalize = { object in
        guard let box = unsafe JSObjectGetPrivate(object) else { return }
        unsafe Unmanaged<NativeFunction>.fromOpaque(box).release()
      }
      return unsafe JSClassCreate(&definition)
    }
  }()
}

extension JSRealm {
  /// Makes a JavaScript function that runs `body` on the calling thread.
  ///
  /// The function retains the closure. The closure must not retain the realm (capture it `weak` or `unowned`).
  package func makeFunction(name: String, _ body: @escaping JSNativeBody) -> JSLocal {
    let box = unsafe Unmanaged.passRetained(NativeFunction(body))
    return unsafe JSLocal(JSObjectMake(context, NativeFunction.engineClass, box.toOpaque())!)
  }
}
