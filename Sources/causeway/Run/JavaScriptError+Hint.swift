import Causeway
import CausewayJavaScript
import JavaScriptRuntime

extension JavaScriptError {
  /// The option that would have helped; nil for most errors.
  func hint(in runtime: JavaScriptRuntime) -> String? { hintAboutServers ?? hintAboutPermission(in: runtime) }

  /// For the globals that are there only with permission, and for servers that are not listed.
  private var hintAboutServers: String? {
    guard let details else { return nil }
    if details.name == "ReferenceError",
      let name = ["fetch", "EventSource", "WebSocket"].first(where: { details.message == "Can't find variable: \($0)" })
    {
      #if Plugins
      return "\(name) needs a server that the program may connect to, by --origin or --local-origin."
      #else
      return "\(name) needs a build with the trait Plugins."
      #endif
    }
    let isDenied = ([details] + details.causes).contains {
      $0.code == BridgeError.Code.permissionDenied.rawValue && $0.permission == nil
        && $0.method?.hasPrefix("http.") == true
    }
    return isDenied ? "--origin allows a public server, --local-origin any." : nil
  }

  private func hintAboutPermission(in runtime: JavaScriptRuntime) -> String? {
    guard details?.code == BridgeError.Code.permissionDenied.rawValue, let name = details?.permission,
      let bridge = try? runtime.connection.bridge
    else { return nil }
    if bridge.hasMember(permission: name) { return "--allow \(name.printable) allows this." }
    let isEvent = details?.method == "$/subscribe"
    let meant = Suggestion.nearest(to: name, among: isEvent ? bridge.events : bridge.methods)
    return "There is no \(isEvent ? "event" : "method") \(name.printable)"
      + (meant.map { ": did you mean \($0.printable)?" } ?? ".")
  }
}
