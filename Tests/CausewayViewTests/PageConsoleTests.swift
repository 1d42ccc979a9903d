#if WebView
import Foundation
import Testing

@testable import causeway_view

/// What a page prints does not command the terminal.
@Suite struct PageConsoleTests {
  @Test func `control characters are shown, tabs and ends of lines are kept`() {
    #expect(PageConsole.printable("a\tb\nc") == "a\tb\nc")
    #expect(
      PageConsole.printable("\u{1B}]0;title\u{7}\u{9B}2J\r\u{202E}\u{2066}\u{7F}\0")
        == #"\u{1b}]0;title\u{7}\u{9b}2J\u{d}\u{202e}\u{2066}\u{7f}\u{0}"#)
    #expect(PageConsole.printable("ä 你好 😀 \u{301}") == "ä 你好 😀 \u{301}")
  }
}
#endif
