public import JavaScriptCore

extension JSVirtualMachine {
  /// The processor time that JavaScript may take in one call from Swift; nil, the default, for no limit.
  ///
  /// A script that exceeds it is terminated: none of its `catch` and `finally` blocks runs, the call ends with an
  /// exception, and the machine can be used again. Time in which the script waits for Swift does not count.
  ///
  /// The engine measures each promise reaction separately, so an endless chain of short reactions is not stopped.
  /// Terminating a script *in* a reaction discards the pending reactions: their promises stay pending, the call returns
  /// normally, and ``executionsStopped`` counts it. Release a context in which a script was terminated.
  ///
  /// The minimum is 10 milliseconds; a shorter limit makes the engine abort. Set it while no JavaScript of this machine
  /// runs.
  ///
  /// Source: `JSContextGroupSetExecutionTimeLimit`, JSContextRefPrivate.h.
  public var executionTimeLimit: Duration? {
    get { executionLimit }
    set {
      precondition(newValue.map { $0 >= .milliseconds(10) } ?? true, "The time limit must be at least 10 milliseconds.")
      executionLimit = newValue
    }
  }

  /// The number of scripts that ``executionTimeLimit`` has terminated.
  public var executionsStopped: Int { terminatedExecutions }
}
