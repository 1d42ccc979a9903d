#if Macros
import SwiftSyntax
import SwiftSyntaxMacros

/// A struct that crosses as its stored properties.
struct StructCrossing {
  private let structure: StructDeclSyntax
  private let fields: [CrossingField]
  private let access: String

  /// Nil, with a diagnostic, if a property cannot cross.
  init?(_ structure: StructDeclSyntax, in context: some MacroExpansionContext) {
    self.structure = structure
    access = structure.accessPrefix(in: context)
    let keys = CrossingField.codingKeys(structure.memberBlock.members)
    var fields: [CrossingField] = []
    for variable in structure.memberBlock.members.compactMap({ $0.decl.as(VariableDeclSyntax.self) }) {
      guard !variable.has(.static), !variable.has(.lazy) else { continue }
      for binding in variable.bindings where StructCrossing.isStored(binding) {
        // A constant with an initial value is equal in every copy, so it does not cross, as `Codable` does not decode
        // it.
        if variable.bindingSpecifier.tokenKind == .keyword(.let), binding.initializer != nil { continue }
        guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else {
          context.report(Problem("pattern", "Declare one property at a time, by its name."), at: binding.pattern)
          return nil
        }
        let crossing = keys.map { $0[name.withoutBackticks] } ?? name.withoutBackticks
        guard let crossing else { continue }
        guard !crossing.hasPrefix("$") else {
          context.report(
            Problem("name", "Names that begin with $ are reserved by the bridge: give \(name) another one."),
            at: binding.pattern)
          return nil
        }
        guard let type = binding.typeAnnotation?.type ?? binding.initializer?.value.literalType else {
          context.report(
            Problem("type", "Write the type of \(name), which the declarations for JavaScript need: \(name): Type."),
            at: binding.pattern)
          return nil
        }
        if let (problem, node, fixIts) = CrossingTypeCheck.problem(with: type, of: name) {
          context.report(problem, at: node, fixIts)
          return nil
        }
        fields.append(
          CrossingField(
            swiftName: name, name: crossing, type: type.plain.trimmedDescription,
            range: variable.attributes.named("Within")?.argument("")?.trimmedDescription,
            documentation: variable.documentation))
      }
    }
    self.fields = fields
  }

  static func isStored(_ binding: PatternBindingSyntax) -> Bool {
    guard let block = binding.accessorBlock else { return true }
    guard case .accessors(let accessors) = block.accessors else { return false }
    return accessors.allSatisfy { ["willSet", "didSet"].contains($0.accessorSpecifier.text) }
  }

  /// The members of the extension.
  var members: String {
    let descriptions = fields.map { "        \($0.description),\n" }.joined()
    let readings = fields.enumerated().map { "    self.\($1.swiftName) = try \($1.reading($0))\n" }.joined()
    let writings = fields.enumerated().map { "    try object.write(\($0), self.\($1.swiftName))\n" }.joined()
    let names = fields.map(\.name.literal).joined(separator: ", ")
    return """
        private static let crossingNames: Causeway.MemberNames = [\(names)]

        \(access)static func describe(in catalog: inout Causeway.TypeCatalog) -> Causeway.TypeDescription {
          catalog.define(Self.self) { catalog in
            Causeway.TypeDefinition(.object([
      \(descriptions)      ]), documentation: \(structure.documentation.literal))
          }
        }

        \(access)init(reading value: borrowing Causeway.ValueReader) throws {
          \(fields.isEmpty ? "_" : "let members") = try value.object(Self.crossingNames)
      \(readings)  }

        \(access)func write(to writer: borrowing Causeway.ValueWriter) throws {
          guard \(fields.isEmpty ? "let" : "var") object = writer.beginObject(Self.crossingNames) else { return }
      \(writings)    object.end()
        }
      """
  }
}
#endif
