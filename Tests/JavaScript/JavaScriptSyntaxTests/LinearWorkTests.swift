import Testing

@testable import JavaScriptSyntax

/// Texts that are made to be slow: the work for one that is eight times as long is about eight times as much.
@Suite struct LinearWorkTests {
  /// The steps that could grow faster than the text, whether that is correct or not.
  private func work(of source: String, _ language: ParserOptions.Language) -> Int {
    StackRoom.parseLarge(ParserOptions(language: language)) { options in
      var parser = Parser(Array(source.utf8).span, options, goal: .module)
      do {
        try parser.parseProgram()
        _ = parser.moduleText()
      } catch {
        // The work for an error counts as well.
      }
      return parser.work + parser.table.work + parser.lineCursor.work
    }
  }

  /// A text of `open` repeated and `close` as often, where `#` is the number of the repetition.
  private static func nested(_ count: Int, _ open: String, _ close: String) -> String {
    (0..<count).map { open.split(separator: "#", omittingEmptySubsequences: false).joined(separator: "\($0)") }.joined()
      + String(repeating: close, count: count)
  }

  private static let makers: [String: @Sendable (Int) -> String] = [
    "aliases": { count in
      (0..<count).map { "import a\($0) = b.c\($0);" }.joined(separator: "\n")
    },
    "aliases of aliases": { count in
      "import a0 = b;\n" + (1..<count).map { "import a\($0) = a\($0 - 1).c;" }.joined(separator: "\n")
    },
    "aliases in functions' namespaces": { count in
      (0..<count).map { "namespace N\($0) { import a = b.c; export const d = a; }" }.joined(separator: "\n")
    },
    "exported aliases of modules": { count in
      (0..<count).map { "export import a\($0) = require('b');" }.joined(separator: "\n")
    },
    "blocks of one namespace": { count in
      (0..<count).map { "namespace N { export const a\($0) = \($0 > 0 ? "a\($0 - 1)" : "0"); }" }
        .joined(separator: "\n")
    },
    "enums whose members use names": { count in
      (0..<count).map { "enum E\($0) { A = f(), B = A }" }.joined(separator: "\n")
    },
    "comparisons that begin like type arguments": { count in
      (0..<count).map { "a < b\($0) + 1;" }.joined(separator: "\n")
    },
    "comparisons in one line": { count in String(repeating: "a<b&&", count: count) + "c" },
    "nested type arguments that are comparisons": { count in
      let depth = min(count, 40)
      return String(
        repeating: String(repeating: "a<", count: depth) + "b" + String(repeating: ">", count: depth) + " 1;\n",
        count: count / depth)
    },
    "arrow functions behind question marks": { count in
      let piece = String(repeating: "a?(b):c=>", count: 20) + "d;\n"
      return String(repeating: piece, count: count / 20)
    },
    "variables of one name": { count in String(repeating: "var a; ", count: count) },
    "variables of one name in a deep block": { count in
      let (open, close) = (String(repeating: "{ let b; ", count: 30), String(repeating: "}", count: 30))
      return open + String(repeating: "var a; ", count: count) + close
    },
    "a variable in each of nested blocks": { count in
      nested(count, "{ var a#; ", "}")
    },
    "a variable and a constant in each of nested blocks": { count in
      nested(count, "{ let b; var a#; ", "}")
    },
    "a variable beneath constants of its name": { count in
      String(repeating: "{ let a; } ", count: count) + String(repeating: "{ var a; } ", count: count)
    },
    "catch clauses that share a variable": { count in
      nested(count, "try { } catch (a) { var a; ", "}")
    },
    "functions in nested blocks": { count in nested(count, "{ function a#() {} ", "}") },
    "functions of one name in nested blocks": { count in nested(count, "{ function a() {} ", "}") },
    "labels in labels": { count in nested(count, "a#: { ", "}") },
    "labels that are left": { count in nested(count, "a#: { break a0; ", "}") },
    "private names of classes in classes": { count in
      nested(count, "class A { #a#; static { this.#a0; ", "} }")
    },
    "functions in functions that use an outer name": { count in nested(count, "(a#) => { a0; ", "}") },
    "named groups": { count in
      "/" + (0..<count).map { "(?<a\($0)>b)" }.joined() + (0..<count).map { "\\k<a\($0)>" }.joined() + "/"
    },
    "alternatives of one named group": { count in "/" + String(repeating: "(?<a>b)|", count: count) + "c/" },
    "properties of one object": { count in
      "({" + (0..<count).map { "a\($0): 1, __proto\($0)__: 2" }.joined(separator: ",") + "})"
    },
    "parameters": { count in "function f(" + (0..<count).map { "a\($0)" }.joined(separator: ",") + ") {}" },
    "patterns in patterns": { count in "(" + nested(count, "{ a: [", "] }") + " = b)" },
    "defaults in patterns": { count in
      "(" + String(repeating: "{ a = ", count: count) + "{}" + String(repeating: " }", count: count) + " = b)"
    },
    "uses of one import": { count in "import a from 'a';" + String(repeating: "a(a, { a });\n", count: count) },
    "functions that hide an import": { count in
      "import a from 'a';" + String(repeating: "(a) => { { let a; } a; };\n", count: count)
    },
    "a long chain of templates": { count in
      "import a from 'a';" + String(repeating: "`${a}` + ", count: count) + "a"
    },
    "exports in one line": { count in
      (0..<count).map { "export const a\($0) = 1;" }.joined(separator: " ")
    },
    "exports that are listed from the end": { count in
      (0..<count).map { "let a\($0);" }.joined() + "export {"
        + (0..<count).reversed().map { "a\($0)" }.joined(separator: ",") + "}"
    },
  ]

  @Test(.timeLimit(.minutes(2)), arguments: makers.keys.sorted(), [ParserOptions.Language.javaScript, .typeScript])
  func `work grows as the text does`(_ name: String, _ language: ParserOptions.Language) throws {
    let make = try #require(LinearWorkTests.makers[name])
    let (short, long) = (make(400), make(3_200))
    let (less, more) = (work(of: short, language), work(of: long, language))
    // A few thousand steps are no measure.
    #expect(more <= 10 * max(less, short.utf8.count))
  }

  @Test func `a text that is made to be read again and again is refused`() {
    var parser = Parser(
      Array("a ? (b) : c => d; a ? (b) : c => d;".utf8).span, ParserOptions(language: .typeScript), goal: .module)
    parser.rereadLimit = 4
    do {
      try parser.parseProgram()
      Issue.record("The text was accepted.")
    } catch {
      #expect(parser.tokenizer.failure?.code == .tooDeep)
    }
  }

  /// Each member may double the one before it.
  @Test func `the values of enums have a limit`() {
    let members = (1..<40).map { "A\($0) = A\($0 - 1) + A\($0 - 1)" }.joined(separator: ", ")
    let options = ParserOptions(language: .typeScript)
    #expect {
      try ModuleText(parsing: "enum E { A0 = 'abc', \(members) }", options: options)
    } throws: { ($0 as? SyntaxError)?.code == .tooLong }
    let copies = (1..<1_000).map { "A\($0) = A0 + ''" }.joined(separator: ", ")
    #expect {
      try ModuleText(
        parsing: "enum E { A0 = '\(String(repeating: "a", count: 4_000))', \(copies) }", options: options)
    } throws: { ($0 as? SyntaxError)?.code == .tooLong }
  }

  @Test func `namespaces nest a hundred times at most`() throws {
    func source(_ depth: Int) -> String {
      "namespace \((0..<depth).map { "A\($0)" }.joined(separator: ".")) { export const b = 1; }"
    }
    let options = ParserOptions(language: .typeScript)
    _ = try ModuleText(parsing: source(100), options: options)
    #expect {
      try ModuleText(parsing: source(101), options: options)
    } throws: { ($0 as? SyntaxError)?.code == .tooDeep }
  }
}
