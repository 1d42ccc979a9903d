#if Macros
import SwiftSyntax
import SwiftSyntaxMacros

/// A member of a plugin that is marked `@Export`, as far as it could be understood.
struct ExportedMember {
  enum Kind {
    case method(ExportedMethod)
    case event(type: String)
    case constant(type: TypeSyntax)
  }

  /// The name in JavaScript.
  let name: String
  /// The name in Swift, and whether it belongs to the type itself.
  let swiftName: String
  let isStatic: Bool
  let attribute: AttributeSyntax
  let documentation: String
  let kind: Kind
  /// Where a problem with the name is told.
  let nameToken: TokenSyntax
  /// Where the compiler tells what is wrong with a constant's type or a method's result.
  var place = SourcePlace.unknown

  /// `self.scan` or `Self.scan`.
  var reference: String { "\(isStatic ? "Self" : "self").\(swiftName)" }
}

/// A method that JavaScript calls.
struct ExportedMethod {
  struct Parameter {
    /// The name in JavaScript.
    let name: String
    /// The label at the call; nil for none.
    let label: String?
    let type: TypeSyntax
    let place: SourcePlace
    let defaultValue: ExprSyntax?
    /// The range of numbers, as it was written.
    var range: String?
  }

  enum Style {
    case none, value, named, positional
  }

  var parameters: [Parameter]
  let style: Style
  /// The label of the last parameter when it is the call's context: nil inside for no label.
  let context: String??
  let result: TypeSyntax?
  let isAsync: Bool
  let isThrowing: Bool
  let isStream: Bool
  /// The type in `throws(Type)`, unless it says nothing of codes.
  let failure: TypeSyntax?
  /// The codes that are declared, as they are written between brackets.
  let errors: [String]
}

/// A line of the source: what the compiler finds wrong with code that stands for it is told there.
struct SourcePlace {
  /// `#sourceLocation(…)` and the end of its line; empty where the line is not known.
  let directive: String

  static let unknown = SourcePlace(directive: "")
}

extension SourcePlace {
  /// The line on which a node begins.
  init(_ node: some SyntaxProtocol, in context: some MacroExpansionContext) {
    let location = context.location(of: node, at: .afterLeadingTrivia, filePathMode: .filePath)
    directive = location.map { "#sourceLocation(file: \($0.file), line: \($0.line))\n" } ?? ""
  }

  /// Ends what a directive began.
  var end: String { directive.isEmpty ? "" : "\n#sourceLocation()" }
}
#endif
