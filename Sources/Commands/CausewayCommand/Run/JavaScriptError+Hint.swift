import Causeway
import CausewayJavaScript
import JavaScriptRuntime
import StandardStreams

extension JavaScriptError {
  /// Advice on how to avoid the error; nil for most errors.
  ///
  /// - Parameter project: permissions that the user may grant.
  func hint(in runtime: JavaScriptRuntime, _ project: ProjectConfiguration?) -> String? {
    hintAboutNode ?? hintAboutProject(project) ?? hintAboutServers ?? hintAboutPermission(in: runtime)
  }

  /// For what the causeway.json of the program would allow.
  private func hintAboutProject(_ project: ProjectConfiguration?) -> String? {
    guard let project, let details else { return nil }
    let permission =
      details.code == BridgeError.Code.permissionDenied.rawValue
      ? details.permission : missingGlobal.map { "http.\($0.method)" }
    guard let permission, project.allows(permission) else { return nil }
    return "\(project.path.printable) allows this: pass -P."
  }

  /// A global that is there only with the permission for a method of the http plugin.
  private var missingGlobal: (name: String, method: String)? {
    guard let details, details.name == "ReferenceError" else { return nil }
    return [("fetch", "fetch"), ("EventSource", "fetch"), ("WebSocket", "websocket")]
      .first { details.message == "Can't find variable: \($0.0)" }
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
    if let name = missingGlobal?.name {
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
