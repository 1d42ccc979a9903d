import JavaScriptEngine

extension JavaScriptRuntime {
  /// Begins to sample the stack while JavaScript runs; false if the engine has no profiler.
  package func startSampling() throws(JavaScriptError) -> Bool { try host().realm.startSampling() }

  /// The samples since the last call, as the engine's JSON, nil if there are none; the handlers that ran in the
  /// meantime; and the times at which a debugger paused the program, in microseconds of the system's monotonic clock.
  package func takeSamples(
    _ handlers: HandlerSpans?
  ) throws(JavaScriptError) -> (samples: String?, handlers: HandlerSpans.Taken, pauses: [Range<Int64>]) {
    let host = try host()
    return (host.realm.takeSamples(), handlers?.take() ?? HandlerSpans.Taken(), host.inspected?.takePauses() ?? [])
  }

  /// Ends sampling.
  package func stopSampling() throws(JavaScriptError) { try host().realm.stopSampling() }
}
