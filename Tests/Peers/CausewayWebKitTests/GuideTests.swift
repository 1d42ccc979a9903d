#if WebView
import Causeway
import CausewayWebKit

/// The Swift of docs/web-view.md and docs/plugins.md, word for word.
// swift-format-ignore
private func example(bridge: Bridge, model: String) async throws -> (String, WebPermissions) {
  let window = try await WebViewWindow(
    bridge: bridge, permissions: ["network.*"], folder: AssetFolder("Site"), title: "Network")
  let html: String = try await window.view.connection.call("render", model)   // a handler of the page's
  await window.closed()
  let permissions =
    WebPermissions(["app://main": .all], frames: ["https://player.example.org": ["media.*"]])
  bridge.register(DialogPlugin())                 // permissions: ["dialog.alert", "dialog.confirm", "dialog.prompt"]
  bridge.register(ClipboardPlugin())              // permissions: ["clipboard.read", "clipboard.write"]
  return (html, permissions)
}

/// The example of `WebView`, word for word.
// swift-format-ignore
@GTKActor private func view(bridge: Bridge, model: String) async throws -> String {
  let view = try await WebView(bridge: bridge, permissions: ["https://example.org": ["wifi.*"]])
  try await view.load("https://example.org/")
  let html: String = try await view.connection.call("render", model)   // a handler of the page's
  return html
}
#endif
