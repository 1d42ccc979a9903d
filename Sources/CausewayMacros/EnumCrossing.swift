import SwiftSyntax
import SwiftSyntaxMacros

/// An enum that crosses: by its raw values, by the names of its cases, or as objects told apart by `kind`.
struct EnumCrossing {
  private struct Case {
    let name: String
    let fields: [CrossingField]
    let labels: [String?]
    let documentation: String

    var bareName: String { name.withoutBackticks }
  }

  private let enumeration: EnumDeclSyntax
  private let cases: [Case]
  private let hasRawValues: Bool

  /// Nil, with a diagnostic, when a case cannot cross.
  init?(_ enumeration: EnumDeclSyntax, in context: some MacroExpansionContext) {
    self.enumeration = enumeration
    let inherited = enumeration.inheritanceClause?.inheritedTypes.first.map { CrossingTypeCheck.baseName($0.type) }
    hasRawValues = inherited.map { EnumCrossing.rawTypes.contains($0) } ?? false
    var cases: [Case] = []
    for declaration in enumeration.memberBlock.members.compactMap({ $0.decl.as(EnumCaseDeclSyntax.self) }) {
      for element in declaration.elements {
        guard let read = EnumCrossing.read(element, declaration.documentation, in: context) else { return nil }
        cases.append(read)
      }
    }
    if cases.isEmpty {
      context.report(Problem("empty", "An enum without cases has no value that could cross."), at: enumeration.name)
      return nil
    }
    self.cases = cases
  }

  private static let rawTypes: Set<String> = [
    "String", "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Double",
    "Float",
  ]

  private static func read(
    _ element: EnumCaseElementSyntax, _ documentation: String, in context: some MacroExpansionContext
  ) -> Case? {
    let parameters = element.parameterClause.map { Array($0.parameters) } ?? []
    var fields: [CrossingField] = []
    for parameter in parameters {
      let label = parameter.firstName.flatMap { $0.text == "_" ? nil : $0.text.withoutBackticks }
      guard let name = label ?? (parameters.count == 1 ? "value" : nil) else {
        context.report(
          Problem("label", "Give each value of \(element.name.text) a label: it is a member's name in JavaScript."),
          at: parameter)
        return nil
      }
      if name == "kind" {
        context.report(
          Problem("kind", "The member kind tells the cases apart in JavaScript: give this value another label."),
          at: parameter)
        return nil
      }
      if let (problem, node, fixIts) = CrossingTypeCheck.problem(with: parameter.type, of: name, isResult: true) {
        context.report(problem, at: node, fixIts)
        return nil
      }
      fields.append(CrossingField(swiftName: name, name: name, type: parameter.type.trimmedDescription))
    }
    let labels = parameters.map { $0.firstName.flatMap { $0.text == "_" ? nil : $0.text } }
    return Case(name: element.name.text, fields: fields, labels: labels, documentation: documentation)
  }

  /// The members of the extension.
  var members: String {
    if hasRawValues { return rawMembers }
    return cases.allSatisfy(\.fields.isEmpty) ? plainMembers : unionMembers
  }

  private var access: String { enumeration.accessPrefix }

  private func description(_ shape: String) -> String {
    """
      \(access)static func describe(in catalog: inout Causeway.TypeCatalog) -> Causeway.TypeDescription {
        catalog.define(Self.self) { catalog in
          Causeway.TypeDefinition(\(shape), documentation: \(enumeration.documentation.literal))
        }
      }
    """
  }

  private func documented(_ text: String) -> String { text.isEmpty ? "" : ", documentation: \(text.literal)" }

  // MARK: Raw values

  private var rawMembers: String {
    let literals = cases.map {
      "        Causeway.LiteralDescription(Self.\($0.name).rawValue\(documented($0.documentation))),\n"
    }
    let values = cases.map { "Self.\($0.name).rawValue" }.joined(separator: ", ")
    return """
      \(description(".literals([\n\(literals.joined())      ])"))

        \(access)init(reading value: Causeway.ValueReader) throws {
          guard let known = Self(rawValue: try RawValue(reading: value)) else {
            throw value.unknownCase(of: [\(values)])
          }
          self = known
        }

        \(access)func write(to writer: Causeway.ValueWriter) throws {
          try writer.write(self.rawValue)
        }
      """
  }

  // MARK: Names

  private var plainMembers: String {
    let literals = cases.map {
      "        Causeway.LiteralDescription(\($0.bareName.literal)\(documented($0.documentation))),\n"
    }
    let names = cases.map(\.bareName.literal).joined(separator: ", ")
    let readings = cases.map { "    case \($0.bareName.literal): self = .\($0.name)\n" }.joined()
    let writings = cases.map { "    case .\($0.name): \($0.bareName.literal)\n" }.joined()
    return """
      \(description(".literals([\n\(literals.joined())      ])"))

        private var crossingName: String {
          switch self {
      \(writings)    }
        }

        \(access)init(reading value: Causeway.ValueReader) throws {
          switch try value.text() {
      \(readings)    default: throw value.unknownCase(of: [\(names)])
          }
        }

        \(access)func write(to writer: Causeway.ValueWriter) throws {
          writer.write(text: self.crossingName)
        }

        \(access)init(from decoder: any Decoder) throws {
          switch try String(from: decoder) {
      \(readings)    default: throw Causeway.ValueReader.unknownCase(of: [\(names)], in: decoder)
          }
        }

        \(access)func encode(to encoder: any Encoder) throws {
          try self.crossingName.encode(to: encoder)
        }
      """
  }

  // MARK: Values

  private var unionMembers: String {
    var names = ["kind"]
    for field in cases.flatMap(\.fields) where !names.contains(field.name) { names.append(field.name) }
    let descriptions = cases.map { one in
      "        Causeway.CaseDescription(\(one.bareName.literal), [\(one.fields.map(\.description).joined(separator: ", "))]\(documented(one.documentation))),\n"
    }
    let kinds = cases.map(\.bareName.literal).joined(separator: ", ")
    func values(_ one: Case, _ value: (CrossingField) -> String) -> String {
      if one.fields.isEmpty { return ".\(one.name)" }
      let given = zip(one.fields, one.labels).map { field, label in (label.map { "\($0): " } ?? "") + value(field) }
      return ".\(one.name)(\(given.joined(separator: ", ")))"
    }
    func attempt(_ one: Case) -> String { one.fields.isEmpty ? "" : "try " }
    let readings = cases.map { one in
      "    case \(one.bareName.literal): self = \(attempt(one))\(values(one) { $0.reading(names.firstIndex(of: $0.name)!) })\n"
    }
    let writings = cases.map { one in
      "    case \(values(one) { "let `\($0.name)`" }):\n      try object.write(\(",\"kind\":".literal), \(one.bareName.literal))\n"
        + one.fields.map { "      try object.write(\($0.key), `\($0.name)`)\n" }.joined()
    }
    let decodings = cases.map { one in
      "    case \(one.bareName.literal): self = \(attempt(one))\(values(one) { "container.decode(\($0.type).self, forKey: \($0.name.literal))" })\n"
    }
    let encodings = cases.map { one in
      "    case \(values(one) { "let `\($0.name)`" }):\n      try container.encode(\(one.bareName.literal), forKey: \"kind\")\n"
        + one.fields.map { "      try container.encode(`\($0.name)`, forKey: \($0.name.literal))\n" }.joined()
    }
    return """
        private static let crossingNames: Causeway.MemberNames = [\(names.map(\.literal).joined(separator: ", "))]

      \(description(".union([\n\(descriptions.joined())      ])"))

        \(access)init(reading value: Causeway.ValueReader) throws {
          let members = try value.object(Self.crossingNames)
          switch try members.member(0, as: String.self) {
      \(readings.joined())    default: throw members.unknownCase(0, of: [\(kinds)])
          }
          members.close()
        }

        \(access)func write(to writer: Causeway.ValueWriter) throws {
          guard var object = writer.beginObject() else { return }
          switch self {
      \(writings.joined())    }
          object.end()
        }

        \(access)init(from decoder: any Decoder) throws {
          let container = try decoder.container(keyedBy: Causeway.MemberKey.self)
          switch try container.decode(String.self, forKey: "kind") {
      \(decodings.joined())    default: throw Causeway.ValueReader.unknownCase(of: [\(kinds)], in: decoder)
          }
        }

        \(access)func encode(to encoder: any Encoder) throws {
          var container = encoder.container(keyedBy: Causeway.MemberKey.self)
          switch self {
      \(encodings.joined())    }
        }
      """
  }
}
