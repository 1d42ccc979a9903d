import Causeway
import CausewayWorker

/// A worker with handlers of its own that misbehave.
@main struct LocalWorker {
  static func main() async { await JavaScriptWorker.serveIfAsked(local: bridge()) }

  private static func bridge() -> Bridge {
    let bridge = Bridge()
    bridge.register(Faulty())
    Crowd.register(in: bridge)
    return bridge
  }
}
