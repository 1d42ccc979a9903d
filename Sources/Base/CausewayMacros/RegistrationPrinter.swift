#if Macros
import SwiftSyntax

/// Generates the statements that register the members of a plugin.
struct RegistrationPrinter {
  /// The closures' first parameter, on which the methods are called; nil for `self`.
  var receiver: String?

  private func reference(_ member: ExportedMember) -> String {
    "\(member.isStatic ? "Self" : receiver ?? "self").\(member.swiftName)"
  }

  func registration(_ member: ExportedMember) -> String {
    switch member.kind {
    case .constant(let type):
      return """
        \(member.line.directive)    registrar.constant(
              \(declaration(member, ".constant", result: "$0.describe(\(metatype(type)))"))
            ) { \(reference(member)) }\(member.line.end)
        """
    case .event(let type):
      return """
            registrar.event(
              \(declaration(member, ".event", result: "$0.describe(valueOf: \(type).self)")), \(reference(member)))
        """
    case .method(let method): return registration(member, method)
    }
  }

  // MARK: Methods

  private func registration(_ member: ExportedMember, _ method: ExportedMethod) -> String {
    let timeout = member.attribute.argument("timeout").map { ", timeout: \($0.trimmedDescription)" } ?? ""
    let execution = member.attribute.argument("execution").map { ", execution: \($0.trimmedDescription)" } ?? ""
    let declared = declaration(
      member, method.isStream ? ".stream" : ".method", parameters: parameters(method), result: result(method),
      errors: errors(method))
    let (reading, arguments) = reading(method)
    var given = arguments
    if let context = method.context { given.append(context.map { "\($0): call" } ?? "call") }
    let call = "\(reference(member))(\(given.joined(separator: ", ")))"
    let (registering, options, closure): (String, String, String) =
      if method.isStream {
        ("stream", timeout, "arguments, call")
      } else if method.isAsync || !timeout.isEmpty || !execution.isEmpty {
        ("asyncMethod", execution + timeout, "arguments, call")
      } else if method.context != nil {
        ("methodInContext", "", "arguments, call")
      } else {
        ("method", "", "arguments")
      }
    let answer =
      method.isStream
      ? "return \(method.isThrowing ? "try " : "")\(method.isAsync ? "await " : "")\(call)"
      : "return try arguments.answer(\(method.isAsync ? "await " : "")\(call))"
    let head =
      "registrar.\(registering)(\n      \(declared)\(options)\n    ) { \(receiver.map { "\($0), " } ?? "")\(closure) in"
    let lines = (reading + ["\(member.line.directive)      \(answer)"]).joined(separator: "\n")
    // The compiler reports problems with the elements of a sequence at the call itself.
    let directive = method.isStream ? member.line.directive : ""
    return "\(directive)    \(head)\n\(lines)\(member.line.end)\n    }"
  }

  /// The statements that decode the parameters, and the arguments of the call.
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
      statements.append("\(parameter.line.directive)      let value = try \(checked)")
      arguments.append("value")
    case .named, .positional:
      let names = method.parameters.map { $0.name.literal }.joined(separator: ", ")
      let how = if case .named = method.style { "named" } else { "positional" }
      statements.append("      let members = try arguments.\(how)([\(names)])")
      for (index, parameter) in method.parameters.enumerated() {
        let fallback = parameter.defaultValue.map { ", default: \($0)" } ?? ""
        let value = "members.member(\(index), as: \(metatype(parameter.type))\(fallback))"
        let checked = parameter.range.map { "members.checked(\(index), \(value), within: \($0))" } ?? value
        statements.append("\(parameter.line.directive)      let value\(index) = try \(checked)")
        arguments.append(parameter.label.map { "\($0): value\(index)" } ?? "value\(index)")
      }
    }
    return (statements, arguments)
  }

  // MARK: Declarations

  private func declaration(
    _ member: ExportedMember, _ kind: String, parameters: String? = nil, result: String? = nil,
    errors: String? = nil
  ) -> String {
    var arguments = ["\(kind), \(member.name.literal)"]
    if let permission = member.attribute.argument("permission"), permission.trimmedDescription != "nil" {
      arguments.append("permission: \(permission.trimmedDescription)")
    }
    if !member.documentation.isEmpty { arguments.append("documentation: \(member.documentation.literal)") }
    if let parameters { arguments.append("parameters: { \(parameters) }") }
    if let result { arguments.append("result: { \(result) }") }
    if let errors { arguments.append("errors: { \(errors) }") }
    return ".init(\n        \(arguments.joined(separator: ",\n        ")))"
  }

  private func parameters(_ method: ExportedMethod) -> String? {
    let fields = method.parameters.map { parameter in
      var text = ".init(\(parameter.name.literal), $0.describe(\(metatype(parameter.type)))"
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
    guard method.isStream else { return "$0.describe(\(metatype(result)))" }
    if let element = CrossingTypeCheck.opaqueElement(result).element { return "$0.describe(\(metatype(element)))" }
    return "$0.describe(itemsOf: \(metatype(result)))"
  }

  private func errors(_ method: ExportedMethod) -> String? {
    let codes = method.errors.isEmpty ? nil : "[\(method.errors.joined(separator: ", "))]"
    guard let failure = method.failure else { return codes.map { "$0.describe(errors: \($0))" } }
    return "$0.describe(errors: \(metatype(failure))\(codes.map { ", \($0)" } ?? ""))"
  }

  /// `Int?.self`, without the specifiers of a parameter's type.
  private func metatype(_ type: TypeSyntax) -> String {
    let bare = type.as(AttributedTypeSyntax.self)?.baseType ?? type
    let text = bare.trimmedDescription
    return text.contains(" ") && !text.hasPrefix("[") && !text.hasPrefix("(") ? "(\(text)).self" : "\(text).self"
  }
}
#endif
