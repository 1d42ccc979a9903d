import Causeway
import CausewayJavaScript
import JavaScriptRuntime
import StandardStreams

extension JavaScriptError {
  /// Advice on how to avoid the error; nil for most errors.
  func hint(in runtime: JavaScriptRuntime) -> String? {
    hintAboutNode ?? hintAboutServers ?? hintAboutPermission(in: runtime)
  }

  /// For the globals of Node's that only CommonJS and packages have.
  private var hintAboutNode: String? {
    guard let details, details.name == "ReferenceError" else { return nil }
    let advice = [
      "Buffer": #"import { Buffer } from "node:buffer""#,
      "process": #"import process from "node:process""#,
      "setImmediate": #"import { setImmediate } from "node:timers""#,
      "clearImmediate": #"import { clearImmediate } from "node:timers""#,
      "global": "use globalThis",
      "require": "use import, or name the file .cjs",
      "module": "use export, or name the file .cjs",
      "exports": "use export, or name the file .cjs",
      "__dirname": "use import.meta.dirname",
      "__filename": "use import.meta.filename",
    ]
    return advice.first { details.message == "Can't find variable: \($0.key)" }
      .map { "\($0.key) is a global of Node, which only CommonJS modules and packages have: \($0.value)." }
  }

  /// For the globals that are there only with permission, and for servers that are not listed.
  private var hintAboutServers: String? {
    guard let details else { return nil }
    if details.name == "ReferenceError",
      let name = ["fetch", "EventSource", "WebSocket"].first(where: { details.message == "Can't find variable: \($0)" })
    {
      #if Plugins
      return "\(name) needs a permitted server: pass --origin or --local-origin."
      #else
      return "\(name) needs a build with the trait Plugins."
      #endif
    }
    let isDenied = ([details] + details.causes).contains {
      $0.code == BridgeError.Code.permissionDenied.rawValue && $0.permission == nil
        && $0.method?.hasPrefix("http.") == true
    }
    return isDenied ? "--origin allows a public server, --local-origin any server." : nil
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
