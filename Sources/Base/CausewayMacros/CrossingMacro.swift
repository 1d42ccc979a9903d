#if Macros
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@Crossing`: generates an extension that describes, decodes and encodes a type.
struct CrossingMacro: ExtensionMacro {
  /// The generated text is formatted already; formatting it again would take as long as the rest of the expansion.
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard canCross(declaration, node, in: context) else { return [] }
    let body: String?
    if let structure = declaration.as(StructDeclSyntax.self) {
      body = StructCrossing(structure, in: context)?.members
    } else if let enumeration = declaration.as(EnumDeclSyntax.self) {
      body = EnumCrossing(enumeration, in: context)?.members
    } else {
      body = nil
    }
    guard let body else { return [] }
    // Conformances that the type declares itself are not generated.
    let own = ["CrossingValue", "TypeDescribing"]
    let asked = protocols.map(\.trimmedDescription).filter { name in !own.contains { name.hasSuffix($0) } }
    let names = own.map { "Causeway.\($0)" } + (protocols.isEmpty ? ["Codable"] : asked)
    return [ExtensionDeclSyntax(of: type, names, body)]
  }

  private static func canCross(
    _ declaration: some DeclGroupSyntax, _ node: AttributeSyntax, in context: some MacroExpansionContext
  ) -> Bool {
    guard declaration.is(StructDeclSyntax.self) || declaration.is(EnumDeclSyntax.self) else {
      context.report(
        Problem(
          "place",
          "@Crossing applies to a struct or an enum, but this is \(declaration.noun): a value that crosses is a copy."),
        at: node)
      return false
    }
    if let generics = declaration.asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause {
      context.report(
        Problem("generic", "JavaScript cannot choose generic arguments: declare a type for each use."),
        at: generics)
      return false
    }
    // The lexical context contains the enclosing declarations without their bodies, but with their attributes.
    let lexicalContext = context.lexicalContext.compactMap { $0.asProtocol((any WithGenericParametersSyntax).self) }
    if lexicalContext.contains(where: { $0.genericParameterClause != nil }) {
      context.report(
        Problem("generic", "A type nested in a generic type is itself generic: move it out."), at: node)
      return false
    }
    let isPrivate = declaration.modifiers.contains { $0.name.tokenKind == .keyword(.private) }
    if isPrivate, !context.lexicalContext.isEmpty {
      context.report(
        Problem("private", "The extension that @Crossing generates cannot see a private type: write fileprivate."),
        at: node)
      return false
    }
    for member in declaration.memberBlock.members.conditional where hasValue(member) {
      context.report(
        Problem("condition", "@Crossing cannot evaluate #if: declare the members that cross outside of #if."),
        at: member)
      return false
    }
    for member in declaration.memberBlock.members {
      guard let place = ownCoding(member.decl) else { continue }
      context.report(
        Problem(
          "coding",
          "This type implements its own coding, which @Crossing would not use: remove one of the two."),
        at: place)
      return false
    }
    return true
  }

  /// The declaration of a case or of a stored property.
  private static func hasValue(_ declaration: DeclSyntax) -> Bool {
    guard let variable = declaration.as(VariableDeclSyntax.self) else { return declaration.is(EnumCaseDeclSyntax.self) }
    return !variable.has(.static) && variable.bindings.contains(where: StructCrossing.isStored)
  }

  /// Whether it is `init(from:)` or `encode(to:)`.
  private static func ownCoding(_ declaration: DeclSyntax) -> TokenSyntax? {
    if let initializer = declaration.as(InitializerDeclSyntax.self),
      initializer.signature.parameterClause.parameters.map(\.firstName.text) == ["from"]
    {
      return initializer.initKeyword
    }
    if let function = declaration.as(FunctionDeclSyntax.self), function.name.text == "encode",
      function.signature.parameterClause.parameters.map(\.firstName.text) == ["to"]
    {
      return function.name
    }
    return nil
  }
}

/// A member of a value that crosses.
struct CrossingField {
  /// The names in Swift and in JavaScript.
  let swiftName: String
  let name: String
  let type: String
  var range: String?
  var documentation = ""

  /// The expression that makes the field's description.
  var description: String {
    var text = "Causeway.FieldDescription(\(name.literal), catalog.describe(\(type).self)"
    if let range { text += ", range: \(range)" }
    if !documentation.isEmpty { text += ", documentation: \(documentation.literal)" }
    return text + ")"
  }

  /// The expression that decodes the member from an object's members.
  func reading(_ position: Int) -> String {
    let value = "members.member(\(position), as: \(type).self)"
    return range.map { "members.checked(\(position), \(value), within: \($0))" } ?? value
  }

  /// Whether the member may be missing: its type is written as an optional.
  var isOptional: Bool { type.hasSuffix("?") }

  /// The expression that decodes the member from a container of another decoder.
  var decoding: String {
    let how = isOptional ? "decodeIfPresent(\(type.dropLast())" : "decode(\(type)"
    return "container.\(how).self, forKey: \(name.literal))"
  }
}

extension CrossingField {
  /// The JavaScript names by Swift name, from an enum `CodingKeys`; nil if there is none.
  static func codingKeys(_ members: MemberBlockItemListSyntax) -> [String: String]? {
    let keys = members.lazy.compactMap { $0.decl.as(EnumDeclSyntax.self) }.first { $0.name.text == "CodingKeys" }
    guard let keys else { return nil }
    var names: [String: String] = [:]
    for element in keys.memberBlock.members.compactMap({ $0.decl.as(EnumCaseDeclSyntax.self) }).flatMap(\.elements) {
      let name = element.name.text.withoutBackticks
      names[name] = element.rawValue?.value.stringValue ?? name
    }
    return names
  }
}
#endif
