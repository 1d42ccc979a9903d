/// The origin of an error that no JavaScript code handled.
public enum UncaughtKind: String, Sendable {
  /// An exception thrown by a timer, an event listener or a microtask.
  case exception = "uncaught"
  /// The reason of a rejected promise without a rejection handler.
  case rejection = "unhandledrejection"
}
