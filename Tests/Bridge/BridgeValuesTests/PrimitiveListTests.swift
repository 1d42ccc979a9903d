import Testing

@testable import BridgeValues

/// Lists of one primitive take a shorter way: it must lead to the same place as the long one.
@Suite struct PrimitiveListTests {
  /// The same list, in a type that takes the way of `Decodable`.
  private struct Long<Element: Decodable>: Decodable {
    var elements: [Element] = []
    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      while !container.isAtEnd { elements.append(try container.decode(Element.self)) }
    }
  }

  private func read<Value: Decodable>(_ type: Value.Type, _ text: String) -> Result<Value, BridgeError> {
    Result { () throws(BridgeError) in try Payload.encoded(EncodedValue(text: Array(text.utf8))).decode(type) }
  }

  private func same<Element: Decodable & Equatable>(_ type: Element.Type, _ text: String) -> Bool {
    switch (read([Element].self, text), read(Long<Element>.self, text)) {
    case (.success(let short), .success(let long)):
      short == long.elements || "\(short)" == "\(long.elements)"  // NaN is not equal to itself.
    case (.failure(let short), .failure(let long)): short.message == long.message && short.code == long.code
    default: false
    }
  }

  @Test(arguments: [
    "[]", "[1]", "[1,2.5,-3e2]", #"[{"$number":"NaN"},{"$number":"-0"}]"#, #"["a","\u00e9",""]"#, "[1,\"a\"]",
    "[null]", "[true]", "[[1]]", "{}", "null", "\"text\"", #"[{"$undefined":true}]"#, #"{"$set":[1,2]}"#,
    #"{"$set":["a"]}"#, #"[{"$bigint":"9007199254740993"}]"#, "[9007199254740993]", "[1e400]", "[1.5]",
    #"[{"$object":{"$number":"NaN"}}]"#,
  ]) func `a list decodes as its elements do one by one`(text: String) {
    #expect(same(Double.self, text))
    #expect(same(Int.self, text))
    #expect(same(String.self, text))
  }

  @Test func `the error names the element`() {
    struct Query: Decodable { var list: [Double] }
    do {
      _ = try Payload.encoded(EncodedValue(text: Array(#"{"list":[1,2,"three"]}"#.utf8))).decode(Query.self)
      Issue.record("a text was taken for a number")
    } catch {
      #expect(error.message == "params.list[2]: expected a number, got a string")
    }
  }

  @Test func `lists are written as their elements are one by one`() throws {
    struct Long<Element: Encodable>: Encodable {
      var elements: [Element]
      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        for element in elements { try container.encode(element) }
      }
    }
    func text(_ value: some Encodable) throws -> String? {
      guard case .encoded(let encoded) = try Payload(encoding: value) else { return nil }
      return String(decoding: encoded.text, as: UTF8.self) + " \(encoded.hasTags)"
    }
    func expectSame<Element: Encodable>(_ list: [Element]) throws {
      #expect(try text(list) == text(Long(elements: list)))
    }
    try expectSame([Double]())
    try expectSame([1, -0.0, .nan, .infinity, 0.1, 1e300])
    try expectSame([0, Int.min, Int.max, 1 << 53 + 1])
    try expectSame(["", "a\"b\\", "\u{0}\n", "é\u{2028}"])
  }

  @Test func `a list that lies too deep is refused`() {
    var limits = Limits()
    limits.depth = 2
    #expect((try? Payload(encoding: ["a": [1.0]], limits: limits)) != nil)
    #expect(throws: BridgeError.self) { try Payload(encoding: ["a": ["b": [1.0]]], limits: limits) }
  }
}
