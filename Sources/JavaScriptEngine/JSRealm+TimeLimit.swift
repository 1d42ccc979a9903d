import CJavaScriptCore

/// What the engine asks at the end of each slice of time, and what it needs to go on asking.
private final class TimeLimit {
  let seconds: Double
  let shouldStop: @Sendable () -> Bool
  let termination: PendingTermination
  init(seconds: Double, termination: PendingTermination, shouldStop: @escaping @Sendable () -> Bool) {
    self.seconds = seconds
    self.termination = termination
    self.shouldStop = shouldStop
  }
}

extension JSRealm {
  /// Asks `shouldStop` each time that JavaScript has run for another slice; true ends the script, uncatchably.
  ///
  /// Slices below 10 ms make this engine abort. The limit lasts as long as the process: give one to a machine of its own.
  package func setTimeLimit(seconds: Double, shouldStop: @escaping @Sendable () -> Bool) {
    precondition(seconds >= 0.01, "A slice below 10 ms makes the engine abort.")
    guard let set = unsafe EngineSymbols.setTimeLimit else { return }
    let limit = TimeLimit(seconds: seconds, termination: machine.group.termination, shouldStop: shouldStop)
    timeLimit = limit
    unsafe set(machine.group.ref, seconds, JSRealm.shouldTerminate, Unmanaged.passUnretained(limit).toOpaque())
  }

  private static let shouldTerminate: EngineSymbols.ShouldTerminate = { context, pointer in
    guard let context = unsafe context, let pointer = unsafe pointer else { return false }
    let limit = unsafe Unmanaged<TimeLimit>.fromOpaque(pointer).takeUnretainedValue()
    // Without this the engine would never ask again in this entry. A script that is stopped may have been called by
    // native code that another one called: that one goes on.
    let group = unsafe JSContextGetGroup(context)
    unsafe EngineSymbols.setTimeLimit?(group!, limit.seconds, JSRealm.shouldTerminate, pointer)
    let stops = limit.shouldStop()
    if stops { unsafe limit.termination.note(in: context) }
    return stops
  }
}
