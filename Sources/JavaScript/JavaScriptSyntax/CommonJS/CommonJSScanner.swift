/// Looks for the patterns of exports in the tokens of a CommonJS module.
struct CommonJSScanner {
  let source: SourceBytes
  let tokens: [TokenRecord]
  /// The values of the strings that may name an export or a module, by the indices of their tokens.
  var strings: [Int: String]

  private var result = CommonJSExports()
  private var names: Set<ExactText> = []
  private var reexports: Set<ExactText> = []
  private var requires: Set<ExactText> = []
  /// Names whose getters are too complex to be read before the module runs.
  private var unsafeGetters: Set<ExactText> = []
  /// The variables that hold whole modules: `var a = require("b")`.
  private var wholeModules: [Name: String] = [:]

  init(source: SourceBytes, tokens: [TokenRecord], strings: [Int: String]) {
    self.source = source
    self.tokens = tokens
    self.strings = strings
  }

  // MARK: Tokens

  private func kind(_ index: Int) -> TokenKind { index < tokens.count && index >= 0 ? tokens[index].kind : .end }

  /// Whether the token at `index` is spelled like this.
  func isText(_ index: Int, _ text: StaticString) -> Bool {
    guard index >= 0, index < tokens.count else { return false }
    let token = tokens[index]
    return Int(token.end - token.start) == text.utf8CodeUnitCount && source.has(text, at: Int(token.start))
  }

  /// Whether the string at `index` may name an export or a module.
  func isPlace(ofString index: Int) -> Bool {
    let after = kind(index + 1)
    if after == .rightParen || after == .rightBracket || after == .colon { return true }
    return kind(index - 1) == .comma || kind(index - 1) == .leftParen
  }

  private func text(_ index: Int) -> String {
    source.string(Int(tokens[index].start)..<Int(tokens[index].end))
  }

  /// The index behind a sequence of tokens that is spelled like this, if it begins at `index`.
  private func skip(_ index: Int, _ texts: StaticString...) -> Int? {
    for (offset, text) in texts.enumerated() where !isText(index + offset, text) { return nil }
    return index + texts.count
  }

  /// The index behind `exports` or `module.exports`.
  private func skipExports(_ index: Int) -> Int? {
    skip(index, "exports") ?? skip(index, "module", ".", "exports")
  }

  /// The specifier of `require("…")` at `index`, and the index behind it.
  private func require(_ index: Int) -> (specifier: String, end: Int)? {
    guard let string = skip(index, "require", "("), kind(string) == .string, let specifier = strings[string],
      let end = skip(string + 1, ")")
    else { return nil }
    return (specifier, end)
  }

  private mutating func add(_ name: String) {
    if names.insert(ExactText(name)).inserted { result.names.append(name) }
  }

  private mutating func addReexport(_ specifier: String) {
    if reexports.insert(ExactText(specifier)).inserted { result.reexports.append(specifier) }
  }

  // MARK: Patterns

  mutating func scan() -> CommonJSExports {
    var depth = 0
    for index in tokens.indices {
      switch tokens[index].kind {
      case .leftParen, .leftBrace, .template: depth += 1
      case .rightParen, .rightBrace: depth -= 1
      case .templateTail: if source[Int(tokens[index].start)] == UInt8(ascii: "}") { depth -= 1 }
      case .name: scanName(index, isTop: depth == 0)
      default: break
      }
      // A piece in the middle of a template ends one substitution and begins another.
      if tokens[index].kind == .template, source[Int(tokens[index].start)] == UInt8(ascii: "}") { depth -= 1 }
    }
    result.names.removeAll { unsafeGetters.contains(ExactText($0)) }
    return result
  }

  private mutating func scanName(_ index: Int, isTop: Bool) {
    let followsDot = kind(index - 1) == .dot || kind(index - 1) == .questionDot
    if isText(index, "__export") || isText(index, "__exportStar") {
      if isTop, let call = skip(index + 1, "("), let (specifier, _) = require(call) { addReexport(specifier) }
      return
    }
    if isText(index, "_interopRequireWildcard") {
      if isTop, let call = skip(index + 1, "("), let (specifier, _) = require(call) { noteModule(index, specifier) }
      return
    }
    if followsDot { return }
    if isText(index, "exports") {
      scanExports(index + 1, isWhole: false)
    } else if let end = skip(index, "module", ".", "exports") {
      scanExports(end, isWhole: true)
    } else if let end = skip(index, "Object", ".", "defineProperty", "(") {
      scanProperty(end)
    } else if isTop, let end = skip(index, "Object", ".", "keys", "(") {
      scanKeys(end)
    } else if let (specifier, _) = require(index) {
      if requires.insert(ExactText(specifier)).inserted { result.requires.append(specifier) }
      if isTop { noteModule(index, specifier) }
    }
  }

  /// Notes that the variable declared before `index` holds a whole module.
  private mutating func noteModule(_ index: Int, _ specifier: String) {
    guard kind(index - 1) == .assign, kind(index - 2) == .name,
      isText(index - 3, "var") || isText(index - 3, "let") || isText(index - 3, "const")
    else { return }
    wholeModules[tokens[index - 2].name] = specifier
  }

  /// Reads what follows `exports` or `module.exports`.
  private mutating func scanExports(_ index: Int, isWhole: Bool) {
    switch kind(index) {
    case .dot where kind(index + 1) == .name && kind(index + 2) == .assign: add(text(index + 1))
    case .leftBracket
    where kind(index + 1) == .string && kind(index + 2) == .rightBracket && kind(index + 3) == .assign:
      if let name = strings[index + 1] { add(name) }
    case .assign where isWhole:
      // The last assignment counts.
      result.reexports = []
      reexports = []
      if kind(index + 1) == .leftBrace {
        scanLiteral(index + 2)
      } else if let (specifier, _) = require(index + 1) {
        addReexport(specifier)
      }
    default: break
    }
  }

  /// Reads the properties of `module.exports = { … }` as far as they are simple.
  private mutating func scanLiteral(_ start: Int) {
    var index = start
    while true {
      switch kind(index) {
      case .name, .string:
        let name = kind(index) == .string ? strings[index] : text(index)
        if kind(index + 1) == .colon {
          guard kind(index + 2) == .name else { return }
          if let name { add(name) }
          // As there, a comma must follow at once.
          guard tokens[index + 2].end == tokens[index + 3].start else { return }
          index += 3
        } else {
          if kind(index) == .name, let name { add(name) }
          index += 1
        }
      case .ellipsis:
        if let (specifier, end) = require(index + 1) {
          addReexport(specifier)
          index = end
        } else {
          guard kind(index + 1) == .name else { return }
          index += 2
        }
      default: return
      }
      guard kind(index) == .comma else { return }
      index += 1
    }
  }

  /// Reads what follows `Object.defineProperty(`.
  private mutating func scanProperty(_ start: Int) {
    guard let comma = skipExports(start), let string = skip(comma, ","), kind(string) == .string,
      let name = strings[string], var index = skip(string + 1, ",", "{")
    else { return }
    if let end = skip(index, "enumerable", ":", "true", ",") { index = end }
    if skip(index, "value", ":") != nil { return add(name) }
    if let end = skipGetter(index), let value = skipSimpleValue(end), skipPropertyEnd(value) != nil {
      add(name)
    } else {
      unsafeGetters.insert(ExactText(name))
    }
  }

  /// The index behind `get() { return` or `get: function () { return`.
  private func skipGetter(_ index: Int) -> Int? {
    guard var at = skip(index, "get") else { return nil }
    if let function = skip(at, ":", "function") { at = kind(function) == .name ? function + 1 : function }
    return skip(at, "(", ")", "{", "return")
  }

  /// The index behind `a`, `a.b` or `a["b"]`.
  private func skipSimpleValue(_ index: Int) -> Int? {
    guard kind(index) == .name else { return nil }
    if kind(index + 1) == .dot { return kind(index + 2) == .name ? index + 3 : nil }
    if kind(index + 1) == .leftBracket {
      return kind(index + 2) == .string && kind(index + 3) == .rightBracket ? index + 4 : nil
    }
    return index + 1
  }

  /// The index behind `; } })`.
  private func skipPropertyEnd(_ index: Int) -> Int? {
    var at = skip(index, ";") ?? index
    guard let brace = skip(at, "}") else { return nil }
    at = skip(brace, ",") ?? brace
    return skip(at, "}", ")")
  }

  // MARK: Loops that export everything

  /// Reads what follows `Object.keys(`: the loops of Babel and TypeScript that export a whole module.
  private mutating func scanKeys(_ start: Int) {
    guard kind(start) == .name, let specifier = wholeModules[tokens[start].name] else { return }
    let module = start
    guard let key = skip(start + 1, ")", ".", "forEach", "(", "function", "("), kind(key) == .name,
      let condition = skip(key + 1, ")", "{", "if", "(")
    else { return }
    guard let body = skipConditions(condition, key, module), let end = skipExport(body, key, module),
      skip(end, "}", ")") != nil
    else { return }
    addReexport(specifier)
  }

  private func isName(_ index: Int, like other: Int) -> Bool {
    kind(index) == .name && tokens[index].name == tokens[other].name
  }

  private func isString(_ index: Int, _ value: String) -> Bool {
    guard kind(index) == .string, tokens[index].end - tokens[index].start == Int32(value.utf8.count + 2) else {
      return false
    }
    return source.string(Int(tokens[index].start) + 1..<Int(tokens[index].end) - 1) == value
  }

  /// The index behind `k === "default" || k === "__esModule") return;` and the conditions that may follow it, or behind
  /// `k !== "default" && !own.hasOwnProperty(k))`.
  private func skipConditions(_ start: Int, _ key: Int, _ module: Int) -> Int? {
    guard isName(start, like: key) else { return nil }
    if kind(start + 1) == .strictNotEqual, isString(start + 2, "default") {
      var at = start + 3
      if let own = skip(at, "&&", "!") {
        if let call = skipHasOwnProperty(own, key) {
          at = call
        } else {
          guard kind(own) == .name, let argument = skip(own + 1, ".", "hasOwnProperty", "("),
            isName(argument, like: key),
            let end = skip(argument + 1, ")")
          else { return nil }
          at = end
        }
      }
      return skip(at, ")")
    }
    guard kind(start + 1) == .strictEqual, isString(start + 2, "default"), kind(start + 3) == .barBar,
      isName(start + 4, like: key), kind(start + 5) == .strictEqual, isString(start + 6, "__esModule"),
      var at = skip(start + 7, ")", "return")
    else { return nil }
    at = skip(at, ";") ?? at
    if let condition = skip(at, "if", "("), let own = skipHasOwnProperty(condition, key),
      let end = skip(own, ")", "return")
    {
      at = skip(end, ";") ?? end
    }
    if let condition = skip(at, "if", "(") {
      // `k in exports && exports[k] === module[k]) return;`
      guard isName(condition, like: key), let first = skip(condition + 1, "in"), let and = skipExports(first),
        let second = skip(and, "&&"), let bracket = skipExports(second), let used = skip(bracket, "["),
        isName(used, like: key), let value = skip(used + 1, "]", "==="), isName(value, like: module),
        let last = skip(value + 1, "["), isName(last, like: key), let end = skip(last + 1, "]", ")", "return")
      else { return nil }
      at = skip(end, ";") ?? end
    }
    return at
  }

  private func skipHasOwnProperty(_ start: Int, _ key: Int) -> Int? {
    guard var at = skip(start, "Object", ".") else { return nil }
    at = skip(at, "prototype", ".") ?? at
    guard let call = skip(at, "hasOwnProperty", ".", "call", "("), kind(call) == .name, let used = skip(call + 1, ","),
      isName(used, like: key)
    else { return nil }
    return skip(used + 1, ")")
  }

  /// The index behind `exports[k] = module[k];` or the definition of a getter that does the same.
  private func skipExport(_ start: Int, _ key: Int, _ module: Int) -> Int? {
    if let bracket = skipExports(start) {
      guard let used = skip(bracket, "["), isName(used, like: key), let value = skip(used + 1, "]", "="),
        let end = skipElement(value, key, module)
      else { return nil }
      return skip(end, ";") ?? end
    }
    guard let object = skip(start, "Object", ".", "defineProperty", "("), let comma = skipExports(object),
      let used = skip(comma, ","), isName(used, like: key),
      let getter = skip(used + 1, ",", "{", "enumerable", ":", "true", ","), let value = skipGetter(getter),
      let end = skipElement(value, key, module), let call = skipPropertyEnd(end)
    else { return nil }
    return skip(call, ";") ?? call
  }

  /// The index behind `module[k]`.
  private func skipElement(_ start: Int, _ key: Int, _ module: Int) -> Int? {
    guard isName(start, like: module), let used = skip(start + 1, "["), isName(used, like: key) else { return nil }
    return skip(used + 1, "]")
  }
}
