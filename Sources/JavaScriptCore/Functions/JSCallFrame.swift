import CJavaScriptCore
import Glibc
import JavaScriptEngine

/// One call from JavaScript into Swift, on the stack of the thread that runs it.
@safe struct JSCallFrame {
  let state: Unmanaged<JSContextState>
  /// Nil while a promise is being made: no function is called then.
  let callee: JSObjectRef?
  let receiver: JSObjectRef?
  let arguments: UnsafePointer<JSValueRef?>?
  let count: Int
  let outer: UnsafeMutablePointer<JSCallFrame>?

  /// Where each thread keeps the innermost of its calls.
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    let failure = unsafe pthread_key_create(&key, nil)
    precondition(failure == 0, "No room for one more thread-local value.")
    return key
  }()

  /// The innermost call on this thread; nil outside of calls from JavaScript.
  static var current: UnsafeMutablePointer<JSCallFrame>? {
    unsafe pthread_getspecific(key)?.assumingMemoryBound(to: JSCallFrame.self)
  }

  /// Runs `body` as a call from JavaScript, with a pending exception of its own.
  ///
  /// Throws what `body` throws, or else what it left as the context's `exception`.
  @inline(__always)
  static func enter(
    _ state: JSContextState, callee: JSObjectRef?, receiver: JSObjectRef?, arguments: UnsafePointer<JSValueRef?>?,
    count: Int, _ body: () throws(JSThrow) -> JSLocal
  ) throws(JSThrow) -> JSLocal {
    let outer = unsafe current
    var frame = unsafe JSCallFrame(
      state: .passUnretained(state), callee: callee, receiver: receiver, arguments: arguments, count: count,
      outer: outer)
    // Without an owner the state would forget its exception with the first `JSContext.current()` that goes.
    let owner = state.isHeld ? nil : JSContextCore(joining: state)
    defer { withExtendedLifetime(owner) {} }
    let saved = state.exchangeException(nil)
    return try unsafe withUnsafeMutablePointer(to: &frame) { (frame) throws(JSThrow) in
      unsafe pthread_setspecific(key, frame)
      defer { unsafe pthread_setspecific(key, outer) }
      let result: Result<JSLocal, JSThrow>
      do throws(JSThrow) { result = .success(try body()) } catch { result = .failure(error) }
      let left = state.exchangeException(saved)
      let value = try result.get()
      if let left { throw JSThrow(left.local) }
      return value
    }
  }

  var context: JSContext {
    let state = unsafe state.takeUnretainedValue()
    return state.facade { JSContext(core: JSContextCore(joining: state)) }
  }
}

extension JSContext {
  /// The context whose JavaScript is calling Swift on this thread; nil outside of such a call.
  @discardableResult
  public class func current() -> JSContext! { unsafe JSCallFrame.current?.pointee.context }

  /// The function that JavaScript is calling; nil outside of such a call, and while a promise is being made.
  @discardableResult
  public class func currentCallee() -> JSValue! {
    guard let frame = unsafe JSCallFrame.current, let callee = unsafe frame.pointee.callee else { return nil }
    return unsafe frame.pointee.context.core.value(JSLocal(callee))
  }

  /// The `this` of the call from JavaScript; nil outside of such a call.
  @discardableResult
  public class func currentThis() -> JSValue! {
    guard let frame = unsafe JSCallFrame.current else { return nil }
    let core = unsafe frame.pointee.context.core
    guard let receiver = unsafe frame.pointee.receiver else { return core.value(core.undefined) }
    return unsafe core.value(JSLocal(receiver))
  }

  /// The arguments of the call from JavaScript, as `JSValue`s, however many; nil outside of such a call.
  @discardableResult
  public class func currentArguments() -> [Any]! {
    guard let frame = unsafe JSCallFrame.current else { return nil }
    let core = unsafe frame.pointee.context.core
    let count = unsafe frame.pointee.count
    return (0..<count).map { index in
      let argument = unsafe frame.pointee.arguments?[index]
      return core.value(unsafe argument.map { unsafe JSLocal($0) } ?? core.undefined)
    }
  }
}
