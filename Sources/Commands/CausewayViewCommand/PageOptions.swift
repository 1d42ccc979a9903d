#if WebView
import ArgumentParser
import Causeway
import CausewayNetwork
import CausewayPageMessages
import CausewayWebKit
import CommandOptions
import Glibc

#if Plugins
import CausewayPlugins
#endif

/// The page and its permissions.
struct PageOptions: ParsableArguments {
  @Argument(help: ArgumentHelp("A folder with an index.html, an HTML file, or a URL.", valueName: "page"))
  var page: String

  @Option(
    help: ArgumentHelp(
      "Methods that the page may call. A local page may also read the network; a page from a URL may call only these.",
      valueName: "list"))
  var allow: [String] = []

  @Option(help: ArgumentHelp("Width and height in pixels.", valueName: "size"))
  var size = WindowSize(size: .init(960, 640))

  #if Plugins
  @OptionGroup var services: ServiceOptions
  #endif

  /// The location of the page.
  enum Location {
    case folder(AssetFolder, page: String)
    case address(String, WebOrigin)
  }

  func validate() throws {
    if page.contains("://"), origin == nil {
      throw ValidationError("\(page.debugDescription) is not the URL of a page.")
    }
  }

  /// Opens a window for the page, and returns the URL to load.
  func open(_ configuration: WebViewConfiguration) async throws -> (window: WebViewWindow, address: String) {
    let bridge = Bridge()
    bridge.addNetwork()
    bridge.register(ClipboardPlugin())
    bridge.register(DialogPlugin())
    #if Plugins
    bridge.register(DevicePlugin())
    bridge.register(FilePickerPlugin())
    bridge.register(NotificationsPlugin(application: "causeway"))
    try services.register(on: bridge)
    #endif
    // Pages written for WKWebView may be answered through one of their functions, in addition to the promise.
    bridge.answerRequests(to: "getCurrentWifiSsid", by: .function("handleNativeResponse"))
    var configuration = configuration
    configuration.onConsole = { level, text in PageOutput.write(text, level: level) }
    configuration.onUncaught = { PageOutput.write($0, level: "error") }
    // The inspector shows what the engine itself reports; it would print every message a second time.
    configuration.writesConsole = !configuration.hasDeveloperTools
    let (origin, address, own) = try source()
    let window = try await WebViewWindow(
      bridge: bridge, permissions: [origin: Permissions(own + allowed)], title: page, size: size.size,
      configuration: configuration)
    return (window, address)
  }

  /// The origin of the page, its URL, and its default permissions.
  private func source() throws -> (WebOrigin, address: String, permissions: [String]) {
    switch try location() {
    case .address(let address, let origin): return (origin, address, [])
    case .folder(let folder, let page):
      try folder.check(page: page)
      let origin = try AssetScheme.serve(folder, as: folder.host)
      return (origin, AssetScheme.url(folder.host, page), Permissions.network.patterns)
    }
  }

  /// The folder of the page; nil for a URL.
  var folder: String? {
    guard case .folder(let folder, _)? = try? location() else { return nil }
    return folder.path
  }

  private var allowed: [String] {
    let listed = allow.listed
    #if Plugins
    return listed + services.patterns
    #else
    return listed
    #endif
  }

  private var origin: WebOrigin? {
    guard let host = page.firstRange(of: "://")?.upperBound else { return nil }
    let end = page[host...].firstIndex { "/?#".contains($0) } ?? page.endIndex
    return WebOrigin(String(page[..<end]))
  }

  private func location() throws -> Location {
    if let origin { return .address(page, origin) }
    var status = stat()
    guard unsafe stat(page, &status) == 0 else {
      throw BridgeError(.notFound, "\(page.debugDescription) is neither a file nor a folder.")
    }
    if status.st_mode & S_IFMT == S_IFDIR { return .folder(folder(page), page: "") }
    let slash = page.lastIndex(of: "/")
    let name = slash.map { String(page[page.index(after: $0)...]) } ?? page
    let parent = slash.map { $0 == page.startIndex ? "/" : String(page[..<$0]) } ?? "."
    return .folder(folder(parent), page: name)
  }

  /// A folder of the user: inline scripts in its pages are as trusted as its script files.
  private func folder(_ path: String) -> AssetFolder {
    var folder = AssetFolder(path)
    folder.contentSecurityPolicy += "; script-src 'self' 'unsafe-inline'"
    return folder
  }
}

/// `WIDTHxHEIGHT`.
struct WindowSize: ExpressibleByArgument {
  let size: WebViewWindow.Size

  init(size: WebViewWindow.Size) { self.size = size }

  init?(argument: String) {
    let parts = argument.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let width = parts[0], let height = parts[1], 1...16_384 ~= width, 1...16_384 ~= height
    else {
      return nil
    }
    size = WebViewWindow.Size(width, height)
  }

  var defaultValueDescription: String { "\(size.width)x\(size.height)" }
}
#endif
