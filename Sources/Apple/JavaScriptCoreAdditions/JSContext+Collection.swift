import CJavaScriptCore
public import JavaScriptCore
import JavaScriptEngine

extension JSContext {
  /// Runs a garbage collection of the whole virtual machine.
  ///
  /// The engine collects by itself while JavaScript allocates; its idle timers are disabled on Linux, and
  /// `JSGarbageCollect` only sets those. The collector scans the stack conservatively, so a few unreachable objects may
  /// remain.
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
