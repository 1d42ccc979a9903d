#if Macros
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@JSExport` on a class or an actor: generates a member that describes the exported members.
///
/// On a protocol it generates an extension with that member.
struct JSExportMacro: MemberMacro, ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard [.classDecl, .actorDecl].contains(declaration.kind) else {
      if declaration.kind == .protocolDecl { return [] }
      context.report(
        Problem(
          "place",
          "JavaScript holds objects by reference: @JSExport applies to a class, an actor or a protocol, but this is \(declaration.noun)."
        ), at: node)
      return []
    }
    guard let type = declaration.asProtocol((any NamedDeclSyntax).self)?.name.text else { return [] }
    let isFinal = declaration.isMarked(.final) || declaration.is(ActorDeclSyntax.self)
    // A class that already conforms inherits from an exported class.
    let isSubclass = protocols.isEmpty
    let access = declaration.isMarked(.open) ? "open " : declaration.accessPrefix(in: context)
    let kind = isFinal ? (isSubclass ? "class" : "static") : "class"
    let reader = JSExportReader(
      context: context, type: type, isIsolated: declaration.is(ActorDeclSyntax.self),
      isMainActor: declaration.attributes.haveGlobalActor)
    let lines = reader.lines(of: declaration)
    let name = Self.name(of: node) ?? type.withoutBackticks
    let superclass = isSubclass ? ", extending: super.exportedClass" : ""
    let body = Self.body("\(type).self, as: \(name.literal)\(superclass)", lines)
    return [
      """
      \(raw: access)\(raw: isSubclass ? "override " : "")nonisolated \(raw: kind) var exportedClass: JSExportedClass {
        \(raw: body)
      }
      """
    ]
  }

  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    if [.classDecl, .actorDecl].contains(declaration.kind) {
      if protocols.isEmpty { return [] }
      let conformance: DeclSyntax = "extension \(type.trimmed): JSExport {}"
      return [conformance.cast(ExtensionDeclSyntax.self)]
    }
    guard let list = declaration.as(ProtocolDeclSyntax.self) else { return [] }
    let inherited = list.inheritanceClause?.inheritedTypes.map(\.type.trimmedDescription) ?? []
    guard inherited.contains(where: { $0.hasSuffix("JSExport") }) else {
      context.report(
        Problem("place", "The protocol must inherit from JSExport: protocol \(list.name.text): JSExport."),
        at: list.name)
      return []
    }
    let reader = JSExportReader(
      context: context, type: "Self", isIsolated: false, isMainActor: declaration.attributes.haveGlobalActor)
    let lines = reader.lines(of: declaration)
    let name = Self.name(of: node)?.literal ?? "String(describing: Self.self)"
    // Public, because it fulfils a requirement of public classes; the protocol may be internal for all that.
    let made: DeclSyntax = """
      extension \(type.trimmed) {
        public nonisolated static var exportedClass: JSExportedClass {
          \(raw: Self.body("Self.self, as: \(name)", lines))
        }
      }
      """
    return [made.cast(ExtensionDeclSyntax.self)]
  }

  private static func body(_ arguments: String, _ lines: [String]) -> String {
    if lines.isEmpty { return "JSExportedClass(\(arguments))" }
    return (["var exported = JSExportedClass(\(arguments))"] + lines + ["return exported"]).joined(separator: "\n")
  }

  /// The name in the attribute; nil for none.
  private static func name(of node: AttributeSyntax) -> String? { node.argument("")?.stringValue }

  static func checkPosition(of node: AttributeSyntax, _ message: String, _ context: some MacroExpansionContext) {
    if let parent = context.lexicalContext.first?.asProtocol((any DeclGroupSyntax).self) {
      if parent.attributes.named("JSExport") != nil { return }
      if parent.is(ExtensionDeclSyntax.self) {
        context.report(
          Problem(
            "place", "@JSExport reads only the declaration of the type: move this there from the extension."),
          at: node)
        return
      }
    }
    context.report(Problem("place", message), at: node)
  }
}

/// `@JSExport(as:)` on a member: generates nothing; `@JSExport` on the type reads it.
struct JSExportAsMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    if let given = node.argument("as"), declaration.asProtocol((any DeclGroupSyntax).self) != nil {
      context.report(
        Problem("place", "On a type the name has no label: @JSExport(\(given.trimmedDescription))."), at: node)
    } else {
      JSExportMacro.checkPosition(
        of: node, "@JSExport(as:) names members of a class that is marked @JSExport: mark the class, too.", context)
    }
    return []
  }
}

extension DeclGroupSyntax {
  fileprivate func isMarked(_ modifier: Keyword) -> Bool {
    modifiers.contains { $0.name.tokenKind == .keyword(modifier) }
  }
}

/// `@JSExportIgnored`: generates nothing; `@JSExport` skips the marked member.
struct JSExportIgnoredMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    JSExportMacro.checkPosition(
      of: node, "@JSExportIgnored excludes members of a class that is marked @JSExport.", context)
    return []
  }
}
#endif
