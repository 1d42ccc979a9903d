package import BridgeValues

/// Members as tools of a language model: an object of arguments in, one value out.
extension BridgeDescription {
  /// The JSON Schema of the arguments of a method: an object with a property for each parameter.
  package func toolInput(of member: MemberDescription) -> BridgeValue {
    let comment = DocumentationComment(member.documentation)
    var properties = BridgeObject()
    var required: [BridgeValue] = []
    for field in member.fields {
      properties[field.name] = ToolSchema.described(
        OpenRPCSchema.schema(field.type, range: field.range), comment.parameters[field.name] ?? field.documentation)
      if !field.isOptional { required.append(.string(field.name)) }
    }
    if case .unknown = member.parameters { properties["params"] = true }
    var schema: BridgeObject = ["type": "object", "properties": .object(properties)]
    if !required.isEmpty { schema["required"] = .array(required) }
    return withDefinitions(schema)
  }

  /// The JSON Schema of `{"result": …}`; nil for a method without a result.
  package func toolOutput(of member: MemberDescription) -> BridgeValue? {
    if member.result == .nothing { return nil }
    return withDefinitions([
      "type": "object", "properties": ["result": OpenRPCSchema.schema(member.result)], "required": ["result"],
    ])
  }

  /// Whether a method takes or returns a function or an object by reference, which JSON cannot represent.
  package func hasFunctions(_ member: MemberDescription) -> Bool {
    var seen: Set<String> = []
    return (member.fields.map(\.type) + [member.result]).contains { hasFunction($0, &seen) }
  }

  /// - Parameter seen: the named types that were looked at: types may refer to one another.
  private func hasFunction(_ type: TypeDescription, _ seen: inout Set<String>) -> Bool {
    switch type {
    case .function, .remoteObject: return true
    case .optional(let inner), .list(let inner), .dictionary(let inner): return hasFunction(inner, &seen)
    case .either(let types): return types.contains { hasFunction($0, &seen) }
    case .named(let name):
      guard seen.insert(name).inserted, let definition = self.type(name) else { return false }
      if case .methods = definition.shape { return true }
      return definition.types.contains { hasFunction($0, &seen) }
    default: return false
    }
  }

  /// The schema with all types that it refers to.
  private func withDefinitions(_ schema: BridgeObject) -> BridgeValue {
    var names: [String] = []
    var definitions = BridgeObject()
    guard case .object(var schema) = ToolSchema.standalone(.object(schema), &names) else { return .object(schema) }
    while let name = names.popLast() {
      guard definitions[name] == nil, let type = type(name) else { continue }
      definitions[name] = ToolSchema.standalone(OpenRPCSchema.definition(type), &names)
    }
    if definitions.count > 0 { schema["$defs"] = .object(definitions) }
    return .object(schema)
  }
}

extension MemberDescription {
  /// The documentation for a language model: what the method does, returns and throws.
  package var toolDescription: String {
    let comment = DocumentationComment(documentation)
    let parts = [
      comment.text, comment.returns.isEmpty ? "" : "Returns: \(comment.returns)",
      comment.throwsWhat.isEmpty ? "" : "Errors: \(comment.throwsWhat)",
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  /// The params of a call, from the arguments of a tool: see ``BridgeDescription/toolInput(of:)``.
  package func params(ofTool arguments: BridgeObject) -> BridgeValue {
    switch parameters {
    case .none: .undefined
    case .value(let field): arguments[field.name] ?? .undefined
    case .named: .object(arguments)
    case .positional(let fields):
      // Optional arguments at the end may be absent.
      .array(
        fields.prefix(fields.lastIndex { arguments[$0.name] != nil }.map { $0 + 1 } ?? 0)
          .map { arguments[$0.name] ?? .undefined })
    case .unknown: arguments["params"] ?? .undefined
    }
  }
}

private enum ToolSchema {
  /// The schema as one of draft 2020-12 that stands alone; adds the names of the types that it refers to.
  static func standalone(_ schema: BridgeValue, _ names: inout [String]) -> BridgeValue {
    switch schema {
    case .array(let elements): return .array(elements.map { standalone($0, &names) })
    case .object(let members):
      var copy = BridgeObject()
      for (key, value) in members {
        if key == "$ref", let name = value.string?.split(separator: "/").last {
          names.append(String(name))
          copy[key] = .string("#/$defs/\(name)")
        } else if key == "items", case .array = value {
          copy["prefixItems"] = standalone(value, &names)
        } else if key == "oneOf" {
          // `null` fits both "anything" and "null".
          copy["anyOf"] = standalone(value, &names)
        } else {
          copy[key] = standalone(value, &names)
        }
      }
      return .object(copy)
    default: return schema
    }
  }

  static func described(_ schema: BridgeValue, _ text: String) -> BridgeValue {
    if text.isEmpty { return schema }
    guard case .object(var members) = schema else { return ["description": .string(text)] }
    members["description"] = .string(text)
    return .object(members)
  }
}
