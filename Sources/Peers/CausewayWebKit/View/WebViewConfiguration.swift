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
  /// Whether WebKit itself prints console messages of pages to standard error; only for views that are created here.
  ///
  /// With ``onConsole`` these are only the messages that no script wrote, such as a resource that was not found.
  public var writesConsole = false
  /// Called for each text of a page's `console`, with the name of its level (`log`, `error`, …); nil leaves them to WebKit.
  ///
  /// The text is that of a runtime: objects with their properties, errors with their stacks. It is called on the thread of
  /// GTK. If a page prints more than 16,384 texts or 16 million characters faster than they are received, the rest is lost; the
  /// number of lost texts is the next text.
  public var onConsole: (@Sendable (_ level: String, _ text: String) -> Void)?
  /// Called for each error and rejection that a page does not handle, with its text; nil leaves them to WebKit.
  ///
  /// It is called on the thread of GTK. WebKit reports no error that a module script of a page throws after its first
  /// top-level `await`.
  public var onUncaught: (@Sendable (_ report: String) -> Void)?

  /// Creates the default configuration.
  public init() {}

  var consoleReceiver: ConsoleInstaller.Receiver {
    ConsoleInstaller.Receiver(onConsole: onConsole, onUncaught: onUncaught, hasInspector: hasDeveloperTools)
  }
}
#endif
