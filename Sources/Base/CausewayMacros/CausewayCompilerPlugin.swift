#if Macros
import SwiftCompilerPlugin
import SwiftSyntaxMacros

/// The executable that the compiler starts to expand the macros.
@main struct CausewayCompilerPlugin: CompilerPlugin {
  let providingMacros: [any Macro.Type] = [
    PluginMacro.self, RemoteMacro.self, ExportMacro.self, CrossingMacro.self, WithinMacro.self, JSExportMacro.self,
    JSExportAsMacro.self, JSExportIgnoredMacro.self,
  ]
}
#else
/// SwiftPM links every macro target of a package that is built whole, also where nothing uses it.
@main struct CausewayCompilerPlugin {
  static func main() { fatalError("CausewayMacros was built without the trait Macros.") }
}
#endif
