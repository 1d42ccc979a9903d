import Causeway

extension TypeDefinition {
  static func object(_ documentation: String, _ fields: [FieldDescription]) -> TypeDefinition {
    TypeDefinition(.object(fields), documentation: documentation)
  }

  static func literals(_ documentation: String, _ literals: [LiteralDescription]) -> TypeDefinition {
    TypeDefinition(.literals(literals), documentation: documentation)
  }
}

extension FieldDescription {
  /// A member that is always there: what is not known is null.
  static func field(_ name: String, _ type: TypeDescription, _ documentation: String) -> FieldDescription {
    FieldDescription(name, type, isOptional: false, documentation: documentation)
  }

  static let withheld = field(
    "withheld", .optional(.string), "Why what identifies a device or a place is missing here; null if nothing is.")
}
