import BridgeValues

extension BridgeDescription {
  /// The description as an OpenRPC document, for tools that render it, check it or generate code from it.
  ///
  /// Schemas describe values as they are on the wire (docs/wire.md). Streams are methods with `x-stream`; events are
  /// under `x-events`, constants under `x-constants`.
  public func openRPC(title: String = "Causeway plugins", version: String = "1.0.0") -> String {
    let document: BridgeValue = [
      "openrpc": "1.3.2",
      "info": ["title": .string(title), "version": .string(version), "x-contract": .string(contract.hash)],
      "methods": .array(members.filter { $0.kind == .method || $0.kind == .stream }.map(OpenRPCSchema.method)),
      "components": ["schemas": .object(schemas)],
      "x-events": .array(members.filter { $0.kind == .event }.map(OpenRPCSchema.value)),
      "x-constants": .array(members.filter { $0.kind == .constant }.map(OpenRPCSchema.value)),
    ]
    return JSONPrinter.pretty(document) + "\n"
  }

  private var schemas: BridgeObject {
    var schemas = BridgeObject()
    for type in types { schemas[type.name] = OpenRPCSchema.definition(type) }
    return schemas
  }

  /// The `components.schemas` of an OpenRPC document, in one line.
  package var openRPCSchemas: String { JSONPrinter.flat(.object(schemas)) }
}

extension MemberDescription {
  /// The method or stream as a member of `methods` of an OpenRPC document, in one line.
  package var openRPC: String { JSONPrinter.flat(OpenRPCSchema.method(self)) }
}

/// JSON Schema, draft 7, of what crosses a wire.
enum OpenRPCSchema {
  static func method(_ member: MemberDescription) -> BridgeValue {
    let comment = DocumentationComment(member.documentation)
    var object: BridgeObject = ["name": .string(member.name)]
    if !comment.summary.isEmpty { object["summary"] = .string(comment.summary) }
    if !comment.text.isEmpty, comment.text != comment.summary { object["description"] = .string(comment.text) }
    object["x-permission"] = .string(member.permission)
    if member.kind == .stream { object["x-stream"] = true }
    switch member.parameters {
    case .named(let fields):
      object["paramStructure"] = "by-name"
      object["params"] = .array(
        fields.map { descriptor($0.name, $0.type, !$0.isOptional, $0, comment.parameters[$0.name]) })
    case .value(let field):
      object["paramStructure"] = "by-position"
      object["params"] = [descriptor(field.name, field.type, !field.isOptional, field, comment.parameters[field.name])]
    case .positional(let fields):
      // The wire carries one value: the array of arguments.
      object["paramStructure"] = "by-position"
      let required = fields.lastIndex { !$0.isOptional }.map { $0 + 1 } ?? 0
      object["params"] = [
        [
          "name": "arguments", "required": .bool(required > 0),
          "schema": [
            "type": "array", "items": .array(fields.map { schema($0.type, range: $0.range) }),
            "minItems": .number(Double(required)), "maxItems": .number(Double(fields.count)),
          ],
        ]
      ]
    case .none: object["params"] = []
    case .unknown:
      object["paramStructure"] = "by-position"
      object["params"] = [["name": "params", "schema": true]]
    }
    object["result"] = [
      "name": .string(member.kind == .stream ? "item" : "result"), "schema": schema(member.result),
    ]
    if !member.errors.codes.isEmpty { object["errors"] = .array(errors(member.errors.codes)) }
    return .object(object)
  }

  /// The errors as the wire writes them: a number for everyone, the code in `data`.
  ///
  /// OpenRPC has each number once.
  private static func errors(_ codes: [LiteralDescription]) -> [BridgeValue] {
    var order: [Int] = []
    var grouped: [Int: [(code: String, sentence: String)]] = [:]
    for code in codes {
      guard case .string(let text) = literal(code) else { continue }
      let number = JSONRPCCode.number(of: BridgeError.Code(rawValue: text))
      if grouped[number] == nil { order.append(number) }
      grouped[number, default: []].append((text, code.documentation))
    }
    return order.map { number in
      let errors = grouped[number] ?? []
      let message = errors.map { $0.sentence.isEmpty ? $0.code : "\($0.code): \($0.sentence)" }
      return [
        "code": .number(Double(number)), "message": .string(message.joined(separator: " ")),
        "data": ["code": .array(errors.map { .string($0.code) })],
      ]
    }
  }

  static func value(_ member: MemberDescription) -> BridgeValue {
    var object: BridgeObject = ["name": .string(member.name), "x-permission": .string(member.permission)]
    let summary = DocumentationComment(member.documentation).summary
    if !summary.isEmpty { object["summary"] = .string(summary) }
    object["schema"] = schema(member.result)
    return .object(object)
  }

  private static func descriptor(
    _ name: String, _ type: TypeDescription, _ isRequired: Bool, _ field: FieldDescription, _ text: String?
  ) -> BridgeValue {
    var object: BridgeObject = ["name": .string(name), "required": .bool(isRequired)]
    let text = text ?? field.documentation
    if !text.isEmpty { object["description"] = .string(text) }
    object["schema"] = schema(type, range: field.range)
    return .object(object)
  }

  static func definition(_ type: TypeDefinition) -> BridgeValue {
    var object: BridgeObject
    switch type.shape {
    case .object(let fields): object = members(fields, kind: nil)
    case .literals(let literals): object = ["enum": .array(literals.map(literal))]
    case .union(let cases): object = ["oneOf": .array(cases.map { .object(members($0.fields, kind: $0.kind)) })]
    case .methods:
      object = ["type": "object", "properties": ["$reference": ["type": "array"]], "required": ["$reference"]]
    case .alias(let other):
      if case .object(let inner) = schema(other) { object = inner } else { object = [:] }
    }
    let text = DocumentationComment(type.documentation).text
    if !text.isEmpty { object["description"] = .string(text) }
    return .object(object)
  }

  private static func literal(_ literal: LiteralDescription) -> BridgeValue {
    let payload = Payload(EncodedValue(text: Array(literal.value.utf8)))
    return (try? payload.value()) ?? .null
  }

  private static func members(_ fields: [FieldDescription], kind: String?) -> BridgeObject {
    var properties = BridgeObject()
    if let kind { properties["kind"] = ["const": .string(kind)] }
    for field in fields {
      guard case .object(var object) = schema(field.type, range: field.range) else {
        properties[field.name] = true
        continue
      }
      if !field.documentation.isEmpty { object["description"] = .string(field.documentation) }
      properties[field.name] = .object(object)
    }
    let required = (kind == nil ? [] : ["kind"]) + fields.filter { !$0.isOptional }.map(\.name)
    return ["type": "object", "properties": .object(properties), "required": .array(required.map { .string($0) })]
  }

  static func schema(_ type: TypeDescription, range: ClosedRange<Double>? = nil) -> BridgeValue {
    func bounded(_ schema: BridgeObject) -> BridgeValue {
      var schema = schema
      if let range {
        schema["minimum"] = .number(range.lowerBound)
        schema["maximum"] = .number(range.upperBound)
      }
      return .object(schema)
    }
    func tagged(_ tag: String, _ content: BridgeValue) -> BridgeValue {
      ["type": "object", "properties": .object([tag: content]), "required": [.string(tag)]]
    }
    switch type {
    case .any, .unknown: return true
    case .function: return tagged("$reference", ["type": "integer"])
    case .remoteObject: return tagged("$reference", ["type": "array"])
    case .nothing: return tagged("$undefined", ["const": true])
    case .boolean: return ["type": "boolean"]
    case .number: return bounded(["type": "number"])
    case .string: return ["type": "string"]
    case .date: return tagged("$date", ["type": ["number", "null"]])
    case .bytes: return tagged("$bytes", ["type": "array", "items": [["type": "string"], ["type": "string"]]])
    case .error: return tagged("$error", ["type": "object"])
    case .integer(let minimum, let maximum, let isBig):
      if isBig { return ["oneOf": [["type": "integer"], tagged("$bigint", ["type": "string"])]] }
      var schema: BridgeObject = ["type": "integer"]
      // Beyond what a number of JSON's readers holds, the bounds would only be rounded.
      if let low = Double(minimum), let high = Double(maximum), high <= 0x1p53 {
        schema["minimum"] = .number(low)
        schema["maximum"] = .number(high)
      }
      return bounded(schema)
    case .optional(let wrapped): return ["oneOf": [schema(wrapped, range: range), ["type": "null"]]]
    case .list(let element): return ["type": "array", "items": schema(element)]
    case .dictionary(let value): return ["type": "object", "additionalProperties": schema(value)]
    case .either(let types): return ["oneOf": .array(types.map { schema($0) })]
    case .named(let name): return ["$ref": .string("#/components/schemas/\(name)")]
    }
  }
}
