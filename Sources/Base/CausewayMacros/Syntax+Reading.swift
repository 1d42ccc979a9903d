#if Macros
import SwiftParser
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

extension SyntaxProtocol {
  /// The documentation comment of a declaration, without its slashes; empty if there is none.
  var documentation: String {
    var lines: [String] = []
    var newlines = 0
    for piece in leadingTrivia.pieces {
      switch piece {
      case .docLineComment(let text):
        if newlines > 1 { lines = [] }
        newlines = 0
        let line = text.dropFirst(3)
        lines.append(String(line.first == " " ? line.dropFirst() : line))
      case .docBlockComment(let text):
        newlines = 0
        lines = Self.lines(ofBlock: text)
      case .newlines(let count): newlines += count
      case .lineComment, .blockComment: newlines = 0
      default: break
      }
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines.joined(separator: "\n")
  }

  private static func lines(ofBlock text: String) -> [String] {
    let lines = text.dropFirst(3).dropLast(2).split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let rest = line.drop { $0 == " " || $0 == "\t" }
      guard rest.first == "*" else { return String(rest) }
      return String(rest.dropFirst().drop { $0 == " " })
    }
    return Array(lines.drop { $0.isEmpty })
  }
}

extension String {
  /// The text as a Swift string literal on one line.
  var literal: String {
    var text = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case _ where scalar.value < 0x20: text += "\\u{\(String(scalar.value, radix: 16))}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }

  /// The name without backticks.
  var withoutBackticks: String { hasPrefix("`") && hasSuffix("`") ? String(dropFirst().dropLast()) : self }
}

extension AttributeListSyntax {
  /// The attribute of this name; nil if there is none.
  func named(_ name: String) -> AttributeSyntax? {
    lazy.compactMap { $0.as(AttributeSyntax.self) }.first { $0.baseName == name }
  }

  /// Whether an attribute isolates the declaration to a global actor.
  var haveGlobalActor: Bool {
    contains { $0.as(AttributeSyntax.self)?.baseName.hasSuffix("Actor") == true }
  }
}

extension AttributeSyntax {
  /// The name without its module.
  var baseName: String {
    if let member = attributeName.as(MemberTypeSyntax.self) { return member.name.text }
    return attributeName.trimmedDescription
  }

  /// The argument with this label; for the empty label, the first unlabeled argument.
  func argument(_ label: String) -> ExprSyntax? {
    arguments?.as(LabeledExprListSyntax.self)?.first { ($0.label?.text ?? "") == label }?.expression
  }

  func isTrue(_ label: String) -> Bool { argument(label)?.trimmedDescription == "true" }
}

extension ExprSyntax {
  /// The text of a string literal without interpolations; nil for another expression.
  var stringValue: String? { self.as(StringLiteralExprSyntax.self)?.representedLiteralValue }

  /// The type of a literal; nil for another expression.
  var literalType: TypeSyntax? {
    if self.is(StringLiteralExprSyntax.self) { return "String" }
    if self.is(IntegerLiteralExprSyntax.self) { return "Int" }
    if self.is(FloatLiteralExprSyntax.self) { return "Double" }
    if self.is(BooleanLiteralExprSyntax.self) { return "Bool" }
    if let prefix = self.as(PrefixOperatorExprSyntax.self), prefix.operator.text == "-" {
      return prefix.expression.literalType
    }
    return nil
  }
}

extension MemberBlockItemListSyntax {
  /// All members, including those under conditions.
  var everything: [DeclSyntax] { flatMap { $0.decl.as(IfConfigDeclSyntax.self)?.members ?? [$0.decl] } }

  /// The members between `#if` and `#endif`.
  var conditional: [DeclSyntax] { compactMap { $0.decl.as(IfConfigDeclSyntax.self) }.flatMap(\.members) }
}

extension IfConfigDeclSyntax {
  /// The members in all branches.
  fileprivate var members: [DeclSyntax] {
    clauses.flatMap { clause -> [DeclSyntax] in
      guard case .decls(let items)? = clause.elements else { return [] }
      return items.everything
    }
  }
}

extension WithModifiersSyntax {
  func has(_ modifier: Keyword) -> Bool { modifiers.contains { $0.name.tokenKind == .keyword(modifier) } }
}

extension TypeSyntax {
  /// The type as spelled outside of a declaration: there `Int!` is not allowed and becomes `Int?`.
  var plain: TypeSyntax {
    guard let unwrapped = self.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) else { return self }
    return TypeSyntax(OptionalTypeSyntax(wrappedType: unwrapped.wrappedType))
  }
}

extension DeclModifierListSyntax {
  /// The access modifier; nil if there is none.
  fileprivate var access: Keyword? {
    let all: [Keyword] = [.open, .public, .package, .internal, .fileprivate, .private]
    return lazy.compactMap { modifier in all.first { modifier.name.tokenKind == .keyword($0) } }.first
  }
}

extension DeclGroupSyntax {
  /// The access modifier that generated members need to be as visible as their type; empty if none is needed.
  ///
  /// A type without a modifier has the access level of the enclosing extension.
  func accessPrefix(in context: some MacroExpansionContext) -> String {
    switch modifiers.access ?? context.lexicalContext.first?.as(ExtensionDeclSyntax.self)?.modifiers.access {
    case .open, .public: "public "
    case .package: "package "
    default: ""
    }
  }

  /// The declaration's keyword with an article, for messages.
  var noun: String {
    switch kind {
    case .structDecl: "a struct"
    case .classDecl: "a class"
    case .actorDecl: "an actor"
    case .enumDecl: "an enum"
    case .protocolDecl: "a protocol"
    case .extensionDecl: "an extension"
    default: "this"
    }
  }
}
#endif
