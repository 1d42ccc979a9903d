import Clipper
import Testing

/// The template engine, in the child process.
@Suite(.timeLimit(.minutes(5))) struct TemplateTests {
  private static let page = """
    <html lang=en><title>The Title</title><meta name=author content="Ann Other"><meta name=date content="2024-03-05T08:09:10Z">
    <meta name=keywords content="b side, a"><p>Words of it.
    """

  private func render(_ template: String) async throws -> String {
    try await Clipper.test { $0.template = template }.clip(html: TemplateTests.page).body
  }

  @Test func `variables, filters and conditions`() async throws {
    let cases = [
      ("{{title}}", "The Title"), ("{{ title | upper }}", "THE TITLE"), ("{{title|lower|capitalize}}", "The title"),
      ("{{nothing}}|{{nothing|default:\"none: at | all\"}}", "|none: at | all"),
      ("{{published|date}} {{published|date:\"D MMMM YY, HH:mm\"}}", "2024-03-05 5 March 24, 08:09"),
      ("{{tags}} {{tags|join:\"+\"}} {{tags|first}} {{tags|length}}", "b side, a b side+a b side 2"),
      ("{{tags|list}}", "- b side\n- a"), ("{{tags|tag}}", "#b-side #a"), ("{{author|wikilink}}", "[[Ann Other]]"),
      ("{{title|replace:\"The \",\"A \"}}", "A Title"), ("{{title|truncate:5}}", "The T\u{2026}"),
      ("{{source|link:title}}", "[title](https://example.org/a/page.html)"), ("{{title|slug}}", "the-title"),
      ("{{title|json}}", "\"The Title\""), ("{{content|quote}}", "> Words of it."), ("{{content|words}}", "3"),
      ("{% if author %}by {{author}}{% else %}nobody{% endif %}", "by Ann Other"),
      ("{% if site %}x{% else %}no {% if tags %}site{% endif %}{% endif %}.", "no site."),
      ("{{title.length}}{{constructor}}{{__proto__}}{{tags.0}}", "b side"), ("plain } { }} text", "plain } { }} text"),
    ]
    for (template, text) in cases { #expect(try await render(template) == text, "\(template)") }
  }

  @Test(arguments: [
    ("{{title|dat}}", "line 1, column 8: there is no filter \"dat\"; did you mean \"date\"?"),
    ("a\n  {{title|}}", "line 2, column 10: a filter is written as \"name|filter\""),
    ("{{}}", "line 1, column 3: the name of a variable is missing"),
    ("{% if a %}x", "line 1, column 1: this \"if\" has no \"endif\""),
    ("x{% endif %}", "line 1, column 2: \"{% endif %}\" has no \"if\" before it"),
    ("{% for a %}", "line 1, column 1: there is no \"for\": use \"if\", \"else\" or \"endif\""),
    ("{{title|default:\"x}}", "line 1, column 17: a quotation mark is never closed"),
    ("{{title|replace:}}", "line 1, column 8: an argument of \"replace\" is missing"),
  ])
  func `an error has its location`(template: String, words: String) async {
    let refused = await failure { _ = try await render(template) }
    #expect(refused?.message.hasPrefix("The template, ") == true)
    #expect(refused?.message == "The template, " + words)
  }
}
