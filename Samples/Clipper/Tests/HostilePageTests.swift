import Causeway
import CausewayProcess
import Clipper
import Foundation
import Glibc
import PageTree
import SampleTestSupport
import Testing

/// Hostile pages: the child process may end, this process does not, and the user gets a message.
@Suite(.timeLimit(.minutes(5))) struct HostilePageTests {
  /// The resident memory of this process, in bytes.
  private var resident: Int {
    let fields = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
    return (fields.count > 1 ? Int(fields[1]) ?? 0 : 0) * 4096
  }

  @Test func `a page of 100 MB is refused without being read`() async throws {
    let folder = try TestFolder()
    let file = try #require(fopen(folder.file("large.html"), "w"))
    let line = String(repeating: "<p>x", count: 25_000)
    for _ in 0..<1000 { fputs(line, file) }
    fclose(file)
    let before = resident
    let refused = await failure { _ = try await Clipper.test().clip(folder.file("large.html")) }
    #expect(refused?.code == "RESOURCE_EXHAUSTED")
    #expect(refused?.message.hasSuffix("is larger than 4 MiB, the limit for a page.") == true)
    #expect(resident - before < 30 << 20)
  }

  @Test(arguments: ["<div>", "<b>", "<table><tr><td>", "<svg>", "<a href=x>y"])
  func `a page that is 50,000 levels deep becomes a note, or is refused with the limit's name`(unit: String)
    async throws
  {
    let html =
      "<title>Deep</title>" + String(repeating: unit, count: 50_000 / (unit.split(separator: "<").count)) + "the bottom"
    do {
      let clip = try await Clipper.test().clip(html: html)
      #expect(clip.title == "Deep")
      #expect(unit == "<svg>" || clip.body.contains("the bottom"))
    } catch let error as ClipError {
      #expect(error.code == "RESOURCE_EXHAUSTED", "\(error)")
    }
  }

  @Test func `a page that exceeds a limit ends its child with the limit's name`() async throws {
    let slow = Clipper.test { $0.limits.turn = .seconds(1) }
    let late = await failure { _ = try await slow.clip(html: String(repeating: "<div>", count: 150_000)) }
    #expect(late?.code == "RESOURCE_EXHAUSTED")
    #expect(late?.message.contains("turn") == true)
    let many = await failure {
      _ = try await Clipper.test().clip(html: String(repeating: "<x a=1>q</x>", count: 340_000))
    }
    #expect(many?.code == "RESOURCE_EXHAUSTED")
    #expect(try await Clipper.test().clip(html: "<p>fine").body == "fine\n")
  }

  @Test func `scripts in every attribute of every element are removed`() async throws {
    let values = [
      "javascript:alert(1)", " jAvAsCrIpT:alert(1)", "java&#10;script:alert(1)", "&#1;javascript:alert(1)",
      "data:text/html,<script>alert(1)</script>", "vbscript:x", "\"><script>alert(1)</script>",
      "](javascript:alert(1))",
      "https://x.example/)[a](javascript:alert(1)", "x\n\n<img src=x onerror=alert(1)>", "`<script>`",
    ]
    let attributes = [
      "href", "src", "title", "alt", "class", "id", "style", "onload", "onclick", "srcset", "datetime", "content",
    ]
    let elements = [
      "a", "img", "p", "iframe", "video", "td", "input", "blockquote", "code", "h2", "time", "meta", "svg", "object",
    ]
    var html =
      "<article><h1>Every attribute</h1><p>Long enough to be the text of the page, and to be chosen for it.</p>"
    for element in elements {
      for value in values {
        let quoted = value.replacing("\"", with: "&quot;")
        html +=
          "<\(element) " + attributes.map { "\($0)=\"\(quoted)\"" }.joined(separator: " ") + ">text</\(element)>\n"
      }
    }
    let note = try await Clipper.test().clip(html: html).note
    // Links and images as a renderer finds them: an address follows "](" or "](<".
    for match in note.matches(of: #/\]\(<?\s*([^)\s]*)/#) where !note[..<match.range.lowerBound].hasSuffix("\\") {
      let address = match.output.1.lowercased()
      #expect(
        address.hasPrefix("https://") || address.hasPrefix("http://") || address.hasPrefix("mailto:"), "\(address)")
    }
    #expect(note.matches(of: #/(^|[^\\])<[a-z\/!]/#.ignoresCase()).isEmpty)
  }

  @Test func `a template in a page stays text`() async throws {
    let clip = try await Clipper.test { $0.template = "{{title}}: {{content}}" }
      .clip(html: "<title>{{author}}{% if x %}</title><p>{{title|nothing}} $& $1 {% endif %}</p>")
    #expect(clip.body.contains("{{author}}{% if x %}"))
    #expect(clip.body.contains("{{title|nothing}} $& $1"))
  }

  @Test func `names such as __proto__, constructor and then have no effect`() async throws {
    let clip = try await Clipper.test().clip(
      html: """
        <title>T</title><meta name="__proto__" content="x"><meta name="constructor" content="y">
        <script type="application/ld+json">{"@type":"Article","__proto__":{"headline":"polluted"},"then":1,"author":{"name":{"a":1}}}</script>
        <then>text</then><constructor>of</constructor><__proto__>things</__proto__>
        """)
    #expect(clip.title == "T")
    #expect(clip.body == "textofthings\n" || clip.body.contains("text"))
  }

  @Test func `bytes of any kind become a note`() async throws {
    var random = SeededRandom()
    let charsets = ["", "utf-8", "shift_jis", "gb18030", "iso-2022-jp", "utf-16le", "big5", "euc-kr", "nonsense"]
    let markup = Array("<>/=\"' &;!-abpdivt\u{0}".utf8)
    let parser = PageParser()
    for turn in 0..<400 {
      let length = Int.random(in: 0..<3000, using: &random)
      var bytes = (0..<length).map { _ in UInt8.random(in: .min ... .max, using: &random) }
      if turn % 2 == 0 { bytes = bytes.map { markup[Int($0) % markup.count] } }
      let tree = try parser.parse(bytes, charset: charsets[turn % charsets.count])
      #expect(tree.elements.count == tree.parents.count)
      #expect(tree.elements.count { $0 < 0 } == tree.texts.count)
      for (index, parent) in tree.parents.enumerated() { #expect(parent < index) }
    }
    for bytes in [[], [0xFF, 0xFE], [0xEF, 0xBB, 0xBF], [0xC3], [0x80, 0x81], [0x1B, 0x24, 0x42]] as [[UInt8]] {
      let clip = try await Clipper.test().clip(Page(bytes: bytes, charset: "", address: "https://example.org/x"))
      #expect(clip.title == "x")
    }
  }

  @Test func `a page truncated at any position becomes a note`() async throws {
    let bytes = Array(try Data(contentsOf: Build.pages.appendingPathComponent("article.html")))
    let parser = PageParser()
    for length in stride(from: 0, through: bytes.count, by: 7) {
      let tree = try parser.parse(Array(bytes[..<length]), charset: "")
      #expect(tree.names.contains("html"))
    }
  }

  @Test func `the child is confined, and its scripts compile no code from strings`() async throws {
    let refused = await failure {
      _ = try await Clipper.test { $0.limits.consoleBytes = 10 }.clip(html: "<p>quiet pages are fine")
    }
    #expect(refused == nil)
    var configuration = ProcessConfiguration()
    configuration.program = .file(Build.program("clip"))
    configuration.allowsEval = false
    let process = try await JavaScriptProcess(bridge: .init(), permissions: ["log"], configuration: configuration)
    #expect(process.confinement.contains("network"))
    await #expect(throws: (any Error).self) { try await process.evaluate("new Function('return 1')()") }
    await #expect(throws: (any Error).self) {
      try await process.evaluate(program: "await bridge.call('fetchURL', 'http://127.0.0.1/')")
    }
    // The parser needs no permission and no file, so it works.
    let names = try await process.evaluate(
      "bridge.call('html.parse', { page: new Uint8Array([60, 112, 62]), charset: 'shift_jis' }).then(t => t.names)",
      returning: [String].self)
    #expect(names == ["html", "head", "body", "p"])
    await process.close()
  }
}
