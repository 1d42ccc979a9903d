import CJavaScriptCore
import Glibc

/// The engine's sampling profiler, which its headers do not declare.
///
/// Source: Source/JavaScriptCore/API/JSContextRefPrivate.h, `JSContextGroup…SamplingProfiler`.
extension JSRealm {
  private typealias Enable = @convention(c) (OpaquePointer) -> Bool
  private typealias TakeSamples = @convention(c) (OpaquePointer) -> OpaquePointer?

  /// Sets the sampling interval of all virtual machines; must be called before the process makes the first one.
  package static func setSampleInterval(microseconds: Int) { unsafe setenv("JSC_sampleInterval", "\(microseconds)", 1) }

  /// Begins to sample the calling thread's stack while it runs JavaScript of this virtual machine.
  ///
  /// - Returns: false if this engine has no profiler.
  package func startSampling() -> Bool {
    guard let enable = unsafe EngineSymbols.find("JSContextGroupEnableSamplingProfiler", as: Enable.self) else {
      return false
    }
    return unsafe enable(JSContextGetGroup(context))
  }

  /// Ends sampling; samples that were not taken are lost.
  package func stopSampling() {
    guard
      let disable = unsafe EngineSymbols.find(
        "JSContextGroupDisableSamplingProfiler", as: EngineSymbols.ContextOnly.self)
    else { return }
    unsafe disable(JSContextGetGroup(context))
  }

  /// The samples since the last call, as JSON; nil if there are none.
  package func takeSamples() -> String? {
    guard
      let take = unsafe EngineSymbols.find("JSContextGroupTakeSamplesFromSamplingProfiler", as: TakeSamples.self),
      let text = unsafe take(JSContextGetGroup(context))
    else { return nil }
    return unsafe JSText(owned: text).string
  }
}
