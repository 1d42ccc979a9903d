#if Macros
import SwiftSyntax

/// The names of a package that decide how its files are changed.
final class PackageNames: SyntaxVisitor {
  /// What each protocol and class inherits from, by name.
  private var inherited: [String: [String]] = [:]

  init() { super.init(viewMode: .sourceAccurate) }

  /// Protocols that inherit `JSExport`, also by others of the package.
  func isExported(_ name: String) -> Bool { reaches("JSExport", from: name) }

  /// Whether a type inherits from another, which may be of another package.
  func reaches(_ goal: String, from name: String) -> Bool {
    var seen: Set<String> = []
    var next = [name]
    while let name = next.popLast() {
      guard seen.insert(name).inserted else { continue }
      let parents = inherited[name] ?? []
      if parents.contains(goal) { return true }
      next += parents
    }
    return false
  }

  override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
    note(node.name.text, node.inheritanceClause)
  }

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    note(node.name.text, node.inheritanceClause)
  }

  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    note(node.extendedType.trimmedDescription, node.inheritanceClause)
  }

  override func visit(_ node: TypeAliasDeclSyntax) -> SyntaxVisitorContinueKind {
    inherited[node.name.text, default: []] += parts(of: node.initializer.value)
    return .skipChildren
  }

  private func note(_ name: String, _ clause: InheritanceClauseSyntax?) -> SyntaxVisitorContinueKind {
    inherited[name, default: []] += (clause?.inheritedTypes ?? []).flatMap { parts(of: $0.type) }
    return .visitChildren
  }

  private func parts(of type: TypeSyntax) -> [String] {
    guard let composition = type.as(CompositionTypeSyntax.self) else { return [type.trimmedDescription] }
    return composition.elements.map(\.type.trimmedDescription)
  }
}
#endif
