#if WebView
public import Causeway

/// What happens to a view.
public enum WebViewEvent: Sendable, Equatable {
  /// A page of this origin has the bridge now.
  case opened(WebOrigin)
  /// That page was left, or its process is gone; its calls have ended with this error.
  case left(BridgeError)
  /// A frame of this origin has the bridge now.
  case frameOpened(WebOrigin)
  /// The page of such a frame was left, by itself or with the page around it; its calls have ended with this error.
  case frameLeft(WebOrigin, BridgeError)
  /// The process of the page has ended, with the bridge or without: nothing is shown until a page is loaded.
  case processEnded(BridgeError)
  /// The page has not taken a message for longer than ``WebViewConfiguration/patience``: a script of it does not end.
  case becameUnresponsive
  /// The page takes messages again.
  case becameResponsive
  /// The view is gone. The last event.
  case closed
}
#endif
