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
  /// A field that is always present: an unknown value is null.
  static func field(_ name: String, _ type: TypeDescription, _ documentation: String) -> FieldDescription {
    FieldDescription(name, type, isOptional: false, documentation: documentation)
  }

  static let withheld = field(
    "withheld", .optional(.string), "The reason why identifying properties are missing; null if none is withheld.")
}
