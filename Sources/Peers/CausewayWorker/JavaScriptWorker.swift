public import Causeway
import CausewayProcess
import Glibc
public import JavaScriptRuntime

/// The child's side of a `JavaScriptProcess`.
public enum JavaScriptWorker {
  /// Serves the parent process and does not return, if this process was started as a worker; otherwise has no effect.
  ///
  /// Call it first in `main`, so that a worker runs no other code:
  ///
  ///     @main struct App {
  ///       static func main() async {
  ///         await JavaScriptWorker.serveIfRequested()
  ///         …
  ///
  /// - Parameters:
  ///   - extensions: parts of the web's API that scripts in the worker have, such as `.subtleCrypto` of `JavaScriptCrypto`.
  ///   - local: the bridge of handlers that run in the worker itself, for native code that is no more trusted
  ///     than the JavaScript, such as a parser of untrusted files. They take precedence over the parent's handlers, need
  ///     no permission, and have no access to files and the network, like all code in a worker: open the files that they
  ///     need when the bridge is created. The bridge is created only in a worker.
  public static func serveIfRequested(
    extensions: [RuntimeExtension] = [], local: @autoclosure @Sendable () -> Bridge? = nil
  ) async {
    guard unsafe getenv(WorkerMessage.variable) != nil else { return }
    await Worker(extensions: extensions, local: local()).serve()
    exit(0)
  }
}
