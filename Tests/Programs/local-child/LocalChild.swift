import CSystemCallProbe
import Causeway
import CausewayChild

/// A child with misbehaving handlers of its own.
///
/// With `deaf-thread` it first starts a thread that receives no signal at all.
///
/// Started directly it is a program for tests: `host` has its own child, `rights` gives up its rights without a system
/// call filter.
@main struct LocalChild {
  static func main() async throws {
    if CommandLine.arguments.contains("deaf-thread") { causeway_start_deaf_thread() }
    await JavaScriptChild.serveIfRequested(local: bridge())
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
