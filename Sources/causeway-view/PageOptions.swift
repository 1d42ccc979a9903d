#if WebView
import ArgumentParser
import Causeway
import CausewayNetwork
import CausewayWebKit
import Glibc

#if Plugins
import CausewayPlugins
#endif

/// What is shown, and what it may do.
struct PageOptions: ParsableArguments {
  @Argument(help: ArgumentHelp("A folder with an index.html, a page, or an address.", valueName: "page"))
  var page: String

  @Option(
    help: ArgumentHelp(
      "Methods that the page may call: besides those that read the network for a page of yours, all that it may call for an address.",
      valueName: "list"))
  var allow: [String] = []

  @Option(help: ArgumentHelp("Width and height in pixels.", valueName: "size"))
  var size = WindowSize(size: .init(960, 640))

  #if Plugins
  @OptionGroup var reach: ReachOptions
  #endif

  /// Where the page is.
  enum Place {
    case folder(AssetFolder, page: String)
    case address(String, WebOrigin)
  }

  func validate() throws {
    if page.contains("://"), origin == nil {
      throw ValidationError("\(page.debugDescription) is no address of a page.")
    }
  }

  /// Opens a window for the page, which is then to be loaded from the address.
  func open(_ configuration: WebViewConfiguration) async throws -> (window: WebViewWindow, address: String) {
    let bridge = Bridge()
    bridge.addNetwork()
    bridge.register(ClipboardPlugin())
    bridge.register(DialogPlugin())
    #if Plugins
    bridge.register(DevicePlugin())
    bridge.register(FilePickerPlugin())
    bridge.register(NotificationsPlugin(application: "causeway"))
    try reach.register(on: bridge)
    #endif
    // Pages written for WKWebView may be answered by a function of theirs, besides the promise.
    bridge.answerRequests(to: "getCurrentWifiSsid", by: .function("handleNativeResponse"))
    var configuration = configuration
    configuration.writesConsole = true
    let (origin, address, own) = try source()
    let window = try await WebViewWindow(
      bridge: bridge, permissions: [origin: Permissions(own + allowed)], title: page, size: size.size,
      configuration: configuration)
    return (window, address)
  }

  /// Where the page comes from, its address, and what it may use without being allowed to.
  private func source() throws -> (WebOrigin, address: String, permissions: [String]) {
    switch try place() {
    case .address(let address, let origin): return (origin, address, [])
    case .folder(let folder, let page):
      try folder.check(page: page)
      let origin = try AssetScheme.serve(folder, as: folder.host)
      return (origin, AssetScheme.url(folder.host, page), Permissions.network.patterns)
    }
  }

  /// The folder that the page is in; nil for an address.
  var folder: String? {
    guard case .folder(let folder, _)? = try? place() else { return nil }
    return folder.path
  }

  private var allowed: [String] {
    let listed = allow.flatMap { $0.split { $0 == "," || $0.isWhitespace } }.map(String.init)
    #if Plugins
    return listed + reach.patterns
    #else
    return listed
    #endif
  }

  private var origin: WebOrigin? {
    guard let host = page.firstRange(of: "://")?.upperBound else { return nil }
    let end = page[host...].firstIndex { "/?#".contains($0) } ?? page.endIndex
    return WebOrigin(String(page[..<end]))
  }

  private func place() throws -> Place {
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

  /// A folder of the caller's own: scripts in the text of its pages are as much theirs as those in files.
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
