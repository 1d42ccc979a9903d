import Testing

@testable import JavaScriptEngine

/// Text from bytes, beside the standard library's decoder.
@Suite struct DecodingTests {
  private let realm: JSRealm
  /// What a test decodes is copied to the first of these.
  private let shared: SharedBytes

  init() throws {
    realm = JSRealm(machine: try JSMachine())
    shared = try #require(realm.share(realm.makeArrayBuffer([UInt8](repeating: 0, count: 64))))
  }

  private func decode(_ bytes: [UInt8], fatal: Bool = false) -> String? {
    for (index, byte) in bytes.enumerated() { unsafe shared.bytes[index] = byte }
    return realm.decode(utf8: shared, count: bytes.count, fatal: fatal).flatMap { realm.text($0)?.string }
  }

  @Test(arguments: [
    "", "plain", "gr\u{f6}\u{df}er", "\u{65e5}\u{672c}\u{8a9e}", "\u{1f600}\u{10ffff}", "\u{feff}mark", "a\u{0}b",
  ])
  func `valid bytes`(text: String) {
    #expect(decode(Array(text.utf8)) == text)
    #expect(decode(Array(text.utf8), fatal: true) == text)
  }

  @Test func `bytes of every kind in every order, with the replacements of the standard`() {
    let kinds: [UInt8] = [
      0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xed, 0xef, 0xf0, 0xf1, 0xf4,
      0xf5, 0xff,
    ]
    var index = 0
    var count = 1
    // All sequences of up to three bytes, then those of four that begin with a first byte of four.
    while count <= 4 {
      var bytes: [UInt8] = []
      var rest = index
      for _ in 0..<count {
        bytes.append(kinds[rest % kinds.count])
        rest /= kinds.count
      }
      if rest > 0 {
        (index, count) = (0, count + 1)
        continue
      }
      index += 1
      guard count < 4 || [0xf0, 0xf1, 0xf4].contains(bytes[0]) else { continue }
      let expected = String(decoding: bytes, as: UTF8.self)
      let text = decode(bytes)
      if text != expected { Issue.record("\(bytes) became \(text ?? "nothing") instead of \(expected)") }
      let isValid = String(validating: bytes, as: UTF8.self) != nil
      let isAccepted = decode(bytes, fatal: true) != nil
      if isAccepted != isValid { Issue.record("\(bytes): valid is \(isValid), accepted is \(isAccepted)") }
    }
  }

  @Test func `the codes of characters are written and read`() throws {
    let text = try realm.evaluate("'a\\xe9'", url: "test")
    #expect(realm.write(text, to: shared, maximum: 255))
    #expect(!realm.write(text, to: shared, maximum: 127))
    #expect(realm.decode(latin1: shared, count: 2).flatMap { realm.text($0)?.string } == "a\u{e9}")
    #expect(realm.decode(utf8: shared, count: 2, fatal: true).map { _ in true } == nil)
    for source in ["'\\u0100'", "'x'.repeat(65)", "1", "undefined"] {
      #expect(!realm.write(try realm.evaluate(source, url: "test"), to: shared, maximum: 255), "\(source)")
    }
    for count in [-1, 65, Int.max, Int.min] {
      #expect(realm.decode(latin1: shared, count: count).map { _ in true } == nil)
    }
  }

  @Test func `the bytes of a view are those from its offset`() throws {
    let view = try realm.evaluate("new Uint8Array(new Uint8Array([1, 2, 0x61, 0xe9, 3]).buffer, 2, 2)", url: "test")
    #expect(realm.bytes(view) == [0x61, 0xe9])
    for source in ["'text'", "({})", "undefined", "[1]", "new Uint8Array()"] {
      #expect(realm.share(try realm.evaluate(source, url: "test")).map { _ in true } == nil, "\(source)")
    }
    let empty = try realm.evaluate(
      "const b = new ArrayBuffer(3); const v = new Uint8Array(b); b.transfer(); v", url: "test")
    #expect(realm.bytes(empty) == [])
  }
}
