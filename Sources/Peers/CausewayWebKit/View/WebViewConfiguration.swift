#if WebView
public import Causeway

/// The configuration of a web view; every property has a default.
public struct WebViewConfiguration: Sendable {
  /// The limits of a page; nil for the bridge's own limits.
  public var limits: Limits?
  /// The time without a response after which a page is unresponsive; 5 seconds.
  ///
  /// A load that has not started after twice this time, although the current page responds, was stopped by that page.
  public var unresponsiveTimeout = Duration.seconds(5)
  /// Whether the storage of pages (cookies, `localStorage`, databases, caches) is deleted with the view.
  ///
  /// Otherwise it is kept in the user's folders, under the program's name. Only for views that are created here; WebKit
  /// prints no console messages of such a view.
  public var isEphemeral = false
  /// Whether `alert`, `confirm`, `prompt` and `print` of a page, and a server's password request, open a dialog.
  ///
  /// Otherwise they return at once, as if the dialog had been dismissed. Only for views that are created here.
  public var showsDialogs = true
  /// Whether the view has the web inspector; only for views that are created here.
  public var hasDeveloperTools = false
  /// Whether console messages of pages are printed; only for views that are created here.
  public var writesConsole = false

  /// Creates the default configuration.
  public init() {}
}
#endif
