import BridgeValues
import FoundationEssentials
import Testing

/// Values as slots: written by Swift, read by Swift, and made into JSON.
@Suite struct SlotTapeTests {
  static let values: [BridgeValue] = [
    [], [:], [1, -1, 0, -0.0, 0.5, 1e300, .number(.nan), .number(.infinity), .number(-.infinity), 4_294_967_296],
    [nil, true, false, .undefined, "text", "", "é漢😀", "\"\\\n\0"], ["a": 1, "b": ["c": ["d": [:]]]],
    ["$date": 5], ["$a": 1, "$b": 2], [["$object": ["$object": 1]]], ["__proto__": 1, "constructor": "x"],
    ["e\u{301}": 1, "\u{E9}": 2], [.bigInt("-123456789012345678901234567890")],
    [.date(Date(timeIntervalSince1970: 1.5))],
    [.date(Date(timeIntervalSince1970: .nan))], [.map([BridgePair("a", 1), BridgePair(["k": []], [])])],
    [.set([1, "a", .set([])])],
    [.bytes(BridgeBytes([1, 2, 3])), .bytes(BridgeBytes([], view: "DataView"))],
    [.error(BridgeError(.notFound, "no such row", data: ["a": 1]))], large,
    .array(Array(repeating: ["a": 1, "b": "x"], count: 100)),
  ]

  private static var large: BridgeValue {
    var object = BridgeObject()
    for index in 0..<200 { object["key \(index)"] = ["value": .number(Double(index))] }
    return .object(object)
  }

  private func slots(_ value: BridgeValue) throws -> Payload { try Payload(encoding: value) }

  @Test(arguments: values) func `a value comes back from its slots`(value: BridgeValue) throws {
    let read = try slots(value).value()
    // A NaN is unequal to itself, also in a date.
    #expect(read.description == value.description)
  }

  @Test(arguments: values) func `slots are the text that a value is`(value: BridgeValue) throws {
    guard case .encoded(let encoded) = try slots(value) else { return #expect(Bool(false), "it is a primitive") }
    let text = encoded.inText
    let direct = JSONWriter()
    direct.write(value)
    #expect(text.text == direct.bytes)
    #expect(text.attachments == direct.finish().attachments)
  }

  @Test func `shapes are shared, and what is no shape has its names beside its values`() throws {
    let tape = SlotTape()
    tape.write(.array(Array(repeating: ["a": 1, "b": "x"], count: 100)))
    #expect(tape.shapes.map(\.names) == [["a", "b"]])
    #expect(tape.count == 1 + 100 * 3)

    let wide = SlotTape()
    var object = BridgeObject()
    for index in 0..<70 { object["\(index)"] = 1 }
    wide.write(.object(object))
    #expect(wide.shapes.map(\.names.count) == [64])
    // Head, values, a name and a value for each of the others, the end.
    #expect(wide.count == 1 + 64 + 12 + 1)
  }

  @Test func `a tree of shapes has no more than it may have, and none with a name twice`() throws {
    let root = ObjectShape(most: 3)
    let one = try #require(root.adding("a"))
    #expect(one.adding("a") == nil)
    #expect(root.adding("a") === one)
    #expect(one.adding(String(repeating: "x", count: ObjectShape.longestName + 1)) == nil)
    #expect(one.adding("b") != nil && one.adding("c") != nil)
    #expect(one.adding("d") == nil)
    #expect(one.adding("b")?.names == ["a", "b"])
  }

  @Test func `random slots are read or refused, and never more than that`() throws {
    var random = SplitMix(state: 7)
    let root = ObjectShape(most: 10)
    let shapes = [root, try #require(root.adding("a")), try #require(root.adding("a")?.adding("$b"))]
    let limits = Limits()
    var read = 0
    for _ in 0..<200_000 {
      let count = Int(random.next() % 12)
      let slots = (0..<count).map { _ in
        let tag = UInt64(0x7ff9_0000 + random.next() % 22)
        let content = random.next() % 4 == 0 ? random.next() & 0xffff_ffff : random.next() % 5
        return random.next() % 4 == 0 ? random.next() : tag << 32 | content
      }
      let text = (0..<Int(random.next() % 8)).map { _ in
        UInt16(truncatingIfNeeded: random.next() % 3 == 0 ? random.next() : 97)
      }
      let tape = try? unsafe slots.withUnsafeBufferPointer { slots throws -> ValueTape in
        try unsafe text.withUnsafeBufferPointer { text in
          try unsafe SlotScanner.tape(slots, .utf16(text), shapes: shapes, limits: limits)
        }
      }
      guard let tape else { continue }
      read += 1
      let payload = Payload.encoded(EncodedValue(tape))
      let value = try payload.value()
      guard case .encoded(let encoded) = payload else { continue }
      _ = value.description
      #expect(throws: Never.self) { try EncodedValue(text: encoded.text).asValue() }
    }
    #expect(read > 1000)
  }

  @Test func `slots that are too deep or too many are refused with the limit's name`() throws {
    var limits = Limits()
    limits.depth = 3
    limits.nodes = 10
    func scan(_ slots: [UInt64]) throws(BridgeError) -> ValueTape {
      try unsafe slots.withUnsafeBufferPointer { (slots) throws(BridgeError) in
        try unsafe SlotScanner.tape(
          slots, .utf16(UnsafeBufferPointer(start: nil, count: 0)), shapes: [], limits: limits)
      }
    }
    let array = { (count: UInt64) in 0x7ff9_0009 << 32 | count }
    #expect(throws: Never.self) { _ = try scan([array(1), array(1), array(0)]) }
    let deep = #expect(throws: BridgeError.self) { _ = try scan([array(1), array(1), array(1), array(0)]) }
    #expect(deep?.data?["limit"] == "depth")
    let many = #expect(throws: BridgeError.self) { _ = try scan([array(10)] + Array(repeating: 0, count: 10)) }
    #expect(many?.data?["limit"] == "nodes")
    // A count cannot ask for more than there is.
    let damaged = #expect(throws: BridgeError.self) { _ = try scan([array(4_000_000_000)]) }
    #expect(damaged?.code == .internal)
  }

  @Test func `half a surrogate pair is kept, in a string and as a name`() throws {
    let shapes = [ObjectShape(most: 0)]
    // An object with one further member: a string of two units as its name, one of three as its value.
    let slots: [UInt64] = [0x7ff9_000b << 32, 0x7ff9_0006 << 32 | 2, 0x7ff9_0006 << 32 | 3, 0x7ff9_000c << 32]
    let text: [UInt16] = [97, 0xD800, 34, 0xDC00, 98]
    let tape = try unsafe slots.withUnsafeBufferPointer { slots throws in
      try unsafe text.withUnsafeBufferPointer { text in
        try unsafe SlotScanner.tape(slots, .utf16(text), shapes: shapes, limits: Limits())
      }
    }
    let encoded = EncodedValue(tape)
    #expect(String(decoding: encoded.text, as: UTF8.self) == #"{"a\ud800":"\"\udc00b"}"#)
    #expect(try Payload.encoded(encoded).value() == ["a\u{FFFD}": "\"\u{FFFD}b"])
  }

  @Test func `a container that is filled later is put in its place`() throws {
    struct Late: Encodable {
      enum Keys: String, CodingKey { case first, list, last }
      func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Keys.self)
        try object.encode("one", forKey: .first)
        var list = object.nestedUnkeyedContainer(forKey: .list)
        try object.encode(["é": BridgeBytes([9])], forKey: .last)
        try list.encode("two")
        var inner = list.nestedContainer(keyedBy: Keys.self)
        try list.encode(BridgeBytes([1, 2]))
        try inner.encode("three", forKey: .first)
      }
    }
    let value = try Payload(encoding: Late()).value()
    #expect(
      value == [
        "first": "one", "list": ["two", ["first": "three"], .bytes(BridgeBytes([1, 2]))],
        "last": ["é": .bytes(BridgeBytes([9]))],
      ])
  }
}

extension EncodedValue {
  fileprivate func asValue() throws -> BridgeValue { try Payload.encoded(self).value() }
}

/// The same numbers in each run.
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
    return mixed ^ mixed >> 31
  }
}
