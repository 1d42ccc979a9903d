import Foundation
import TestSupport
import Testing

@testable import BridgeValues

/// Our reader of JSON against its grammar, and against itself at every length.
@Suite(.timeLimit(.minutes(5))) struct JSONTests {
  private func reads(_ text: String) -> Bool { (try? ValueTape(Array(text.utf8), limits: Limits())) != nil }

  @Test(arguments: [
    "0", "-0", "1.5e-3", "1E+9", "\"\"", "\"\\u00e9\\n\"", "[]", "[ ]", "{}", "{ }", "[1,2]", " [1 , {\"a\" : null}] ",
    "{\"a\":1,\"a\":2}", "\"\\ud800\"", "true", "1e999", "0e1", "[[[[]]]]",
  ]) func `what JSON allows is read`(text: String) { #expect(reads(text)) }

  @Test(arguments: [
    "", " ", "[1,]", "{\"a\":1,}", "[,]", "{,}", "01", "-", "1.", ".5", "1e", "+1", "NaN", "Infinity", "'a'",
    "\"\u{1}\"",
    "\"\\x\"", "\"\\u12\"", "\"abc", "[1 2]", "{\"a\" 1}", "{a:1}", "{1:1}", "[", "{", "]", "}", "[}", "{]", "nul",
    "tru",
    "1 1", "[]]", "\"\\", "{\"a\":}", "{\"a\"}", "\u{FEFF}1", "/**/1", "0x1", "1_000",
  ]) func `what JSON forbids is refused`(text: String) { #expect(!reads(text)) }

  @Test func `a text cut at any length is refused, and never read past its end`() {
    let text = Array(#"{"a":[1.5e3,"b\u00e9\\",true,false,null,{"$date":0}],"c":{"d":-0.1}}"#.utf8)
    for length in 0..<text.count { #expect(!reads(String(decoding: text[..<length], as: UTF8.self))) }
    #expect(reads(String(decoding: text, as: UTF8.self)))
  }

  /// Their number is not known beforehand, so the memory for them grows.
  @Test(arguments: ["1", "[]", "{}", "\"\"", "{\"\":0}", "[[]]"], [0, 1, 7, 8, 9, 1000])
  func `a text of many values is read`(value: String, count: Int) throws {
    let text = "[" + repeatElement(value, count: count).joined(separator: ",") + "]"
    let tape = try ValueTape(Array(text.utf8), limits: Limits())
    #expect(Int(tape.nodes[0].count) == count)
    #expect(Int(tape.nodes[0].next) == tape.nodes.count)
    #expect(Int(tape.nodes[0].end) == text.utf8.count)
  }

  @Test func `a long text of one value takes no memory for more`() throws {
    let text = [UInt8(ascii: "\"")] + Array(repeating: UInt8(ascii: "x"), count: 10_000_000) + [UInt8(ascii: "\"")]
    let tape = try ValueTape(text, limits: Limits())
    #expect(tape.nodes.count == 1)
    #expect(tape.nodes.capacity <= 4096)
  }

  @Test func `limits hold at n and refuse n plus one`() {
    var limits = Limits()
    limits.depth = 5
    func nested(_ depth: Int) -> [UInt8] {
      Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
    }
    #expect((try? ValueTape(nested(5), limits: limits)) != nil)
    #expect(throws: BridgeError.self) { _ = try ValueTape(nested(6), limits: limits) }
    limits.nodes = 3
    #expect((try? ValueTape(Array("[1,2]".utf8), limits: limits)) != nil)
    #expect(throws: BridgeError.self) { _ = try ValueTape(Array("[1,2,3]".utf8), limits: limits) }
    limits.messageBytes = 3
    #expect((try? ValueTape(Array("[1]".utf8), limits: limits)) != nil)
    #expect(throws: BridgeError.self) { _ = try ValueTape(Array("[12]".utf8), limits: limits) }
  }

  @Test func `ten million brackets end at the limit without recursion`() {
    let text = [UInt8](repeating: UInt8(ascii: "["), count: 10_000_000)
    #expect(throws: BridgeError.self) { _ = try ValueTape(text, limits: Limits()) }
  }

  @Test func `numbers are read to the nearest double`() throws {
    var generator = SeededRandom()
    for _ in 0..<20_000 {
      let number = Double(bitPattern: generator.next())
      guard number.isFinite else { continue }
      let text = Array(number.description.utf8)
      #expect(text.withUnsafeBufferPointer({ unsafe JSONNumber.parse($0) }).bitPattern == number.bitPattern)
      let short = (number.truncatingRemainder(dividingBy: 1e6) * 1000).rounded() / 1000
      let shortText = Array(short.description.utf8)
      #expect(shortText.withUnsafeBufferPointer({ unsafe JSONNumber.parse($0) }) == short)
    }
  }

  @Test func `every scalar and every pair of escapes survives writing and reading`() throws {
    for value in stride(from: UInt32(0), to: 0x11_0000, by: 97) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = "a\(Character(scalar))\"\\"
      let writer = JSONWriter()
      writer.write(text)
      let tape = try ValueTape(writer.bytes, limits: Limits())
      #expect(tape.string(tape.nodes[0]) == text)
    }
    for low in 0..<0x20 {
      let writer = JSONWriter()
      writer.write(String(Unicode.Scalar(UInt8(low))))
      #expect((try? JSONSerialization.jsonObject(with: Data(writer.bytes), options: .fragmentsAllowed)) != nil)
    }
  }

  /// Strings are looked through eight bytes at a time: each byte that matters, at each place of a word and after it, among
  /// its neighbours in value.
  @Test(arguments: ["\"", "\\", "\u{0}", "\u{1F}", "\u{20}", "\u{21}", "\u{5B}", "\u{7F}", "\u{A2}", "\u{DC}"])
  func `a character is written and read at any place of a string`(character: String) throws {
    for length in 0...20 {
      for place in 0...length {
        for fill in ["a", "\u{1F}", "\"", "\u{10FFFF}"] {
          let text =
            String(repeating: fill, count: place) + character + String(repeating: fill, count: length - place)
          let writer = JSONWriter()
          writer.write(text)
          #expect(
            try JSONSerialization.jsonObject(with: Data(writer.bytes), options: .fragmentsAllowed) as? String == text)
          let tape = try ValueTape(writer.bytes, limits: Limits())
          #expect(tape.string(tape.nodes[0]).utf8.elementsEqual(text.utf8))
        }
      }
    }
  }

  @Test(arguments: ["\u{0}", "\u{1F}", "\n"])
  func `a control character is refused at any place of a string`(character: String) {
    for place in 0...20 {
      let fill = String(repeating: "a", count: place)
      #expect(!reads("\"\(fill)\(character)aaaaaaaaaaaa\""))
      #expect(!reads("\"\(fill)\(character)\""))
    }
  }

  @Test(arguments: [0, 9, 10, -1, -10, 99, 100, 12_345_678_901, 1 << 53, -(1 << 53), .max, .min] as [Int64])
  func `a whole number is written in its digits`(number: Int64) {
    var text = TextBuffer(capacity: 1)
    text.append(UInt8(ascii: "["))
    text.append(decimal: number)
    text.append(UInt8(ascii: "]"))
    #expect(text.withBytes { String(decoding: $0, as: UTF8.self) } == "[\(number)]")
  }

  @Test func `a lone surrogate becomes the replacement character`() throws {
    let tape = try ValueTape(Array(#""a\ud800b\udc00\ud83d\ude00""#.utf8), limits: Limits())
    #expect(tape.string(tape.nodes[0]) == "a\u{FFFD}b\u{FFFD}😀")
  }

  @Test func `a value nested too deep for the other side is refused where it is made`() {
    var value = BridgeValue.null
    for _ in 0..<300 { value = .array([value]) }
    #expect(throws: BridgeError.self) { try Payload(encoding: value) }
  }

  /// Containers that are filled out of order, as hand-written `Encodable` types may.
  struct Interleaved: Encodable {
    enum Keys: String, CodingKey { case a, b, c }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      var list = container.nestedUnkeyedContainer(forKey: .a)
      try container.encode(2, forKey: .b)
      var object = container.nestedContainer(keyedBy: Keys.self, forKey: .c)
      try list.encode(1)
      try object.encode("x", forKey: .a)
      try list.encode([3])
    }
  }

  @Test func `containers may be filled in any order`() throws {
    guard case .encoded(let encoded) = try Payload(encoding: Interleaved()) else {
      Issue.record("not encoded")
      return
    }
    #expect(String(decoding: encoded.text, as: UTF8.self) == #"{"a":[1,[3]],"b":2,"c":{"a":"x"}}"#)
  }

  /// Asks for containers within containers, and may then not finish.
  private struct Nested: Encodable {
    enum Keys: String, CodingKey { case a, b }
    struct Failure: Error {}

    let fails: Bool
    let see: (ValueEncoder) -> Void

    func encode(to encoder: any Encoder) throws {
      see(encoder as! ValueEncoder)  // swift-format-ignore: NeverForceUnwrap; the bus has no other.
      var container = encoder.container(keyedBy: Keys.self)
      var nested = container.nestedContainer(keyedBy: Keys.self, forKey: .a)
      #expect(nested.nestedUnkeyedContainer(forKey: .b).codingPath.map(\.stringValue) == ["a", "b"])
      if fails { throw Failure() }
    }
  }

  @Test(arguments: [false, true]) func `an encoder goes, whatever containers were asked of it`(fails: Bool) {
    weak var seen: ValueEncoder?
    let payload = try? Payload(encoding: Nested(fails: fails) { seen = $0 })
    #expect((payload == nil) == fails)
    #expect(seen == nil)
  }

  /// A list in a list in a list, each filled by the one around it.
  private struct Nest: Encodable {
    let depth: Int

    func encode(to encoder: any Encoder) throws {
      var list = encoder.unkeyedContainer()
      for _ in 1..<depth { list = list.nestedUnkeyedContainer() }
    }
  }

  @Test func `containers within containers are too deep where values are`() throws {
    var limits = Limits()
    limits.depth = 5
    _ = try Payload(encoding: Nest(depth: 5), limits: limits)
    #expect(throws: BridgeError.self) { try Payload(encoding: Nest(depth: 6), limits: limits) }
  }

  private struct Twice: Encodable {
    let isMember: Bool

    func encode(to encoder: any Encoder) throws {
      var single = encoder.singleValueContainer()
      if isMember {
        var object = encoder.container(keyedBy: PathKey.self)
        try object.encode(1, forKey: PathKey(stringValue: "a"))
      } else {
        try single.encode(1)
      }
      try single.encode(2)
    }
  }

  @Test func `a type that encodes itself as two values is told so`() async {
    await #expect(processExitsWith: .failure) { _ = try Payload(encoding: Twice(isMember: true)) }
    await #expect(processExitsWith: .failure) { _ = try Payload(encoding: Twice(isMember: false)) }
  }
}
