#if Macros
import SwiftSyntax
import SwiftSyntaxMacros

/// An enum that crosses: as raw values, as case names, or as objects with a `kind`.
struct EnumCrossing {
  private struct Case {
    let name: String
    let fields: [CrossingField]
    let labels: [String?]
    let documentation: String

    var bareName: String { name.withoutBackticks }
    /// The `try` that an initializer of the case needs.
    var attempt: String { fields.isEmpty ? "" : "try " }

    /// `.name(label: …)`, with an expression for each value.
    func pattern(_ value: (Int, CrossingField) -> String) -> String {
      if fields.isEmpty { return ".\(name)" }
      let given = fields.indices.map { index in (labels[index].map { "\($0): " } ?? "") + value(index, fields[index]) }
      return ".\(name)(\(given.joined(separator: ", ")))"
    }
  }

  private let enumeration: EnumDeclSyntax
  private let cases: [Case]
  private let hasRawValues: Bool
  private let access: String

  /// Nil, with a diagnostic, if a case cannot cross.
  init?(_ enumeration: EnumDeclSyntax, in context: some MacroExpansionContext) {
    self.enumeration = enumeration
    access = enumeration.accessPrefix(in: context)
    let inherited = enumeration.inheritanceClause?.inheritedTypes.first.map { CrossingTypeCheck.baseName($0.type) }
    let declarations = enumeration.memberBlock.members.compactMap { $0.decl.as(EnumCaseDeclSyntax.self) }
    // A raw type may have another name; then the raw values of the cases reveal it.
    hasRawValues =
      inherited.map { EnumCrossing.rawTypes.contains($0) } == true
      || declarations.flatMap(\.elements).contains { $0.rawValue != nil }
    var cases: [Case] = []
    for declaration in declarations {
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
          Problem("kind", "The member kind identifies the case in JavaScript: give this value another label."),
          at: parameter)
        return nil
      }
      if let (problem, node, fixIts) = CrossingTypeCheck.problem(with: parameter.type, of: name) {
        context.report(problem, at: node, fixIts)
        return nil
      }
      fields.append(CrossingField(swiftName: name, name: name, type: parameter.type.plain.trimmedDescription))
    }
    let labels = parameters.map { $0.firstName.flatMap { $0.text == "_" ? nil : $0.text } }
    return Case(name: element.name.text, fields: fields, labels: labels, documentation: documentation)
  }

  /// The members of the extension.
  var members: String {
    if hasRawValues { return rawMembers }
    return cases.allSatisfy(\.fields.isEmpty) ? plainMembers : unionMembers
  }

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

        \(access)init(reading value: borrowing Causeway.ValueReader) throws {
          guard let known = Self(rawValue: try RawValue(reading: value)) else {
            throw value.unknownCase(of: [\(values)])
          }
          self = known
        }

        \(access)func write(to writer: borrowing Causeway.ValueWriter) throws {
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

        private var crossingName: Swift.String {
          switch self {
      \(writings)    }
        }

        \(access)init(reading value: borrowing Causeway.ValueReader) throws {
          switch try value.text() {
      \(readings)    default: throw value.unknownCase(of: [\(names)])
          }
        }

        \(access)func write(to writer: borrowing Causeway.ValueWriter) throws {
          writer.write(text: self.crossingName)
        }

        \(access)init(from decoder: any Swift.Decoder) throws {
          switch try Swift.String(from: decoder) {
      \(readings)    default: throw Causeway.ValueReader.unknownCase(of: [\(names)], in: decoder)
          }
        }

        \(access)func encode(to encoder: any Swift.Encoder) throws {
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
    let writings = cases.map { one in
      "    case \(one.pattern { index, _ in "let value\(index)" }):\n      try object.write(0, \(one.bareName.literal))\n"
        + one.fields.enumerated().map { "      try object.write(\(names.firstIndex(of: $1.name)!), value\($0))\n" }
        .joined()
    }
    let readings = cases.map { one in
      "    case \(one.bareName.literal): self = \(one.attempt)\(one.pattern { $1.reading(names.firstIndex(of: $1.name)!) })\n"
    }
    let decodings = cases.map { one in
      "    case \(one.bareName.literal): self = \(one.attempt)\(one.pattern { $1.decoding })\n"
    }
    let encodings = cases.map { one in
      "    case \(one.pattern { index, _ in "let value\(index)" }):\n      try container.encode(\(one.bareName.literal), forKey: \"kind\")\n"
        + one.fields.enumerated().map { index, field in
          "      try container.encode\(field.isOptional ? "IfPresent" : "")(value\(index), forKey: \(field.name.literal))\n"
        }.joined()
    }
    return """
        private static let crossingNames: Causeway.MemberNames = [\(names.map(\.literal).joined(separator: ", "))]

      \(description(".union([\n\(descriptions.joined())      ])"))

        \(access)init(reading value: borrowing Causeway.ValueReader) throws {
          let members = try value.object(Self.crossingNames)
          switch try members.member(0, as: Swift.String.self) {
      \(readings.joined())    default: throw members.unknownCase(0, of: [\(kinds)])
          }
        }

        \(access)func write(to writer: borrowing Causeway.ValueWriter) throws {
          guard var object = writer.beginObject(Self.crossingNames) else { return }
          switch self {
      \(writings.joined())    }
          object.end()
        }

        \(access)init(from decoder: any Swift.Decoder) throws {
          let container = try decoder.container(keyedBy: Causeway.MemberKey.self)
          switch try container.decode(Swift.String.self, forKey: "kind") {
      \(decodings.joined())    default: throw Causeway.ValueReader.unknownCase(of: [\(kinds)], in: decoder)
          }
        }

        \(access)func encode(to encoder: any Swift.Encoder) throws {
          var container = encoder.container(keyedBy: Causeway.MemberKey.self)
          switch self {
      \(encodings.joined())    }
        }
      """
  }
}
#endif
