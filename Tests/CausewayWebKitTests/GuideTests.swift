#if WebView
import Causeway
import CausewayWebKit

/// The Swift code of docs/web-view.md, unchanged.
// swift-format-ignore
private func example(bridge: Bridge, model: String) async throws -> (String, WebPermissions) {
  let window = try await WebViewWindow(
    bridge: bridge, permissions: ["network.*"], folder: AssetFolder("Site"), title: "Network")
  let html: String = try await window.view.connection.call("render", model)   // a handler of the page's
  await window.closed()
  let permissions =
    WebPermissions(["app://main": .all], frames: ["https://player.example.org": ["media.*"]])
  return (html, permissions)
}
#endif
