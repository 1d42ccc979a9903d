#if Macros
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@Crossing`: an extension that describes, reads and writes a type.
struct CrossingMacro: ExtensionMacro {
  /// What is written below is formed already: formatting it anew would take as long as all the rest.
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
    // What the type already declares is left out of what is asked for.
    let asked = protocols.map(\.trimmedDescription).filter { !$0.hasSuffix("CrossingValue") }
    let names = ["Causeway.CrossingValue"] + (protocols.isEmpty ? ["Codable"] : asked)
    return [ExtensionDeclSyntax(of: type, names, body)]
  }

  private static func canCross(
    _ declaration: some DeclGroupSyntax, _ node: AttributeSyntax, in context: some MacroExpansionContext
  ) -> Bool {
    guard declaration.is(StructDeclSyntax.self) || declaration.is(EnumDeclSyntax.self) else {
      context.report(
        Problem(
          "place", "@Crossing goes on a struct or an enum, and this is \(declaration.noun): what crosses is a copy."),
        at: node)
      return false
    }
    if let generics = declaration.asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause {
      context.report(
        Problem("generic", "JavaScript cannot choose what a generic type is made of: make a type for each use."),
        at: generics)
      return false
    }
    // What surrounds it is known without its bodies, and with what it says of itself.
    let surroundings = context.lexicalContext.compactMap { $0.asProtocol((any WithGenericParametersSyntax).self) }
    if surroundings.contains(where: { $0.genericParameterClause != nil }) {
      context.report(
        Problem("generic", "A type inside of a generic one is another for each of its uses: move it out."), at: node)
      return false
    }
    let isPrivate = declaration.modifiers.contains { $0.name.tokenKind == .keyword(.private) }
    if isPrivate, !context.lexicalContext.isEmpty {
      context.report(
        Problem("private", "What @Crossing makes stands outside, from where this is not seen: write fileprivate."),
        at: node)
      return false
    }
    for member in declaration.memberBlock.members.conditional where hasValue(member) {
      context.report(
        Problem("condition", "@Crossing cannot know what #if compiles: declare what crosses outside of it."),
        at: member)
      return false
    }
    for member in declaration.memberBlock.members {
      guard let place = ownCoding(member.decl) else { continue }
      context.report(
        Problem(
          "coding",
          "This type writes its own coding, which @Crossing would not follow: leave one of the two out."),
        at: place)
      return false
    }
    return true
  }

  /// A case, or a stored property.
  private static func hasValue(_ declaration: DeclSyntax) -> Bool {
    guard let variable = declaration.as(VariableDeclSyntax.self) else { return declaration.is(EnumCaseDeclSyntax.self) }
    return !variable.has(.static) && variable.bindings.contains(where: StructCrossing.isStored)
  }

  /// `init(from:)` or `encode(to:)`.
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

/// A member that crosses.
struct CrossingField {
  /// The names in Swift and in JavaScript.
  let swiftName: String
  let name: String
  let type: String
  var range: String?
  var documentation = ""

  /// What describes it.
  var description: String {
    var text = "Causeway.FieldDescription(\(name.literal), catalog.describe(\(type).self)"
    if let range { text += ", range: \(range)" }
    if !documentation.isEmpty { text += ", documentation: \(documentation.literal)" }
    return text + ")"
  }

  /// What reads it from the members found.
  func reading(_ position: Int) -> String {
    let value = "members.member(\(position), as: \(type).self)"
    return range.map { "members.checked(\(position), \(value), within: \($0))" } ?? value
  }

  /// Whether it may be left out, as far as its type is written so.
  var isOptional: Bool { type.hasSuffix("?") }

  /// What reads it from a container of another coder.
  var decoding: String {
    let how = isOptional ? "decodeIfPresent(\(type.dropLast())" : "decode(\(type)"
    return "container.\(how).self, forKey: \(name.literal))"
  }

  /// Its text between a comma and its value.
  var key: String { ",\(name.literal):".literal }
}

extension CrossingField {
  /// The names of JavaScript by those of Swift, as an enum `CodingKeys` gives them; nil without one.
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
