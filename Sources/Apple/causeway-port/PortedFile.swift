#if Macros
import SwiftParser
import SwiftSyntax

/// A Swift file of a program for Apple's systems, as it is on Linux.
struct PortedFile {
  /// Something that a person has to change.
  struct Note: Equatable {
    /// Counted from 1.
    let line: Int
    let text: String
  }

  /// The new text.
  let text: String
  let isChanged: Bool
  let notes: [Note]

  init(_ source: String, names: PackageNames) {
    let tree = Parser.parse(source: source)
    let blocks = BlockNames(in: tree)
    let visitor = PortingVisitor(names, blocks, SourceLocationConverter(fileName: "", tree: tree), Array(source.utf8))
    visitor.walk(tree)
    isChanged = !visitor.edits.isEmpty
    text = isChanged ? visitor.edits.applied(to: source) : source
    notes = visitor.notes.sorted { ($0.line, $0.text) < ($1.line, $1.text) }
  }
}

/// The variables of a file whose type is a block.
final class BlockNames: SyntaxVisitor {
  /// Those that Swift on Linux can compile.
  private(set) var blocks: Set<String> = []
  /// Those with a class of Foundation in their type, which it refuses.
  private(set) var refused: Set<String> = []

  init(in tree: SourceFileSyntax) {
    super.init(viewMode: .sourceAccurate)
    walk(tree)
    blocks.subtract(refused)
  }

  override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
    if let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
      let type = node.typeAnnotation?.type.as(AttributedTypeSyntax.self), type.isBlock
    {
      if type.hasFoundationClass { refused.insert(name) } else { blocks.insert(name) }
    }
    return .visitChildren
  }
}

extension AttributedTypeSyntax {
  /// The `@convention(block)` of the type.
  var convention: AttributeSyntax? {
    attributes.lazy.compactMap { $0.as(AttributeSyntax.self) }.first {
      $0.attributeName.trimmedDescription == "convention" && $0.arguments?.trimmedDescription == "block"
    }
  }

  var isBlock: Bool { convention != nil }

  /// Whether a parameter or the result is a class of Foundation, such as `NSNumber`.
  var hasFoundationClass: Bool {
    tokens(viewMode: .sourceAccurate).contains { token in
      guard case .identifier(let name) = token.tokenKind else { return false }
      return name.hasPrefix("NS") && name.dropFirst(2).first?.isUppercase == true
    }
  }
}
#endif
