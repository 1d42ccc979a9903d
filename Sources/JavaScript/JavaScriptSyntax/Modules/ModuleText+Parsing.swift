extension ModuleText {
  /// Parses a module's text and edits it into a function.
  ///
  /// - parameter source: the bytes of the text, UTF-8.
  /// - throws: the first error in the text, as ECMA-262's ParseModule finds them.
  public init(parsing source: Span<UInt8>, options: ParserOptions = ParserOptions()) throws(SyntaxError) {
    var parser = Parser(source, options, goal: .module)
    do {
      try parser.parseProgram()
    } catch {
      throw parser.tokenizer.error
    }
    if let moved = parser.textWithMovedDecorators() {
      self = try ModuleText(parsing: moved.span, options: options.afterMovingDecorators)
    } else {
      self = parser.moduleText()
    }
  }

  /// Parses a module's text and edits it into a function.
  public init(parsing source: String, options: ParserOptions = ParserOptions()) throws(SyntaxError) {
    try self.init(parsing: Array(source.utf8).span, options: options)
  }
}

extension Tokenizer {
  /// The error behind a `Stop`.
  var error: SyntaxError {
    failure ?? SyntaxError(code: .unexpectedToken, message: "The text cannot be parsed.", line: 1, column: 1)
  }
}

/// The names that the function around a module's text brings.
struct ModuleNames {
  var host: String
  var modules: [String]
  /// What `export default` declares where it names nothing.
  var defaultValue: String
  /// Nil for a module without JSX's automatic runtime.
  var jsx: JSXNames?
}

extension Parser {
  /// The module's text as a function, with its imports and exports.
  mutating func moduleText() -> ModuleText {
    if isTypeScript, !keepsUnusedImports { elideImports() }
    let jsxUses = jsxUses
    let jsxRequests = requestJSX(jsxUses)
    var names = ModuleNames(
      host: unusedName("h"), modules: module.requests.indices.map { unusedName("m\($0)") },
      defaultValue: unusedName("d"))
    if !jsxUses.functions.isEmpty {
      names.jsx = JSXNames(
        runtime: names.modules[jsxRequests.runtime], element: names.modules[jsxRequests.element], keyed: unusedName("k")
      )
    }
    let indices = addReferenceEdits()
    let frame = frame(names, setUp: jsxUses.hasKeyed ? names.jsx.map { "const \($0.keyedFunction); " } ?? "" : "")
    var writer = ModuleWriter(source, reserving: 256 + 16 * indices.count)
    writer.write(frame.prefix)
    apply(to: &writer, names)
    writer.write(frame.suffix)
    var result = ModuleText(
      code: writer.text(), suffix: frame.suffix, plainPrefix: frame.plainPrefix, plainSuffix: frame.plainSuffix)
    result.requests = module.requests
    for binding in module.bindings where !binding.isElided {
      result.imports.append(
        ModuleText.Import(request: binding.request, imported: binding.imported, position: binding.position))
    }
    result.imports += jsxRequests.imports
    result.localExports = module.localExports.map(\.name) + (module.defaultKind == .none ? [] : ["default"])
    result.indirectExports = module.indirectExports
    result.starExports = module.starExports
    result.isAsync = module.firstAwait >= 0
    return result
  }

  /// A name that stands nowhere in the text.
  mutating func unusedName(_ wish: String) -> String {
    var candidate = wish
    var number = 1
    while true {
      let count = tokenizer.names.count
      if Int(tokenizer.names.intern(Array(candidate.utf8)).id) >= count { return candidate }
      candidate = "\(wish)$\(number)"
      number += 1
    }
  }

  /// Adds an edit for each use of an imported name.
  ///
  /// Returns the uses.
  private mutating func addReferenceEdits() -> [Int32] {
    var bindingOf: [Name: Int] = [:]
    for (index, binding) in module.bindings.enumerated() where binding.imported != .namespace && !binding.isElided {
      bindingOf[binding.local] = index
    }
    let uses = bindingOf.isEmpty ? [] : referencesToTop { bindingOf[$0] != nil }
    for use in uses where !references[Int(use)].flags.contains(.exported) {
      let reference = references[Int(use)]
      if reference.flags.contains(.jsx) {
        jsx?.bindings[use] = bindingOf[reference.name]
        continue
      }
      // Its scope is needed no more.
      references[Int(use)].scope = Int32(bindingOf[reference.name] ?? -1)
      edits.append(Edit(.reference, Int(reference.start), reference.end, value: Int(use)))
    }
    for use in module.freeArguments {
      references[Int(use)].scope = -1
      edits.append(Edit(.reference, Int(references[Int(use)].start), references[Int(use)].end, value: Int(use)))
    }
    return uses
  }

  /// Writes the text with its edits.
  private mutating func apply(to writer: inout ModuleWriter, _ names: ModuleNames) {
    for opening in Set(tokenizer.htmlOpenings) { edits.append(Edit(.space, opening + 1, opening + 1)) }
    sortEdits()
    for edit in edits {
      let (start, end) = (Int(edit.start), Int(edit.end))
      if writer.isPast(start) { continue }
      writer.copy(to: start)
      switch edit.kind {
      // As long as `import`, so that columns stay.
      case .importCall: writer.replace(to: end, with: "\(names.host).load")
      case .importMeta: writer.replace(to: end, with: "\(names.host).meta")
      case .reference: writeReference(Int(edit.value), &writer, names)
      case .defaultValue: writer.replace(to: end, with: "let \(names.defaultValue)={default:")
      case .defaultValueEnd: writer.write("};")
      case .defaultName: writer.write(" \(names.defaultValue)")
      case .jsxFunction: writer.replace(to: end, with: names.jsx?.code(Int(edit.value)) ?? "")
      case .jsxFactory: writeFactory(edit.value, &writer, names)
      default: write(edit, to: &writer)
      }
    }
    writer.copy(to: source.count)
  }

  /// Writes the name that JSX's classic runtime begins with, or what an import made of it.
  private func writeFactory(_ use: Int32, _ writer: inout ModuleWriter, _ names: ModuleNames) {
    guard let index = jsx?.bindings[use] else { return writer.write(factoryName(use)) }
    let binding = module.bindings[index]
    guard case .name(let imported) = binding.imported else { return writer.write(factoryName(use)) }
    let value = ModuleWriter.property(imported, of: names.modules[binding.request])
    writer.write(references[Int(use)].flags.contains(.callee) ? "(0,\(value))" : value)
  }

  /// Orders the edits by their places; of those at one place, the one that was made first comes first.
  mutating func sortEdits() {
    var isSorted = true
    for index in edits.indices.dropFirst() where edits[index - 1].start > edits[index].start {
      isSorted = false
      break
    }
    if isSorted { return }
    let order = edits.indices.sorted { (edits[$0].start, $0) < (edits[$1].start, $1) }
    edits = order.map { edits[$0] }
  }

  /// Writes what replaces a part of the text, where that needs no names of the module's function.
  func write(_ edit: Edit, to writer: inout ModuleWriter) {
    switch edit.kind {
    case .blank: writer.blank(to: Int(edit.end))
    case .blankStatement: writer.replace(to: Int(edit.end), with: ";")
    case .text: writer.replace(to: Int(edit.end), with: texts[Int(edit.value)])
    case .rewritten: writer.replace(to: Int(edit.end), with: inserted(texts[Int(edit.value)]))
    case .space: writer.write(" ")
    default: break
    }
  }

  /// A text with the names of variables in place of their marks.
  func inserted(_ text: String) -> String {
    named(text.split(separator: "\u{1}", omittingEmptySubsequences: false).joined(separator: resourcesName))
  }

  private func writeReference(_ index: Int, _ writer: inout ModuleWriter, _ names: ModuleNames) {
    let reference = references[index]
    let value: String
    if reference.scope >= 0 {
      let binding = module.bindings[Int(reference.scope)]
      guard case .name(let imported) = binding.imported else { return }
      value = ModuleWriter.property(imported, of: names.modules[binding.request])
    } else {
      value = "globalThis.arguments"
    }
    if reference.flags.contains(.shorthand) {
      writer.copy(to: reference.end)
      writer.write(": \(value)")
    } else if reference.flags.contains(.callee) {
      writer.replace(
        to: reference.end, with: reference.flags.contains(.followsInsertedSemicolon) ? ";(0,\(value))" : "(0,\(value))")
    } else {
      writer.replace(to: reference.end, with: value)
    }
  }
}
