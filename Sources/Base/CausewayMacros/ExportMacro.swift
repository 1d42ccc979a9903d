#if Macros
import SwiftSyntax
import SwiftSyntaxMacros

/// `@Export`: generates nothing; `@Plugin` and `@Remote` read it.
struct ExportMacro: PeerMacro {
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let parent = context.lexicalContext.first else {
      context.report(Problem("place", "@Export marks members of a type that is marked @Plugin or @Remote."), at: node)
      return []
    }
    if let group = parent.asProtocol((any DeclGroupSyntax).self),
      group.attributes.named("Plugin") != nil || group.attributes.named("Remote") != nil
    {
      return []
    }
    if parent.is(ExtensionDeclSyntax.self) {
      context.report(
        Problem(
          "place", "@Plugin and @Remote read only the declaration of the type: move this there from the extension."),
        at: node)
    } else {
      context.report(
        Problem("place", "@Export marks members of a plugin: mark the type around it @Plugin(\"name\") or @Remote."),
        at: node)
    }
    return []
  }
}

/// `@Within`: generates nothing; `@Crossing` reads it.
struct WithinMacro: PeerMacro {
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    if let group = context.lexicalContext.first?.asProtocol((any DeclGroupSyntax).self),
      group.attributes.named("Crossing") != nil, declaration.is(VariableDeclSyntax.self)
    {
      return []
    }
    context.report(Problem("place", "@Within limits a member of a type that is marked @Crossing."), at: node)
    return []
  }
}
#endif
