#if WebView
public import Causeway

/// An event of a view.
public enum WebViewEvent: Sendable, Equatable {
  /// A page of this origin now has the bridge.
  case opened(WebOrigin)
  /// The page was left, or its process ended; its calls have failed with this error.
  case left(BridgeError)
  /// A frame of this origin now has the bridge.
  case frameOpened(WebOrigin)
  /// The page of the frame was left, alone or with its parent page; its calls have failed with this error.
  case frameLeft(WebOrigin, BridgeError)
  /// The process of the page has ended, with or without a bridge: nothing is shown until a page is loaded.
  case processEnded(BridgeError)
  /// The page has not responded for ``WebViewConfiguration/unresponsiveTimeout``: one of its scripts may be in an endless loop.
  case becameUnresponsive
  /// The page responds again.
  case becameResponsive
  /// The view has ended. The last event.
  case closed
}
#endif
