import CJavaScriptCore
import JavaScriptEngine

extension JSVirtualMachine {
  /// The Swift objects that JavaScript holds in the whole process, counted by the names of their types.
  ///
  /// Shows leaks: an object that holds a `JSValue` of a context that holds the object stays in the list for ever, with its
  /// context, whoever else has let go of both. Values and closures are not counted. Garbage is collected first, so it
  /// takes milliseconds; what a value on a stack looks like is kept, so a few objects may be counted that will go.
  public static func heldObjects() -> [String: Int] {
    var counts: [String: Int] = [:]
    for machine in all {
      let cores = machine.references.liveStates.compactMap(\.liveCore)
      cores.first?.facade.collectGarbage()
      for core in cores {
        for name in core.heldObjects() { counts[name, default: 0] += 1 }
      }
    }
    return counts
  }
}

extension JSContextCore {
  fileprivate func heldObjects() -> [String] {
    locked {
      state.wrappers.compactMap { weak in
        guard let object = weak.object, let value = wrapped(object: object) else { return nil }
        return String(describing: type(of: value))
      }
    }
  }
}
