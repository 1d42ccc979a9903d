import CGumbo

/// Parses HTML by the algorithm of the HTML standard, implemented by gumbo; it accepts any input.
public struct PageParser {
  private let characterSets: CharacterSets
  private let limits: PageLimits

  /// Opens the files of the decoders, before opening files is forbidden.
  public init(limits: PageLimits = PageLimits()) {
    characterSets = CharacterSets()
    self.limits = limits
  }

  /// Elements that are removed with their content.
  private static let ignored: Set<String> = ["style", "noscript", "template"]

  /// Elements that may contain only certain other elements.
  private static let structures: Set<String> = ["table", "tbody", "thead", "tfoot", "tr", "ul", "ol", "dl"]

  /// Attributes that are kept; those with scripts and styles are not.
  private static let kept: Set<String> = [
    "alt", "align", "aria-hidden", "checked", "class", "colspan", "content", "data-src", "datetime", "dir", "height",
    "hidden", "href", "id", "itemprop", "lang", "name", "property", "pubdate", "rel", "role", "src", "srcset", "start",
    "style", "title", "type", "width",
  ]

  /// Parses a page.
  ///
  /// - Parameter charset: the character set that the server named; empty if it named none.
  /// - Throws: `PageError` for a page with too many nodes. Invalid HTML is not an error.
  public func parse(_ page: [UInt8], charset: String) throws(PageError) -> PageTree {
    let (text, used) = characterSets.decode(page, declared: charset)
    var options = clipper_parser_options()
    return try text.withUnsafeBufferPointer { bytes throws(PageError) -> PageTree in
      try bytes.withMemoryRebound(to: CChar.self) { characters throws(PageError) -> PageTree in
        guard let start = characters.baseAddress,
          let output = gumbo_parse_with_options(&options, start, characters.count)
        else { return PageTree() }
        defer { gumbo_destroy_output(&options, output) }
        var builder = Builder(limits: limits)
        builder.tree.charset = used
        try builder.add(output.pointee.root)
        return builder.tree
      }
    }
  }

  /// Walks gumbo's tree without recursion: a page may be as deep as it is long.
  private struct Builder {
    private struct Step {
      var node: UnsafeMutablePointer<GumboNode>
      var parent: Int
      /// The nearest ancestor that may contain any element: content below the maximum depth of a list or table is put
      /// there.
      var holder: Int
      var depth: Int
    }

    let limits: PageLimits
    var tree = PageTree()
    private var names: [String: Int] = [:]

    init(limits: PageLimits) { self.limits = limits }

    mutating func add(_ root: UnsafeMutablePointer<GumboNode>) throws(PageError) {
      var stack = [Step(node: root, parent: -1, holder: -1, depth: 0)]
      while let step = stack.popLast() {
        guard tree.elements.count < limits.nodes else {
          throw PageError(
            limit: "nodes", description: "The page has more than \(limits.nodes) elements and texts.")
        }
        switch step.node.pointee.type {
        case GUMBO_NODE_TEXT, GUMBO_NODE_WHITESPACE, GUMBO_NODE_CDATA:
          tree.elements.append(-1)
          tree.parents.append(step.parent)
          tree.texts.append(String(cString: step.node.pointee.v.text.text))
        case GUMBO_NODE_ELEMENT:
          guard let index = add(step.node.pointee.v.element, parent: step.parent) else { continue }
          let isWithin = step.depth < limits.depth
          let isStructure = PageParser.structures.contains(tree.names[tree.elements[index]])
          let (parent, holder) = (isWithin ? index : step.holder, isWithin && !isStructure ? index : step.holder)
          let children = step.node.pointee.v.element.children
          for position in (0..<Int(children.length)).reversed() {
            guard let child = children.data[position] else { continue }
            stack.append(
              Step(
                node: child.assumingMemoryBound(to: GumboNode.self), parent: parent, holder: holder,
                depth: step.depth + 1))
          }
        default: break  // Comments, and templates, which are for scripts.
        }
      }
    }

    private mutating func add(_ element: GumboElement, parent: Int) -> Int? {
      let name = PageParser.name(of: element)
      guard !PageParser.ignored.contains(name) else { return nil }
      let attributes = PageParser.attributes(of: element)
      // The only scripts that are kept have data about the page.
      if name == "script", attributes.first(where: { $0.name == "type" })?.value != "application/ld+json" { return nil }
      let index = tree.elements.count
      tree.elements.append(number(name))
      tree.parents.append(parent)
      for attribute in attributes {
        tree.attributeNodes.append(index)
        tree.attributeNames.append(number(attribute.name))
        tree.attributeValues.append(attribute.value)
      }
      return index
    }

    private mutating func number(_ name: String) -> Int {
      if let number = names[name] { return number }
      names[name] = tree.names.count
      tree.names.append(name)
      return tree.names.count - 1
    }
  }

  private static func name(of element: GumboElement) -> String {
    let known = String(cString: gumbo_normalized_tagname(element.tag))
    guard known.isEmpty else { return known }
    var piece = element.original_tag
    gumbo_tag_from_original_text(&piece)
    guard let start = piece.data else { return "unknown" }
    let bytes = UnsafeBufferPointer(start: start, count: min(Int(piece.length), 64)).lazy.map { UInt8(bitPattern: $0) }
    return String(decoding: bytes, as: UTF8.self).lowercased()
  }

  private static func attributes(of element: GumboElement) -> [(name: String, value: String)] {
    (0..<Int(element.attributes.length)).compactMap { index in
      guard let attribute = element.attributes.data[index]?.assumingMemoryBound(to: GumboAttribute.self) else {
        return nil
      }
      let name = String(cString: attribute.pointee.name)
      return kept.contains(name) ? (name, String(cString: attribute.pointee.value)) : nil
    }
  }
}
