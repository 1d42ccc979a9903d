import Testing

@testable import JavaScriptEngine

/// The encoding of numbers, booleans, null and undefined, compared with the engine's own functions.
@Suite struct ImmediateValuesTests {
  static let numbers: [Double] = [
    0, -0.0, 1, -1, 0.1, 255, 65_536, 2_147_483_647, -2_147_483_648, 2_147_483_648, -2_147_483_649, 4_294_967_296,
    9_007_199_254_740_992, 1e308, -1e-308, .leastNonzeroMagnitude, .infinity, -.infinity, .nan, .signalingNaN,
    -Double(nan: 12345, signaling: false),
  ]

  @Test func `this engine uses the known encoding`() throws {
    #expect(JSRealm(machine: try JSMachine()).readsBits)
  }

  @Test(arguments: [true, false])
  func `numbers are made and read, with the known encoding and through the C API`(isKnown: Bool) throws {
    let realm = JSRealm(machine: try JSMachine(), readsBits: isKnown)
    let same = try realm.evaluate("(a, text) => Object.is(a, Number(text))", url: "test")
    for number in Self.numbers {
      let value = realm.make(number)
      #expect(realm.kind(of: value) == .number)
      #expect(realm.number(value).bitPattern == number.bitPattern || number.isNaN && realm.number(value).isNaN)
      let text = number.isNaN ? "NaN" : number.isInfinite ? (number > 0 ? "Infinity" : "-Infinity") : "\(number)"
      #expect(realm.boolean(try realm.call(same, value, realm.make(text))), "\(number)")
    }
  }

  @Test(arguments: [true, false])
  func `every kind of value is recognized and only a number is read as a number`(isKnown: Bool) throws {
    let realm = JSRealm(machine: try JSMachine(), readsBits: isKnown)
    let kinds: [(String, JSKind)] = [
      ("undefined", .undefined), ("null", .null), ("true", .boolean), ("false", .boolean), ("1", .number),
      ("0.5", .number), ("NaN", .number), ("'1'", .string), ("''", .string), ("Symbol.iterator", .symbol),
      ("12345678901234567890n", .bigInt), ("0n", .bigInt), ("({ valueOf: () => 1 })", .object), ("[]", .object),
      ("(() => 1)", .object), ("new Number(1)", .object),
    ]
    for (source, kind) in kinds {
      let value = try realm.evaluate(source, url: "test")
      #expect(realm.kind(of: value) == kind, "\(source)")
      #expect(realm.number(value).isNaN == (kind != .number || source == "NaN"), "\(source)")
    }
  }

  @Test func `an engine with another encoding is detected`() {
    func isCurrent(
      number: (Double) -> UInt64 = ImmediateValues.bits, undefined: UInt64 = 0xa, null: UInt64 = 0x2,
      true yes: UInt64 = 0x7, false no: UInt64 = 0x6, cell: UInt64 = 0x7f12_3456_7890
    ) -> Bool {
      ImmediateValues.isCurrent(number: number, undefined: undefined, null: null, true: yes, false: no, cell: cell)
    }
    #expect(isCurrent())
    #expect(!isCurrent(number: { $0.bitPattern &+ 0x0001_0000_0000_0000 }))  // The offset of engines before 2020.
    #expect(!isCurrent(number: { $0 == -0.0 ? ImmediateValues.bits(0) : ImmediateValues.bits($0) }))
    #expect(!isCurrent(undefined: 0x2))
    #expect(!isCurrent(null: 0xa))
    #expect(!isCurrent(true: 0x6))
    #expect(!isCurrent(false: 0x7))
    #expect(!isCurrent(cell: 0xfffe_0000_0000_0001))
  }
}
