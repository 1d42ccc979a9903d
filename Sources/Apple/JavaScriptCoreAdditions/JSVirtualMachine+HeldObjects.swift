import CJavaScriptCore
public import JavaScriptCore
import JavaScriptEngine

extension JSVirtualMachine {
  /// The Swift objects that JavaScript holds in the whole process, counted by type name.
  ///
  /// It shows leaks: an object that holds a `JSValue` of the context that holds the object is never released, nor is
  /// the context. Values and closures are not counted. It runs a garbage collection first, which takes milliseconds;
  /// the collector scans stacks conservatively, so a few unreachable objects may be counted.
  public static func heldObjects() -> [String: Int] {
    var counts: [String: Int] = [:]
    for machine in all {
      let cores = machine.references.liveStates.compactMap(\.liveCore)
      cores.first?.facade.collectGarbage()
      for core in cores {
        for name in core.heldTypes() { counts[name, default: 0] += 1 }
      }
    }
    return counts
  }
}

extension JSContextCore {
  fileprivate func heldTypes() -> [String] {
    locked {
      state.wrappers.compactMap { weak in
        guard let object = weak.object, let value = wrapped(object: object) else { return nil }
        return String(describing: type(of: value))
      }
    }
  }
}
