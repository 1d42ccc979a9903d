import Foundation
import JavaScriptCoreAdditions
import TestSupport
import Testing

/// Unmodified programs of other authors, installed by Debian's packages.
@Suite struct ProgramTests {
  static func installed(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }
  static let highlight = "/usr/share/javascript/highlight.js/highlight.js"
  static let handlebars = "/usr/share/javascript/handlebars/handlebars.js"
  /// Debian 12 alone has it as one file for pages; the one of newer releases requires others.
  static let hasMarkdown =
    (try? String(contentsOfFile: markdown, encoding: .utf8))?.contains("require('./lib/')") == false
  static let markdown = "/usr/share/javascript/markdown-it/markdown-it.js"
  static let beautify = "/usr/share/nodejs/js-beautify/js/lib/beautify.js"
  static let yaml = "/usr/share/nodejs/js-yaml/dist/js-yaml.js"
  static let typescript = "/usr/share/nodejs/typescript/lib/typescript.js"

  /// - Parameter prelude: declarations that the program expects from a page, such as the name of its global object.
  private func load(_ path: String, prelude: String = "") throws -> JSContext {
    let context = try #require(JSContext())
    context.evaluateScript(prelude)
    context.exceptionHandler = { _, exception in Issue.record("\(exception?.toString() ?? "unknown")") }
    context.evaluateScript(try String(contentsOfFile: path, encoding: .utf8), withSourceURL: URL(fileURLWithPath: path))
    return context
  }

  @Test(.enabled(if: ProgramTests.installed(ProgramTests.highlight), "libjs-highlight.js is not installed"))
  func `a highlighter of 1 MB colours Swift`() throws {
    let context = try load(Self.highlight, prelude: "var window = this")
    let highlighter = try #require(context.objectForKeyedSubscript("hljs"))
    let languages = try #require(highlighter.invokeMethod("listLanguages", withArguments: []).toArray() as? [String])
    #expect(languages.contains("swift"))
    let result = try #require(
      highlighter.invokeMethod("highlight", withArguments: ["swift", "let answer = 42 // yes"]).toObject()
        as? [String: Any])
    #expect(result["language"] as? String == "swift")
    #expect(result["illegal"] as? Bool == false)
    let html = try #require(result["value"] as? String)
    #expect(html.contains(#"<span class="hljs-keyword">let</span>"#))
    #expect(html.contains(#"<span class="hljs-number">42</span>"#))
  }

  @Test(.enabled(if: ProgramTests.installed(ProgramTests.handlebars), "libjs-handlebars is not installed"))
  func `a template engine renders Swift values with helpers in Swift`() throws {
    let context = try load(Self.handlebars)
    let engine = try #require(context.objectForKeyedSubscript("Handlebars"))
    let shout: @convention(block) (String) -> String = { $0.uppercased() }
    engine.invokeMethod("registerHelper", withArguments: ["shout", JSValue(object: shout, in: context) as Any])
    let template = try #require(
      engine.invokeMethod(
        "compile", withArguments: ["{{shout title}}: {{#each items}}{{name}}={{price}};{{/each}}{{#if none}}x{{/if}}"]))
    let model: [String: Any] = [
      "title": "menu", "items": [["name": "tea", "price": 2.5], ["name": "<b>", "price": 3]], "none": NSNull(),
    ]
    #expect(template.call(withArguments: [model]).toString() == "MENU: tea=2.5;&lt;b&gt;=3;")
  }

  @Test(.enabled(if: ProgramTests.hasMarkdown, "libjs-markdown-it is not installed, or requires other modules"))
  func `a Markdown renderer takes options and a rule in Swift, and returns its tokens`() throws {
    let context = try load(Self.markdown)
    let options: [String: Any] = ["html": false, "linkify": true]
    let renderer = try #require(
      context.objectForKeyedSubscript("markdownit").call(withArguments: ["default", options]))
    let text = "# Title\n\n*Hi* <b> https://swift.org\n\n| a | b |\n|---|---|\n| 1 | 2 |"
    let html = try #require(renderer.invokeMethod("render", withArguments: [text]).toString())
    #expect(html.hasPrefix("<h1>Title</h1>\n<p><em>Hi</em> &lt;b&gt; <a href=\"https://swift.org\">"))
    #expect(html.contains("<td>1</td>"))
    let tokens = try #require(renderer.invokeMethod("parse", withArguments: [text, [:] as [String: Any]]).toArray())
    let first = try #require(tokens.first as? [String: Any])
    #expect(first["type"] as? String == "heading_open" && first["map"] as? [Int] == [0, 1])
    let rule: @convention(block) () -> String = { "<hr class=\"swift\">" }
    renderer.forProperty("renderer").forProperty("rules").setValue(rule, forProperty: "hr")
    #expect(renderer.invokeMethod("render", withArguments: ["---"]).toString() == "<hr class=\"swift\">")
  }

  @Test(.enabled(if: ProgramTests.installed(ProgramTests.beautify), "node-js-beautify is not installed"))
  func `a formatter formats code by options from Swift`() throws {
    let context = try load(Self.beautify, prelude: "var window = this")
    let format = try #require(context.objectForKeyedSubscript("js_beautify"))
    let options: [String: Any] = ["indent_size": 2, "brace_style": "expand"]
    let code = format.call(withArguments: ["function f(a,b){if(a){return [a,b]}}", options]).toString()
    #expect(code == "function f(a, b)\n{\n  if (a)\n  {\n    return [a, b]\n  }\n}")
  }

  @Test(.enabled(if: ProgramTests.installed(ProgramTests.yaml), "node-js-yaml is not installed"))
  func `a YAML parser returns dictionaries, writes them, and its error has a location`() throws {
    let context = try load(Self.yaml)
    let yaml = try #require(context.objectForKeyedSubscript("jsyaml"))
    let text = "name: Causeway\nspan: 3.5\nopen: true\nlanes: [1, 2]\nbuilt: 2001-12-14\nnested: {a: ~}"
    let document = try #require(yaml.invokeMethod("load", withArguments: [text]).toObject() as? [String: Any])
    #expect(document["name"] as? String == "Causeway" && document["span"] as? Double == 3.5)
    #expect(document["open"] as? Bool == true && document["lanes"] as? [Int] == [1, 2])
    #expect((document["built"] as? Date)?.timeIntervalSince1970 == 1_008_288_000)
    #expect((document["nested"] as? [String: Any])?["a"] is NSNull)
    let dumped = yaml.invokeMethod("dump", withArguments: [["list": ["a", 1] as [Any]]]).toString()
    #expect(dumped == "list:\n  - a\n  - 1\n")
    var thrown: JSError?
    context.exceptionHandler = { _, exception in thrown = exception.map { JSError($0) } }
    yaml.invokeMethod("load", withArguments: ["a: [1"])
    #expect(thrown?.name == "YAMLException" && thrown?.value?.forProperty("mark").forProperty("line").toInt32() == 1)
  }

  @Test(
    .slowWhenSanitized,
    .enabled(if: ProgramTests.installed(ProgramTests.typescript), "node-typescript is not installed"))
  func `a compiler of 10 MB compiles and reports`() throws {
    let context = try load(Self.typescript)
    let compiler = try #require(context.objectForKeyedSubscript("ts"))
    let options: [String: Any] = ["reportDiagnostics": true, "compilerOptions": ["target": 99, "module": 99]]
    let source = "const greet = (name: string): string => `Hello, ${name}`; let broken: = 5"
    let result = try #require(
      compiler.invokeMethod("transpileModule", withArguments: [source, options])?.forProperty("outputText").toString())
    // TypeScript 6 writes "use strict" before it.
    #expect(result.contains("const greet = (name) => `Hello, ${name}`;"))
    let diagnostics = try #require(
      compiler.invokeMethod("transpileModule", withArguments: [source, options])?.forProperty("diagnostics"))
    #expect(diagnostics.forProperty("length").toInt32() == 1)
    #expect(diagnostics.atIndex(0).forProperty("messageText").toString() == "Type expected.")
  }
}
