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
  public static func serveIfAsked() async {
    guard unsafe getenv(WorkerMessage.variable) != nil else { return }
    await Worker().serve()
    exit(0)
  }
}
