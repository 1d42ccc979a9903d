#if Macros
import SwiftDiagnostics
import SwiftSyntax

/// Checks whether a type can cross the bridge, as far as its spelling shows.
enum CrossingTypeCheck {
  /// The problem with a type; nil if it can cross.
  static func problem(with type: TypeSyntax, of subject: String) -> (Problem, TypeSyntax, [FixIt])? {
    if let attributed = type.as(AttributedTypeSyntax.self) {
      if attributed.specifiers.contains(where: { $0.trimmedDescription == "inout" }) {
        return (
          Problem("inout", "\(subject) is inout, but what crosses is a copy: take the value, and return the new one."),
          type, []
        )
      }
      return problem(with: attributed.baseType, of: subject)
    }
    if let optional = type.as(OptionalTypeSyntax.self) {
      return problem(with: optional.wrappedType, of: subject)
    }
    if let unwrapped = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
      return problem(with: unwrapped.wrappedType, of: subject)
    }
    if let array = type.as(ArrayTypeSyntax.self) {
      return problem(with: array.element, of: subject)
    }
    if let dictionary = type.as(DictionaryTypeSyntax.self) {
      return problem(with: dictionary.value, of: subject)
    }
    if type.is(FunctionTypeSyntax.self) {
      let remedy = "use a Callback instead, such as Callback<Int, Void>"
      return (Problem("closure", "\(subject) is a closure, which cannot cross the bridge: \(remedy)."), type, [])
    }
    if let tuple = type.as(TupleTypeSyntax.self) {
      if tuple.elements.count == 1, let element = tuple.elements.first {
        return problem(with: element.type, of: subject)
      }
      if tuple.elements.isEmpty { return nil }
      return (
        Problem("tuple", "\(subject) is a tuple, which cannot cross the bridge: make it a struct marked @Crossing."),
        type,
        []
      )
    }
    if let constraint = type.as(SomeOrAnyTypeSyntax.self) {
      return (
        Problem(
          "existential",
          "\(subject) is \(constraint.trimmedDescription), whose concrete type JavaScript cannot know: name that type."),
        type, []
      )
    }
    return nil
  }

  /// The type's name without its module and its generic arguments.
  static func baseName(_ type: TypeSyntax) -> String {
    if let constraint = type.as(SomeOrAnyTypeSyntax.self) { return baseName(constraint.constraint) }
    if let composition = type.as(CompositionTypeSyntax.self) {
      let names = composition.elements.map { baseName($0.type) }
      return names.first(where: isSequenceName) ?? names.first ?? ""
    }
    if let attributed = type.as(AttributedTypeSyntax.self) { return baseName(attributed.baseType) }
    if let tuple = type.as(TupleTypeSyntax.self), tuple.elements.count == 1, let element = tuple.elements.first {
      return baseName(element.type)
    }
    if let member = type.as(MemberTypeSyntax.self) { return member.name.text }
    if let identifier = type.as(IdentifierTypeSyntax.self) { return identifier.name.text }
    return ""
  }

  /// Whether a type of this name is a sequence, which is streamed.
  static func isSequenceName(_ name: String) -> Bool { name.hasSuffix("Sequence") || name.hasSuffix("Stream") }

  /// The first argument of `some AsyncSequence<Element, Failure>`; nil for other types.
  static func opaqueElement(_ type: TypeSyntax) -> (isOpaque: Bool, element: TypeSyntax?) {
    guard let constraint = type.as(SomeOrAnyTypeSyntax.self) else { return (false, nil) }
    let types =
      constraint.constraint.as(CompositionTypeSyntax.self)?.elements.map(\.type) ?? [constraint.constraint]
    for type in types where isSequenceName(baseName(type)) {
      let arguments =
        type.as(IdentifierTypeSyntax.self)?.genericArgumentClause
        ?? type.as(MemberTypeSyntax.self)?.genericArgumentClause
      if case .type(let element)? = arguments?.arguments.first?.argument { return (true, element) }
    }
    return (true, nil)
  }
}
#endif
