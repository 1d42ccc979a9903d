import Causeway
import CausewayWorker

/// A worker with misbehaving handlers of its own.
///
/// Started directly it is a program for tests: `host` has its own worker, `rights` gives up its rights without a system
/// call filter.
@main struct LocalWorker {
  static func main() async throws {
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
