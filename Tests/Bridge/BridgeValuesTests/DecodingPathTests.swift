import Glibc
import Testing

@testable import BridgeValues

/// An error tells its place as the value's structure has it, whatever stands for a value on the way there.
@Suite struct DecodingPathTests {
  struct Inner: Decodable { var number: Double }
  struct Named: Decodable { var items: [Inner] }
  struct Deep: Decodable {
    var name: String
    var named: Named
    var byName: [String: Inner]?
    var byNumber: [Int: Inner]?
  }

  private func message<Value: Decodable>(_ type: Value.Type, _ text: String) -> String? {
    do {
      _ = try Payload.encoded(EncodedValue(text: Array(text.utf8))).decode(type)
      return nil
    } catch {
      return error.message
    }
  }

  @Test(arguments: [
    (#"{"name":"n","named":{"items":[{"number":1},{"number":"2"}]}}"#, "params.named.items[1].number"),
    (#"{"named":{"items":[[1,2],{"number":1}]},"name":"n"}"#, "params.named.items[0]"),
    (#"{"name":"n","named":{"$object":{"items":[{"number":1},{"number":null}]}}}"#, "params.named.items[1].number"),
    (
      #"{"$object":{"name":"n","named":{"items":{"$set":[{"number":1},{"number":[]}]}}}}"#,
      "params.named.items[1].number"
    ),
    (
      #"{"name":"n","named":{"items":[]},"byName":{"a b":{"number":1},"c d":{"number":{}}}}"#,
      #"params.byName["c d"].number"#
    ),
    (
      #"{"name":"n","named":{"items":[]},"byNumber":{"4":{"number":1},"7":{"number":true}}}"#,
      "params.byNumber[7].number"
    ),
    (#"{"name":{"$date":0},"named":{"items":[]}}"#, "params.name"),
    (#"{"named":1,"named":{"items":[{"number":{"$bigint":"1"}}]},"name":"n"}"#, "params.named.items[0].number"),
  ]) func `an error has its place`(text: String, place: String) {
    #expect(message(Deep.self, text)?.hasPrefix("\(place): expected ") == true)
  }

  @Test func `a member that is missing has its place`() {
    #expect(
      message(Deep.self, #"{"name":"n","named":{"items":[{"number":1},{}]}}"#)
        == "params.named.items[1].number: is missing")
  }

  /// What a type asks of its decoder by itself.
  struct Asking: Decodable {
    enum Keys: String, CodingKey { case inside, list }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      let inside = try container.nestedContainer(keyedBy: Keys.self, forKey: .inside)
      var list = try inside.nestedUnkeyedContainer(forKey: .list)
      _ = try list.decode(Double.self)
      let element = try list.superDecoder()
      let paths = [decoder.codingPath, container.codingPath, inside.codingPath, list.codingPath, element.codingPath]
      throw BridgeError(.aborted, paths.map { ValuePath.text($0, root: "value") }.joined(separator: " "))
    }
  }

  @Test func `each container knows its place`() {
    let text = #"{"outer":[{"inside":{"list":[1,2]}}]}"#
    struct Outer: Decodable { var outer: [Asking] }
    #expect(
      message(Outer.self, text)
        == "value.outer[0] value.outer[0] value.outer[0].inside value.outer[0].inside.list value.outer[0].inside.list[1]"
    )
  }
}

/// Types are found by their addresses, many of which fall on one place.
@Suite(.timeLimit(.minutes(5))) struct CrossingTypesTests {
  struct Wrapped<Value: Codable>: Codable { var value: Value? }

  private func check<Value: Codable & Equatable>(_ type: Value.Type, nestedIn depth: Int) {
    for _ in 0..<2 {
      if case .own(let own) = CrossingTypes.way(of: [Value].self) {
        #expect(ObjectIdentifier(own) == ObjectIdentifier([Value].self))
      } else if depth > 0 {
        Issue.record("\([Value].self) is not found")
      }
      guard case .codable = CrossingTypes.way(of: Wrapped<Value>.self) else {
        Issue.record("\(Wrapped<Value>.self) has no code of its own")
        return
      }
    }
    if depth < 200 { check([Value].self, nestedIn: depth + 1) }
  }

  @Test func `each of many types has its own way`() { check(Int.self, nestedIn: 0) }

  @Test func `many threads may ask at once`() async {
    await withTaskGroup(of: Void.self) { group in for _ in 0..<8 { group.addTask { check(Bool.self, nestedIn: 1) } } }
  }

  /// Tries one type after the other, so that each element of another has an error with a path.
  private struct NumberOrText: Decodable {
    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if (try? container.decode(Int.self)) == nil { _ = try container.decode(String.self) }
    }
  }

  private struct Row: Decodable { let a: Int }

  /// Walked along from its beginning for each of them, either took minutes.
  @Test func `a list tried by two types, and an object of many members, take no square of their number`() throws {
    func work(_ count: Int) throws -> Int {
      let start = clock()
      let list = "[" + repeatElement("\"x\"", count: count).joined(separator: ",") + "]"
      #expect(try Payload.encoded(EncodedValue(text: Array(list.utf8))).decode([NumberOrText].self).count == count)
      let object = "{" + (0..<count).map { "\"k\($0)\":{\"a\":\($0)}" }.joined(separator: ",") + "}"
      let rows = try Payload.encoded(EncodedValue(text: Array(object.utf8))).decode([String: Row].self)
      #expect(rows.count == count)
      #expect(rows["k777"]?.a == 777)
      return clock() - start
    }
    // Twenty times as much to do takes four hundred times as long, where it is the square.
    let few = try work(2_500)
    let many = try work(50_000)
    #expect(many < 100 * few, "\(few) and \(many) microseconds of the processor")
  }

  @Test func `of many members of one name the last counts, and names that look the same are two`() throws {
    let many = (0..<100).map { "\"k\($0)\":\($0)" }.joined(separator: ",")
    let text = "{\"\u{e9}\":1,\(many),\"e\u{301}\":2,\"k5\":3}"
    struct Named: Decodable {
      let values: [Int]
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: PathKey.self)
        values = try ["\u{e9}", "e\u{301}", "k5"].map {
          try container.decode(Int.self, forKey: PathKey(stringValue: $0))
        }
        #expect(!container.contains(PathKey(stringValue: "missing")))
      }
    }
    let named = try Payload.encoded(EncodedValue(text: Array(text.utf8))).decode(Named.self)
    #expect(named.values == [1, 2, 3])
  }
}
