import SwiftCompilerPlugin
import SwiftSyntaxMacros

/// What the compiler starts to expand the macros.
@main struct CausewayCompilerPlugin: CompilerPlugin {
  let providingMacros: [any Macro.Type] = [JSExportMacro.self, JSExportAsMacro.self, JSExportIgnoredMacro.self]
}
