import Foundation
import JavaScriptCore
import Testing

/// Whole programs of the world's, unmodified, as applications embed them: installed by Debian's packages.
@Suite struct ProgramTests {
  static func installed(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }
  static let highlight = "/usr/share/javascript/highlight.js/highlight.js"
  static let handlebars = "/usr/share/javascript/handlebars/handlebars.js"
  static let typescript = "/usr/share/nodejs/typescript/lib/typescript.js"

  /// - Parameter prelude: what a program needs of a page, such as the name of its global object.
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
    #expect(languages.contains("swift") && languages.count > 100)
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

  @Test(.enabled(if: ProgramTests.installed(ProgramTests.typescript), "node-typescript is not installed"))
  func `a compiler of 10 MB compiles and reports`() throws {
    let context = try load(Self.typescript)
    let compiler = try #require(context.objectForKeyedSubscript("ts"))
    let options: [String: Any] = ["reportDiagnostics": true, "compilerOptions": ["target": 99, "module": 99]]
    let source = "const greet = (name: string): string => `Hello, ${name}`; let broken: = 5"
    let result = try #require(
      compiler.invokeMethod("transpileModule", withArguments: [source, options])?.forProperty("outputText").toString())
    #expect(result.hasPrefix("const greet = (name) => `Hello, ${name}`;"))
    let diagnostics = try #require(
      compiler.invokeMethod("transpileModule", withArguments: [source, options])?.forProperty("diagnostics"))
    #expect(diagnostics.forProperty("length").toInt32() == 1)
    #expect(diagnostics.atIndex(0).forProperty("messageText").toString() == "Type expected.")
  }
}
