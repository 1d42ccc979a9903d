import CJavaScriptCore

/// The state of a time limit, passed to the engine's callback.
private final class TimeLimit {
  let seconds: Double
  let shouldStop: @Sendable (_ heapBytes: () -> Int?) -> Bool
  let termination: PendingTermination
  init(seconds: Double, termination: PendingTermination, shouldStop: @escaping @Sendable (() -> Int?) -> Bool) {
    self.seconds = seconds
    self.termination = termination
    self.shouldStop = shouldStop
  }
}

extension JSRealm {
  /// Calls `shouldStop` after each slice of time that JavaScript has run; true terminates the script, which cannot
  /// catch it.
  ///
  /// `shouldStop` receives a function that returns the bytes of the heap's values at the last collection.
  ///
  /// A slice below 10 ms makes this engine abort. The limit applies to the whole virtual machine and cannot be removed.
  package func setTimeLimit(seconds: Double, shouldStop: @escaping @Sendable (_ heapBytes: () -> Int?) -> Bool) {
    precondition(seconds >= 0.01, "A slice must be at least 10 ms: the engine aborts with a shorter one.")
    guard let set = unsafe EngineSymbols.setTimeLimit else { return }
    let limit = TimeLimit(seconds: seconds, termination: machine.group.termination, shouldStop: shouldStop)
    timeLimit = limit
    unsafe set(machine.group.ref, seconds, JSRealm.shouldTerminate, Unmanaged.passUnretained(limit).toOpaque())
  }

  /// The bytes of the heap's values at its last collection, asked for within a script.
  private static func heapBytes(in context: JSContextRef) -> Int? {
    guard let statistics = unsafe EngineSymbols.memoryStatistics, let object = unsafe statistics(context) else {
      return nil
    }
    let name = JSText("heapSize")
    let value = unsafe JSObjectGetProperty(context, object, name.ref, nil)
    return unsafe Int(exactly: JSValueToNumber(context, value, nil))
  }

  private static let shouldTerminate: EngineSymbols.ShouldTerminate = { context, pointer in
    guard let context = unsafe context, let pointer = unsafe pointer else { return false }
    let limit = unsafe Unmanaged<TimeLimit>.fromOpaque(pointer).takeUnretainedValue()
    // Otherwise the engine would not call back again during this entry. The terminated script may be nested in another
    // script, which continues.
    let group = unsafe JSContextGetGroup(context)
    unsafe EngineSymbols.setTimeLimit?(group!, limit.seconds, JSRealm.shouldTerminate, pointer)
    let stops = limit.shouldStop { unsafe JSRealm.heapBytes(in: context) }
    if stops { unsafe limit.termination.record(in: context) }
    return stops
  }
}
