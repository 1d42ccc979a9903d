import Causeway

/// A plugin with a bug, written without macros, so that tests of processes build none.
struct Faulty: BridgePlugin {
  static let pluginName = "faulty"
  static let pluginDocumentation = "Elements of a list."
  static let pluginPermission: String? = nil

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
