import Testing

@testable import JavaScriptModules

@Suite struct JSONTextTests {
  private func read(_ text: String) throws(ModuleError) -> JSONText {
    try JSONText(Array(text.utf8), named: "package.json")
  }

  @Test func `a text is read with the order of its members`() throws {
    let text = try read(#"{"b": [1, -2.5e3, true, null], "a": {"x": "\u00e9\ud83d\ude00\n"}, "b": 2}"#)
    guard case .object(let members) = text else { return #expect(Bool(false)) }
    #expect(members.names == ["b", "a"])
    #expect(members["b"] == .number(2))
    #expect(text["a"]?["x"] == .string("é😀\n"))
  }

  @Test(arguments: [
    ("", 1, 1), ("{\n  \"a\": 1,\n}", 3, 1), ("{\"a\" 1}", 1, 6), ("[1 2]", 1, 4), ("01", 1, 1), ("\"a\nb\"", 1, 3),
    ("\"\\x\"", 1, 3), ("{} {}", 1, 4), ("\n tru", 2, 2), ("1.", 1, 3), ("\"ä\" x", 1, 5), ("[", 1, 2),
    ("\"\\u12+4\"", 1, 3),
  ]) func `an error has line and column`(text: String, line: Int, column: Int) {
    let error = #expect(throws: ModuleError.self) { try read(text) }
    #expect(error?.code == .invalidArgument)
    #expect([error?.line, error?.column] == [line, column])
  }

  @Test func `every truncated text is an error`() {
    let text = #"{"name": "a\u00e9", "list": [1.5e2, true, {"x": null}]}"#
    for count in 0..<text.utf8.count {
      #expect(throws: ModuleError.self) { try JSONText(Array(text.utf8.prefix(count)), named: "x") }
    }
  }

  @Test func `a deep text is refused`() {
    let error = #expect(throws: ModuleError.self) { try read(String(repeating: "[", count: 100_000)) }
    #expect(error?.code == .resourceExhausted)
  }

  @Test func `two names that look alike are two members`() throws {
    let text = try read("{\"\u{e9}\": 1, \"e\u{301}\": 2}")
    guard case .object(let members) = text else { return #expect(Bool(false)) }
    #expect(members.names.count == 2)
  }
}
