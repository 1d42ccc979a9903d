/// Samples of the stack, as the engine's profiler describes them.
///
/// Source: WebKit, Source/JavaScriptCore/runtime/SamplingProfiler.cpp, `stackTracesAsJSON`.
struct StackSamples: Decodable {
  struct Frame: Decodable {
    let sourceID: Int
    /// `(program)` for the code outside of functions.
    let name: String
    /// The function's hash, the compiler that made its code, and the place in that: `#DdS0j4:FTL:bc#61`.
    let location: String
    /// Where the code was, counted from 1; 4294967295 for native code.
    let line: Int
  }

  struct Trace: Decodable {
    /// In seconds.
    let timestamp: Double
    /// The innermost first.
    let frames: [Frame]
  }

  struct Source: Decodable {
    let sourceID: Int
    /// Nil for code that was evaluated without one.
    let url: String?
  }

  /// The time between samples, in seconds.
  let interval: Double
  let traces: [Trace]
  let sources: [Source]
}
