import SwiftSyntax

/// Writes the statements that register the members of a plugin.
struct RegistrationPrinter {
  func registration(_ member: ExportedMember) -> String {
    switch member.kind {
    case .constant(let type):
      return """
            registrar.constant(
              \(declaration(member, ".constant", result: "catalog.describe(\(metatype(type)))"))
            ) { \(member.reference) }
        """
    case .event(let type):
      return """
            registrar.event(
              \(declaration(member, ".event", result: "catalog.describe(valueOf: \(type).self)")), \(member.reference))
        """
    case .method(let method): return registration(member, method)
    }
  }

  // MARK: Methods

  private func registration(_ member: ExportedMember, _ method: ExportedMethod) -> String {
    let timeout = member.attribute.argument("timeout").map { ", timeout: \($0.trimmedDescription)" } ?? ""
    let execution = member.attribute.argument("execution").map { ", execution: \($0.trimmedDescription)" } ?? ""
    let declared = declaration(
      member, method.isStream ? ".stream" : ".method", parameters: parameters(method), result: result(method))
    let (reading, arguments) = reading(method)
    var given = arguments
    if let context = method.context { given.append(context.map { "\($0): call" } ?? "call") }
    let call = "\(member.reference)(\(given.joined(separator: ", ")))"
    let context = "(arguments: Causeway.PluginArguments, call: Causeway.CallContext)"
    let head: String
    let answer: String
    if method.isStream {
      head = "registrar.stream(\n      \(declared)\(timeout)\n    ) { \(context) in"
      answer = "return \(method.isThrowing ? "try " : "")\(method.isAsync ? "await " : "")\(call)"
    } else if method.isAsync || !timeout.isEmpty || !execution.isEmpty {
      head =
        "registrar.asyncMethod(\n      \(declared)\(execution)\(timeout)\n    ) { \(context) async throws -> Causeway.Payload in"
      answer = "return try arguments.answer(\(method.isAsync ? "await " : "")\(call))"
    } else if method.context != nil {
      head = "registrar.methodInContext(\n      \(declared)\n    ) { \(context) throws -> Causeway.Payload in"
      answer = "return try arguments.answer(\(call))"
    } else {
      head =
        "registrar.method(\n      \(declared)\n    ) { (arguments: Causeway.PluginArguments) throws -> Causeway.Payload in"
      answer = "return try arguments.answer(\(call))"
    }
    let lines = (reading + [answer]).map { "      \($0)" }.joined(separator: "\n")
    return "    \(head)\n\(lines)\n    }"
  }

  /// The statements that read the parameters, and the arguments that they are given as.
  private func reading(_ method: ExportedMethod) -> (statements: [String], arguments: [String]) {
    var statements: [String] = []
    var arguments: [String] = []
    switch method.style {
    case .none: break
    case .value:
      let parameter = method.parameters[0]
      let fallback = parameter.defaultValue.map { ", default: \($0)" } ?? ""
      let value = "arguments.value(\(metatype(parameter.type))\(fallback))"
      let checked = parameter.range.map { "arguments.checked(\(value), within: \($0))" } ?? value
      statements.append("let value = try \(checked)")
      arguments.append("value")
    case .named, .positional:
      let names = method.parameters.map { $0.name.literal }.joined(separator: ", ")
      let how = if case .named = method.style { "named" } else { "positional" }
      statements.append("let members = try arguments.\(how)([\(names)])")
      for (index, parameter) in method.parameters.enumerated() {
        let fallback = parameter.defaultValue.map { ", default: \($0)" } ?? ""
        let value = "members.member(\(index), as: \(metatype(parameter.type))\(fallback))"
        let checked = parameter.range.map { "members.checked(\(index), \(value), within: \($0))" } ?? value
        statements.append("let value\(index) = try \(checked)")
        arguments.append(parameter.label.map { "\($0): value\(index)" } ?? "value\(index)")
      }
    }
    return (statements, arguments)
  }

  // MARK: Declarations

  private func declaration(
    _ member: ExportedMember, _ kind: String, parameters: String? = nil, result: String? = nil
  ) -> String {
    var arguments = [kind, member.name.literal]
    if let permission = member.attribute.argument("permission"), permission.trimmedDescription != "nil" {
      arguments.append("permission: \(permission.trimmedDescription)")
    }
    if !member.documentation.isEmpty { arguments.append("documentation: \(member.documentation.literal)") }
    if let parameters { arguments.append("parameters: { catalog in \(parameters) }") }
    if let result { arguments.append("result: { catalog in \(result) }") }
    return "Causeway.MemberDeclaration(\n        \(arguments.joined(separator: ",\n        ")))"
  }

  private func parameters(_ method: ExportedMethod) -> String? {
    let fields = method.parameters.map { parameter in
      var text = "Causeway.FieldDescription(\(parameter.name.literal), catalog.describe(\(metatype(parameter.type)))"
      if parameter.defaultValue != nil { text += ", hasDefault: true" }
      if let range = parameter.range { text += ", range: \(range)" }
      return text + ")"
    }
    switch method.style {
    case .none: return nil
    case .value: return ".value(\(fields[0]))"
    case .named: return ".named([\(fields.joined(separator: ", "))])"
    case .positional: return ".positional([\(fields.joined(separator: ", "))])"
    }
  }

  private func result(_ method: ExportedMethod) -> String? {
    guard let result = method.result else { return nil }
    guard method.isStream else { return "catalog.describe(\(metatype(result)))" }
    if let element = CrossingTypeCheck.opaqueElement(result).element { return "catalog.describe(\(metatype(element)))" }
    return "catalog.describe(itemsOf: \(metatype(result)))"
  }

  /// `Int?.self`, without what stands before a parameter's type.
  private func metatype(_ type: TypeSyntax) -> String {
    let bare = type.as(AttributedTypeSyntax.self)?.baseType ?? type
    let text = bare.trimmedDescription
    return text.contains(" ") && !text.hasPrefix("[") && !text.hasPrefix("(") ? "(\(text)).self" : "\(text).self"
  }
}
