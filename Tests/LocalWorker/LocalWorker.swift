import Causeway
import CausewayWorker

/// A worker with handlers of its own that misbehave.
///
/// Started by hand it is a program that tests look at from outside: `host` has a worker of its own, `rights` gives up its
/// rights without a filter of system calls.
@main struct LocalWorker {
  static func main() async throws {
    await JavaScriptWorker.serveIfAsked(local: bridge())
    switch CommandLine.arguments.dropFirst().first {
    case "host": try await Host.run()
    case "rights": Rights.report()
    default: break
    }
  }

  private static func bridge() -> Bridge {
    let bridge = Bridge()
    bridge.register(Faulty())
    Crowd.register(in: bridge)
    SystemCalls.register(in: bridge)
    return bridge
  }
}
