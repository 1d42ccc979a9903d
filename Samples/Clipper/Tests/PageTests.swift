import Clipper
import Foundation
import Testing

/// Saved pages of many kinds, with their notes.
@Suite(.timeLimit(.minutes(5))) struct PageTests {
  /// `CLIPPER_RECORD=1` rewrites the notes, which must be reviewed before a commit.
  private static let isRecording = ProcessInfo.processInfo.environment["CLIPPER_RECORD"] != nil

  @Test(arguments: [
    "article", "blog", "broken", "charset", "docs", "forum", "layout-table", "list", "minimal", "news", "recipe", "rtl",
  ])
  func `a saved page becomes the note beside it`(name: String) async throws {
    let html = Build.pages.appendingPathComponent("\(name).html")
    let page = Page(
      bytes: Array(try Data(contentsOf: html)), charset: "", address: "https://example.org/pages/\(name).html")
    let clip = try await Clipper.test().clip(page)
    // The time of clipping is the only difference between runs.
    let note = clip.note.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.hasPrefix("clipped: ") }.joined(separator: "\n")
    let expected = Build.pages.appendingPathComponent("\(name).md")
    if PageTests.isRecording { try Data(note.utf8).write(to: expected) }
    #expect(try note == String(contentsOf: expected, encoding: .utf8))
  }

  @Test(arguments: [
    ("https://example.org/caf%C3%A9.html", "caf\u{e9}"), ("https://example.org/caf\u{e9}.html?q#f", "caf\u{e9}"),
    ("https://example.org/a%E9b", "a%E9b"), ("https://example.org/", "Untitled"),
  ])
  func `a page without a title is named by its address`(address: String, title: String) async throws {
    let clip = try await Clipper.test().clip(html: "<p>One", address: address)
    #expect(clip.name == title)
  }

  @Test(arguments: [
    ("../x y?q=\u{fc}", "https://example.org/x%20y?q=%C3%BC"), ("//cdn.example/\u{fc}", "https://cdn.example/%C3%BC"),
    ("java\tscript:alert(1)", ""), ("http://[bad", ""), ("mailto:a@b.c", "mailto:a@b.c"),
    ("x(1)", "https://example.org/a/x%281%29"),
  ])
  func `a link is resolved, and an invalid one is removed`(link: String, address: String) async throws {
    let clip = try await Clipper.test().clip(html: "<title>T</title><p>One <a href='\(link)'>two</a> three")
    #expect(clip.note.contains(address.isEmpty ? "One two three" : "One [two](\(address)) three"))
  }

  @Test func `the same page is the same clip, another text is another clip`() async throws {
    let clipper = Clipper.test()
    let one = try await clipper.clip(html: "<title>T</title><p>One")
    #expect(try await clipper.clip(html: "<title>T</title><p>One").key == one.key)
    #expect(try await clipper.clip(html: "<title>T</title><p>Two").key != one.key)
    #expect(try await clipper.clip(html: "<title>T</title><p>One", address: "https://b.example/").key != one.key)
  }

  @Test(arguments: [
    ("windows-1252", "<p>na\u{ef}ve \u{2014} caf\u{e9}", String.Encoding.windowsCP1252),
    ("shift_jis", "<p>\u{65e5}\u{672c}\u{8a9e}\u{306e}\u{30da}\u{30fc}\u{30b8}", .shiftJIS),
    ("euc-jp", "<p>\u{65e5}\u{672c}\u{8a9e}", .japaneseEUC),
    ("koi8-r", "<p>\u{441}\u{43d}\u{435}\u{433}", .init(rawValue: 0)),
    ("iso-8859-2", "<p>\u{17c}\u{f3}\u{142}w", .isoLatin2), ("utf-16le", "<p>\u{1f600} wide", .utf16LittleEndian),
  ])
  func `the character set that the server names is used`(name: String, html: String, encoding: String.Encoding)
    async throws
  {
    let bytes: [UInt8]
    switch name {
    // Foundation cannot encode these.
    case "koi8-r": bytes = Array("<p>".utf8) + [0xD3, 0xCE, 0xC5, 0xC7]
    case "euc-jp": bytes = Array("<p>".utf8) + [0xC6, 0xFC, 0xCB, 0xDC, 0xB8, 0xEC]
    default: bytes = Array(try #require(html.data(using: encoding)))
    }
    let clip = try await Clipper.test().clip(Page(bytes: bytes, charset: name, address: "https://example.org/"))
    #expect(clip.body == html.dropFirst(3) + "\n")
  }
}
