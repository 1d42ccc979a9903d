#if Macros
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@Plugin`: generates an extension that registers the exported members.
struct PluginMacro: ExtensionMacro {
  /// The generated text is formatted already; formatting it again would take as long as the rest of the expansion.
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard [.structDecl, .classDecl, .actorDecl].contains(declaration.kind) else {
      context.report(
        Problem("place", "@Plugin applies to a struct, a class or an actor, but this is \(declaration.noun)."), at: node
      )
      return []
    }
    guard let name = pluginName(node, in: context), let errors = MemberReader.errors(node, in: context) else {
      return []
    }
    guard let members = exportedMembers(of: declaration, marked: node, "plugin", errors: errors, in: context) else {
      return []
    }
    let access = declaration.accessPrefix(in: context)
    let printer = RegistrationPrinter()
    let registrations = members.map(printer.registration).joined(separator: "\n")
    let permission = node.argument("permission")?.trimmedDescription ?? "nil"
    return [
      ExtensionDeclSyntax(
        of: type, ["Causeway.BridgePlugin"],
        """
          \(access)nonisolated static var pluginName: String { \(name.literal) }
          \(access)nonisolated static var pluginDocumentation: String { \(declaration.documentation.literal) }
          \(access)nonisolated static var pluginPermission: String? { \(permission) }

          \(access)nonisolated func register(in registrar: Causeway.PluginRegistrar) {
        \(registrations)
          }
        """)
    ]
  }

  /// The members that are marked `@Export`; nil after a problem was reported.
  ///
  /// - Parameters:
  ///   - node: the macro that reads them.
  ///   - noun: what the type is then: `plugin`.
  static func exportedMembers(
    of declaration: some DeclGroupSyntax, marked node: AttributeSyntax, _ noun: String, errors: [String],
    in context: some MacroExpansionContext
  ) -> [ExportedMember]? {
    let isIsolated = declaration.is(ActorDeclSyntax.self) || declaration.attributes.haveGlobalActor
    let reader = MemberReader(context: context, isIsolated: isIsolated, errors: errors)
    if let hidden = declaration.memberBlock.members.conditional.first(where: isMarked) {
      context.report(
        Problem(
          "condition",
          "@\(node.attributeName.trimmedDescription) cannot evaluate #if: export this outside of #if, and test the condition in its body."
        ), at: hidden)
      return nil
    }
    let marked = declaration.memberBlock.members.map(\.decl).filter(isMarked)
    if marked.isEmpty {
      context.report(
        Problem("empty", "This \(noun) has no member marked @Export, so JavaScript cannot call anything."), at: node)
      return nil
    }
    let members = marked.flatMap(reader.read)
    return areDistinct(members, in: context) ? members : nil
  }

  private static func isMarked(_ declaration: DeclSyntax) -> Bool {
    declaration.asProtocol((any WithAttributesSyntax).self)?.attributes.named("Export") != nil
  }

  private static func pluginName(_ node: AttributeSyntax, in context: some MacroExpansionContext) -> String? {
    guard let argument = node.argument("") else { return nil }  // The compiler reports it.
    guard let name = argument.stringValue else {
      context.report(Problem("name", "The name must be a string literal."), at: argument)
      return nil
    }
    for part in name.split(separator: ".", omittingEmptySubsequences: false) {
      if let problem = MemberReader.problem(withName: String(part)) {
        context.report(problem, at: argument)
        return nil
      }
    }
    return name
  }

  /// Reports two members with one JavaScript name.
  private static func areDistinct(_ members: [ExportedMember], in context: some MacroExpansionContext) -> Bool {
    var seen: Set<String> = []
    var areDistinct = true
    for member in members where !seen.insert(member.name).inserted {
      areDistinct = false
      var number = 2
      while members.contains(where: { $0.name == "\(member.name)\(number)" }) { number += 1 }
      var renamed = member.attribute
      let free = "\(member.name)\(number)"
      renamed.leftParen = .leftParenToken()
      renamed.arguments = .argumentList([LabeledExprSyntax(expression: StringLiteralExprSyntax(content: free))])
      renamed.rightParen = .rightParenToken()
      renamed.attributeName.trailingTrivia = []
      renamed.trailingTrivia = member.attribute.trailingTrivia
      let fixIts: [FixIt] =
        member.attribute.arguments == nil
        ? [.replace("call it \"\(free)\" in JavaScript", member.attribute, with: renamed)] : []
      context.report(
        Problem(
          "duplicate",
          "Two members have the JavaScript name \(member.name): give one another name."
        ), at: member.nameToken, fixIts)
    }
    return areDistinct
  }
}
#endif
