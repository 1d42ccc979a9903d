#if Macros
import SwiftSyntax
import SwiftSyntaxMacros

/// A member of a plugin that is marked `@Export`.
struct ExportedMember {
  enum Kind {
    case method(ExportedMethod)
    case event(type: String)
    case constant(type: TypeSyntax)
  }

  /// The name in JavaScript.
  let name: String
  /// The name in Swift, and whether the member is static.
  let swiftName: String
  let isStatic: Bool
  let attribute: AttributeSyntax
  let documentation: String
  let kind: Kind
  /// The location for problems with the name.
  let nameToken: TokenSyntax
  /// The location at which the compiler reports problems with a constant's type or a method's result.
  var line = SourceLine.unknown
}

/// A method that JavaScript can call.
struct ExportedMethod {
  struct Parameter {
    /// The name in JavaScript.
    let name: String
    /// The argument label; nil for none.
    let label: String?
    let type: TypeSyntax
    let line: SourceLine
    let defaultValue: ExprSyntax?
    /// The range of numbers, as source text.
    var range: String?
  }

  enum Style {
    case none, value, named, positional
  }

  var parameters: [Parameter]
  let style: Style
  /// The label of the last parameter if it is the call's context; the inner nil means no label.
  let context: String??
  let result: TypeSyntax?
  let isAsync: Bool
  let isThrowing: Bool
  let isStream: Bool
  /// The type in `throws(Type)`; nil if it describes no error codes.
  let failure: TypeSyntax?
  /// The declared error codes, as source text.
  let errors: [String]
}

/// A line of the source, at which the compiler reports problems with the code generated for it.
struct SourceLine {
  /// `#sourceLocation(…)` and a line feed; empty if the line is unknown.
  let directive: String

  static let unknown = SourceLine(directive: "")
}

extension SourceLine {
  /// The line of a node's first token.
  init(_ node: some SyntaxProtocol, in context: some MacroExpansionContext) {
    let location = context.location(of: node, at: .afterLeadingTrivia, filePathMode: .filePath)
    directive = location.map { "#sourceLocation(file: \($0.file), line: \($0.line))\n" } ?? ""
  }

  /// The directive that ends the effect of `directive`.
  var end: String { directive.isEmpty ? "" : "\n#sourceLocation()" }
}
#endif
