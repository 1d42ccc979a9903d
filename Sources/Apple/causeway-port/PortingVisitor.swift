#if Macros
import SwiftSyntax

/// Collects the changes of one file.
final class PortingVisitor: SyntaxVisitor {
  private(set) var edits = SourceEdits()
  private(set) var notes: [PortedFile.Note] = []
  private let names: PackageNames
  private let blocks: BlockNames
  private let locations: SourceLocationConverter
  private let source: [UInt8]
  private var hasExportImport = false

  init(_ names: PackageNames, _ blocks: BlockNames, _ locations: SourceLocationConverter, _ source: [UInt8]) {
    self.names = names
    self.blocks = blocks
    self.locations = locations
    self.source = source
    super.init(viewMode: .sourceAccurate)
  }

  private func note(_ node: some SyntaxProtocol, _ text: String) {
    let line = locations.location(for: node.positionAfterSkippingLeadingTrivia).line
    notes.append(PortedFile.Note(line: line, text: text))
  }

  private func replace(_ node: some SyntaxProtocol, by text: String) {
    let start = node.positionAfterSkippingLeadingTrivia.utf8Offset
    edits.replace(start..<node.endPositionBeforeTrailingTrivia.utf8Offset, by: text)
  }

  /// Removes a node with the blanks behind it, and its line if that has nothing else.
  private func remove(_ node: some SyntaxProtocol) {
    var end = node.endPositionBeforeTrailingTrivia.utf8Offset
    while end < source.count, source[end] == UInt8(ascii: " ") { end += 1 }
    edits.remove(node.positionAfterSkippingLeadingTrivia.utf8Offset..<end)
  }

  // MARK: Conditions

  /// Code for Apple's systems only stays as it is.
  override func visit(_ node: IfConfigClauseSyntax) -> SyntaxVisitorContinueKind {
    guard let condition = node.condition?.trimmedDescription.filter({ $0 != " " }) else { return .visitChildren }
    let apple = [
      "canImport(ObjectiveC)", "canImport(Darwin)", "canImport(UIKit)", "canImport(AppKit)", "os(macOS)", "os(iOS)",
      "os(tvOS)", "os(watchOS)", "os(visionOS)", "!os(Linux)",
    ]
    return apple.contains(where: condition.hasPrefix) ? .skipChildren : .visitChildren
  }

  // MARK: Attributes and modifiers

  override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
    guard names.isExported(node.name.text) else { return .visitChildren }
    if let attribute = node.attributes.named("objc") {
      replace(attribute, by: "@JSExport")
      importExport(at: Syntax(node))
    }
    for member in node.memberBlock.members {
      let attributes = member.decl.asProtocol((any WithAttributesSyntax).self)?.attributes
      if let attribute = attributes?.named("objc"), let selector = attribute.arguments?.trimmedDescription {
        replace(attribute, by: "@JSExport(as: \"\(PortingVisitor.name(ofSelector: selector))\")")
      }
      if let property = member.decl.as(VariableDeclSyntax.self) { removeConvention(of: property) }
    }
    return .visitChildren
  }

  override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind {
    switch node.attributeName.trimmedDescription {
    case "objc", "objcMembers", "nonobjc": remove(node)
    default: break
    }
    return .visitChildren
  }

  override func visit(_ node: DeclModifierSyntax) -> SyntaxVisitorContinueKind {
    switch node.name.tokenKind {
    case .keyword(.dynamic): remove(node)
    case .keyword(.optional):
      note(node, "optional requirements do not exist on Linux: give it a default in an extension, or require it")
    default: break
    }
    return .visitChildren
  }

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    let types = node.inheritanceClause?.inheritedTypes
    if let last = types?.last, let first = types?.first?.type.trimmedDescription,
      ["JSContext", "JSVirtualMachine"].contains(first), types?.description.contains("Sendable") == false
    {
      let end = last.type.endPositionBeforeTrailingTrivia.utf8Offset
      edits.replace(end..<end, by: ", @unchecked Sendable")
    }
    let isExported = node.inheritanceClause?.inheritedTypes.contains {
      $0.type.trimmedDescription == "JSExport" || names.isExported($0.type.trimmedDescription)
    }
    if isExported == true {
      for member in node.memberBlock.members {
        if let property = member.decl.as(VariableDeclSyntax.self) { removeConvention(of: property) }
        if let alias = member.decl.as(TypeAliasDeclSyntax.self) { removeConvention(within: alias.initializer.value) }
      }
    }
    return .visitChildren
  }

  /// The accessors of an exported property cannot return blocks.
  private func removeConvention(of property: VariableDeclSyntax) {
    for binding in property.bindings {
      if let type = binding.typeAnnotation?.type { removeConvention(within: type) }
    }
  }

  private func removeConvention(within type: TypeSyntax) {
    let finder = ConventionFinder(viewMode: .sourceAccurate)
    finder.walk(type)
    for convention in finder.found { remove(convention) }
  }

  /// The name in JavaScript of a selector: `moveTo:by:` is `moveToBy`.
  static func name(ofSelector selector: String) -> String {
    let words = selector.split(separator: ":")
    return words.prefix(1).joined() + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// `URLSession` and its relatives are in a module of their own, which `JavaScriptCore` exports.
  override func visit(_ node: SourceFileSyntax) -> SyntaxVisitorContinueKind {
    let network: Set = [
      "HTTPCookie", "HTTPURLResponse", "URLAuthenticationChallenge", "URLCache", "URLProtocol", "URLRequest",
      "URLResponse", "URLSession", "URLSessionConfiguration", "URLSessionDataTask",
    ]
    let imports = node.statements.compactMap { $0.item.as(ImportDeclSyntax.self) }
    let modules = imports.map(\.path.trimmedDescription)
    if let foundation = imports.first(where: { ["Foundation", "XCTest"].contains($0.path.trimmedDescription) }),
      !modules.contains("JavaScriptCore"), !node.description.contains("import FoundationNetworking"),
      node.tokens(viewMode: .sourceAccurate).contains(where: { network.contains($0.text) })
    {
      let end = foundation.endPositionBeforeTrailingTrivia.utf8Offset
      edits.replace(
        end..<end, by: "\n#if canImport(FoundationNetworking)\nimport FoundationNetworking\n#endif")
    }
    return .visitChildren
  }

  /// Imports the macros, once, above the first declaration that needs them.
  private func importExport(at node: Syntax) {
    guard !hasExportImport else { return }
    hasExportImport = true
    let file = node.root.as(SourceFileSyntax.self)
    let imports = file?.statements.compactMap { $0.item.as(ImportDeclSyntax.self) } ?? []
    guard !imports.contains(where: { $0.path.trimmedDescription == "JavaScriptCoreExport" }) else { return }
    if let core = imports.last(where: { $0.path.trimmedDescription == "JavaScriptCore" }) ?? imports.last {
      let end = core.endPositionBeforeTrailingTrivia.utf8Offset
      edits.replace(end..<end, by: "\nimport JavaScriptCoreExport")
    } else {
      let start = node.positionAfterSkippingLeadingTrivia.utf8Offset
      edits.replace(start..<start, by: "import JavaScriptCoreExport\n\n")
    }
  }

  // MARK: Blocks

  override func visit(_ node: AttributedTypeSyntax) -> SyntaxVisitorContinueKind {
    if node.hasFoundationClass, let convention = node.convention { remove(convention) }
    return .visitChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    switch node.calledExpression.trimmedDescription {
    case "unsafeBitCast":
      // A closure that is no block any more is passed as it is.
      if let name = node.arguments.first?.expression.as(DeclReferenceExprSyntax.self)?.baseName.text,
        blocks.refused.contains(name)
      {
        replace(node, by: name)
      }
    case "autoreleasepool": note(node, "autoreleasepool is not needed: remove it")
    case "NSAttributedString" where node.arguments.first?.label?.text == "data":
      note(node, "Foundation on Linux cannot read HTML: enclose it in #if canImport(AppKit) || canImport(UIKit)")
    default:
      if node.arguments.contains(where: { $0.label?.text == "into" }),
        node.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text.hasPrefix("scan") == true
      {
        note(node, "use the calls that return optionals: scanString(_:), scanUpToString(_:), scanInt()")
      }
    }
    return .visitChildren
  }

  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    let elements = Array(node.elements)
    for index in elements.indices.dropFirst(2) where elements[index - 1].is(UnresolvedAsExprSyntax.self) {
      guard let type = elements[index].as(TypeExprSyntax.self) else { continue }
      let (value, target) = (elements[index - 2], type.trimmedDescription.filter { $0 != "(" && $0 != ")" })
      if ["AnyObject", "Any"].contains(target), let name = block(value) {
        let start = value.positionAfterSkippingLeadingTrivia.utf8Offset
        edits.replace(
          start..<type.endPositionBeforeTrailingTrivia.utf8Offset, by: "unsafeBitCast(\(name), to: AnyObject.self)")
      }
      if ["NSCopying & NSObjectProtocol", "NSObjectProtocol & NSCopying"].contains(target) {
        if value.is(StringLiteralExprSyntax.self) {
          replace(type, by: "NSString")
        } else {
          note(value, "cast the key to NSString: \(value.trimmedDescription) as NSString")
        }
      }
    }
    return .visitChildren
  }

  override func visit(_ node: ArrayElementSyntax) -> SyntaxVisitorContinueKind { element(node.expression) }

  override func visit(_ node: DictionaryElementSyntax) -> SyntaxVisitorContinueKind { element(node.value) }

  /// In a container, a block must be an object.
  private func element(_ value: ExprSyntax) -> SyntaxVisitorContinueKind {
    if let name = block(value) { replace(value, by: "unsafeBitCast(\(name), to: AnyObject.self)") }
    return .visitChildren
  }

  private func block(_ value: ExprSyntax) -> String? {
    guard let name = value.as(DeclReferenceExprSyntax.self)?.baseName.text, blocks.blocks.contains(name) else {
      return nil
    }
    return name
  }

  // MARK: What Linux does not have

  private static let appleOnly: Set = [
    "AppKit", "Cocoa", "Combine", "CoreData", "CryptoKit", "ObjectiveC", "OSLog", "Security", "SwiftData", "SwiftUI",
    "UIKit",
    "WebKit", "os",
  ]

  override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
    let module = node.path.first?.name.text ?? ""
    if PortingVisitor.appleOnly.contains(module) {
      note(node, "\(module) does not exist on Linux: enclose the import and its uses in #if canImport(\(module))")
    }
    return .skipChildren
  }

  override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind {
    if node.macroName.text == "selector" { note(node, "selectors do not exist on Linux: pass a closure") }
    return .visitChildren
  }
}

/// The `@convention(block)` attributes within a type.
private final class ConventionFinder: SyntaxVisitor {
  var found: [AttributeSyntax] = []

  override func visit(_ node: AttributedTypeSyntax) -> SyntaxVisitorContinueKind {
    if let convention = node.convention { found.append(convention) }
    return .visitChildren
  }
}

extension AttributeListSyntax {
  fileprivate func named(_ name: String) -> AttributeSyntax? {
    lazy.compactMap { $0.as(AttributeSyntax.self) }.first { $0.attributeName.trimmedDescription == name }
  }
}
#endif
