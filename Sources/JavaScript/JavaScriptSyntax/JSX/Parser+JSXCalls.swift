/// The functions that JSX calls.
extension Parser {
  /// Writes the function of an element in place of its `<`.
  mutating func beginCall(_ element: inout JSXElement) throws(Stop) {
    guard let jsx else { return }
    if jsx.runtime == .classic {
      element.isCreateElement = true
      let rest = try addFactory(jsx.factory, at: element.start, isCallee: true)
      replace(element.start..<element.start + 1, with: rest + "(")
      return
    }
    guard goal == .module || goal == .functionBody else {
      throw fail(
        .unsupported, "JSX needs a module here: use the classic runtime, whose function a script has itself.",
        at: element.start)
    }
    element.functionEdit = edits.count
    let function = jsx.runtime == .development ? JSXFunction.jsxDEV : .jsx
    edits.append(Edit(.jsxFunction, element.start, element.start + 1, value: function.rawValue))
  }

  /// Writes the type of a fragment.
  mutating func addFragmentType(at offset: Int) throws(Stop) {
    guard let jsx else { return }
    guard jsx.runtime == .classic else {
      edits.append(Edit(.jsxFunction, offset, offset, value: JSXFunction.fragment.rawValue))
      return
    }
    guard let names = jsx.fragmentFactory else {
      throw fail(
        .unsupported, "A fragment needs a type: set jsxFragmentFactory, or write a comment '/** @jsxFrag Fragment */'.",
        at: offset - 1)
    }
    let rest = try addFactory(names, at: offset, isCallee: false)
    if !rest.isEmpty { insert(rest, at: offset) }
  }

  /// Adds a use of the first of some names, which is written at an offset.
  ///
  /// - Returns: the text that follows it.
  private mutating func addFactory(_ names: [String], at offset: Int, isCallee: Bool) throws(Stop) -> String {
    guard let first = names.first, names.allSatisfy({ ModuleWriter.isIdentifier($0) }) else {
      throw fail(
        .invalidToken,
        "The function of JSX must be a name, or names with dots between them, not '\(names.joined(separator: "."))'.",
        at: offset)
    }
    let name = tokenizer.names.intern(first)
    let rest = names.dropFirst().map { "." + $0 }.joined()
    // `null` is a type of fragments that some packages accept.
    if name.isReserved { return first + rest }
    var reference = Reference(name: name, scope: scope, start: offset, end: offset)
    reference.flags = names.count == 1 && isCallee ? [.jsx, .callee] : .jsx
    edits.append(Edit(.jsxFactory, offset, offset, value: references.count))
    references.append(reference)
    return rest
  }

  /// The name of a function of the classic runtime, which may be a property of a namespace.
  func factoryName(_ use: Int32) -> String {
    let reference = references[Int(use)]
    guard let member = jsx?.members[use] else { return text(reference.name) }
    return reference.flags.contains(.callee) ? "(0, \(member))" : member
  }

  /// Makes an element one whose key is among its attributes.
  mutating func useCreateElement(_ element: inout JSXElement) {
    element.isCreateElement = true
    edits[element.functionEdit].value = Int32(JSXFunction.createElement.rawValue)
  }

  /// Writes the end of a call in place of a closing tag, or of `/>`.
  ///
  /// - parameter childCount: nil for an element without a closing tag.
  mutating func endCall(_ element: JSXElement, _ range: Range<Int>, childCount: Int?, isArray: Bool) {
    if element.isCreateElement {
      let attributes = element.hasObject ? "}" : ", null"
      return replace(range, with: (childCount == nil ? attributes : "") + ")")
    }
    var end = childCount == nil && !element.hasObject ? ", {}" : isArray ? "]}" : "}"
    if jsx?.runtime == .development {
      let position = element.position
      let file = ModuleWriter.literal(jsx?.fileName ?? "")
      if !element.isKeyed { end += ", " + (element.key ?? "void 0") }
      // A constructor has no `this` before it calls the one of its superclass.
      end +=
        ", \(isArray), { fileName: \(file), lineNumber: \(position.line), columnNumber: \(position.column) }, "
        + (context.contains(.superCall) ? "void 0" : "this")
    } else {
      if let key = element.key { end += ", " + key }
      if isArray {
        edits[element.functionEdit].value += Int32(JSXFunction.jsxs.rawValue - JSXFunction.jsx.rawValue)
      }
    }
    replace(range, with: end + ")")
  }
}

/// The names that stand for the modules of JSX's automatic runtime, and for the function of elements with a key between
/// their attributes.
struct JSXNames {
  var runtime: String
  var element: String
  var keyed: String

  /// Calls a function with the attributes before and behind a key, in that order.
  var keyedFunction: String { "\(keyed) = (f, t, a, k, b, ...r) => f(t, { ...a, ...b }, k, ...r)" }

  /// The code for an edit of the kind `jsxFunction`.
  func code(_ value: Int) -> String {
    let isKeyed = value & JSXFunction.keyed != 0
    guard let function = JSXFunction(rawValue: value & ~JSXFunction.keyed) else { return "" }
    let member = "\(function == .createElement ? element : runtime).\(function.name)"
    if function == .fragment { return member }
    return isKeyed ? "\(keyed)(\(member), " : "(0,\(member))("
  }
}

/// The functions of JSX that a text uses.
struct JSXUses {
  var functions: Set<JSXFunction> = []
  var hasKeyed = false
}

extension Parser {
  var jsxUses: JSXUses {
    var uses = JSXUses()
    guard isJSX else { return uses }
    for edit in edits where edit.kind == .jsxFunction {
      if let function = JSXFunction(rawValue: Int(edit.value) & ~JSXFunction.keyed) { uses.functions.insert(function) }
      if Int(edit.value) & JSXFunction.keyed != 0 { uses.hasKeyed = true }
    }
    return uses
  }

  /// Adds the requests for the modules of JSX's automatic runtime.
  ///
  /// - Returns: their indices, and the imports of their functions.
  mutating func requestJSX(_ uses: JSXUses) -> (runtime: Int, element: Int, imports: [ModuleText.Import]) {
    guard let jsx, !uses.functions.isEmpty else { return (0, 0, []) }
    let position = position(of: jsx.firstElement)
    var (runtime, element) = (0, 0)
    if uses.functions != [.createElement] { runtime = module.request(jsx.runtimeModule, [:], position) }
    if uses.functions.contains(.createElement) { element = module.request(jsx.importSource, [:], position) }
    let imports = JSXFunction.allCases.filter { uses.functions.contains($0) }.map { function in
      ModuleText.Import(
        request: function == .createElement ? element : runtime, imported: .name(function.name), position: position)
    }
    return (runtime, element, imports)
  }

  /// Adds the statement by which the body of a function gets the modules of JSX's automatic runtime.
  mutating func requireJSX() -> JSXNames? {
    let uses = jsxUses
    guard let jsx, !uses.functions.isEmpty else { return nil }
    let names = JSXNames(runtime: unusedName("j"), element: unusedName("e"), keyed: unusedName("k"))
    var constants: [String] = []
    if uses.functions != [.createElement] {
      constants.append("\(names.runtime) = require(\(ModuleWriter.literal(jsx.runtimeModule)))")
    }
    if uses.functions.contains(.createElement) {
      constants.append("\(names.element) = require(\(ModuleWriter.literal(jsx.importSource)))")
    }
    if uses.hasKeyed { constants.append(names.keyedFunction) }
    // Before the edits of the first statement.
    edits.insert(
      Edit(.text, statementsStart, statementsStart, value: texts.count), at: 0)
    texts.append("const \(constants.joined(separator: ", ")); ")
    return names
  }

  /// The modules that the body of a function requires for JSX's automatic runtime.
  mutating func jsxRequests() -> [LiteralRequest] {
    let uses = jsxUses
    guard let jsx, !uses.functions.isEmpty else { return [] }
    let position = position(of: jsx.firstElement)
    let specifiers =
      (uses.functions == [.createElement] ? [] : [jsx.runtimeModule])
      + (uses.functions.contains(.createElement) ? [jsx.importSource] : [])
    return specifiers.map {
      LiteralRequest(function: .require, specifier: $0, position: position, hasOptions: false, isOptional: false)
    }
  }
}
