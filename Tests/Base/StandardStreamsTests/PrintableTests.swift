import StandardStreams
import Testing

/// Text of others does not command the terminal.
@Suite struct PrintableTests {
  @Test func `control characters are shown, tabs and ends of lines are kept in messages only`() {
    #expect("a\tb\nc".printableLines == "a\tb\nc")
    #expect("a\tb\nc".printable == #"a\u{9}b\u{a}c"#)
    #expect(
      "\u{1B}]0;title\u{7}\u{9B}2J\r\u{202E}\u{2066}\u{7F}\0".printableLines
        == #"\u{1b}]0;title\u{7}\u{9b}2J\u{d}\u{202e}\u{2066}\u{7f}\u{0}"#)
    #expect("\u{2028}\u{2029}\u{85}".printableLines == #"\u{2028}\u{2029}\u{85}"#)
  }

  @Test func `letters, emoji and their parts are kept in messages`() {
    for text in ["ä 你好 😀 \u{301}", "👩‍👩‍👧", "می‌خواهم", ""] { #expect(text.printableLines == text) }
  }

  @Test func `characters without a shape are shown in names`() {
    #expect("Free\u{200B}WiFi".printable == #"Free\u{200b}WiFi"#)
    #expect("\u{FEFF}a\u{E0041}".printable == #"\u{feff}a\u{e0041}"#)
    #expect("Café 你好".printable == "Café 你好")
  }
}
