import BridgeValues

/// Types as TypeScript writes them.
enum TypeScriptTypes {
  /// - Parameter isReceived: whether JavaScript receives the value, so that functions in it are Swift's.
  static func type(_ type: TypeDescription, isReceived: Bool = false) -> String {
    switch type {
    case .nothing: return "void"
    case .any: return "unknown"
    case .boolean: return "boolean"
    case .number: return "number"
    case .string: return "string"
    case .date: return "Date"
    case .bytes: return "Uint8Array"
    case .error: return "Error"
    case .integer(_, _, let isBig): return isBig ? "number | bigint" : "number"
    case .optional(let wrapped): return "\(self.type(wrapped, isReceived: isReceived)) | null"
    case .list(let element):
      let text = self.type(element, isReceived: isReceived)
      return text.contains(" ") ? "(\(text))[]" : "\(text)[]"
    case .dictionary(let value): return "{ [key: string]: \(self.type(value, isReceived: isReceived)) }"
    case .either(let types): return types.map { self.type($0, isReceived: isReceived) }.joined(separator: " | ")
    case .function(let value, let result):
      if isReceived {
        let parameter = value == .nothing ? "value?: undefined" : "value: \(self.type(value))"
        return "((\(parameter), options?: CallOptions) => Promise<\(self.type(result, isReceived: true))>)"
      }
      let parameter = value == .nothing ? "" : "value: \(self.type(value, isReceived: true))"
      // What a function returns is discarded where Swift takes no result.
      let returned = result == .nothing ? "unknown" : "\(self.type(result)) | Promise<\(self.type(result))>"
      return "((\(parameter)) => \(returned))"
    case .remoteObject: return "object"
    case .named(let name): return name
    case .unknown: return "unknown"
    }
  }

  static func field(_ field: FieldDescription, isReceived: Bool = false) -> String {
    "\(JavaScriptLiteral.key(field.name))\(field.isOptional ? "?" : ""): \(type(field.type, isReceived: isReceived))"
  }

  /// An object type on one line.
  static func object(_ fields: [FieldDescription], kind: String? = nil, isReceived: Bool = false) -> String {
    let members =
      (kind.map { ["kind: \"\(JavaScriptLiteral.escaped($0))\""] } ?? [])
      + fields.map { field($0, isReceived: isReceived) }
    return members.isEmpty ? "{}" : "{ \(members.joined(separator: "; ")) }"
  }

  static func documentation(of field: FieldDescription, _ given: String? = nil) -> String {
    let text = given ?? field.documentation
    guard let range = field.range else { return text }
    let bounds = "From \(JavaScriptLiteral.number(range.lowerBound)) to \(JavaScriptLiteral.number(range.upperBound))."
    return text.isEmpty ? bounds : "\(text)\n\(bounds)"
  }

  // MARK: Functions

  /// The parameters of the function that stands for a method, each as `name: type`.
  static func parameters(of member: MemberDescription) -> [String] {
    let options = member.kind == .stream ? "options?: StreamOptions" : "options?: CallOptions"
    switch member.parameters {
    case .none: return ["params?: undefined", options]
    case .unknown: return ["params?: unknown", options]
    case .value(let field):
      return [
        "\(parameter(field.name))\(field.isOptional ? "?" : ""): \(type(field.type))",
        options,
      ]
    case .named(let fields):
      let isOptional = fields.allSatisfy(\.isOptional)
      return ["params\(isOptional ? "?" : ""): \(object(fields))", options]
    case .positional(let fields):
      // In TypeScript a required parameter cannot follow an optional one.
      let last = fields.lastIndex { !$0.isOptional } ?? -1
      return fields.enumerated().map { index, field in
        let type =
          index < last && field.isOptional && !field.type.isOptional
          ? "\(type(field.type)) | undefined" : type(field.type)
        return "\(parameter(field.name))\(index > last ? "?" : ""): \(type)"
      } + [options]
    }
  }

  /// A parameter's name as declarations have it: JavaScript's own words, and that of the parameter which is always there,
  /// are followed by `_`.
  static func parameter(_ name: String) -> String {
    guard JavaScriptLiteral.isIdentifier(name) else { return "params" }
    return taken.contains(name) ? "\(name)_" : name
  }

  private static let taken: Set<String> = [
    "arguments", "await", "break", "case", "catch", "class", "const", "continue", "debugger", "default", "delete",
    "do", "else", "enum", "eval", "export", "extends", "false", "finally", "for", "function", "if", "implements",
    "import", "in", "instanceof", "interface", "let", "new", "null", "options", "package", "private", "protected",
    "public", "return", "static", "super", "switch", "this", "throw", "true", "try", "typeof", "var", "void", "while",
    "with", "yield",
  ]

  static func result(of member: MemberDescription) -> String {
    let type = type(member.result, isReceived: true)
    return member.kind == .stream ? "AsyncIterableIterator<\(type)>" : "Promise<\(type)>"
  }

  /// The parameters that name an event and its listener.
  static func listened(_ member: MemberDescription) -> String {
    "event: \"\(JavaScriptLiteral.escaped(member.member))\", listener: (value: \(type(member.result))) => void"
  }

  /// The function of a bridge that takes a member by its name, as a method of an object type.
  static func named(_ member: MemberDescription) -> String {
    let function = function(member)
    return "\(function.name)(\(function.parameters)): \(function.result)"
  }

  /// The same as a type.
  static func namedFunction(_ member: MemberDescription) -> (name: String, type: String) {
    let function = function(member)
    return (function.name, "((\(function.parameters)) => \(function.result))")
  }

  private static func function(_ member: MemberDescription) -> (name: String, parameters: String, result: String) {
    if member.kind == .event { return ("on", "\(listened(member)), options?: ListenOptions", "Undo") }
    let parameters = ["method: \"\(JavaScriptLiteral.escaped(member.name))\""] + parameters(of: member)
    return (member.kind == .stream ? "stream" : "call", parameters.joined(separator: ", "), result(of: member))
  }

  /// The codes of a member's errors, as a union.
  static func errors(of member: MemberDescription) -> String {
    ((member.errors.type.map { [$0] } ?? []) + member.errors.others).joined(separator: " | ")
  }

  /// The name of the interface of a plugin.
  static func interface(_ plugin: String) -> String {
    let words = plugin.split { !$0.isLetter && !$0.isNumber }
    return words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined() + "Plugin"
  }
}
