import JavaScriptEngine

extension JavaScriptRuntime {
  /// Begins to sample the stack while JavaScript runs; false if the engine has no profiler.
  package func startSampling() throws(JavaScriptError) -> Bool { try host().realm.startSampling() }

  /// The samples since the last call, as the engine's JSON, nil if there are none; and the handlers that ran meanwhile.
  package func takeSamples(
    _ handlers: HandlerSpans?
  ) throws(JavaScriptError) -> (samples: String?, handlers: [HandlerSpans.Span]) {
    (try host().realm.takeSamples(), handlers?.take() ?? [])
  }

  /// Ends sampling.
  package func stopSampling() throws(JavaScriptError) { try host().realm.stopSampling() }
}
