import CJavaScriptCore

/// Runs the microtasks of a virtual machine that has a time limit.
///
/// The engine drains the microtasks when its lock is released. Each is an entry of its own then, and with a time limit each
/// entry asks the kernel for the thread's processor time: 0.7 µs for each `await` (2.50.6, Debian 12). Within a native
/// function that JavaScript's caller has entered, all of them are one entry, of which the limit counts the time.
@safe struct MicrotaskRunner {
  /// Protected from collection until the release.
  private let function: JSObjectRef
  private let makeBacktrace: EngineSymbols.MakeBacktrace

  /// The name is seen in the stacks of errors and in profiles, below functions that an `await` has resumed.
  private static let name = "runMicrotasks"

  /// Nil if this engine lacks one of the functions; the engine runs the microtasks then.
  init?(_ context: JSGlobalContextRef) {
    guard unsafe EngineSymbols.drainMicrotasks != nil, unsafe EngineSymbols.lock != nil,
      unsafe EngineSymbols.unlock != nil, let makeBacktrace = unsafe EngineSymbols.makeBacktrace
    else { return nil }
    let name = JSText(MicrotaskRunner.name)
    let made = unsafe JSObjectMakeFunctionWithCallback(context, name.ref) { context, _, _, _, _, _ in
      guard let context = unsafe context, let group = unsafe JSContextGetGroup(context),
        let lock = unsafe EngineSymbols.lock, let unlock = unsafe EngineSymbols.unlock
      else { return nil }
      // The engine has released its lock for this function.
      unsafe lock(context)
      unsafe EngineSymbols.drainMicrotasks?(group)
      unsafe unlock(context)
      return unsafe JSValueMakeUndefined(context)
    }
    guard let function = unsafe made else { return nil }
    unsafe JSValueProtect(context, function)
    unsafe self.function = function
    unsafe self.makeBacktrace = makeBacktrace
  }

  /// Lets the function be collected, before its context is released.
  func release(in context: JSGlobalContextRef) { unsafe JSValueUnprotect(context, function) }

  /// Runs the microtasks, unless JavaScript is running, whose microtasks run after it.
  func run(in context: JSGlobalContextRef) {
    guard let frames = unsafe makeBacktrace(context, 1) else { return }
    let isIdle = unsafe JSStringGetLength(frames) == 0
    unsafe JSStringRelease(frames)
    guard isIdle else { return }
    // A microtask's own errors are reported as rejections. What is thrown here ends a script that exceeds the limit, which the
    // limit has recorded.
    var exception: JSValueRef?
    _ = unsafe JSObjectCallAsFunction(context, function, nil, 0, nil, &exception)
  }
}
