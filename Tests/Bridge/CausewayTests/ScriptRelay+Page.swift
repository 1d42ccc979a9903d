#if WebView
import Causeway
import CausewayWebKit
import Glibc

extension ScriptRelay {
  /// Whether a page can be shown: `make test` brings a display.
  static let hasDisplay = getenv("DISPLAY") != nil || getenv("WAYLAND_DISPLAY") != nil

  /// A relay in a page of a real web view.
  static func page(_ bridge: Bridge, permissions: Permissions, limits: Limits) async throws -> ScriptRelay {
    let origin: WebOrigin = "app://relay"
    var configuration = WebViewConfiguration()
    configuration.limits = limits
    let view = try await WebView(bridge: bridge, permissions: [origin: permissions], configuration: configuration)
    try await view.load(html: "<!doctype html><script>\(script)</script>", as: origin)
    return ScriptRelay(try await view.connection) { await view.close() }
  }
}
#endif
