/// The names that a CommonJS module's text seems to export, as Node guesses them: by assignments to `exports`.
///
/// Found are `exports.a =`, `exports["a"] =`, `Object.defineProperty(exports, "a"`, the keys of `module.exports = { … }`, and the
/// texts in `module.exports = require("…")` and `__exportStar(require("…"))`. Names that are made in another way are
/// properties of the default export only.
package struct CommonJSNames: Sendable, Hashable {
  /// Each once, in the order of the text; without `default`.
  package private(set) var exports: [String] = []
  /// Specifiers of modules whose names are exported as well.
  package private(set) var reexports: [String] = []

  private var known: Set<ExactText> = ["default"]

  init(in bytes: [UInt8]) {
    var scanner = CommonJSScanner(bytes)
    while let token = scanner.next() {
      switch token {
      case .name("exports"): readExports(&scanner)
      case .name("module"):
        if scanner.take(".") && scanner.take(name: "exports") { readModuleExports(&scanner) }
      case .name("defineProperty"):
        guard scanner.take("("), scanner.takeExports(), scanner.take(","), let name = scanner.takeString() else {
          continue
        }
        add(name)
      case .name("__exportStar"), .name("__export"):
        if scanner.take("("), let specifier = scanner.takeRequire() { reexports.append(specifier) }
      default: continue
      }
    }
  }

  mutating func add(_ name: String) {
    // A thousand names are more than any package has; a text may have a million.
    guard exports.count < 10_000, known.insert(ExactText(name)).inserted else { return }
    exports.append(name)
  }

  private mutating func readExports(_ scanner: inout CommonJSScanner) {
    if scanner.take("."), let name = scanner.takeName(), scanner.isAssignment() {
      add(name)
    } else if scanner.take("["), let name = scanner.takeString(), scanner.take("]"), scanner.isAssignment() {
      add(name)
    }
  }

  private mutating func readModuleExports(_ scanner: inout CommonJSScanner) {
    guard scanner.isAssignment() else { return readExports(&scanner) }
    guard scanner.take("=") else { return }
    if let specifier = scanner.takeRequire() {
      reexports.append(specifier)
    } else if scanner.take("{") {
      readMembers(&scanner)
    }
  }

  /// The keys of an object literal, until one that is neither a name nor a string.
  private mutating func readMembers(_ scanner: inout CommonJSScanner) {
    while !scanner.take("}") {
      if scanner.take(".") {
        guard scanner.take("."), scanner.take("."), let specifier = scanner.takeRequire() else { return }
        reexports.append(specifier)
      } else {
        guard let name = scanner.takeName() ?? scanner.takeString() else { return }
        let accessor = ["get", "set", "async"].contains(name) ? scanner.takeName() : nil
        add(accessor ?? name)
        scanner.skipMember()
      }
      guard scanner.take(",") else { return }
    }
  }
}

/// Reads the tokens of a CommonJS module's text, as far as they matter here.
struct CommonJSScanner {
  enum Token: Equatable {
    case name(String)
    case string(String)
    case other(UInt8)
  }

  private let bytes: [UInt8]
  private var index = 0
  /// Whether a slash would begin a regular expression.
  private var mayBeExpression = true
  /// The open braces, each with whether it is that of a template.
  private var braces: [Bool] = []
  /// Whether the token before was a dot, so that a name is a property.
  private var isProperty = false

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  private func byte(_ offset: Int = 0) -> UInt8 { index + offset < bytes.count ? bytes[index + offset] : 0 }

  /// The next token that is no property of something else; nil at the end.
  mutating func next() -> Token? {
    while true {
      let wasDot = isProperty
      guard let token = read() else { return nil }
      // `defineProperty` and the helpers of compilers are properties.
      if wasDot, case .name(let name) = token, !["defineProperty", "__exportStar", "__export"].contains(name) {
        continue
      }
      return token
    }
  }

  private mutating func read() -> Token? {
    skipSpace()
    guard index < bytes.count else { return nil }
    let first = bytes[index]
    isProperty = false
    switch first {
    case UInt8(ascii: "'"), UInt8(ascii: "\""):
      mayBeExpression = false
      return .string(readString())
    case UInt8(ascii: "`"):
      index += 1
      skipTemplate()
      return .other(first)
    case UInt8(ascii: "/") where mayBeExpression:
      skipExpression()
      mayBeExpression = false
      return .other(first)
    case UInt8(ascii: "{"): braces.append(false)
    case UInt8(ascii: "}"):
      if braces.popLast() == true {
        index += 1
        skipTemplate()
        return .other(UInt8(ascii: "`"))
      }
    default:
      if CommonJSScanner.isName(first) {
        let start = index
        while index < bytes.count, CommonJSScanner.isName(bytes[index]) { index += 1 }
        let name = String(decoding: bytes[start..<index], as: UTF8.self)
        mayBeExpression = CommonJSScanner.operators.contains(name)
        return .name(name)
      }
    }
    index += 1
    isProperty = first == UInt8(ascii: ".")
    mayBeExpression = first != UInt8(ascii: ")") && first != UInt8(ascii: "]") && first != UInt8(ascii: "}")
    return .other(first)
  }

  private static let operators: Set<String> = [
    "return", "typeof", "case", "in", "of", "delete", "void", "throw", "new", "instanceof", "do", "else", "yield",
    "await",
  ]

  private static func isName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...0xFF:
      true
    default: false
    }
  }

  private mutating func skipSpace() {
    while index < bytes.count {
      if byte() <= 0x20 {
        index += 1
      } else if byte() == UInt8(ascii: "/"), byte(1) == UInt8(ascii: "/") {
        while index < bytes.count, byte() != 0x0A, byte() != 0x0D { index += 1 }
      } else if byte() == UInt8(ascii: "/"), byte(1) == UInt8(ascii: "*") {
        index += 2
        while index < bytes.count, byte() != UInt8(ascii: "*") || byte(1) != UInt8(ascii: "/") { index += 1 }
        index = min(index + 2, bytes.count)
      } else {
        return
      }
    }
  }

  /// A string without escapes resolved: a name with an escape is none of those that are looked for.
  private mutating func readString() -> String {
    let quote = byte()
    index += 1
    let start = index
    while index < bytes.count, byte() != quote, byte() != 0x0A { index += byte() == UInt8(ascii: "\\") ? 2 : 1 }
    index = min(index, bytes.count)
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    index = min(index + 1, bytes.count)
    return text
  }

  private mutating func skipTemplate() {
    mayBeExpression = false
    while index < bytes.count {
      if byte() == UInt8(ascii: "`") {
        index += 1
        return
      }
      if byte() == UInt8(ascii: "$"), byte(1) == UInt8(ascii: "{") {
        index += 2
        braces.append(true)
        mayBeExpression = true
        return
      }
      index += byte() == UInt8(ascii: "\\") ? 2 : 1
    }
    index = bytes.count
  }

  private mutating func skipExpression() {
    index += 1
    var isClass = false
    while index < bytes.count, byte() != 0x0A {
      switch byte() {
      case UInt8(ascii: "\\"): index += 1
      case UInt8(ascii: "["): isClass = true
      case UInt8(ascii: "]"): isClass = false
      case UInt8(ascii: "/") where !isClass:
        index += 1
        return
      default: break
      }
      index += 1
    }
    index = min(index, bytes.count)
  }

  // MARK: Taking what is expected

  /// Runs a reading that is undone when it yields nil.
  private mutating func attempt<Value>(_ body: (inout CommonJSScanner) -> Value?) -> Value? {
    let (index, mayBeExpression, isProperty, count) = (index, mayBeExpression, isProperty, braces.count)
    if let value = body(&self) { return value }
    (self.index, self.mayBeExpression, self.isProperty) = (index, mayBeExpression, isProperty)
    if braces.count > count { braces.removeLast(braces.count - count) }
    return nil
  }

  mutating func take(_ byte: Unicode.Scalar) -> Bool {
    attempt { $0.read() == .other(UInt8(ascii: byte)) ? true : nil } ?? false
  }

  mutating func take(name: String) -> Bool { attempt { $0.read() == .name(name) ? true : nil } ?? false }

  mutating func takeName() -> String? { attempt { if case .name(let name)? = $0.read() { name } else { nil } } }

  mutating func takeString() -> String? {
    attempt { if case .string(let text)? = $0.read(), !text.has("\\") { text } else { nil } }
  }

  mutating func takeExports() -> Bool {
    attempt { scanner in
      if scanner.take(name: "exports") { return true }
      return scanner.take(name: "module") && scanner.take(".") && scanner.take(name: "exports") ? true : nil
    } ?? false
  }

  /// `require("…")`.
  mutating func takeRequire() -> String? {
    attempt { scanner in
      guard scanner.take(name: "require"), scanner.take("("), let text = scanner.takeString(), scanner.take(")") else {
        return nil
      }
      return text
    }
  }

  /// Whether `=` comes, and no comparison; nothing is taken.
  mutating func isAssignment() -> Bool {
    skipSpace()
    return byte() == UInt8(ascii: "=") && byte(1) != UInt8(ascii: "=") && byte(1) != UInt8(ascii: ">")
  }

  /// Skips the rest of a member of an object literal, up to the comma or brace behind it.
  mutating func skipMember() {
    var depth = 0
    let open = braces.count
    while true {
      skipSpace()
      guard index < bytes.count else { return }
      let next = byte()
      if depth == 0, braces.count == open, next == UInt8(ascii: ",") || next == UInt8(ascii: "}") { return }
      guard let token = read() else { return }
      switch token {
      case .other(UInt8(ascii: "(")), .other(UInt8(ascii: "[")): depth += 1
      case .other(UInt8(ascii: ")")), .other(UInt8(ascii: "]")): depth -= 1
      default: break
      }
    }
  }
}
