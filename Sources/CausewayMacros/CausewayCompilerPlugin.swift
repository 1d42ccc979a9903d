import SwiftCompilerPlugin
import SwiftSyntaxMacros

/// The executable that the compiler starts to expand the macros.
@main struct CausewayCompilerPlugin: CompilerPlugin {
  let providingMacros: [any Macro.Type] = [
    PluginMacro.self, ExportMacro.self, CrossingMacro.self, WithinMacro.self, JSExportMacro.self, JSExportAsMacro.self,
    JSExportIgnoredMacro.self,
  ]
}
