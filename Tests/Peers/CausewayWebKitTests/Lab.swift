#if WebView
import CWebKitGTK
import Causeway
import Dispatch
import FoundationEssentials
import Glibc
import Synchronization
import Testing

@testable import CausewayWebKit

/// Whether a display is available.
let hasDisplay = getenv("DISPLAY") != nil || getenv("WAYLAND_DISPLAY") != nil

extension Trait where Self == ConditionTrait {
  /// Needs a display, which CI has through xvfb-run.
  static var needsDisplay: Self { .enabled(if: hasDisplay, "There is no display: run the tests under xvfb-run.") }
}

/// A bridge, and a view whose pages of `app://main` have all permissions.
struct Lab {
  static let origin: WebOrigin = "app://main"

  let bridge: Bridge
  let view: WebView

  /// The first `count` events of the view.
  func events(_ count: Int) async -> [WebViewEvent] {
    var seen: [WebViewEvent] = []
    for await event in view.events.prefix(count) { seen.append(event) }
    return seen
  }

  init(
    permissions: WebPermissions = [Lab.origin: .all], limits: Limits? = nil, timeout: Duration = .seconds(5),
    register: (Bridge) -> Void = { _ in }
  ) async throws {
    bridge = Bridge()
    bridge.handle("echo") { (value: BridgeValue) in value }
    bridge.handle("later") { (value: BridgeValue) async in
      await Task.yield()
      return value
    }
    register(bridge)
    var configuration = WebViewConfiguration()
    configuration.limits = limits
    configuration.unresponsiveTimeout = timeout
    view = try await WebView(bridge: bridge, permissions: permissions, configuration: configuration)
  }

  /// Shows a page with these scripts, and waits until it has loaded.
  func show(_ script: String = "", body: String = "", as origin: WebOrigin = Lab.origin) async throws {
    try await view.load(html: "<!doctype html><script>\(script)</script><body>\(body)</body>", as: origin)
  }

  /// The value of an expression in the page, which may use await.
  func value(_ expression: String) async throws -> String { try await view.evaluate("return \(expression)") }

  func close() async { await view.close() }

  /// The native view, and the script world of its relay.
  var native: NativeObject? { get async { await view.native } }
  var world: String? { get async { await view.world } }
}

/// A temporary folder of files for views, removed at the end.
struct Site {
  let name: String
  let path: String
  var folder: AssetFolder

  private static let count = Atomic<Int>(0)

  /// Writes files by their paths; the default policy allows everything.
  init(_ files: [String: String], policy: String = "default-src * data: blob: 'unsafe-inline'") throws {
    let number = Site.count.add(1, ordering: .relaxed).newValue
    name = "site\(number)"
    path = "/tmp/causeway-web-\(getpid())-\(number)"
    folder = AssetFolder(path)
    folder.contentSecurityPolicy = policy
    mkdir(path, 0o700)
    for (file, text) in files { try write(Array(file.utf8), text) }
  }

  var origin: WebOrigin { WebOrigin("app://\(name)")! }

  func serve() throws { try AssetScheme.serve(folder, as: name) }

  func url(_ file: String = "") -> String { AssetScheme.url(name, file) }

  func write(_ file: [UInt8], _ text: String) throws {
    var folder = Array(path.utf8)
    for name in file.split(separator: UInt8(ascii: "/")).dropLast() {
      folder += [UInt8(ascii: "/")] + name
      _ = (folder + [0]).withUnsafeBytes { mkdir($0.bindMemory(to: CChar.self).baseAddress!, 0o700) }
    }
    let whole = Array(path.utf8) + [UInt8(ascii: "/")] + file + [0]
    let descriptor = whole.withUnsafeBytes {
      open($0.bindMemory(to: CChar.self).baseAddress!, O_WRONLY | O_CREAT, 0o600)
    }
    try #require(descriptor >= 0)
    defer { Glibc.close(descriptor) }
    #expect(Array(text.utf8).withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) } == text.utf8.count)
  }

  func remove() {
    try? FileManager.default.removeItem(atPath: path)
  }
}

/// A thread for blocking code.
enum Thread {
  static func run(_ body: @escaping @Sendable () -> Void) { DispatchQueue.global().async(execute: body) }
}

extension NativeObject {
  /// A view of an application, until it is released and destroyed.
  @GTKActor static func makeView() -> NativeObject {
    let view = NativeObject(cw_view_new(0, 0, 0)!)
    view.retain()
    return view
  }

  /// Another view with the same content manager, like an opened window.
  @GTKActor func makeSibling() -> NativeObject {
    let manager = cw_view_manager(pointer)!.assumingMemoryBound(to: WebKitUserContentManager.self)
    let view = NativeObject(g_object_ref_sink(webkit_web_view_new_with_user_content_manager(manager))!)
    view.retain()
    return view
  }

  /// Shows a text as a page of the lab's origin, without waiting.
  @GTKActor func load(_ html: String) { cw_view_load_html(pointer, html, "\(Lab.origin)/") }

  /// Loads a URL, without waiting.
  @GTKActor func open(_ url: String) { cw_view_load(pointer, url) }

  /// Runs the body of a function in the page's own world, or in another one.
  @GTKActor func evaluate(_ body: String, world: String? = nil) async throws -> String {
    try await withCheckedContinuation { continuation in
      call(body, name: "", text: "", world: world) { continuation.resume(returning: $0) }
    }.get()
  }
}

extension WebView {
  convenience init(attaching view: NativeObject, bridge: Bridge, permissions: WebPermissions) throws {
    try self.init(attaching: view.pointer, bridge: bridge, permissions: permissions)
  }
}
#endif
