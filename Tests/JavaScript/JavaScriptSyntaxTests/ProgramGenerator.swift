/// Makes programs up: some are correct, many are nearly so.
struct ProgramGenerator<Random: RandomNumberGenerator> {
  private var random: Random

  init(_ random: Random) { self.random = random }

  /// A program from the grammar, or a piece of the corpus in which some tokens are others.
  mutating func program() -> String {
    let text: String
    switch Int.random(in: 0..<3, using: &random) {
    case 0: text = changed(Corpus.texts[chance(2) ? 1 : 2])
    case 1: text = list(1...2, "") { $0.statement(Int.random(in: 1...4, using: &$0.random)) }
    default: text = expression(Int.random(in: 1...4, using: &random))
    }
    return String(((chance(7) ? "\"use strict\";" : "") + text).prefix(4_000))
  }

  // MARK: Choosing

  private mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }
  private mutating func pick(_ words: String...) -> String { words.randomElement(using: &random)! }

  private mutating func list(
    _ counts: ClosedRange<Int>, _ separator: String, _ element: (inout Self) -> String
  ) -> String {
    (0..<Int.random(in: counts, using: &random)).map { _ in element(&self) }.joined(separator: separator)
  }

  // MARK: Changes

  /// Some tokens of a text, of which some are missing, doubled or others.
  private mutating func changed(_ text: String) -> String {
    var tokens = text.matches(of: /\s+|"[^"\n]*"|'[^'\n]*'|[\p{L}\p{N}_$]+|=>|\.\.\.|[^\p{L}\p{N}_$\s]/).map {
      String($0.0)
    }
    if chance(2) {
      let middle = Int.random(in: 0..<tokens.count, using: &random)
      tokens = Array(tokens[max(0, middle - 30)..<min(tokens.count, middle + 30)])
    }
    for _ in 0..<Int.random(in: 0...3, using: &random) where !tokens.isEmpty {
      let index = Int.random(in: 0..<tokens.count, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: tokens.remove(at: index)
      case 1: tokens[index] = piece()
      case 2: tokens.insert(piece() + pick("", " "), at: index)
      default: tokens[index] = tokens.randomElement(using: &random)!
      }
    }
    return tokens.joined()
  }

  private mutating func piece() -> String {
    pick(
      "a", "let", "const ", "var ", "async", "await", "yield", "static", "get", "of", " in ", "new ", "this", "super",
      "1",
      "0x1", "010", "1n", ".5", "'x'", "`a${b}c`", "=>", "=", ";", ",", "(", ")", "{", "}", "[", "]", "...", "?", ":",
      "?.",
      "+", "/", "**", "++", "--", "!", "??", "||", "&&", "<", "#p", "/r/g", "/[/]/u", "eval", "arguments", "function ",
      "class ", "return ", "break;", "continue;", "\n", "//", "/*", "*/", "<!--", "-->", "\\u0061", "x:",
      "'use strict';")
  }

  // MARK: Expressions

  private mutating func expression(_ depth: Int) -> String {
    guard depth > 0 else {
      return pick(
        "a", "b", "1", "'s'", "this", "null", "/r/g", "`t`", "[]", "{}", "async", "let", "yield", "await", "of", "get",
        "arguments", "eval", "new.target", "super.x", "0n", "010", "\"\\07\"")
    }
    func e(_ generator: inout Self) -> String { generator.expression(depth - 1) }
    switch Int.random(in: 0..<24, using: &random) {
    case 0:
      return e(&self) + pick("+", "-", "*", "/", "**", "&&", "||", "??", " in ", " instanceof ", "<", ",") + e(&self)
    case 1:
      return pick("!", "-", "++", "--", "typeof ", "void ", "delete ", "await ", "yield ", "yield* ", "new ") + e(&self)
    case 2: return e(&self) + pick("++", "--")
    case 3: return "(" + e(&self) + ")"
    case 4: return "[" + list(0...3, ",") { $0.pick("", "...", "") + e(&$0) } + "]"
    case 5, 6: return pick("{", "({") + list(0...3, ",") { $0.property(depth - 1) } + pick("}", "})")
    case 7: return e(&self) + pick("=", "+=", "&&=", "??=") + e(&self)
    case 8: return pattern(depth - 1) + "=" + e(&self)
    case 9: return "(" + parameters(depth - 1) + ")=>" + e(&self)
    case 10: return "async(" + parameters(depth - 1) + ")=>" + body(depth - 1)
    case 11: return pick("a", "async", "await", "yield", "let", "async a", "async await") + "=>" + e(&self)
    case 12: return function(depth)
    case 13: return "class " + pick("A", "", "await") + classTail(depth)
    case 14: return e(&self) + pick(".", "?.") + pick("a", "#p", "if", "async")
    case 15: return e(&self) + pick("", "?.") + "[" + e(&self) + "]"
    case 16: return e(&self) + pick("", "?.") + "(" + list(0...2, ",") { $0.pick("", "...") + e(&$0) } + ")"
    case 17: return e(&self) + "?" + e(&self) + ":" + e(&self)
    case 18: return "`a${" + e(&self) + "}b`"
    case 19: return e(&self) + "`x${" + e(&self) + "}\\u{`"
    case 20: return "import(" + e(&self) + ")"
    case 21: return "#p in " + e(&self)
    case 22: return "super(" + e(&self) + ")"
    default:
      return "/"
        + pick(
          "(?<a>.)\\k<a>", "[a-z]", "(", "a{2,1}", "\\u{61}", "(?=a)*", "[b-a]", "\\p{L}", "(?i:a)", "a|",
          "(?<a>)|(?<a>)", "\\1(a)", "[[a]&&b]") + "/" + pick("", "g", "u", "v", "uv", "gg", "y", "d")
    }
  }

  private mutating func property(_ depth: Int) -> String {
    switch Int.random(in: 0..<5, using: &random) {
    case 0:
      return pick("a", "get", "async", "__proto__", "\"__proto__\"", "if", "1", "'x'", "[a]") + ":" + expression(depth)
    case 1: return pick("a", "async", "let", "await", "if", "eval")
    case 2: return "..." + expression(depth)
    case 3:
      return pick("get ", "set ", "async ", "*", "async *", "") + pick("a", "get", "1", "#p", "constructor") + "("
        + parameters(depth) + ")" + body(depth)
    default: return "a=" + expression(depth)
    }
  }

  private mutating func pattern(_ depth: Int) -> String {
    switch depth > 0 ? Int.random(in: 0..<3, using: &random) : 2 {
    case 0:
      return "["
        + list(0...2, ",") {
          $0.pick("", "...", "") + $0.pattern(depth - 1) + $0.pick("", "=" + $0.expression(depth - 1))
        }
        + "]"
    case 1:
      return "{"
        + list(0...2, ",") {
          $0.pick("a", "b:" + $0.pattern(depth - 1), "...a", "c=" + $0.expression(depth - 1), "[d]:" + $0.pattern(0))
        } + "}"
    default: return pick("a", "b", "c", "let", "yield", "eval", "arguments", "async", "await", "a.b", "[]", "{}")
    }
  }

  // MARK: Functions

  private mutating func parameters(_ depth: Int) -> String {
    list(0...2, ",") {
      $0.pick("", "", "", "...") + $0.pattern(depth - 1) + $0.pick("", "", "=" + $0.expression(depth))
    }
  }

  private mutating func body(_ depth: Int) -> String {
    "{" + pick("", "", "\"use strict\";") + statements(depth) + "}"
  }

  private mutating func function(_ depth: Int) -> String {
    pick("async ", "") + "function" + pick("*", "") + " " + pick("f", "await", "yield", "let", "") + "("
      + parameters(depth - 1) + ")" + body(depth - 1)
  }

  private mutating func classTail(_ depth: Int) -> String {
    pick("", " extends " + expression(depth - 1)) + "{" + list(0...3, ";") { $0.element(depth - 1) } + "}"
  }

  private mutating func element(_ depth: Int) -> String {
    switch Int.random(in: 0..<3, using: &random) {
    case 0:
      return pick("", "static ") + pick("get ", "set ", "async ", "*", "async *", "")
        + pick("a", "#p", "constructor", "prototype", "get", "static", "async", "\"constructor\"", "1", "[a]") + "("
        + parameters(depth) + ")" + body(depth)
    case 1:
      return pick("", "static ") + pick("a", "#p", "#q", "constructor", "get", "[a]")
        + pick("", "=" + expression(depth))
    default: return pick("", "static ") + body(depth)
    }
  }

  // MARK: Statements

  private mutating func statements(_ depth: Int) -> String {
    list(0...2, pick("", "\n", ";")) { $0.statement(depth - 1) }
  }

  private mutating func statement(_ depth: Int) -> String {
    guard depth > 0 else {
      return pick(";", "a;", "a\n", "let a;", "var a;", "break;", "continue;", "return;", "const b=1;", "debugger\n")
    }
    func e(_ generator: inout Self) -> String { generator.expression(depth - 1) }
    func s(_ generator: inout Self) -> String { generator.statement(depth - 1) }
    switch Int.random(in: 0..<17, using: &random) {
    case 0: return e(&self) + pick(";", "\n")
    case 1: return pick("let ", "const ", "var ") + pattern(depth - 1) + pick("", "=" + e(&self)) + pick(";", "\n")
    case 2: return "if(" + e(&self) + ")" + s(&self) + pick("", " else " + s(&self))
    case 3:
      return pick("for", "for await") + "(" + pick("let ", "const ", "var ", "") + pattern(depth - 1)
        + pick(" of ", " in ") + e(&self) + ")" + s(&self)
    case 4: return "for(" + pick("", "let a=1", "var a", e(&self)) + ";" + pick("", e(&self)) + ";)" + s(&self)
    case 5: return "while(" + e(&self) + ")" + s(&self)
    case 6: return "do " + s(&self) + " while(" + e(&self) + ")" + pick(";", "", " ")
    case 7: return "{" + statements(depth) + "}"
    case 8: return pick("a:", "b:", "await:", "yield:", "let:") + s(&self)
    case 9:
      return "switch(" + e(&self) + "){"
        + list(0...2, "") { $0.pick("case " + e(&$0) + ":", "default:") + $0.statements(depth - 1) } + "}"
    case 10:
      return "try{" + statements(depth - 1) + "}"
        + pick("catch{}", "catch(" + pattern(depth - 1) + "){" + statements(depth - 1) + "}", "finally{}", "")
    case 11: return pick("throw ", "return ") + e(&self) + ";"
    case 12: return function(depth)
    case 13: return "class " + pick("A", "let", "await") + classTail(depth)
    case 14: return "with(" + e(&self) + ")" + s(&self)
    case 15: return pick("break a;", "continue a;")
    default: return "\"use strict\";" + s(&self)
    }
  }
}
