#if WebView
public import Causeway

/// What a view's bridge is made with; every property has a default.
public struct WebViewConfiguration: Sendable {
  /// What a page may ask for at most; nil for the bridge's own limits.
  public var limits: Limits?
  /// How long a page may take no message before it counts as unresponsive; 5 seconds.
  ///
  /// A load that has not begun after twice this time, although the page that is there answers, was stopped by that page.
  public var patience = Duration.seconds(5)
  /// Whether what pages store (cookies, `localStorage`, databases, caches) is forgotten with the view.
  ///
  /// Else it is kept for the next run, in the user's folders, under the program's name. For views of our own making only;
  /// WebKit prints no console of such a view.
  public var isEphemeral = false
  /// Whether a page's `alert`, `confirm`, `prompt` and `print`, and a server that wants a password, open a dialog, which
  /// the page waits for.
  ///
  /// Else they return at once, as if somebody had dismissed it. For views of our own making only.
  public var showsDialogs = true
  /// Whether the view offers the web inspector; for views of our own making only.
  public var hasDeveloperTools = false
  /// Whether what pages write to their consoles is printed; for views of our own making only.
  public var writesConsole = false

  /// The defaults.
  public init() {}
}
#endif
