/// How an error reached nobody.
public enum UncaughtKind: String, Sendable {
  /// Thrown by a timer, a listener or a microtask.
  case exception = "uncaught"
  /// The reason of a promise that nobody handles.
  case rejection = "unhandledrejection"
}
