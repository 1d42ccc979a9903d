import CJavaScriptCore
import JavaScriptEngine

extension JSContext {
  /// Collects the garbage of the whole virtual machine, now.
  ///
  /// The engine collects by itself while JavaScript allocates; its timers for idle moments are off on Linux, and
  /// `JSGarbageCollect` only sets those. What a value on the stack looks like is kept, so a few objects may stay.
  public func collectGarbage() {
    unsafe core.references.releaseAll(in: core.ref)
    if let collect = unsafe EngineSymbols.collectSynchronously {
      unsafe collect(core.ref)
    } else {
      unsafe JSGarbageCollect(core.ref)
    }
    unsafe core.references.releaseAll(in: core.ref)
  }
}
