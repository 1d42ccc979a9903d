/// What is known of a name: for descriptions, permissions and constants.
struct MemberRecord: Sendable {
  let name: String
  let permission: String
  let declaration: MemberDeclaration
  /// The value of a constant.
  var constant: (@Sendable () throws -> Payload)?

  /// The part before the last dot, and the one after it; of a name without a dot the first is empty.
  var plugin: String { name.lastIndex(of: ".").map { String(name[..<$0]) } ?? "" }
  var member: String { name.lastIndex(of: ".").map { String(name[name.index(after: $0)...]) } ?? name }

  /// Whether it can be called.
  var isMethod: Bool { declaration.kind == .method || declaration.kind == .stream }

  func describe(in catalog: inout TypeCatalog) -> MemberDescription {
    MemberDescription(
      name: name, kind: declaration.kind, permission: permission, parameters: declaration.parameters(&catalog),
      result: declaration.result(&catalog), errors: declaration.errors(&catalog),
      documentation: declaration.documentation)
  }
}
