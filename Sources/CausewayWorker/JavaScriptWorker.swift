public import Causeway
import CausewayProcess
import Glibc

/// The child's side of a `JavaScriptProcess`.
public enum JavaScriptWorker {
  /// Serves the process that started this one, and does not return, if it was started as a worker; else does nothing.
  ///
  /// Call it before anything else in `main`, so that a worker does nothing but work:
  ///
  ///     @main struct App {
  ///       static func main() async {
  ///         await JavaScriptWorker.serveIfAsked()
  ///         …
  ///
  /// - Parameter local: handlers that run in the worker itself, for native work that is as little to be trusted as the
  ///   JavaScript it serves: a parser of foreign files belongs behind the wall. They come before the parent's of the same
  ///   name, need no permission, and run without files and network, as everything in a worker does: what they need of
  ///   those is opened where the bridge is made. That is in a worker only.
  public static func serveIfAsked(local: @autoclosure @Sendable () -> Bridge? = nil) async {
    guard unsafe getenv(WorkerMessage.variable) != nil else { return }
    await Worker(local: local()).serve()
    exit(0)
  }
}
