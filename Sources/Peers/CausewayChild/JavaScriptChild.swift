public import Causeway
import CausewayProcess
import Glibc
public import JavaScriptRuntime

/// The child's side of a `JavaScriptProcess`.
public enum JavaScriptChild {
  /// Serves the parent process and does not return, if this process was started as a child; otherwise has no effect.
  ///
  /// Call it first in `main`, so that a child runs no other code:
  ///
  ///     @main struct App {
  ///       static func main() async {
  ///         await JavaScriptChild.serveIfRequested()
  ///         …
  ///
  /// - Parameters:
  ///   - extensions: parts of the web's API that scripts in the child have, such as `.subtleCrypto` of `JavaScriptCrypto`.
  ///   - local: the bridge of handlers that run in the child itself, for native code that is no more trusted
  ///     than the JavaScript, such as a parser of untrusted files. They take precedence over the parent's handlers, need
  ///     no permission, and have no access to files and the network, like all code in a child: open the files that they
  ///     need when the bridge is created. The bridge is created only in a child.
  public static func serveIfRequested(
    extensions: [RuntimeExtension] = [], local: @autoclosure @Sendable () -> Bridge? = nil
  ) async {
    guard unsafe getenv(ChildMessage.variable) != nil else { return }
    await ChildServer(extensions: extensions, local: local()).serve()
    exit(0)
  }
}
