import CJavaScriptCore
import Glibc
import JavaScriptEngine

/// A call from JavaScript to Swift, on the stack of its thread.
@safe struct JSCallFrame {
  let state: Unmanaged<JSContextState>
  /// Nil in the callback of a new promise, because no function is called then.
  let callee: JSObjectRef?
  let receiver: JSObjectRef?
  let arguments: UnsafePointer<JSValueRef?>?
  let count: Int
  let outer: UnsafeMutablePointer<JSCallFrame>?

  /// The thread-local key of the innermost call.
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    let failure = unsafe pthread_key_create(&key, nil)
    precondition(failure == 0, "The process has no thread-local keys left.")
    return key
  }()

  /// The innermost call on this thread; nil outside of calls from JavaScript.
  static var current: UnsafeMutablePointer<JSCallFrame>? {
    unsafe pthread_getspecific(key)?.assumingMemoryBound(to: JSCallFrame.self)
  }

  /// Runs `body` as a call from JavaScript, with its own pending exception.
  ///
  /// It throws the error of `body`, otherwise the exception that `body` stored in the context.
  @inline(__always)
  static func enter(
    _ state: JSContextState, callee: JSObjectRef?, receiver: JSObjectRef?, arguments: UnsafePointer<JSValueRef?>?,
    count: Int, _ body: () throws(JSThrow) -> JSLocal
  ) throws(JSThrow) -> JSLocal {
    let outer = unsafe current
    var frame = unsafe JSCallFrame(
      state: .passUnretained(state), callee: callee, receiver: receiver, arguments: arguments, count: count,
      outer: outer)
    // An owner keeps the state's exception when the first `JSContext.current()` is released.
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
  /// The context whose JavaScript calls Swift on this thread; nil outside of such a call.
  @discardableResult
  public class func current() -> JSContext! { unsafe JSCallFrame.current?.pointee.context }

  /// The function that JavaScript calls; nil outside of such a call, and in the callback of a new promise.
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

  /// All arguments of the call from JavaScript; nil outside of such a call.
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
