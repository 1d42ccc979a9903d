/// A member that JavaScript can access by name: a method, a stream, an event or a constant.
public struct MemberDescription: Sendable, Hashable {
  /// The kind of a member.
  public enum Kind: String, Sendable {
    case method, stream, event, constant
  }

  /// How a method takes its parameters.
  public enum Parameters: Sendable, Hashable {
    /// No parameters.
    case none
    /// One value, as it is.
    case value(FieldDescription)
    /// One object with a member for each parameter.
    case named([FieldDescription])
    /// One argument for each parameter.
    case positional([FieldDescription])
    /// The plugin does not describe its parameters.
    case unknown
  }

  /// The full name: `wifi.scan`.
  public let name: String
  /// The kind of the member.
  public let kind: Kind
  /// The permission that a connection needs.
  public let permission: String
  /// The parameters of a method or a stream.
  public let parameters: Parameters
  /// The result of a method, the items of a stream, the value of an event or a constant.
  public let result: TypeDescription
  /// The errors that a method or a stream declares.
  public let errors: ErrorsDescription
  /// The documentation comment.
  public let documentation: String

  /// The part before the last dot: `wifi`; empty for a name without one.
  public var plugin: String { name.lastIndex(of: ".").map { String(name[..<$0]) } ?? "" }
  /// The part after the last dot: `scan`.
  public var member: String { name.lastIndex(of: ".").map { String(name[name.index(after: $0)...]) } ?? name }

  /// The member of an object of a type as text that changes when its meaning does.
  var signature: String {
    "\(kind.rawValue) \(member)(\(fields.map(\.signature).joined(separator: ",")))->\(result.signature)"
  }

  var fields: [FieldDescription] {
    switch parameters {
    case .none, .unknown: []
    case .value(let field): [field]
    case .named(let fields), .positional(let fields): fields
    }
  }
}
