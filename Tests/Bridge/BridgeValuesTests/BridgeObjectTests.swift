import Testing

@testable import BridgeValues

/// Objects whose members JavaScript tells apart, and Swift's strings do not.
@Suite struct BridgeObjectTests {
  private static let (composed, decomposed) = ("\u{e9}", "e\u{301}")
  private let object: BridgeObject = [BridgeObjectTests.composed: 1, "a": 2, BridgeObjectTests.decomposed: 3]

  @Test func `names that Swift takes for one stay two members`() throws {
    #expect(object.count == 3)
    #expect(object[Self.composed] == 1)
    #expect(object[Self.decomposed] == 3)
    #expect(object.keys.map { Array($0.utf8) } == [[0xC3, 0xA9], [0x61], [0x65, 0xCC, 0x81]])
    #expect(object.map(\.value) == [1, 2, 3])
    let text = RawJSON(.object(object))
    #expect(String(decoding: text.text, as: UTF8.self).utf8.elementsEqual("{\"\u{e9}\":1,\"a\":2,\"e\u{301}\":3}".utf8))
    #expect(text.value == .object(object))
  }

  @Test func `a member that is taken away takes none with it`() {
    var object = object
    object[Self.decomposed] = nil
    #expect(object == [Self.composed: 1, "a": 2])
    object[Self.decomposed] = 4
    object[Self.composed] = nil
    #expect(object.keys.map { Array($0.utf8) } == [[0x61], [0x65, 0xCC, 0x81]])
    #expect(object[Self.composed] == nil)
  }

  @Test func `objects with names that only look the same differ`() {
    #expect(([Self.composed: 1] as BridgeObject) != [Self.decomposed: 1])
    #expect((["a": 1, "b": 2] as BridgeObject) != ["b": 2, "a": 1])
    #expect(([Self.composed: 1] as BridgeObject) == [Self.composed: 1])
  }

  @Test func `an ASCII name is not one that only looks the same`() {
    let (kelvin, letter) = ("\u{212A}", "K")
    #expect(kelvin == letter)
    var object: BridgeObject = [letter: 1]
    #expect(object[kelvin] == nil)
    object[kelvin] = 2
    #expect(object.map(\.value) == [1, 2])
    object[letter] = nil
    #expect(object[kelvin] == 2)
    #expect(object[letter] == nil)
  }

  @Test func `marks in another order are another name`() {
    let object: BridgeObject = ["a\u{301}\u{323}": 1, "a\u{323}\u{301}": 2]
    #expect(object.count == 2)
  }

  @Test func `a name that begins with a dollar sign is escaped, whatever combines with the sign`() {
    let text = RawJSON(.object(["$\u{301}": 1]))
    #expect(String(decoding: text.text, as: UTF8.self) == "{\"$object\":{\"$\u{301}\":1}}")
    #expect(text.value == .object(["$\u{301}": 1]))
  }

  @Test func `a dictionary that could not hold both of two names is refused, and a name that comes twice is not`()
    throws
  {
    func read(_ text: String) throws -> [String: Int] {
      try Payload.encoded(EncodedValue(text: Array(text.utf8))).decode([String: Int].self, limits: Limits())
    }
    #expect(try read(#"{"a":1,"b":2,"a":3}"#) == ["a": 3, "b": 2])
    let error = #expect(throws: BridgeError.self) { try read(#"{"e\u0301":1,"b":2,"\u00e9":3}"#) }
    #expect(error?.code == .invalidArgument)
    #expect(
      error?.message.hasSuffix("has two names \"\u{e9}\", which differ in JavaScript but are equal in Swift") == true)
  }

  @Test func `a name written with escapes is not taken for one that looks the same`() throws {
    struct Cafe: Decodable { var café: Int? }
    func read(_ text: String) throws -> Int? {
      let cafe: Cafe = try Payload.encoded(EncodedValue(text: Array(text.utf8))).decode(limits: Limits())
      return cafe.café
    }
    #expect(try read(#"{"caf\u00e9":1}"#) == 1)
    #expect(try read(#"{"cafe\u0301":1}"#) == nil)
  }
}
