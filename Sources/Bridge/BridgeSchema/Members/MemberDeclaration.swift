import BridgeValues

extension MemberDescription {
  /// The first line of the documentation; empty without any.
  public var summary: String { DocumentationComment(documentation).summary }
}

/// The declaration of a member, as the code that `@Plugin` generates describes it.
public struct MemberDeclaration: Sendable {
  package let name: String
  package let kind: MemberDescription.Kind
  package let permission: String?
  let documentation: String
  let parameters: @Sendable (inout TypeCatalog) -> MemberDescription.Parameters
  let result: @Sendable (inout TypeCatalog) -> TypeDescription
  let errors: @Sendable (inout TypeCatalog) -> ErrorsDescription

  /// A member.
  ///
  /// - Parameters:
  ///   - name: the name without the plugin's.
  ///   - permission: nil for the plugin's permission, or else the member's full name.
  public init(
    _ kind: MemberDescription.Kind, _ name: String, permission: String? = nil, documentation: String = "",
    parameters: @escaping @Sendable (inout TypeCatalog) -> MemberDescription.Parameters = { _ in .none },
    result: @escaping @Sendable (inout TypeCatalog) -> TypeDescription = { _ in .nothing },
    errors: @escaping @Sendable (inout TypeCatalog) -> ErrorsDescription = { _ in .none }
  ) {
    self.kind = kind
    self.name = name
    self.permission = permission
    self.documentation = documentation
    self.parameters = parameters
    self.result = result
    self.errors = errors
  }
}

extension MemberDeclaration {
  /// Describes the method of an object of a type.
  package func describe(of type: String, in catalog: inout TypeCatalog) -> MemberDescription {
    let name = "\(type).\(name)"
    return MemberRecord(name: name, permission: name, declaration: self).describe(in: &catalog)
  }
}

/// Everything that a bridge offers: the members of its plugins, and its other handlers with their types.
public struct BridgeDescription: Sendable {
  /// The members, by name.
  public let members: [MemberDescription]
  /// The types that they refer to, by name.
  public let types: [TypeDefinition]
  /// The documentation comments of plugins, by name.
  public let plugins: [String: String]
  /// The types that could not be described, in sentences that say what to do.
  public let gaps: [String]

  package init(members: [MemberDescription], types: [TypeDefinition], plugins: [String: String], gaps: [String]) {
    self.members = members
    self.types = types
    self.plugins = plugins
    self.gaps = gaps
  }

  /// The types that JavaScript receives and never passes: the functions in them are Swift's.
  var receivedTypes: Set<String> {
    var passed: Set<String> = []
    var open = members.flatMap { $0.fields.flatMap(\.type.references) }
    while let name = open.popLast() { if passed.insert(name).inserted { open += type(name)?.references ?? [] } }
    return Set(types.map(\.name)).subtracting(passed)
  }

  func type(_ name: String) -> TypeDefinition? { types.first { $0.name == name } }

  /// The names of the plugins in order; the empty one for members without a plugin comes first.
  var pluginNames: [String] { Array(Set(members.map(\.plugin))).sorted() }
}
