import JavaScriptEngine

extension JavaScriptRuntime {
  /// Begins to sample the stack while JavaScript runs; false if the engine has no profiler.
  package func startSampling() throws(JavaScriptError) -> Bool { try host().realm.startSampling() }

  /// The samples since the last call, as the engine's JSON, with the handlers and the debugger's pauses in the
  /// meantime.
  ///
  /// The samples are nil if there are none. Pauses are in microseconds of the system's monotonic clock.
  package func takeSamples(
    _ handlers: HandlerSpans?
  ) throws(JavaScriptError) -> (samples: String?, handlers: HandlerSpans.Taken, pauses: [Range<Int64>]) {
    let host = try host()
    return (host.realm.takeSamples(), handlers?.take() ?? HandlerSpans.Taken(), host.inspected?.takePauses() ?? [])
  }

  /// Ends sampling.
  package func stopSampling() throws(JavaScriptError) { try host().realm.stopSampling() }
}
