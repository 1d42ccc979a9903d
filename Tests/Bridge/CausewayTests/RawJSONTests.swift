import Causeway
import CausewayTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5))) struct RawJSONTests {
  /// A bridge that gives back what it is given, as text.
  private func echo(_ value: BridgeValue) async throws -> BridgeValue {
    let bridge = Bridge()
    bridge.handle("keep") { (value: RawJSON) async throws -> RawJSON in try RawJSON(text: value.text) }
    let (left, right) = LoopbackTransport.pair()
    _ = bridge.connect(left, permissions: .all)
    let caller = Bridge().connect(right, permissions: .all)
    defer { caller.close() }
    return try await caller.call("keep", value)
  }

  @Test(
    arguments: [
      .undefined, .null, true, 1.5, .number(-0.0), .bigInt("-123456789012345678901"), "te\"xt", "",
      .date(.init(timeIntervalSince1970: 1.5)), .bytes(BridgeBytes([1, 2, 255])),
      .bytes(BridgeBytes([], view: "DataView")),
      [1, [.bytes(BridgeBytes([0]))], .bytes(BridgeBytes([9], view: "ArrayBuffer"))],
      ["$bytes": [0, "Uint8Array"]], ["a": ["$bytes": [0, "Uint8Array"]], "b": .bytes(BridgeBytes([7]))],
      .map([BridgePair(.bytes(BridgeBytes([3])), .set([.bytes(BridgeBytes([4])), "x"]))]),
      .error(BridgeError("MINE", "no", data: ["bytes": .bytes(BridgeBytes([5]))])),
      ["__proto__": ["constructor": 1]],
    ] as [BridgeValue]) func `every value comes back as it was`(value: BridgeValue) async throws
  {
    #expect(try await echo(value) == value)
    #expect(RawJSON(value).value == value)
  }

  @Test func `names that Swift takes for one stay two`() throws {
    let text = Array(#"{"\#u{e9}":1,"e\#u{301}":2}"#.utf8)
    #expect(try RawJSON(text: text).text == text)
    #expect(try RawJSON(json: text).text == text)
  }

  @Test(
    arguments: [
      (#"{"$date":0}"#, ["$date": 0]), (#"[{"$bytes":[0,"Uint8Array"]},1]"#, [["$bytes": [0, "Uint8Array"]], 1]),
      (#"{"$object":{"$object":{"$undefined":true}}}"#, ["$object": ["$object": ["$undefined": true]]]),
      (#" { "a" : {"$x" : {"$y":null}} } "#, ["a": ["$x": ["$y": nil]]]), (#"{"\u0024date":0}"#, ["$date": 0]),
      (#"{"$a":1,"$b":2}"#, ["$a": 1, "$b": 2]), ("3", 3),
    ] as [(String, BridgeValue)]) func `JSON of others has no tags`(json: String, value: BridgeValue) throws
  {
    #expect(try RawJSON(json: Array(json.utf8)).value == value)
  }

  @Test(
    arguments: [[0x22, 0xFF, 0x22], [0x22, 0xC3, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22], [0x22, 0xC0, 0x80, 0x22]]
      as [[UInt8]])
  func `what is no UTF-8 is no text`(text: [UInt8]) {
    #expect(throws: BridgeError.self) { try RawJSON(json: text) }
    #expect(throws: BridgeError.self) { try RawJSON(text: text) }
  }

  @Test(arguments: ["", "{", "nul", "[1,]", "\u{feff}1", "1 2"]) func `what is no JSON is no text`(json: String) {
    #expect(throws: BridgeError.self) { try RawJSON(json: Array(json.utf8)) }
    #expect(throws: BridgeError.self) { try RawJSON(text: Array(json.utf8)) }
  }
}
