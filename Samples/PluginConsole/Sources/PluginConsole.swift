#if WebView
import Causeway
import CausewayPageMessages
import CausewayWebKit
import Foundation

/// A window whose page calls three plugins, in the older and in the current style.
@main struct PluginConsole {
  static func main() async {
    let bridge = makeBridge()
    BridgeDescription.writeTypesAndExitIfRequested(bridge.description)
    do throws(BridgeError) {
      let window = try await open(bridge)
      await window.closed()
    } catch {
      // An error thrown by `main` would be shown as a crash.
      try? FileHandle.standardError.write(contentsOf: Data("plugin-console: \(error.message)\n".utf8))
      exit(1)
    }
  }

  /// The bridge with all plugins of this program.
  static func makeBridge() -> Bridge {
    let bridge = Bridge()
    bridge.register(Console())
    bridge.register(Primes())
    bridge.register(Pulse())
    // For the page's older half: { className, functionName, taskId, data }, answered by fireTask and onError.
    bridge.handlePluginMessages("native")
    return bridge
  }

  /// The permissions of the page.
  ///
  /// `console.clear` is missing, so that the page's button shows a refusal.
  static let permissions: Permissions = ["native", "console.write", "primes.*", "pulse.*"]

  static func open(_ bridge: Bridge = makeBridge()) async throws(BridgeError) -> WebViewWindow {
    let page = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Page").standardized.path
    return try await WebViewWindow(
      bridge: bridge, permissions: permissions, folder: AssetFolder(page), title: "Plugin console",
      size: WebViewWindow.Size(1040, 900))
  }
}
#else
@main struct PluginConsole {
  static func main() { fatalError("plugin-console was built without the trait WebView.") }
}
#endif
