#if Plugins
import Causeway
import CausewayHTTP

/// The Swift of docs/plugins.md about servers, word for word.
// swift-format-ignore
private func example(bridge: Bridge) throws {
  bridge.register(try HTTPPlugin(
    origins: ["https://api.example.org", "https://*.example.net"], local: ["http://localhost:8080"]))
}
#endif
