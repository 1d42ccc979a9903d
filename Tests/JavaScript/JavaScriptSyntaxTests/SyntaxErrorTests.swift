import CausewayConcurrency
import JavaScriptSyntax
import Testing
import TestSupport

@Suite struct SyntaxErrorTests {
  @Test(arguments: [
    ("if (a) {\n  b(;\n}", "';' is not allowed here. Expected an expression.", 2, 5),
    ("function f() {\n  if (a) {\n", "Expected '}' to close the block of line 2, not the end of the text.", 3, 1),
    ("é = '😀' + 'a", "The string is not terminated: \"'\" is missing.", 1, 12),
    ("let a; let a;", "'a' is already declared in line 1.", 1, 12),
    ("class A { #a; #a }", "'#a' is declared twice in its class.", 1, 15),
    ("a.#b", "No enclosing class declares '#b'.", 1, 3),
    ("x: x: ;", "An enclosing statement already has the label 'x'.", 1, 4),
    ("break;", "'break' is allowed in loops and 'switch' only.", 1, 1),
    ("@a let b", "'let' is not allowed here. Expected a class behind its decorators.", 1, 4),
    ("class A { @b constructor() {} }", "A constructor must not have decorators.", 1, 14),
    ("{ using a }", "Expected '=' and a value for 'using', not '}'.", 1, 11),
    ("/a(/", "Invalid regular expression: the group is not terminated: ')' is missing.", 1, 3),
    ("0_1", "A numeric separator must not follow a leading zero.", 1, 2),
    ("'use strict'; 010", "Octal numbers with a leading zero and octal escapes are not allowed in strict code.", 1, 15),
    ("({ a = 1 })", "A property with a default, '{ a = 1 }', is allowed in a pattern only.", 1, 6),
    ("1 = 2", "The left side of an assignment must be a name, a property or a pattern.", 1, 1),
  ])
  func `errors name what is wrong and where`(_ source: String, _ message: String, _ line: Int, _ column: Int) {
    #expect {
      try ScriptText(parsing: source, importFunction: "i")
    } throws: { error in
      let error = error as? SyntaxError
      return error?.message == message && error?.line == line && error?.column == column
    }
  }

  @Test func `bytes that are not UTF-8 are an error with a place`() {
    #expect {
      try ScriptText(parsing: [0x61, 0x0A, 0x62, 0xED, 0xA0, 0x80].span, importFunction: "i")
    } throws: { error in
      let error = error as? SyntaxError
      return error?.code == .encoding && error?.line == 2 && error?.column == 2
    }
  }

  @Test(arguments: [
    "(", "[", "{", "a(", "a[", "(a=", "{a:", "a=>", "a=>{", "function f(){", "class A{[", "class A extends(", "`${",
    "!", "-",
    "typeof ", "new ", "await ", "a?", "a?b:", "a**", "if(a)", "for(;;)", "while(a)", "do ", "a:", "x=", "[a=", "let [",
    "({a:[",
    "async(", "async a=>", "/[", "import(", "switch(a){case ", "try{", "with(a)", "yield ", "class A{static{",
    "class A{a=",
    "a?.[", "a?.(", "`a${`", "((((a,b)=>", "else ", "a,", "a||", "a??", "...",
  ])
  func `deep nesting on a small stack ends in an answer`(_ piece: String) throws {
    let source = String(repeating: piece, count: 10_000)
    try POSIXThread.run(stackBytes: 512 << 10) {
      for prefix in ["", "async function* f() { ", "({ ", "/*"] {
        _ = try? ScriptText(parsing: prefix + source, importFunction: "i")
        _ = try? ModuleText(parsing: prefix + source)
        _ = try? ModuleText(parsing: prefix + source, options: ParserOptions(language: .typeScript))
      }
    }
  }

  /// Takes some of the stack before `body` runs.
  private func descend(_ bytes: Int, from start: UInt? = nil, _ body: () -> Void) {
    var marker: UInt8 = 0
    let here = withUnsafeMutablePointer(to: &marker) { UInt(bitPattern: $0) }
    if let start, start - here > UInt(bytes) { return body() }
    descend(bytes, from: start ?? here, body)
    marker = 1
  }

  @Test(arguments: [100, 200, 300, 380]) func `a parser that begins deep in a stack ends in an answer`(
    _ kilobytes: Int
  ) throws {
    let source = String(repeating: "a(", count: 10_000)
    try POSIXThread.run(stackBytes: 512 << 10) {
      descend(kilobytes << 10) { _ = try? ScriptText(parsing: source, importFunction: "i") }
    }
  }

  @Test func `long chains are not deep`() throws {
    let count = 100_000
    for piece in ["a+", "a.", "a&&", "a,", "a?b:", "if(a){}else ", "a;", "a()."] {
      _ = try ScriptText(parsing: String(repeating: piece, count: count) + "a", importFunction: "i")
    }
  }

  /// Any bytes end in a text or an error.
  @Test(.timeLimit(.minutes(5))) func `random edits of code never trap`() throws {
    var random = SeededRandom()
    let corpus = Corpus.texts.map { Array($0.utf8) }
    for _ in 0..<4_000 {
      var bytes = corpus.randomElement(using: &random)!
      for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
        let at = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<5, using: &random) {
        case 0: bytes.removeSubrange(at..<min(bytes.count, at + Int.random(in: 1...20, using: &random)))
        case 1: bytes[at] = UInt8.random(in: 0...255, using: &random)
        case 2: bytes.insert("(){}[]<>;,.=>*/'\"`$\\#@:?!&|\n".utf8.randomElement(using: &random)!, at: at)
        case 3:
          let other = corpus.randomElement(using: &random)!
          let from = Int.random(in: 0..<other.count, using: &random)
          bytes.insert(contentsOf: other[from..<min(other.count, from + 30)], at: at)
        default: bytes.removeSubrange(at...)
        }
      }
      let text = bytes
      _ = try? ScriptText(parsing: text.span, importFunction: "i")
      _ = try? ModuleText(parsing: text.span)
      _ = try? ModuleText(parsing: text.span, options: ParserOptions(language: .typeScript))
      _ = ModuleSyntax.detect(text.span)
    }
  }
}
