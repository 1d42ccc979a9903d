import SwiftSyntax

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
}
