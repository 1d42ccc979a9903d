#if Macros
import SwiftSyntax

extension ExtensionDeclSyntax {
  /// Makes an extension whose members are text.
  ///
  /// The text is one token: the compiler parses an expansion in any case, and parsing it here as well took half of the
  /// time that a plugin with fifty members adds to a build.
  init(of type: some TypeSyntaxProtocol, _ conformances: [String], _ members: String) {
    self.init(
      extensionKeyword: .keyword(.extension, trailingTrivia: .space), extendedType: TypeSyntax(type.trimmed),
      inheritanceClause: InheritanceClauseSyntax(
        inheritedTypes: [
          InheritedTypeSyntax(
            type: IdentifierTypeSyntax(leadingTrivia: .space, name: .identifier(conformances.joined(separator: ", "))),
            trailingTrivia: .space)
        ]),
      memberBlock: MemberBlockSyntax(
        leftBrace: .leftBraceToken(trailingTrivia: .newline),
        members: [
          MemberBlockItemSyntax(decl: MissingDeclSyntax(placeholder: .identifier(members), trailingTrivia: .newline))
        ], rightBrace: .rightBraceToken()))
  }
}
#endif
