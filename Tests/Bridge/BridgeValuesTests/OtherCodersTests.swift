import Foundation
import Testing

@testable import BridgeValues

/// Bridge values in the coders of Foundation.
struct OtherCodersTests {
  private struct Settings: Codable, Equatable {
    var name: String
    var value: BridgeValue
    var rest: [String: BridgeValue]
  }

  private static let values: [(BridgeValue, json: String)] = [
    (.undefined, #"{"$undefined":true}"#), (.null, "null"), (.bool(true), "true"), (.number(1), "1"),
    (.number(1.5), "1.5"), (.number(1e300), "1e+300"), (.number(.infinity), #"{"$number":"Infinity"}"#),
    (.number(-0.0), #"{"$number":"-0"}"#), (.string("é\"\u{0}"), #""é\"\u0000""#),
    (.bigInt("-12"), #"{"$bigint":"-12"}"#),
    (.date(Date(timeIntervalSince1970: 1)), #"{"$date":1000}"#),
    (.bytes(BridgeBytes([1, 2])), #"{"$bytes":["AQI=","Uint8Array"]}"#),
    (.array([1, nil, .array([])]), "[1,null,[]]"), (["a": 1, "b": ["c": true]], #"{"a":1,"b":{"c":true}}"#),
    ([:], "{}"),
    (["$date": "no date"], #"{"$object":{"$date":"no date"}}"#),
    (.map([BridgePair(1, .undefined)]), #"{"$map":[[1,{"$undefined":true}]]}"#), (.set(["x"]), #"{"$set":["x"]}"#),
  ]

  @Test(arguments: values) func `JSON of Foundation is the form of the wire, and is read back`(
    _ value: BridgeValue, _ json: String
  ) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let data = try encoder.encode(value)
    #expect(String(decoding: data, as: UTF8.self) == json)
    #expect(try JSONDecoder().decode(BridgeValue.self, from: data) == value)
    let settings = Settings(name: "a", value: value, rest: ["b": value])
    #expect(try JSONDecoder().decode(Settings.self, from: encoder.encode(settings)) == settings)
  }

  @Test(arguments: values) func `property lists keep values within a type`(_ value: BridgeValue, _ json: String) throws
  {
    // A property list has no null, which its coders write as a text.
    if json.contains("null") { return }
    let settings = Settings(name: "a", value: value, rest: [:])
    let data = try PropertyListEncoder().encode(settings)
    #expect(try PropertyListDecoder().decode(Settings.self, from: data) == settings)
  }

  @Test func `dates and bytes of a property list are values`() throws {
    let list: [String: Any] = ["bytes": Data([1]), "date": Date(timeIntervalSince1970: 2), "number": 3]
    let data = try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
    #expect(
      try PropertyListDecoder().decode(BridgeValue.self, from: data) == [
        "bytes": .bytes(BridgeBytes([1])), "date": .date(Date(timeIntervalSince1970: 2)), "number": 3,
      ])
  }

  @Test(arguments: values) func `a coder that tells integers from other numbers keeps values`(
    _ value: BridgeValue, _ json: String
  ) throws {
    let settings = Settings(name: "a", value: value, rest: ["b": value])
    let node = try StrictEncoder.encode(settings)
    #expect(try StrictDecoder.decode(Settings.self, from: node) == settings)
    #expect(try StrictDecoder.decode(BridgeValue.self, from: StrictEncoder.encode(value)) == value)
  }

  @Test func `whole numbers are integers in a coder that tells them apart`() throws {
    let node = try StrictEncoder.encode(["a": 1, "b": -1.5] as BridgeValue)
    #expect(node == .map(["a": .integer(1), "b": .real(-1.5)]))
  }

  /// Integers beyond 2^53 of other programs.
  @Test(arguments: [
    ("9007199254740992", BridgeValue.number(0x1p53)), ("9007199254740993", .bigInt("9007199254740993")),
    ("-9007199254740993", .bigInt("-9007199254740993")), ("9007199254740994", .number(9_007_199_254_740_994)),
    ("9223372036854775807", .bigInt("9223372036854775807")), ("-9223372036854775808", .number(-0x1p63)),
    ("18446744073709551615", .bigInt("18446744073709551615")), ("1e18", .number(1e18)), ("1e300", .number(1e300)),
    ("0.1", .number(0.1)), ("5e-324", .number(.leastNonzeroMagnitude)),
    ("1.7976931348623157e308", .number(.greatestFiniteMagnitude)),
  ]) func `numbers of other programs keep all digits`(_ text: String, _ value: BridgeValue) throws {
    #expect(try JSONDecoder().decode([BridgeValue].self, from: Data("[\(text)]".utf8)) == [value])
    let encoded = try JSONEncoder().encode([value])
    #expect(try JSONDecoder().decode([BridgeValue].self, from: encoded) == [value])
    if let integer = Int64(text) {
      #expect(try StrictDecoder.decode(BridgeValue.self, from: .integer(integer)) == value)
      let list = try PropertyListEncoder().encode([integer])
      #expect(try PropertyListDecoder().decode([BridgeValue].self, from: list) == [value])
    } else if let integer = UInt64(text) {
      #expect(try StrictDecoder.decode(BridgeValue.self, from: .unsigned(integer)) == value)
    }
  }

  @Test func `objects alone are read and written, and other values are no objects`() throws {
    let object: BridgeObject = ["a": 1, "b": ["c": .undefined]]
    let data = try JSONEncoder().encode(object)
    #expect(try JSONDecoder().decode(BridgeObject.self, from: data) == object)
    #expect(try StrictDecoder.decode(BridgeObject.self, from: StrictEncoder.encode(object)) == object)
    #expect(try Payload(encoding: object).decode(BridgeObject.self) == object)
    for text in ["1", "[1]", "null", #"{"$date":0}"#] {
      #expect(throws: DecodingError.self, "\(text)") {
        try JSONDecoder().decode(BridgeObject.self, from: Data(text.utf8))
      }
    }
    let error = #expect(throws: (any Error).self) { try Payload.number(1).decode(BridgeObject.self) }
    #expect("\(try #require(error))".contains("expected an object, got the number 1"))
  }

  @Test func `errors are read back with their cause`() throws {
    var error = BridgeError(.notFound, "No.", data: ["a": 1], method: "b")
    error.name = "Mine"
    let data = try JSONEncoder().encode(BridgeValue.error(error))
    #expect(try JSONDecoder().decode(BridgeValue.self, from: data) == .error(error))
  }

  @Test func `a value that is nested too deeply is refused in both directions`() throws {
    var deep = BridgeValue.null
    for _ in 0..<300 { deep = .array([deep]) }
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(deep) }
    let text = String(repeating: "[", count: 300) + String(repeating: "]", count: 300)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(BridgeValue.self, from: Data(text.utf8)) }
  }

  @Test func `bytes alone are refused where there are none`() throws {
    let bytes = BridgeBytes([1, 2, 3], view: "Int8Array")
    #expect(try JSONDecoder().decode(BridgeBytes.self, from: JSONEncoder().encode(bytes)) == bytes)
    for text in ["1", "[1]", "{}", #"{"$bytes":[0,"Int8Array"]}"#, #"{"$bytes":["!","Int8Array"]}"#] {
      #expect(throws: DecodingError.self, "\(text)") {
        try JSONDecoder().decode(BridgeBytes.self, from: Data(text.utf8))
      }
    }
  }
}
