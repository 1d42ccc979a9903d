import Causeway
import CausewayWorker

/// A worker one of whose plugins has a mistake in it.
@main struct TrappingWorker {
  static func main() async { await Faulty.serveIfAsked() }
}

/// Written without macros, so that tests of processes build none.
private struct Faulty: BridgePlugin {
  static let pluginName = "faulty"
  static let pluginDocumentation = "Elements of a list."
  static let pluginPermission: String? = nil

  static func serveIfAsked() async { await JavaScriptWorker.serveIfAsked(local: bridge()) }

  private static func bridge() -> Bridge {
    let bridge = Bridge()
    bridge.register(Faulty())
    return bridge
  }

  func register(in registrar: PluginRegistrar) {
    registrar.asyncMethod(
      MemberDeclaration(.method, "element", documentation: "The element at an index, which is not checked.")
    ) { arguments, _ in
      let index = try arguments.value(Int.self)
      await Task.yield()
      return try arguments.answer([10, 20, 30][index])
    }
  }
}
