import BridgeValues

/// One thing that JavaScript reaches by a name: a method, a stream, an event or a constant.
public struct MemberDescription: Sendable, Hashable {
  /// What a member is.
  public enum Kind: String, Sendable {
    case method, stream, event, constant
  }

  /// How a method takes what it is called with.
  public enum Parameters: Sendable, Hashable {
    /// Nothing.
    case none
    /// One value, as it is.
    case value(FieldDescription)
    /// One object with a member for each parameter.
    case named([FieldDescription])
    /// One argument for each parameter.
    case positional([FieldDescription])
    /// The plugin does not tell.
    case unknown
  }

  /// The whole name: `wifi.scan`.
  public let name: String
  /// What it is.
  public let kind: Kind
  /// The name that a connection must be allowed.
  public let permission: String
  /// The parameters of a method or a stream.
  public let parameters: Parameters
  /// The result of a method, the items of a stream, the value of an event or a constant.
  public let result: TypeDescription
  /// How a method or a stream fails, as far as it says so.
  public let errors: ErrorsDescription
  /// The documentation comment.
  public let documentation: String

  /// The part before the last dot: `wifi`; empty for a name without one.
  public var plugin: String { name.lastIndex(of: ".").map { String(name[..<$0]) } ?? "" }
  /// The part after the last dot: `scan`.
  public var member: String { name.lastIndex(of: ".").map { String(name[name.index(after: $0)...]) } ?? name }

  /// The first line of the documentation; empty without any.
  public var summary: String { DocumentationComment(documentation).summary }

  var fields: [FieldDescription] {
    switch parameters {
    case .none, .unknown: []
    case .value(let field): [field]
    case .named(let fields), .positional(let fields): fields
    }
  }
}

/// What a member is, as the code that `@Plugin` writes tells it.
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
  ///   - name: without the plugin's.
  ///   - permission: nil for the plugin's, or else the member's whole name.
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

/// Everything that a bridge offers: what its plugins declare, and what the types of its other handlers tell.
public struct BridgeDescription: Sendable {
  /// The members, by name.
  public let members: [MemberDescription]
  /// The types that they refer to, by name.
  public let types: [TypeDefinition]
  /// The documentation comments of plugins, by name.
  public let plugins: [String: String]
  /// What could not be described, in sentences that say what to do.
  public let gaps: [String]

  package init(members: [MemberDescription], types: [TypeDefinition], plugins: [String: String], gaps: [String]) {
    self.members = members
    self.types = types
    self.plugins = plugins
    self.gaps = gaps
  }

  func type(_ name: String) -> TypeDefinition? { types.first { $0.name == name } }

  /// The names of the plugins in order; the empty one for members without a plugin comes first.
  var pluginNames: [String] { Array(Set(members.map(\.plugin))).sorted() }
}
