import Glibc

@testable import JavaScriptSyntax

@main struct SyntaxGrowth {
  static func main() {
    for family in tokens + patterns + commonJS + outlines + imports { family.measure() }
  }

  private static let options = ParserOptions(stackBudget: 4 << 20)

  private static func module(_ text: [UInt8]) { use(try? ModuleText(parsing: text.span, options: options)) }

  // MARK: Tokens

  private static func token(_ name: String, _ count: Int, _ text: @escaping (Int) -> String) -> Family {
    Family("tokens", name, count, text: text, read: module)
  }

  private static func elements(_ name: String, _ count: Int, _ text: @escaping (Int) -> String) -> Family {
    Family("JSX", name, count, text: text) { use(try? ModuleText(parsing: $0.span, options: elementOptions)) }
  }

  private static var elementOptions: ParserOptions {
    var options = options
    options.jsx = JSXOptions()
    return options
  }

  private static var tokens: [Family] {
    [
      token("a long name", 32000) { repeated("a", $0) },
      token("a name of escapes", 4000) { repeated(#"\u0061"#, $0) },
      token("a name of combining characters", 4000) { marked("a", $0) + "=1;" + marked("b", $0) + "=1" },
      token("a long string", 32000) { "'" + repeated("a", $0) + "'" },
      token("a string of escapes", 4000) { "'" + repeated(#"\n\u{61}\x61"#, $0) + "'" },
      token("a long number", 32000) { "1" + repeated("7", $0) },
      token("a number of separators", 8000) { "1" + repeated("_7", $0) },
      token("a long comment", 32000) { "/*" + repeated("*", $0) + "*/" },
      token("comments", 4000) { repeated("/**/", $0) },
      token("comments of HTML", 4000) { repeated("<!-- a\n", $0) },
      token("openings of comments of HTML", 4000) { "a" + repeated("<!--a", $0) },
      Family(
        "tokens", "an enum's members of combining characters", 1000,
        text: { "enum A { " + marked("a", $0) + ", " + marked("b", $0) + " }" }
      ) {
        var options = options
        options.language = .typeScript
        use(try! ModuleText(parsing: $0.span, options: options))
      },
      elements("elements", 2000) { repeated("<a b='c' {...d}>e &amp; {f}</a>;", $0) },
      elements("elements in elements", 400) { nested($0, "<a>", "</a>", inner: "b", separator: ";") },
      elements("attributes", 4000) { "<a " + repeated("b='&lt;' ", $0) + "/>" },
      elements("children", 4000) { "<a>" + repeated("<b/>{c}d", $0) + "</a>" },
      elements("lines of a text", 4000) { "<a>" + repeated("b\n", $0) + "</a>" },
      elements("elements without an end", 400) { repeated("<a>", $0) },
      elements("ampersands", 8000) { "<a>" + repeated("&", $0) + "</a>" },
      elements("entities without an end", 8000) { "<a>" + repeated("&a", $0) + "</a>" },
      elements("comments before the text", 4000) { repeated("/* @jsx a */\n", $0) + "<a/>" },
      token("templates", 2000) { repeated("`a`;", $0) },
      token("templates in templates", 1200) { nested($0, "`${", "}`", inner: "a", separator: ";") },
      token("substitutions of one template", 2000) { "`" + repeated("${a}", $0) + "`" },
      token("strings without an end", 4000) { repeated("'a\n", $0) },
      token("templates without an end", 4000) { repeated("`${", $0) },
      token("comments without an end", 40_000) { repeated("/*", $0) },
      token("regular expressions without an end", 4000) { repeated("/[", $0) },
      token("questions without an end", 4000) { repeated("a?", $0) },
      token("brackets without an end", 4000) { repeated("(", $0) },
      token("line separators", 4000) { repeated("\u{2028}", $0) },
      Family("tokens", "an error in the last line", 2000, text: { repeated("a;\n", $0) + "b c" }, read: module),
    ]
  }

  // MARK: Regular expressions

  private static func pattern(_ name: String, _ count: Int, flags: String = "", _ text: @escaping (Int) -> String)
    -> Family
  {
    Family("regular expressions", name, count, text: { "/" + text($0) + "/\(flags)" }) { text in
      use(try! ModuleText(parsing: text.span, options: options))
    }
  }

  private static var patterns: [Family] {
    [
      pattern("groups", 2000) { repeated("(a)", $0) },
      pattern("groups in groups", 2000) { repeated("(", $0) + "a" + repeated(")", $0) },
      pattern("named groups", 1000) { each($0) { "(?<a\($0)>b)" } },
      pattern("named groups in named groups", 1000) { each($0) { "(?<a\($0)>" } + "b" + repeated(")", $0) },
      pattern("names of the innermost group", 600) {
        repeated("(", $0) + each($0) { "(?<a\($0)>b)" } + repeated(")", $0)
      },
      pattern("names of the innermost alternative", 600) {
        repeated("(", $0) + each($0) { "(?<a\($0)>b)" } + repeated("|b)", $0)
      },
      pattern("alternatives", 2000) { repeated("a|", $0) },
      pattern("alternatives of one name", 1000) { repeated("(?<a>b)|", $0) + "c" },
      pattern("alternatives of many names", 600) { count in
        each(count) { "(?<a\($0)>b)" } + "|" + each(count) { "(?<a\($0)>b)" }
      },
      pattern("references to names", 1000) { "(?<a>b)" + repeated(#"\k<a>"#, $0) },
      pattern("references to numbers", 1000) { repeated("(a)", $0) + each($0) { #"\\#($0 + 1)"# } },
      pattern("a reference of many digits", 4000) { #"\1"# + repeated("7", $0) },
      pattern("a long name", 4000) { "(?<" + repeated("a", $0) + ">b)" },
      pattern("a name of escapes", 2000) { "(?<" + repeated(#"\u0061"#, $0) + ">b)" },
      pattern("a class of characters", 2000) { "[" + repeated("a-z", $0) + "]" },
      pattern("classes", 2000) { repeated("[a]", $0) },
      pattern("classes in classes", 1000, flags: "v") { nested($0, "[a", "]", separator: "") },
      pattern("strings of a class", 1000, flags: "v") { #"[\q{"# + repeated("ab|", $0) + "}]" },
      pattern("an intersection", 1000, flags: "v") { "[a" + repeated("&&a", $0) + "]" },
      pattern("braces", 2000) { "a" + repeated("{", $0) },
      pattern("a brace of many digits", 4000) { "a{" + repeated("7", $0) },
      pattern("braces of digits without an end", 2000) { repeated("a{1,", $0) },
      pattern("a range of many digits", 4000) { "a{" + repeated("7", $0) + "," + repeated("7", $0) + "}" },
      pattern("properties", 1000, flags: "u") { repeated(#"\p{Letter}"#, $0) },
      pattern("modifiers", 1000) { repeated("(?i:a)", $0) },
      pattern("assertions in assertions", 2000) { repeated("(?=", $0) + "a" + repeated(")", $0) },
      Family("regular expressions", "many expressions", 500, text: { repeated("/(a)/;", $0) }, read: module),
    ]
  }

  // MARK: CommonJS

  private static func commonJS(_ name: String, _ count: Int, _ text: @escaping (Int) -> String) -> Family {
    Family("CommonJS", name, count, text: text) { use(try! CommonJSExports(parsing: $0.span, options: options)) }
  }

  private static var commonJS: [Family] {
    [
      commonJS("exports", 300) { each($0) { "exports.a\($0) = 1;\n" } },
      commonJS("exports by strings", 300) { each($0) { "exports['a\($0)'] = 1;\n" } },
      commonJS("one export again and again", 300) { repeated("exports.a = 1;\n", $0) },
      commonJS("a literal of many names", 300) { "module.exports = {" + each($0) { "a\($0), " } + "}" },
      commonJS("literals", 300) { each($0) { "module.exports = { a\($0) };\n" } },
      commonJS("assignments in a chain", 500) { repeated("module.exports = ", $0) + "{ a }" },
      commonJS("literals in literals", 300) {
        nested($0, "module.exports = { a, b: ", "}", inner: "1", separator: ";")
      },
      commonJS("properties", 200) {
        each($0) { "Object.defineProperty(exports, 'a\($0)', { enumerable: true, value: 1 });\n" }
      },
      commonJS("getters", 100) {
        each($0) { "Object.defineProperty(exports, 'a\($0)', { get: function () { return b.c; } });\n" }
      },
      commonJS("unsafe getters", 100) {
        each($0) { "Object.defineProperty(exports, 'a\($0)', { get() { return b(); } });\n" }
      },
      commonJS("required modules", 300) { each($0) { "var a\($0) = require('b\($0)');\n" } },
      commonJS("modules that are exported", 300) { each($0) { "__export(require('b\($0)'));\n" } },
      commonJS("loops over keys", 100) {
        repeated("Object.keys(a).forEach(function (k) { if (k === 'default') return; });\n", $0)
      },
      commonJS("beginnings of loops", 300) {
        "var a = require('b');" + repeated("Object.keys(a).forEach(", $0) + repeated(")", $0)
      },
      commonJS("strings of combining characters", 500) {
        "exports['" + marked("a", $0) + "'] = 1; exports['" + marked("b", $0) + "'] = 1;"
      },
      Family(
        "exports", "a name of combining characters", 1000,
        text: { "var a; export { a as '" + marked("a", $0) + "' };" }, read: module),
      Family("exports", "names", 300, text: { "var a; export { " + each($0) { "a as b\($0), " } + "};" }, read: module),
      Family("CommonJS", "literal requests", 300, text: { each($0) { "import('a\($0)');\n" } }) {
        use(LiteralRequest.all(in: $0.span, isModule: true, options: options))
      },
      Family(
        "CommonJS", "literal requests in blocks", 300,
        text: {
          nested($0, "try { require('a'); ", "} catch { }", separator: "\n")
        }
      ) { use(LiteralRequest.all(in: $0.span, isModule: false, options: options)) },
      Family("CommonJS", "the syntax of modules", 1000, text: { repeated("imports(exported);\n", $0) }) {
        use(ModuleSyntax.detect($0.span, options: options))
      },
      Family("CommonJS", "a text that names modules", 4000, text: { repeated("importexpor", $0) }) { text in
        use(String(decoding: text, as: UTF8.self).hasText("await"))
      },
      Family("CommonJS", "imports of a script", 300, text: { each($0) { "import('a\($0)');" } }) {
        use(try! ScriptText(parsing: $0.span, importFunction: "load", options: options))
      },
    ]
  }

  // MARK: Outlines and places

  private static func outline(_ name: String, _ count: Int, _ text: @escaping (Int) -> String) -> [Family] {
    [
      Family("outlines", name, count) { count in
        let text = text(count)
        return { use(ScriptOutline(parsing: text)) }
      },
      Family("places", name, count) { count in
        let text = text(count)
        return { use(ScriptPlaces(parsing: text)) }
      },
    ]
  }

  private static var outlines: [Family] {
    [
      outline("functions", 300) { each($0, "\n") { "function a\($0)(b) { return b; }" } },
      outline("functions in one line", 300) { each($0) { "function a\($0)(b) { return b; }" } },
      outline("functions in functions", 1000) { nested($0, "function a(b) { ", "}", separator: "\n") },
      outline("arrow functions", 300) { each($0, "\n") { "const a\($0) = (b) => b;" } },
      outline("arrow functions in arrow functions", 1000) { nested($0, "(a) => { ", "}", inner: "a", separator: "\n") },
      outline("arrow functions of many parameters", 300) { "(" + each($0) { "a\($0), " } + "b) => b" },
      outline("arrow functions in parameters", 20) { repeated("(a = ", $0) + "1" + repeated(") => 1", $0) },
      outline("methods", 300) { "class A {" + each($0) { "a\($0)() { }\n" } + "}" },
      outline("blocks that are caught", 1000) { nested($0, "try { ", "} catch { }", inner: "a", separator: "\n") },
      outline("empty statements", 1000) { repeated(";", $0) },
      outline("calls", 500) { repeated("a(", min($0, 100)) + repeated(")", min($0, 100)) + ";" + repeated("a();", $0) },
    ].flatMap(\.self) + [
      Family("places", "questions about each statement", 1000) { count in
        let places = ScriptPlaces(parsing: each(count, "\n") { "function a\($0)(b) { return b; }" })
        return {
          for line in 1...count {
            let position = ModuleText.Position(line: line, column: 22)
            use(places.isOutermostStatement(at: position))
            use(places.isCaught(at: position))
            use(places.function(at: position))
          }
        }
      }
    ]
  }

  // MARK: Imported names

  private static func imported(
    _ name: String, _ count: Int, _ text: @escaping (Int) -> (source: String, expression: String)
  ) -> [Family] {
    [
      Family("imported names", name, count) { count in
        let (source, expression) = text(count)
        return {
          let names = ImportedNames(parsing: source, options)
          use(names.translated(expression, names: names.names(in: expression)))
        }
      },
      Family("imported names at a place", name, count) { count in
        let (source, expression) = text(count)
        return {
          use(ImportedNames(parsing: source, options).translated(expression, line: 2, in: source, options))
        }
      },
    ]
  }

  private static var imports: [Family] {
    [
      imported("imports", 200) { (each($0, "\n") { "import { a\($0) } from 'b\($0)';" } + "\nc", "a1 + a2") },
      imported("names of one import", 300) { ("import { " + each($0) { "a\($0), " } + "} from 'b';\nc", "a1 + a2") },
      imported("an expression of many names", 300) { count in
        ("import { " + each(count) { "a\($0), " } + "} from 'b';\nc", each(count, " + ") { "a\($0)" })
      },
      imported("a long expression", 500) { ("import { a } from 'b';\nc", repeated("a + ", $0) + "a") },
      imported("a text that resembles the mark", 1000) {
        ("import { a } from 'b';\n'causeway:place" + repeated(".", $0) + "'", "a")
      },
      imported("texts that resemble the mark", 200) {
        ("import { a } from 'b';\n'" + each($0) { "causeway:place" + repeated(".", $0 % 40) } + "'", "a")
      },
      imported("lines", 1000) { ("import { a } from 'b';\n" + repeated("c;\n", $0), "a") },
    ].flatMap(\.self) + [
      Family("prompts", "imports", 200) { count in
        let text = each(count, "\n") { "import { a\($0) } from 'b\($0)';" }
        return { use(try! PromptText(parsing: text, options: options)) }
      },
      Family("prompts", "names of one import", 300) { count in
        let text = "import { " + each(count) { "a\($0), " } + "} from 'b';"
        return { use(try! PromptText(parsing: text, options: options)) }
      },
      Family("prompts", "variables", 300) { count in
        let text = "await 1;" + each(count) { "let a\($0) = 1, b\($0);" }
        return { use(try! PromptText(parsing: text, options: options)) }
      },
    ]
  }
}
