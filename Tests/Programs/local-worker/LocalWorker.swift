import CSystemCallProbe
import Causeway
import CausewayWorker

/// A worker with misbehaving handlers of its own.
///
/// With `deaf-thread` it first starts a thread that receives no signal at all.
///
/// Started directly it is a program for tests: `host` has its own worker, `rights` gives up its rights without a system
/// call filter.
@main struct LocalWorker {
  static func main() async throws {
    if CommandLine.arguments.contains("deaf-thread") { causeway_start_deaf_thread() }
    await JavaScriptWorker.serveIfRequested(local: bridge())
    switch CommandLine.arguments.dropFirst().first {
    case "host": try await Host.run()
    case "rights": Rights.report()
    default: break
    }
  }

  private static func bridge() -> Bridge {
    let bridge = Bridge()
    bridge.register(Faulty())
    ParallelWork.register(in: bridge)
    SystemCalls.register(in: bridge)
    return bridge
  }
}
