#if Macros
import SwiftSyntax
import SwiftSyntaxMacros

/// Reads the exported members of a plugin, and reports problems.
struct MemberReader {
  let context: any MacroExpansionContext
  /// Whether the plugin is an actor or isolated to a global actor, so that its methods are awaited.
  let isIsolated: Bool
  /// The error codes that the plugin declares for all its methods.
  var errors: [String] = []

  /// The members that are marked `@Export`.
  func read(_ declaration: DeclSyntax) -> [ExportedMember] {
    guard let attributed = declaration.asProtocol((any WithAttributesSyntax).self),
      let attribute = attributed.attributes.named("Export")
    else { return [] }
    if let function = declaration.as(FunctionDeclSyntax.self) { return method(function, attribute).map { [$0] } ?? [] }
    if let variable = declaration.as(VariableDeclSyntax.self) { return constants(variable, attribute) }
    context.report(
      Problem("place", "@Export marks methods and constants; this is neither."), at: attribute)
    return []
  }

  // MARK: Methods

  private func method(_ function: FunctionDeclSyntax, _ attribute: AttributeSyntax) -> ExportedMember? {
    let swiftName = function.name.text
    if let generics = function.genericParameterClause {
      context.report(
        Problem(
          "generic",
          "\(swiftName.withoutBackticks) is generic, and JavaScript cannot choose \(generics.parameters.map(\.name.text).joined(separator: " and ")): export one method for each type."
        ), at: generics)
      return nil
    }
    if let mutating = function.modifiers.first(where: { $0.name.tokenKind == .keyword(.mutating) }) {
      context.report(
        Problem(
          "mutating", "A plugin is shared by all connections, so its methods cannot be mutating: make it an actor."),
        at: mutating)
      return nil
    }
    var positions = Array(function.signature.parameterClause.parameters)
    var callContext: String??
    if let last = positions.last, ["CallContext", "Causeway.CallContext"].contains(last.type.trimmedDescription) {
      callContext = .some(last.firstName.text == "_" ? nil : last.firstName.text)
      positions.removeLast()
    }
    var parameters: [ExportedMethod.Parameter] = []
    for parameter in positions {
      guard let parameter = read(parameter) else { return nil }
      parameters.append(parameter)
    }
    guard addRanges(attribute, to: &parameters), let errors = MemberReader.errors(attribute, in: context) else {
      return nil
    }
    let result = function.signature.returnClause?.type
    let isStream = attribute.isTrue("stream") || result.map { isSequence($0) } == true
    if let result, !check(result: result, isStream: isStream, of: swiftName) { return nil }
    let effects = function.signature.effectSpecifiers
    let style: ExportedMethod.Style =
      if parameters.isEmpty {
        .none
      } else if attribute.isTrue("positional") {
        .positional
      } else if parameters.count == 1, parameters[0].label == nil {
        .value
      } else {
        .named
      }
    let isNonisolated = function.has(.nonisolated) || function.has(.static) && !function.attributes.haveGlobalActor
    return member(
      function.name, function, attribute, isStatic: function.has(.static) || function.has(.class),
      line: result.map { SourceLine($0, in: context) } ?? SourceLine(function.name, in: context),
      .method(
        ExportedMethod(
          parameters: parameters, style: style, context: callContext,
          result: result.flatMap { ["Void", "()"].contains($0.trimmedDescription) ? nil : $0.plain },
          isAsync: effects?.asyncSpecifier != nil || function.attributes.haveGlobalActor
            || isIsolated && !isNonisolated,
          isThrowing: effects?.throwsClause != nil, isStream: isStream, failure: failure(effects?.throwsClause),
          errors: errors + self.errors.filter { !errors.contains($0) })))
  }

  private func read(_ parameter: FunctionParameterSyntax) -> ExportedMethod.Parameter? {
    let label = parameter.firstName.text == "_" ? nil : parameter.firstName.text
    let name = (label ?? parameter.secondName?.text ?? "value").withoutBackticks
    if parameter.ellipsis != nil {
      context.report(
        Problem(
          "variadic", "\(name) is variadic: take an array instead, [\(parameter.type.trimmedDescription)]."),
        at: parameter.type)
      return nil
    }
    if ["CallContext", "Causeway.CallContext"].contains(parameter.type.trimmedDescription) {
      context.report(
        Problem("context", "The CallContext comes last: move it after the other parameters."), at: parameter)
      return nil
    }
    if let (problem, node, fixIts) = CrossingTypeCheck.problem(with: parameter.type, of: name) {
      context.report(problem, at: node, fixIts)
      return nil
    }
    return ExportedMethod.Parameter(
      name: name, label: label, type: parameter.type.plain.trimmed, line: SourceLine(parameter.type, in: context),
      defaultValue: parameter.defaultValue?.value.trimmed)
  }

  /// The type in `throws(Type)`, if it may describe error codes.
  private func failure(_ clause: ThrowsClauseSyntax?) -> TypeSyntax? {
    guard let type = clause?.type, !type.is(SomeOrAnyTypeSyntax.self) else { return nil }
    return ["BridgeError", "Never"].contains(CrossingTypeCheck.baseName(type)) ? nil : type.trimmed
  }

  /// The codes of `errors: [.notFound, "MY_OWN"]`, as source text; nil, with a diagnostic, for another expression.
  static func errors(_ attribute: AttributeSyntax, in context: some MacroExpansionContext) -> [String]? {
    guard let given = attribute.argument("errors") else { return [] }
    guard let list = given.as(ArrayExprSyntax.self) else {
      context.report(
        Problem("errors", "Write the codes here, as an array: [.notFound, \"MY_OWN\"]."), at: given)
      return nil
    }
    return list.elements.map(\.expression.trimmedDescription)
  }

  private func addRanges(_ attribute: AttributeSyntax, to parameters: inout [ExportedMethod.Parameter]) -> Bool {
    guard let given = attribute.argument("ranges") else { return true }
    guard case .elements(let elements)? = given.as(DictionaryExprSyntax.self)?.content else {
      context.report(
        Problem("ranges", "Write the ranges here, as a dictionary of parameters: [\"level\": 0...100]."), at: given)
      return false
    }
    for element in elements {
      guard let index = parameters.firstIndex(where: { $0.name == element.key.stringValue }) else {
        context.report(
          Problem("ranges", "\(element.key.trimmedDescription) is not a parameter of this method."), at: element.key)
        return false
      }
      parameters[index].range = element.value.trimmedDescription
    }
    return true
  }

  private func isSequence(_ type: TypeSyntax) -> Bool {
    CrossingTypeCheck.isSequenceName(CrossingTypeCheck.baseName(type))
  }

  private func check(result: TypeSyntax, isStream: Bool, of name: String) -> Bool {
    let subject = "The result of \(name.withoutBackticks)"
    guard isStream else {
      guard let (problem, node, fixIts) = CrossingTypeCheck.problem(with: result, of: subject) else {
        return true
      }
      context.report(problem, at: node, fixIts)
      return false
    }
    if let constraint = result.as(SomeOrAnyTypeSyntax.self), constraint.someOrAnySpecifier.tokenKind == .keyword(.any) {
      let specifier = constraint.someOrAnySpecifier
      let some = specifier.with(\.tokenKind, .keyword(.some))
      context.report(
        Problem(
          "existential", "\(subject) is any AsyncSequence, whose items cannot be sent: return some AsyncSequence."),
        at: result, [.replace("write some", specifier, with: some)])
      return false
    }
    let (isOpaque, element) = CrossingTypeCheck.opaqueElement(result)
    if isOpaque, element == nil {
      context.report(
        Problem("element", "\(subject) does not name the type of its items: write some AsyncSequence<Item, Failure>."),
        at: result)
      return false
    }
    return true
  }

  // MARK: Constants and events

  private func constants(_ variable: VariableDeclSyntax, _ attribute: AttributeSyntax) -> [ExportedMember] {
    guard variable.bindingSpecifier.tokenKind == .keyword(.let) else {
      let isStored = variable.bindings.allSatisfy { $0.accessorBlock == nil }
      let fixed = variable.bindingSpecifier.with(\.tokenKind, .keyword(.let))
      context.report(
        Problem(
          "variable",
          "An exported constant must not change: make this a let, or export a method that returns it."
        ), at: variable.bindingSpecifier,
        isStored ? [.replace("make it a let", variable.bindingSpecifier, with: fixed)] : [])
      return []
    }
    return variable.bindings.compactMap { binding -> ExportedMember? in
      guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier else {
        context.report(Problem("pattern", "Export one constant at a time, by its name."), at: binding.pattern)
        return nil
      }
      let called = binding.initializer?.value.as(FunctionCallExprSyntax.self)?.calledExpression.trimmedDescription
      let type = binding.typeAnnotation?.type ?? binding.initializer?.value.literalType
      let written = type?.trimmedDescription ?? called ?? ""
      let kind: ExportedMember.Kind
      if written.hasPrefix("PluginEvent<") || written.hasPrefix("Causeway.PluginEvent<") {
        kind = .event(type: written)
      } else if let type {
        if let (problem, node, fixIts) = CrossingTypeCheck.problem(with: type, of: name.text) {
          context.report(problem, at: node, fixIts)
          return nil
        }
        kind = .constant(type: type.plain.trimmed)
      } else {
        context.report(
          Problem(
            "type",
            "Write the type of \(name.text), which the declarations for JavaScript need: let \(name.text): Type = …"),
          at: binding.pattern)
        return nil
      }
      return member(
        name, variable, attribute, isStatic: variable.has(.static), line: SourceLine(name, in: context), kind)
    }
  }

  // MARK: Names

  private func member(
    _ token: TokenSyntax, _ declaration: some SyntaxProtocol, _ attribute: AttributeSyntax, isStatic: Bool,
    line: SourceLine, _ kind: ExportedMember.Kind
  ) -> ExportedMember? {
    var name = token.text.withoutBackticks
    if let given = attribute.argument(""), given.trimmedDescription != "nil" {
      guard let text = given.stringValue else {
        context.report(Problem("name", "The name must be a string literal."), at: given)
        return nil
      }
      name = text
    }
    if let problem = MemberReader.problem(withName: name) {
      context.report(problem, at: attribute.argument("").map { Syntax($0) } ?? Syntax(token))
      return nil
    }
    return ExportedMember(
      name: name, swiftName: token.text, isStatic: isStatic, attribute: attribute,
      documentation: declaration.documentation, kind: kind, nameToken: token, line: line)
  }

  /// Names with another meaning in JavaScript's or a plugin's own objects.
  private static let reserved: Set<String> = [
    "on", "addListener", "removeAllListeners", "then", "catch", "finally", "constructor", "prototype",
    "__proto__", "toString", "toLocaleString", "valueOf", "toJSON", "inspect", "nodeType", "hasOwnProperty",
    "isPrototypeOf", "propertyIsEnumerable", "__defineGetter__",
    "__defineSetter__", "__lookupGetter__", "__lookupSetter__",
  ]

  static func problem(withName name: String) -> Problem? {
    if reserved.contains(name) {
      return Problem(
        "reserved", "\(name) is a reserved member name in JavaScript: give it another name, @Export(\"another\")."
      )
    }
    guard let first = name.first, first.isLetter || first == "_",
      name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" })
    else {
      return Problem(
        "name", "\(name.literal) is not a valid name after a dot in JavaScript: use letters and digits.")
    }
    return nil
  }
}
#endif
