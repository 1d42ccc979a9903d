import BridgeValues
import FoundationEssentials
import Testing

/// What a log or a failed test shows of a value.
@Suite struct ValueTextTests {
  @Test(
    arguments: [
      (.undefined, "undefined"), (.null, "null"), (true, "true"), (250, "250"), (-0.0, "-0"), (1.5, "1.5"),
      (.number(.nan), "NaN"), (.number(-.infinity), "-Infinity"), (1e300, "1e+300"), (.bigInt("-10"), "-10n"),
      ("two\nlines \u{1B}[31m", #""two\nlines \u{1B}[31m""#),
      (.date(Date(timeIntervalSince1970: 1.5)), "1970-01-01T00:00:01.500Z"),
      (.date(Date(timeIntervalSince1970: .nan)), "Invalid Date"),
      (.date(Date(timeIntervalSince1970: .greatestFiniteMagnitude)), "Invalid Date"),
      (.bytes(BridgeBytes([])), "Uint8Array of 0 bytes"),
      (.bytes(BridgeBytes([10], view: "DataView")), "DataView of 1 byte: 0a"),
      (.bytes(BridgeBytes(Array(0...16))), "Uint8Array of 17 bytes: 00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f …"),
      ([], "[]"), ([1, ["a", nil]], #"[1, ["a", null]]"#), ([:], "{}"),
      (["total": 250, "two words": ["x": .undefined]], #"{total: 250, "two words": {x: undefined}}"#),
      (.map([BridgePair("a", 1), BridgePair([2], true)]), #"Map {"a" => 1, [2] => true}"#),
      (.set([1, 2]), "Set {1, 2}"),
      (.error(BridgeError(.notFound, "no such row")), "NOT_FOUND: no such row"),
    ] as [(BridgeValue, String)]) func `a value is told on one line, as JavaScript would`(
      value: BridgeValue, text: String
    )
  {
    #expect("\(value)" == text)
    #expect(String(reflecting: value) == text)
  }
}
