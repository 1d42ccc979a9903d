import JavaScriptEngine

extension JavaScriptRuntime {
  /// Begins to sample the stack while JavaScript runs; false if the engine has no profiler.
  package func startSampling() throws(JavaScriptError) -> Bool { try host().realm.startSampling() }

  /// The samples since the last call, as the engine's JSON; nil if there are none.
  package func takeSamples() throws(JavaScriptError) -> String? { try host().realm.takeSamples() }

  /// Ends sampling.
  package func stopSampling() throws(JavaScriptError) { try host().realm.stopSampling() }
}
