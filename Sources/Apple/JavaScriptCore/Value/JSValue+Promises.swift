import CJavaScriptCore
import JavaScriptEngine

extension JSValue {
  /// Makes a promise.
  ///
  /// `callback` is called at once with the functions that resolve and reject it.
  ///
  /// An exception that `callback` stores in the context rejects the promise. During the callback, `JSContext.current()`
  /// is the context, `currentThis()` is the promise, and `currentCallee()` is nil.
  public convenience init!(newPromiseIn context: JSContext!, fromExecutor callback: ((JSValue?, JSValue?) -> Void)!) {
    self.init(context) { (core) throws(JSThrow) in
      let (promise, resolve, reject) = try core.makePromise()
      // The three values must survive all code that the callback runs.
      let kept = (core.value(promise), core.value(resolve), core.value(reject))
      do throws(JSThrow) {
        _ = try unsafe JSCallFrame.enter(
          core.state, callee: nil, receiver: promise.ref, arguments: nil, count: 0
        ) {
          callback?(kept.1, kept.2)
          return core.undefined
        }
      } catch {
        _ = try core.call(reject, receiver: nil, with: error.value)
      }
      return promise
    }
  }

  /// Makes a promise that is resolved with a converted Swift value.
  public convenience init!(newPromiseResolvedWithResult result: Any!, in context: JSContext!) {
    self.init(context) { (core) throws(JSThrow) in try core.promise(settledWith: result, resolves: true) }
  }

  /// Makes a promise that is rejected with a converted Swift value.
  public convenience init!(newPromiseRejectedWithReason reason: Any!, in context: JSContext!) {
    self.init(context) { (core) throws(JSThrow) in try core.promise(settledWith: reason, resolves: false) }
  }
}

extension JSContextCore {
  func makePromise() throws(JSThrow) -> (promise: JSLocal, resolve: JSLocal, reject: JSLocal) {
    var resolve: JSObjectRef?
    var reject: JSObjectRef?
    let promise = unsafe try run { exception in
      unsafe JSObjectMakeDeferredPromise(ref, &resolve, &reject, exception)
    }
    guard let resolve = unsafe resolve, let reject = unsafe reject else {
      throw typeError("The engine cannot make a promise.")
    }
    return (promise, unsafe JSLocal(resolve), unsafe JSLocal(reject))
  }

  func promise(settledWith value: Any?, resolves: Bool) throws(JSThrow) -> JSLocal {
    try locked { () throws(JSThrow) in
      let (promise, resolve, reject) = try makePromise()
      _ = try call(resolves ? resolve : reject, receiver: nil, with: try local(of: value))
      return promise
    }
  }
}
