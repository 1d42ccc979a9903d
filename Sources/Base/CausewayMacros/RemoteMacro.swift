#if Macros
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@Remote`: generates an extension that registers the exported methods of a type that crosses by reference.
struct RemoteMacro: ExtensionMacro {
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard isReference(declaration) else {
      context.report(
        Problem("place", "@Remote applies to an actor or a final class, but this is \(declaration.noun)."), at: node)
      return []
    }
    guard let name = name(of: declaration, node, in: context), let errors = MemberReader.errors(node, in: context),
      let members = PluginMacro.exportedMembers(of: declaration, marked: node, "type", errors: errors, in: context),
      members.allSatisfy({ isMethod($0, in: context) })
    else { return [] }
    let access = declaration.accessPrefix(in: context)
    let printer = RegistrationPrinter(receiver: "object")
    let registrations = members.map(printer.registration).joined(separator: "\n")
    return [
      ExtensionDeclSyntax(
        of: type, ["Causeway.RemoteTarget"],
        """
          \(access)nonisolated static var remoteName: String { \(name.literal) }
          \(access)nonisolated static var remoteDocumentation: String { \(declaration.documentation.literal) }

          \(access)nonisolated static func register(in registrar: Causeway.RemoteRegistrar<\(type.trimmedDescription)>) {
        \(registrations)
          }
        """)
    ]
  }

  /// Whether the type is an actor, or a class without subclasses.
  private static func isReference(_ declaration: some DeclGroupSyntax) -> Bool {
    declaration.is(ActorDeclSyntax.self)
      || declaration.is(ClassDeclSyntax.self)
        && declaration.modifiers.contains { $0.name.tokenKind == .keyword(.final) }
  }

  private static func name(
    of declaration: some DeclGroupSyntax, _ node: AttributeSyntax, in context: some MacroExpansionContext
  ) -> String? {
    guard let argument = node.argument(""), argument.trimmedDescription != "nil" else {
      return declaration.asProtocol((any NamedDeclSyntax).self)?.name.text.withoutBackticks
    }
    guard let name = argument.stringValue else {
      context.report(Problem("name", "The name must be a string literal."), at: argument)
      return nil
    }
    if let problem = MemberReader.problem(withName: name) {
      context.report(problem, at: argument)
      return nil
    }
    return name
  }

  /// Reports a member that an object cannot have.
  private static func isMethod(_ member: ExportedMember, in context: some MacroExpansionContext) -> Bool {
    guard case .method(let method) = member.kind else {
      context.report(
        Problem(
          "member", "An object that crosses by reference has methods only: export one that returns \(member.name)."),
        at: member.nameToken)
      return false
    }
    guard case .positional = method.style else { return true }
    context.report(
      Problem(
        "positional", "A method of an object takes one value, or one object of its parameters: remove positional."),
      at: member.nameToken)
    return false
  }
}
#endif
