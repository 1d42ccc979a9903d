import FoundationEssentials
package import JavaScriptRuntime

/// Samples the stack of one runtime while its JavaScript runs.
package actor CPUProfiler {
  private let runtime: JavaScriptRuntime
  private var profile = CPUProfile()
  private var collecting: Task<Void, Never>?

  /// How often samples are taken from the engine.
  private static let period = Duration.milliseconds(500)

  package init(_ runtime: JavaScriptRuntime) { self.runtime = runtime }

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
    guard let text = try? await runtime.takeSamples(),
      let samples = try? JSONDecoder().decode(StackSamples.self, from: Data(text.utf8))
    else { return }
    profile.add(samples)
  }

  /// Ends the profile.
  ///
  /// Samples of a runtime that is closed are lost, but for those up to half a second before.
  package func finish() async -> CPUProfile {
    collecting?.cancel()
    await collecting?.value
    await collect()
    try? await runtime.stopSampling()
    return profile
  }
}
