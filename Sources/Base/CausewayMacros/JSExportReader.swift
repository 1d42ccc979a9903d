#if Macros
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// Reads the members of a type for `@JSExport`, and generates the statements that describe them.
struct JSExportReader {
  let context: any MacroExpansionContext
  /// The expression for the type inside its own declaration.
  let type: String
  /// Whether the instance members are isolated to an actor.
  let isIsolated: Bool
  /// Whether all members are isolated to a global actor.
  let isMainActor: Bool

  /// One statement for each exported member.
  func lines(of declaration: some DeclGroupSyntax) -> [String] {
    let members = declaration.memberBlock.members
    let constructors = members.map(\.decl).filter(isExported)
    var seen = Seen()
    return (constructor(among: constructors, of: declaration).map { [$0] } ?? []) + lines(for: members, &seen)
  }

  /// The names in use: by instance members (false) and static members (true).
  private typealias Seen = [String: Set<Bool>]

  private func lines(for items: MemberBlockItemListSyntax, _ seen: inout Seen) -> [String] {
    var lines: [String] = []
    for member in items.map(\.decl) {
      if let config = member.as(IfConfigDeclSyntax.self) {
        lines += conditional(config, &seen)
        continue
      }
      guard isExported(member) else { continue }
      for (name, isStatic, line, token) in statements(for: member) {
        if let problem = Self.problem(withName: name, isStatic: isStatic) {
          context.report(Problem("name", problem), at: token)
        } else if !seen[name, default: []].insert(isStatic).inserted {
          context.report(
            Problem(
              "duplicate",
              "Two members have the JavaScript name \(name): give one another name by @JSExport(as: \"…\"), or exclude it by @JSExportIgnored."
            ), at: token)
        } else {
          lines.append(line)
        }
      }
    }
    return lines
  }

  /// The members between `#if` and `#endif`, under the same conditions.
  private func conditional(_ config: IfConfigDeclSyntax, _ seen: inout Seen) -> [String] {
    let before = seen
    var lines: [String] = []
    for clause in config.clauses {
      var own = before
      let condition = clause.condition.map { " " + $0.trimmedDescription } ?? ""
      lines.append(clause.poundKeyword.text + condition)
      if case .decls(let items)? = clause.elements {
        for item in items where isExported(item.decl) && item.decl.is(InitializerDeclSyntax.self) {
          context.report(
            Problem(
              "member",
              "The initialiser for `new` must not depend on #if: move it out of the condition, or mark it private."),
            at: item.decl)
        }
        lines += self.lines(for: items, &own)
      }
      seen.merge(own) { $0.union($1) }
    }
    return lines.allSatisfy { $0.hasPrefix("#") } ? [] : lines + ["#endif"]
  }

  private typealias Statement = (name: String, isStatic: Bool, line: String, token: TokenSyntax)

  private func isExported(_ member: DeclSyntax) -> Bool {
    guard let modified = member.asProtocol((any WithModifiersSyntax).self),
      let attributed = member.asProtocol((any WithAttributesSyntax).self)
    else { return false }
    if attributed.attributes.named("JSExportIgnored") != nil { return false }
    if attributed.attributes.named("available")?.arguments?.trimmedDescription.contains("unavailable") == true {
      return false
    }
    return !modified.modifiers.contains { modifier in
      modifier.detail == nil && [.keyword(.private), .keyword(.fileprivate)].contains(modifier.name.tokenKind)
    }
  }

  private func statements(for member: DeclSyntax) -> [Statement] {
    if let function = member.as(FunctionDeclSyntax.self) { return method(function).map { [$0] } ?? [] }
    if let variable = member.as(VariableDeclSyntax.self) { return properties(variable) }
    if let script = member.as(SubscriptDeclSyntax.self) {
      refuse(
        "A subscript has no name in JavaScript: export a method that calls it.", at: script.subscriptKeyword, script)
    }
    return []
  }

  // MARK: Methods

  private func method(_ function: FunctionDeclSyntax) -> Statement? {
    guard case .identifier(let written) = function.name.tokenKind else { return nil }  // An operator.
    let name = written.withoutBackticks
    let isStatic = function.has(.static) || function.has(.class)
    if let generics = function.genericParameterClause {
      refuse(
        "JavaScript cannot choose \(name)'s type parameters: export a method of plain types.", at: generics, function)
      return nil
    }
    guard let parameters = parameters(of: function.signature.parameterClause, name, function) else { return nil }
    if let result = function.signature.returnClause?.type, result.as(TupleTypeSyntax.self)?.elements.isEmpty == false {
      refuse("JavaScript has no tuples: return an array, a dictionary or a class.", at: result, function)
      return nil
    }
    let effects = function.signature.effectSpecifiers
    let isAwaited = isIsolated(function, isStatic: isStatic)
    let isAsync = effects?.asyncSpecifier != nil || isAwaited
    let isThrowing = effects?.throwsClause != nil
    let exported = given(function.attributes) ?? selectorName(of: name, labels: parameters.map(\.label))
    let call = "\(attempt(isAsync, isThrowing))\(isStatic ? type : "object").\(written)(\(arguments(parameters)))"
    let object = isStatic ? [] : ["object: \(type)"]
    let inputs = (object + parameters.map(\.declaration)).joined(separator: ", ")
    let verb = self.verb("Method", isStatic, isAsync)
    let line =
      "exported.\(verb)(\(exported.literal)) { (\(inputs))\(specifiers(isAsync, isThrowing)) in \(call) }"
    return (exported, isStatic, line, function.name)
  }

  private func constructor(among members: [DeclSyntax], of declaration: some DeclGroupSyntax) -> String? {
    var initialisers = members.compactMap { $0.as(InitializerDeclSyntax.self) }
    let marked = initialisers.filter { given($0.attributes) == "constructor" }
    if !marked.isEmpty { initialisers = marked }
    guard let first = initialisers.first else {
      let declared = declaration.memberBlock.members.everything.contains { $0.is(InitializerDeclSyntax.self) }
      return !declared && hasImplicitInitialiser(declaration)
        ? "exported.initializer { () -> \(type)? in \(type)() }" : nil
    }
    if initialisers.count > 1 {
      context.report(
        Problem(
          "constructors",
          "JavaScript's \(type) has one constructor: mark the initialiser that `new` calls @JSExport(as: \"constructor\")."
        ),
        at: initialisers[1].initKeyword)
      return nil
    }
    if let generics = first.genericParameterClause {
      refuse("JavaScript cannot choose type parameters: export an initialiser of plain types.", at: generics, first)
      return nil
    }
    if first.signature.effectSpecifiers?.asyncSpecifier != nil {
      refuse("JavaScript's `new` cannot wait: export a static method that is async.", at: first.initKeyword, first)
      return nil
    }
    if isMainActor || first.attributes.haveGlobalActor, !first.has(.nonisolated) {
      refuse(
        "JavaScript's `new` cannot wait for an actor: mark the initialiser nonisolated, or export a static method.",
        at: first.initKeyword, first)
      return nil
    }
    guard let parameters = parameters(of: first.signature.parameterClause, "init", first) else { return nil }
    let isThrowing = first.signature.effectSpecifiers?.throwsClause != nil
    let inputs = parameters.map(\.declaration).joined(separator: ", ")
    let made = type == "Self" ? "Self" : type
    return
      "exported.initializer { (\(inputs))\(specifiers(false, isThrowing)) -> \(made)? in \(attempt(false, isThrowing))\(made)(\(arguments(parameters))) }"
  }

  /// Whether the compiler generates an `init()`, as far as the declaration shows.
  private func hasImplicitInitialiser(_ declaration: some DeclGroupSyntax) -> Bool {
    if declaration.is(ProtocolDeclSyntax.self) || isMainActor { return false }
    if declaration.is(ClassDeclSyntax.self), let first = declaration.inheritanceClause?.inheritedTypes.first,
      first.type.trimmedDescription != "NSObject"
    {
      return false
    }
    return declaration.memberBlock.members.everything.allSatisfy { member in
      guard let variable = member.as(VariableDeclSyntax.self), !variable.has(.static), !variable.has(.class)
      else { return true }
      return variable.bindings.allSatisfy { binding in
        if binding.initializer != nil || binding.accessorBlock.map(isComputed) == true { return true }
        return variable.bindingSpecifier.tokenKind == .keyword(.var)
          && binding.typeAnnotation?.type.plain.is(OptionalTypeSyntax.self) == true
      }
    }
  }

  // MARK: Properties

  private func properties(_ variable: VariableDeclSyntax) -> [Statement] {
    let isStatic = variable.has(.static) || variable.has(.class)
    let hidesSetter = variable.modifiers.contains { $0.detail?.detail.text == "set" }
    return variable.bindings.compactMap { binding in
      guard let written = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier else {
        refuse("Declare one property at a time.", at: binding.pattern, variable)
        return nil
      }
      let name = given(variable.attributes) ?? written.text.withoutBackticks
      let effects = getter(of: binding)?.effectSpecifiers
      let isAsync = effects?.asyncSpecifier != nil || isIsolated(variable, isStatic: isStatic)
      let isThrowing = effects?.throwsClause != nil
      let isSettable =
        variable.bindingSpecifier.tokenKind == .keyword(.var) && !hidesSetter && !isAsync
        && binding.accessorBlock.map(hasSetter) ?? true
      let object = isStatic ? type : "$0"
      let of = isStatic ? "" : ", of: \(type).self"
      let get = "get: { \(attempt(isAsync, isThrowing))\(object).\(written.text) }"
      let set = isSettable ? ", set: { \(object).\(written.text) = \(isStatic ? "$0" : "$1") }" : ""
      let verb = self.verb("Property", isStatic, isAsync)
      return (name, isStatic, "exported.\(verb)(\(name.literal)\(of), \(get)\(set))", written)
    }
  }

  private func getter(of binding: PatternBindingSyntax) -> AccessorDeclSyntax? {
    guard case .accessors(let list)? = binding.accessorBlock?.accessors else { return nil }
    return list.first { $0.accessorSpecifier.tokenKind == .keyword(.get) }
  }

  private func isComputed(_ block: AccessorBlockSyntax) -> Bool {
    guard case .accessors(let list) = block.accessors else { return true }
    return !list.contains { [.keyword(.willSet), .keyword(.didSet)].contains($0.accessorSpecifier.tokenKind) }
  }

  private func hasSetter(_ block: AccessorBlockSyntax) -> Bool {
    guard case .accessors(let list) = block.accessors else { return false }
    let setters: [TokenKind] = [
      .keyword(.set), .keyword(.willSet), .keyword(.didSet), .keyword(._modify),
    ]
    return list.contains { setters.contains($0.accessorSpecifier.tokenKind) }
  }

  // MARK: Parts

  private struct Parameter {
    let label: String?
    let declaration: String
    let argument: String
  }

  private func parameters(
    of clause: FunctionParameterClauseSyntax, _ name: String, _ owner: some DeclSyntaxProtocol
  ) -> [Parameter]? {
    var parameters: [Parameter] = []
    for (index, parameter) in clause.parameters.enumerated() {
      let label = parameter.firstName.text == "_" ? nil : parameter.firstName.text.withoutBackticks
      if parameter.ellipsis != nil {
        refuse("A variadic parameter cannot be exported: take an array.", at: parameter, owner)
        return nil
      }
      if let problem = Self.problem(withParameter: parameter.type) {
        refuse(problem, at: parameter.type, owner)
        return nil
      }
      let type = parameter.type.plain.trimmedDescription
      let value = "a\(index)"
      let argument = parameter.defaultValue.map { "\(value).value ?? (\($0.value.trimmedDescription))" } ?? value
      parameters.append(
        Parameter(
          label: label,
          declaration: "\(value): \(parameter.defaultValue == nil ? type : "JSDefaulted<\(type)>")",
          argument: (parameter.firstName.text == "_" ? "" : "\(parameter.firstName.text): ") + argument))
    }
    return parameters
  }

  private static func problem(withParameter type: TypeSyntax) -> String? {
    if let attributed = type.as(AttributedTypeSyntax.self) {
      let specifiers = attributed.specifiers.trimmedDescription
      if specifiers.contains("inout") { return "JavaScript passes arguments by value: return the new value instead." }
      return problem(withParameter: attributed.baseType)
    }
    if type.is(FunctionTypeSyntax.self) {
      return "A JavaScript function is passed as a JSValue: take one, and use call(withArguments:)."
    }
    if type.as(SomeOrAnyTypeSyntax.self)?.someOrAnySpecifier.tokenKind == .keyword(.some) {
      return "JavaScript cannot choose the type: name a class, or take a JSValue."
    }
    if type.as(TupleTypeSyntax.self)?.elements.count ?? 0 > 1 {
      return "JavaScript has no tuples: take several parameters, an array or a dictionary."
    }
    return nil
  }

  private static func problem(withName name: String, isStatic: Bool) -> String? {
    switch name {
    case "constructor" where !isStatic, "prototype" where isStatic, "__proto__":
      "\(name) is reserved by JavaScript: give the member another name by @JSExport(as: \"…\")."
    default: name.isEmpty ? "A member needs a name in JavaScript." : nil
    }
  }

  private func given(_ attributes: AttributeListSyntax) -> String? {
    attributes.named("JSExport")?.argument("as")?.stringValue
  }

  private func isIsolated(
    _ member: some WithModifiersSyntax & WithAttributesSyntax, isStatic: Bool
  ) -> Bool {
    if member.has(.nonisolated) { return false }
    return isMainActor || member.attributes.haveGlobalActor || isIsolated && !isStatic
  }

  private func arguments(_ parameters: [Parameter]) -> String {
    parameters.map(\.argument).joined(separator: ", ")
  }

  /// `method`, `staticMethod`, `asyncMethod`, `asyncStaticMethod`.
  private func verb(_ kind: String, _ isStatic: Bool, _ isAsync: Bool) -> String {
    let words = (isAsync ? ["async"] : []) + (isStatic ? ["Static"] : []) + [kind]
    return words[0].lowercased() + words.dropFirst().joined()
  }

  private func attempt(_ isAsync: Bool, _ isThrowing: Bool) -> String {
    (isThrowing ? "try " : "") + (isAsync ? "await " : "")
  }

  private func specifiers(_ isAsync: Bool, _ isThrowing: Bool) -> String {
    (isAsync ? " async" : "") + (isThrowing ? " throws" : "")
  }

  /// Reports a member that cannot be exported, with a fix-it that excludes it.
  private func refuse(_ message: String, at place: some SyntaxProtocol, _ member: some DeclSyntaxProtocol) {
    var fixIts: [FixIt] = []
    if let first = member.firstToken(viewMode: .sourceAccurate) {
      let marked = first.with(\.leadingTrivia, first.leadingTrivia + [.unexpectedText("@JSExportIgnored ")])
      fixIts = [.replace("exclude it from JavaScript", first, with: marked)]
    }
    context.report(Problem("member", message), at: place, fixIts)
  }
}
#endif
