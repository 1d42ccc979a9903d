import FoundationEssentials
package import JavaScriptRuntime

/// Samples the stack of one runtime while its JavaScript runs.
package actor CPUProfiler {
  private let runtime: JavaScriptRuntime
  private let handlers: HandlerSpans?
  private var profile = CPUProfile()
  private var collecting: Task<Void, Never>?

  /// How often samples are taken from the engine.
  private static let period = Duration.milliseconds(500)

  /// - Parameter handlers: where the runtime records its handlers' times; nil for a profile without them.
  package init(_ runtime: JavaScriptRuntime, handlers: HandlerSpans? = nil) {
    self.runtime = runtime
    self.handlers = handlers
  }

  /// Begins to sample.
  ///
  /// - Throws: `UNAVAILABLE` if the engine has no profiler, or the runtime is closed.
  package func start() async throws(InspectorError) {
    guard (try? await runtime.startSampling()) == true else {
      throw InspectorError(.unavailable, "This JavaScript engine has no profiler.")
    }
    collecting = Task {
      while (try? await Task.sleep(for: CPUProfiler.period)) != nil { await self.collect() }
    }
  }

  private func collect() async {
    guard let taken = try? await runtime.takeSamples(handlers) else { return }
    let samples = taken.samples.flatMap { try? JSONDecoder().decode(StackSamples.self, from: Data($0.utf8)) }
    profile.add(samples, handlers: taken.handlers, pauses: taken.pauses)
  }

  /// Ends the profile.
  ///
  /// If the runtime was closed, the samples of up to the last half second are lost.
  package func finish() async -> CPUProfile {
    collecting?.cancel()
    await collecting?.value
    await collect()
    try? await runtime.stopSampling()
    return profile
  }
}
