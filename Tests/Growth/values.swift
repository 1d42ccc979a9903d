import FoundationEssentials

@testable import BridgeSchema
@testable import BridgeValues
@testable import NameSuggestions

@main struct ValueGrowth {
  static func main() {
    for family in texts + objects + tags + coders + slots + names { family.measure() }
  }

  // MARK: Texts

  private static func value(_ text: [UInt8]) -> BridgeValue {
    try! Payload.encoded(EncodedValue(text: text)).value()
  }

  private static func read(_ text: [UInt8]) { use(value(text)) }

  /// A text with an error, which is found at its end.
  private static func refuse(_ text: [UInt8]) {
    do throws(BridgeError) {
      use(try RawJSON(text: text))
      fatalError("The text was read.")
    } catch {
      use(error)
    }
  }

  private static var texts: [Family] {
    [
      Family("JSON", "numbers", 1000, text: { "[" + each($0, ",") { "\($0)" } + "]" }, read: read),
      Family("JSON", "numbers with exponents", 500, text: { "[" + each($0, ",") { "\($0).5e-3" } + "]" }, read: read),
      Family("JSON", "a number of many digits", 32_000, text: { "[1" + repeated("7", $0) + "]" }, read: read),
      Family("JSON", "a fraction of many digits", 2000, text: { "[0." + repeated("7", $0) + "e5]" }, read: read),
      Family("JSON", "nested arrays", 1000, text: { "[" + nested($0, "[", "]") + "]" }, read: read),
      Family("JSON", "nested objects", 1000, text: { "[" + nested($0, #"{"a":"#, "}", inner: "1") + "]" }, read: read),
      Family("JSON", "one long string", 32_000, text: { #"["# + "\"" + repeated("a", $0) + #""]"# }, read: read),
      Family(
        "JSON", "one string of escapes", 1000, text: { "[\"" + repeated(#"\n\u00e9\ud83d\ude00"#, $0) + "\"]" },
        read: read),
      Family("JSON", "lone surrogates", 1000, text: { "[\"" + repeated(#"\ud83d"#, $0) + "\"]" }, read: read),
      Family("JSON", "white space", 8000, text: { repeated(" \n", $0) + "1" }, read: read),
      Family("JSON", "an array without an end", 1000, text: { "[" + repeated("1,", $0) + "1" }, read: refuse),
      Family(
        "JSON", "strings without an end", 1000, text: { repeated(#"["a","#, 100) + "\"" + repeated("[ ", $0) },
        read: refuse),
      Family(
        "JSON", "combining characters", 1000, text: { "[\"a" + repeated("\u{301}\u{323}", $0) + "\"]" }, read: read),
      Family("JSON writer", "values", 500) { count in
        let value = value(Array(("[" + each(count, ",") { #"{"a":[\#($0),"b\n",null]}"# } + "]").utf8))
        return { use(RawJSON(value)) }
      },
      Family("JSON writer", "nested arrays", 1000) { count in
        let value = value(Array(("[" + nested(count, "[", "]") + "]").utf8))
        return { use(RawJSON(value)) }
      },
      Family("descriptions", "values", 300) { count in
        let value = value(Array(("[" + each(count, ",") { #"{"a":[\#($0),"b\n",null]}"# } + "]").utf8))
        return { use(value.description) }
      },
      Family("descriptions", "nested arrays", 25) { count in
        let value = value(Array((repeated("[", count) + repeated("1,", count) + "1" + repeated("]", count)).utf8))
        return { use(value.description) }
      },
      Family("documents", "values on one line", 300) { count in
        let value = value(Array(("[" + each(count, ",") { #"{"a":[\#($0),"b\n",null]}"# } + "]").utf8))
        return { use(JSONPrinter.flat(value)) }
      },
      Family("documents", "nested arrays on one line", 25) { count in
        let value = value(Array((repeated("[", count) + repeated("1,", count) + "1" + repeated("]", count)).utf8))
        return { use(JSONPrinter.flat(value)) }
      },
    ]
  }

  // MARK: Objects

  private static var objects: [Family] {
    [
      Family("JSON objects", "many members", 500, text: { "{" + each($0, ",") { #""a\#($0)":1"# } + "}" }, read: read),
      Family(
        "JSON objects", "members of one name", 500, text: { "{" + each($0, ",") { _ in #""a":1"# } + "}" }, read: read),
      Family(
        "JSON objects", "names that share a beginning", 200,
        text: { count in
          "{" + each(count, ",") { "\"" + repeated("a", 64) + "\($0)\":1" } + "}"
        }, read: read),
      Family(
        "JSON objects", "names with escapes", 500, text: { "{" + each($0, ",") { #""\u0061\#($0)":1"# } + "}" },
        read: read),
      Family("JSON objects", "one long name", 32_000, text: { "{\"" + repeated("a", $0) + "\":1}" }, read: read),
      Family(
        "JSON objects", "a name of combining characters", 1000,
        text: { count in
          let name = "a" + repeated("\u{301}\u{323}", count)
          return "{" + each(9, ",") { "\"\(name)\($0)\":1" } + ",\"\(name)1\":2}"
        }, read: read),
      Family(
        "JSON objects", "two names of combining characters in another order", 1000,
        text: { count in
          "{\"a" + repeated("\u{301}\u{323}", count) + "\":1,\"a" + repeated("\u{323}\u{301}", count) + "\":2}"
        }, read: read),
      Family(
        "JSON objects", "many small objects", 500, text: { "[" + each($0, ",") { _ in #"{"a":1,"b":2}"# } + "]" },
        read: read),
      Family("objects", "members are set", 500) { count in
        let names = (0..<count).map { "a\($0)" }
        return {
          var object = BridgeObject()
          for name in names { object[name] = 1 }
          for name in names { object[name] = 2 }
          use(object == object)
        }
      },
    ]
  }

  // MARK: Tags

  private static func raw(_ text: [UInt8]) { use(try! RawJSON(json: text)) }

  /// Reads a list of values as their texts, which moves their bytes.
  private static func copies(_ text: [UInt8]) {
    use(try! Payload.encoded(EncodedValue(text: text)).decode([RawJSON].self))
  }

  private static var tags: [Family] {
    [
      Family("tags", "dates", 500, text: { "[" + each($0, ",") { #"{"$date":\#($0)}"# } + "]" }, read: read),
      Family("tags", "sets in sets", 500, text: { "[" + nested($0, #"{"$set":["#, "]}") + "]" }, read: read),
      Family(
        "tags", "maps in maps", 500, text: { "[" + nested($0, #"{"$map":[[1,"#, "]]}", inner: "1") + "]" }, read: read),
      Family(
        "tags", "escaped objects in escaped objects", 500,
        text: {
          "[" + nested($0, #"{"$object":{"$a":"#, "}}", inner: "1") + "]"
        }, read: read),
      Family(
        "tags", "one tag that is repeated", 500, text: { "{" + each($0, ",") { #""$date":\#($0)"# } + "}" }, read: read),
      Family(
        "tags", "repeated tags in repeated tags", 500,
        text: {
          "[" + nested($0, #"{"$object":1,"$object":{"a":"#, "}}", inner: "1") + "]"
        }, read: read),
      Family("tags", "long integers", 500, text: { #"[{"$bigint":"\#(repeated("7", $0 * 8))"}]"# }, read: read),
      Family(
        "tags", "bytes in base64", 1000, text: { #"[{"$bytes":["\#(repeated("QUJD", $0))","Uint8Array"]}]"# },
        read: read),
      Family(
        "tags", "many bytes", 200, text: { "[" + each($0, ",") { _ in #"{"$bytes":["QUJD","Uint8Array"]}"# } + "]" },
        read: read),
      Family(
        "tags", "errors behind errors", 500,
        text: {
          "[" + nested($0, #"{"$error":{"message":"a","cause":"#, "}}", inner: "null") + "]"
        }, read: read),
      Family("tags", "texts of combining characters", 1000) { count in
        let text = marked("a", count)
        let contents = [
          "\"$number\":\"\(text)\"", "\"$bigint\":\"\(text)\"", "\"$bytes\":[\"QUJD\",\"\(text)\"]",
          "\"$date\":\"\(text)\"", "\"\(text)\":1",
          "\"$error\":{\"message\":\"\(text)\",\"code\":\"\(text)\",\"name\":\"\(text)\"}",
        ]
        let bytes = Array(("[" + contents.map { "{\($0)}" }.joined(separator: ",") + "]").utf8)
        return {
          read(bytes)
          use(try? Payload.encoded(EncodedValue(text: bytes)).decode([Double].self))
          use(try? Payload.encoded(EncodedValue(text: bytes)).decode([RawJSON].self))
        }
      },
      Family("raw JSON", "lookalikes", 500, text: { "[" + each($0, ",") { #"{"$date":\#($0)}"# } + "]" }, read: raw),
      Family(
        "raw JSON", "lookalikes in lookalikes", 500, text: { "[" + nested($0, #"{"$a":"#, "}", inner: "1") + "]" },
        read: raw),
      Family(
        "raw JSON", "a repeated lookalike", 500, text: { "{" + each($0, ",") { #""$date":\#($0)"# } + "}" }, read: raw),
      Family("raw JSON", "names that begin like a tag", 500, text: { "[\"" + repeated("$byte", $0) + "\"]" }) { text in
        use(try! Payload(encoding: RawJSON(json: text)))
      },
      Family(
        "raw JSON", "copies of bytes", 200,
        text: {
          "[" + each($0, ",") { _ in #"{"$bytes":["QUJD","Uint8Array"]}"# } + "]"
        }, read: copies),
      Family(
        "raw JSON", "copies of a repeated tag", 500, text: { "[{" + each($0, ",") { #""$date":\#($0)"# } + "}]" },
        read: copies),
      Family("raw JSON", "copies of nested values", 500, text: { "[" + nested($0, "[", "]") + "]" }, read: copies),
    ]
  }

  // MARK: Codable

  /// A type that tries others: each attempt makes an error with its path.
  private enum Either: Codable {
    case number(Int), text(String)
    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(Int.self) {
        self = .number(number)
      } else {
        self = .text(try container.decode(String.self))
      }
    }
  }

  private struct List: Codable { let list: [Either] }
  private struct Few: Codable { let a, b: Int? }

  /// A type that asks for a container for each of its members.
  private struct Nested: Encodable {
    let count: Int
    func encode(to encoder: any Encoder) throws {
      var list = encoder.unkeyedContainer()
      for index in 0..<count {
        var pair = list.nestedUnkeyedContainer()
        try pair.encode(index)
        try pair.encode("a")
      }
    }
  }

  private static func decode<Value: Decodable>(_ type: Value.Type) -> ([UInt8]) -> Void {
    { use(try! Payload.encoded(EncodedValue(text: $0)).decode(type)) }
  }

  private static var coders: [Family] {
    [
      Family(
        "Codable", "elements of several types", 300, text: { #"{"list":["# + each($0, ",") { _ in "\"a\"" } + "]}" },
        read: decode(List.self)),
      Family(
        "Codable", "elements of several types in a repeated tag", 300,
        text: { count in
          "{" + each(count, ",") { _ in #""$object":{}"# } + #","$object":{"list":["#
            + each(count, ",") { _ in "\"a\"" } + "]}}"
        }, read: decode(List.self)),
      Family(
        "Codable", "elements of several types in a member with a long name", 300,
        text: { count in
          #"{""# + repeated("longname", count) + #"":{"list":["# + each(count, ",") { _ in "\"a\"" } + "]}}"
        }, read: decode([String: List].self)),
      Family(
        "Codable", "members of several types", 300, text: { "{" + each($0, ",") { #""a\#($0)":"a""# } + "}" },
        read: decode([String: Either].self)),
      Family(
        "Codable", "unknown members", 500, text: { "{" + each($0, ",") { #""c\#($0)":1"# } + "}" },
        read: decode(Few.self)),
      Family(
        "Codable", "members of a dictionary", 500, text: { "{" + each($0, ",") { #""c\#($0)":1"# } + "}" },
        read: decode([String: Double].self)),
      Family(
        "Codable", "a list of texts", 500, text: { "[" + each($0, ",") { _ in "\"a\"" } + "]" },
        read: decode([String].self)),
      Family("Codable", "containers that are written later", 500) { count in
        { use(try! Payload(encoding: Nested(count: count))) }
      },
      Family("Codable", "values by another decoder", 100, text: { "[" + each($0, ",") { #"{"a":\#($0)}"# } + "]" }) {
        text in
        use(try! JSONDecoder().decode(BridgeValue.self, from: Data(text)))
      },
      Family("Codable", "members by another decoder", 100, text: { "{" + each($0, ",") { #""a\#($0)":1"# } + "}" }) {
        text in
        use(try! JSONDecoder().decode(BridgeValue.self, from: Data(text)))
      },
      Family("Codable", "values by another encoder", 100) { count in
        let value = value(Array(("[" + each(count, ",") { #"{"a":\#($0)}"# } + "]").utf8))
        return { use(try! JSONEncoder().encode(value)) }
      },
    ]
  }

  // MARK: Slots

  /// Writes a value as slots and reads them.
  private static func crossing(_ text: [UInt8]) -> () -> Void {
    let value = value(text)
    return { use(try! Payload(encoding: value).value()) }
  }

  private static func slots(_ name: String, _ count: Int, _ text: @escaping (Int) -> String) -> Family {
    Family("slots", name, count) { crossing(Array(text($0).utf8)) }
  }

  private static var slots: [Family] {
    [
      slots("numbers", 1000) { "[" + each($0, ",") { "\($0).5" } + "]" },
      slots("texts", 500) { "[" + each($0, ",") { "\"a\($0)\"" } + "]" },
      slots("wide texts", 500) { "[" + each($0, ",") { "\"é\($0)\"" } + "]" },
      slots("nested arrays", 1000) { "[" + nested($0, "[", "]") + "]" },
      slots("objects of one shape", 300) { "[" + each($0, ",") { #"{"a":\#($0),"b":1}"# } + "]" },
      slots("objects of many shapes", 300) { "[" + each($0, ",") { #"{"a\#($0)":1}"# } + "]" },
      slots("one object of many members", 500) { "{" + each($0, ",") { #""a\#($0)":1"# } + "}" },
      slots("bytes", 200) { "[" + each($0, ",") { _ in #"{"$bytes":["QUJD","Uint8Array"]}"# } + "]" },
      slots("tags", 500) { "[" + nested($0, #"{"$set":["#, "]}") + "]" },
      Family("slots", "units of UTF-16 that are no text", 1000) { count in
        let units = Array(repeating: 0xD800 as UInt16, count: count)
        let slots: [UInt64] = [.slot(.text, count)]
        return {
          slots.withUnsafeBufferPointer { slots in
            units.withUnsafeBufferPointer { units in
              use(
                try! SlotScanner.tape(slots, .utf16(units), shapes: [], limits: Limits()).string(
                  TapeNode(
                    kind: .string, isEscaped: true, start: 8, end: Int32(8 + count * 6), next: 1)))
            }
          }
        }
      },
    ]
  }

  // MARK: Names

  private static var names: [Family] {
    [
      Family("suggestions", "many names", 300) { count in
        let names = (0..<count).map { "network.status\($0)" }
        return { use(Suggestion.nearest(to: "netwrok.statsu", among: names)) }
      },
      Family("suggestions", "a long name", 1000) { count in
        let names = (0..<100).map { "network.status\($0)" }
        let name = repeated("a", count)
        return { use(Suggestion.nearest(to: name, among: names)) }
      },
      Family("suggestions", "a long name among long ones", 1000) { count in
        let names = (0..<100).map { repeated("a", count) + "\($0)" }
        let name = repeated("a", 64)
        return { use(Suggestion.nearest(to: name, among: names)) }
      },
      Family("suggestions", "many names of many letters", 100) { count in
        let names = (0..<count).map { repeated("abcdefgh", 8) + "\($0)" }
        let name = repeated("abcdegfh", 8)
        return { use(Suggestion.nearest(to: name, among: names)) }
      },
      Family("suggestions", "a long name in a message", 2000) { count in
        let name = repeated("a\u{301}", count)
        return { use(Suggestion.quoted(name)) }
      },
    ]
  }
}
