import CGLib
import Testing

@testable import JavaScriptRuntime

@Suite(.timeLimit(.minutes(5))) struct LegacyEncodingTests {
  /// The first half of the SHA-256 of each table, written as text with U+FFFD where nothing is encoded, made of the standard's own files.
  private static let tables = [
    ("big5", "9dda3f7bddb4c40c"),
    ("euc-kr", "5c78f63b09bdb486"),
    ("gb18030", "85373408efe24c65"),
    ("gb18030-ranges", "efc8b18e905caa9e"),
    ("ibm866", "2e3f89d51df1d1b9"),
    ("iso-8859-10", "129e084c5bc4da60"),
    ("iso-8859-13", "20a9bcd406361c31"),
    ("iso-8859-14", "80050213abdb4257"),
    ("iso-8859-15", "b9a4a2394ee58552"),
    ("iso-8859-16", "c2bb18a77fe0cd90"),
    ("iso-8859-2", "da4d3b2f8f06435d"),
    ("iso-8859-3", "c1d9ce25d3762a52"),
    ("iso-8859-4", "54140e6e75ba62ce"),
    ("iso-8859-5", "5372981566958051"),
    ("iso-8859-6", "2b716bc800e7bfe3"),
    ("iso-8859-7", "8d94b0308cf418c9"),
    ("iso-8859-8", "ade2c0790e86ddc8"),
    ("jis0208", "887add8660bc990c"),
    ("jis0212", "5eea0e0164f2e9df"),
    ("koi8-r", "25a9da95cf2db39e"),
    ("koi8-u", "79b0a6e96024f61a"),
    ("macintosh", "94dcdcc19412eb48"),
    ("windows-1250", "52665a0c49e77322"),
    ("windows-1251", "153baf169d84e269"),
    ("windows-1252", "9ba654722668eee9"),
    ("windows-1253", "fa630499b7db169e"),
    ("windows-1254", "612d01246f4b5106"),
    ("windows-1255", "16925d6a9d5cff62"),
    ("windows-1256", "ae636a90722c9d75"),
    ("windows-1257", "abd51531663d43f8"),
    ("windows-1258", "ded84db6d51e3143"),
    ("windows-874", "4bb5efdc1a2832ec"),
    ("x-mac-cyrillic", "ab39a8a69bbbd008"),
  ]

  @Test(arguments: tables)
  func `the tables are those of the Encoding Standard`(name: String, hash: String) throws {
    let characters = try #require(DecodingTable(name)?.characters)
    let text = String(String.UnicodeScalarView(characters.map { $0 ?? "\u{fffd}" }))
    let sum = try #require(g_compute_checksum_for_string(G_CHECKSUM_SHA256, text, -1))
    defer { g_free(sum) }
    #expect(String(cString: sum).prefix(16) == hash)
  }

  @Test func `a name that is no table's has none`() {
    for name in ["", "utf-8", "UTF-16", "../gconv", "CP932", "iso-8859-1"] { #expect(DecodingTable(name) == nil) }
  }

  private func printed(_ script: String) async throws -> [String] {
    let printed = Printed()
    let runtime = try await JavaScriptRuntime(printed.configuration)
    try await runtime.evaluate(program: script)
    await runtime.close()
    return printed.all
  }

  @Test func `a text in an older encoding is decoded, at once and byte by byte`() async throws {
    let cases: KeyValuePairs = [
      "shift_jis 93fa967b8ceab15c": "日本語ｱ\\", "x-sjis 8160f040": "～\u{e000}", "euc-jp c6fccbdc8eb18fb0a1": "日本ｱ丂",
      "iso-2022-jp 1b2442467c4b5c1b284a5c1b28425c": "日本¥\\", "gbk c4e3bac380": "你好€",
      "gb18030 81308130903081308135f437": "\u{80}\u{10000}\u{e7c7}", "big5-hkscs a7418862": "你\u{ca}\u{304}",
      "ks_c_5601-1987 b0a1c8fe": "가힝", "windows-1251 cff0e8e2e5f2": "Привет", "iso-8859-8-i f9ece5ed": "שלום",
      "koi8-r f0d2c9d7c5d4": "Привет", "x-user-defined 4180ff": "A\u{f780}\u{f7ff}",
    ]
    for (input, text) in cases {
      let parts = input.split(separator: " ")
      let lines = try await printed(
        """
        const bytes = Uint8Array.fromHex("\(parts[1])");
        console.log(new TextDecoder("\(parts[0])", { fatal: true }).decode(bytes));
        const decoder = new TextDecoder("\(parts[0])");
        console.log([...bytes].map((byte) => decoder.decode(Uint8Array.of(byte), { stream: true })).join("") + decoder.decode());
        """)
      #expect(lines == [text, text], "\(parts[0])")
    }
  }

  @Test func `bytes that are no character are replaced, and what follows is read`() async throws {
    let cases: KeyValuePairs = [
      "shift_jis 812261": "\u{fffd}\"a", "gb18030 81308122": "\u{fffd}0\u{fffd}\"", "euc-kr c9": "\u{fffd}",
      "iso-2022-jp 1b2422": "\u{fffd}$\"", "windows-1253 aa41": "\u{fffd}A", "big5 8181": "\u{fffd}",
    ]
    for (input, text) in cases {
      let parts = input.split(separator: " ")
      let lines = try await printed(
        """
        const bytes = Uint8Array.fromHex("\(parts[1])");
        console.log(new TextDecoder("\(parts[0])").decode(bytes));
        try { new TextDecoder("\(parts[0])", { fatal: true }).decode(bytes); } catch (error) { console.log(error.name); }
        """)
      #expect(lines == [text, "TypeError"], "\(parts[0])")
    }
  }

  @Test func `a label that is none is a RangeError`() async throws {
    let lines = try await printed(
      """
      for (const label of ["", "utf-7", "replacement", "iso-2022-kr", "x".repeat(1e6)]) {
        try { new TextDecoder(label); } catch (error) { console.log(error.name, error.message.slice(0, 40)); }
      }
      """)
    #expect(lines.count == 5)
    #expect(lines[1] == "RangeError TextDecoder: \"utf-7\" is not the label of")
  }
}
