#if WebView
import CWebKitGTK
public import Causeway
import CausewayConcurrency

/// A window with a web view, whose pages call a bridge's handlers.
///
///     let window = try await WebViewWindow(
///       bridge: bridge, permissions: ["network.*"], folder: AssetFolder("Site"), title: "Network")
///     await window.closed()
///
/// It lives until it is closed.
@GTKActor
public final class WebViewWindow {
  /// The size of a window's content, in CSS pixels.
  public struct Size: Sendable, Equatable {
    /// The width.
    public var width: Int
    /// The height.
    public var height: Int

    /// Creates a size.
    public init(_ width: Int, _ height: Int) {
      self.width = width
      self.height = height
    }
  }

  /// The view in the window.
  public nonisolated let view: WebView
  private(set) var window: NativeObject?
  private var waiting: [Deferred<Void>] = []

  /// Opens an empty window; load a page into its view.
  ///
  /// - Throws: `UNAVAILABLE` without a display.
  public nonisolated convenience init(
    bridge: Bridge, permissions: WebPermissions, title: String = "", size: Size = Size(960, 640),
    configuration: WebViewConfiguration = WebViewConfiguration()
  ) async throws(BridgeError) {
    let view = try await WebView(bridge: bridge, permissions: permissions, configuration: configuration)
    await self.init(view, title: title, size: size)
  }

  /// Opens a window with a page of a folder, which is served as `app://NAME`.
  ///
  /// Pages with the same name share their storage: see ``WebViewConfiguration/isEphemeral``.
  ///
  /// - Parameters:
  ///   - permissions: the permissions of the folder's pages; pages of other origins have no bridge.
  ///   - page: the names on the path to the page, separated by slashes; empty for the folder's `index.html`.
  ///   - name: the host of the pages' origin, which distinguishes folders.
  /// - Throws: `NOT_FOUND` if the page does not exist or is not served; `UNAVAILABLE` without a display.
  public nonisolated convenience init(
    bridge: Bridge, permissions: Permissions, folder: AssetFolder, page: String = "", name: String = "main",
    title: String = "", size: Size = Size(960, 640), configuration: WebViewConfiguration = WebViewConfiguration()
  ) async throws(BridgeError) {
    try folder.check(page: page)
    let origin = try AssetScheme.serve(folder, as: name)
    try await self.init(
      bridge: bridge, permissions: [origin: permissions], title: title, size: size, configuration: configuration)
    do throws(BridgeError) {
      try await view.load(AssetScheme.url(name, page))
    } catch {
      // The window is visible, and the caller has no reference to it.
      await close()
      throw error
    }
  }

  private init(_ view: WebView, title: String, size: Size) {
    self.view = view
    guard let native = view.native else { return }
    let window = unsafe NativeObject(cw_window_new(native.pointer, title, Int32(size.width), Int32(size.height)))
    self.window = window
    // The signal holds the window until it is emitted.
    let data = unsafe Unmanaged.passRetained(self).toOpaque()
    let destroyed: @convention(c) (UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> Void = { _, data in
      let window = unsafe Unmanaged<WebViewWindow>.fromOpaque(data).takeRetainedValue()
      GTKActor.assumeIsolated { window.ended() }
    }
    _ = unsafe window.connect("destroy", data, destroyed)
  }

  /// Sets the title of the window.
  public func setTitle(_ title: String) {
    if let window { unsafe cw_window_set_title(window.pointer, title) }
  }

  /// Closes the window: calls in both directions end with `UNAVAILABLE`.
  public func close() {
    view.close()
    if let window { unsafe cw_widget_destroy(window.pointer) }
  }

  /// Whether the window is open.
  public var isOpen: Bool { window != nil }

  /// Waits until the window is closed, by the program or the user, or until the task is cancelled.
  public func closed() async {
    guard isOpen else { return }
    let waiter = Deferred<Void>()
    waiting.append(waiter)
    defer { waiting.removeAll { $0 === waiter } }
    await waiter.value(cancelled: ())
  }

  private func ended() {
    window = nil
    for waiter in waiting { waiter.resolve(()) }
  }
}
#else
/// Absent: the package is built without the trait `WebView`.
@available(*, unavailable, message: "Enable the trait WebView of the package in your manifest.")
public struct WebViewWindow {}
#endif
