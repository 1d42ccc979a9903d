package import BridgeValues

/// The declaration of a name, for descriptions, permissions and constants.
package struct MemberRecord: Sendable {
  package let name: String
  package let permission: String
  package let declaration: MemberDeclaration
  /// The value of a constant.
  package var constant: (@Sendable () throws -> Payload)?

  package init(
    name: String, permission: String, declaration: MemberDeclaration, constant: (@Sendable () throws -> Payload)? = nil
  ) {
    self.name = name
    self.permission = permission
    self.declaration = declaration
    self.constant = constant
  }

  /// The part before the last dot, and the part after it; the first is empty if the name has no dot.
  package var plugin: String { name.lastIndex(of: ".").map { String(name[..<$0]) } ?? "" }
  package var member: String { name.lastIndex(of: ".").map { String(name[name.index(after: $0)...]) } ?? name }

  /// Whether it can be called.
  package var isMethod: Bool { declaration.kind == .method || declaration.kind == .stream }

  package func describe(in catalog: inout TypeCatalog) -> MemberDescription {
    MemberDescription(
      name: name, kind: declaration.kind, permission: permission, parameters: declaration.parameters(&catalog),
      result: declaration.result(&catalog), errors: declaration.errors(&catalog),
      documentation: declaration.documentation)
  }
}
