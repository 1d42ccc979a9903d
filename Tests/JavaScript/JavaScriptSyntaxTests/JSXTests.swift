import JavaScriptSyntax
import Testing

/// The cases that `make test-jsx` cannot compare with TypeScript's compiler, and one of each that it can.
@Suite struct JSXTests {
  private func body(_ source: String, _ jsx: JSXOptions = JSXOptions()) throws -> String {
    let options = ParserOptions(language: .typeScript, jsx: jsx)
    let lines = try ModuleText(parsing: source, options: options).code
      .split(separator: "\n", omittingEmptySubsequences: false)
    return lines.dropFirst().dropLast().joined(separator: "\n")
  }

  /// Compares without blanks.
  private func expect(_ source: String, _ expected: String, _ jsx: JSXOptions = JSXOptions()) throws {
    let result = try body(source, jsx)
    #expect(result.filter { $0 != " " } == expected.filter { $0 != " " })
    #expect(result.count { $0 == "\n" } == source.count { $0 == "\n" })
  }

  private func error(_ source: String, _ jsx: JSXOptions = JSXOptions()) -> SyntaxError? {
    do throws(SyntaxError) {
      _ = try ModuleText(parsing: source, options: ParserOptions(language: .typeScript, jsx: jsx))
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [
    ("<a/>", "(0,m0.jsx)(\"a\", {})"),
    ("<a b=\"c\" {...d}>e{f}</a>", "(0,m0.jsxs)(\"a\", {b:\"c\", ...d, children: [\"e\", f]})"),
    ("<a.b key=\"c\"/>", "(0,m0.jsx)(a.b, {}, \"c\")"),
    ("<a b={1} key={c} d/>", "k(m0.jsx, \"a\", {b: 1}, c, {d: true})"),
    ("<a {...b} key={c}>d</a>", "(0,m0.createElement)(\"a\", {...b, key: c}, \"d\")"),
    ("<><b/></>", "(0,m0.jsx)(m0.Fragment, {children: (0,m0.jsx)(\"b\", {})})"),
    ("const a = <T,>(b: T) => <B<T>>{b}</B>", "const a = (b) => (0,m0.jsx)(B, {children: b})"),
    ("<a b=<c/>/>", "(0,m0.jsx)(\"a\", {b:(0,m0.jsx)(\"c\", {})})"),
  ])
  func `an element becomes a call in its lines`(_ source: String, _ expected: String) throws {
    try expect(source, expected)
  }

  @Test func `a name of the classic runtime is the imported one`() throws {
    let classic = JSXOptions(runtime: .classic)
    try expect(
      "import React from 'react'\n<a><></></a>",
      ";\nm0.default.createElement(\"a\", null, m0.default.createElement(m0.default.Fragment, null))", classic)
    try expect("const React = 1; <A b/>", "const React = 1; React.createElement(A, {b: true})", classic)
    try expect(
      "import { h } from 'preact'; <a/>", "; (0,m0.h)(\"a\", null)", JSXOptions(runtime: .classic, factory: "h"))
  }

  @Test func `comments of a file choose the functions`() throws {
    func isClassic(_ comment: String, _ options: JSXOptions = JSXOptions()) throws -> Bool {
      try body(comment + "\n<a/>", options).contains("createElement")
        || body(comment + "\n<a/>", options).contains("h(")
    }
    #expect(try isClassic("/** @jsx h */") && isClassic("/** @jsxRuntime classic */"))
    #expect(try !isClassic("/** @jsx h */\n/** @jsxRuntime automatic */"))
    #expect(try !isClassic("// @jsx h") && !isClassic("1 /* @jsx h */;"))
    // TypeScript's compiler ignores the comment where its options choose another runtime.
    #expect(try !isClassic("/** @jsx h */", JSXOptions(runtime: .automatic)))
    #expect(try !isClassic("/** @jsxImportSource preact */", JSXOptions(runtime: .classic)))
    let text = try ModuleText(
      parsing: "/** @jsxImportSource preact */\n<a {...b} key=''/>;\n<c/>",
      options: ParserOptions(jsx: JSXOptions(runtime: .classic)))
    #expect(text.requests.map(\.specifier) == ["preact/jsx-runtime", "preact"])
    #expect(text.requests.first?.position == ModuleText.Position(line: 2, column: 1))
    #expect(text.imports.count == 2)
  }

  @Test func `the development runtime gets the place of an element`() throws {
    var options = JSXOptions(runtime: .development)
    options.fileName = "/a \"b\".tsx"
    try expect(
      "1;\n  <a/>",
      "1;\n  (0,m0.jsxDEV)(\"a\", {}, void 0, false, { fileName: \"/a \\\"b\\\".tsx\", lineNumber: 2, columnNumber: 3 }, this)",
      options)
    // A constructor has no `this` before it calls the one of its superclass.
    #expect(try body("class A extends B { constructor() { super(<a/>) } }", options).contains("}, void 0)"))
  }

  @Test func `a CommonJS module requires the functions behind its directives`() throws {
    let options = ParserOptions(jsx: JSXOptions())
    let module = try CommonJSModule(
      parsing: Array("#!/usr/bin/env causeway\n'use strict'\nconst j = <a key={1}/>".utf8).span, importFunction: "i",
      options: options)
    let lines = module.script.code.split(separator: "\n")
    #expect(lines.count == 3 && lines[1] == "'use strict'")
    #expect(lines[2].hasPrefix("const j$1 = require(\"react/jsx-runtime\"), k = "))
    #expect(throws: SyntaxError.self) {
      _ = try ScriptText(parsing: "<a/>", importFunction: "i", options: options)
    }
  }

  @Test(arguments: [
    ("<a>\n  <b>\n</a>", 3, 3, "Expected '</b>', the closing tag of the element of line 2, not '</a>'."),
    ("<a>", 1, 4, "Expected '</a>' to close the element of line 1, not the end of the text."),
    ("<>\n</a>", 2, 3, "Expected '</>', the closing tag of the fragment of line 1, not '</a>'."),
    ("<a/><b/>", 1, 5, "Elements side by side need an element or a fragment around them: '<>…</>'."),
    ("<a>}</a>", 1, 4, "'}' in a text is written '&#125;' or '{\"}\"}'."),
    ("<a>></a>", 1, 4, "'>' in a text is written '&gt;' or '{\">\"}'."),
    ("<a><!-- b --></a>", 1, 4, "A comment between elements is written '{/* … */}'."),
    ("<a b={}/>", 1, 7, "'}' is not allowed here. Expected the value of the attribute, an expression."),
    ("<a>{b, c}</a>", 1, 6, "Expressions with commas between them need parentheses here."),
    ("<a key='b' key/>", 1, 12, "An element must not have two keys."),
    ("<a b=\"c/>", 1, 6, "The string is not terminated: its closing quotation mark is missing."),
    ("<a-b.c/>", 1, 2, "The name of a member must not have hyphens or colons."),
  ])
  func `an error names its place`(_ source: String, _ line: Int, _ column: Int, _ message: String) {
    let error = error(source)
    #expect(error?.message == message)
    #expect(error?.line == line && error?.column == column)
  }

  @Test func `a factory is a name or names with dots`() {
    #expect(error("<a/>", JSXOptions(runtime: .classic, factory: "a-b"))?.code == .invalidToken)
    #expect(error("<></>", JSXOptions(runtime: .classic, factory: "h"))?.code == .unsupported)
    #expect(error("<></>", JSXOptions(runtime: .classic, factory: "h", fragmentFactory: "null")) == nil)
  }

  @Test func `elements that nest deeply are an error`() {
    let depth = 100_000
    let source = String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
    #expect(error(source)?.code == .tooDeep)
  }

  @Test func `a text without its end is an error at each length`() {
    let source = "const a = <b c=\"d\" key={e} {...f}>g &amp; {h}<i.j/>{/* k */}<></></b>;"
    for length in 11..<source.utf8.count - 1 {
      #expect(error(String(source.prefix(length))) != nil, "\(source.prefix(length))")
    }
  }
}
