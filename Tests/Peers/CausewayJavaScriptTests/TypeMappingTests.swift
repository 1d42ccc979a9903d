import Causeway
import CausewayJavaScript
import Foundation
import TestSupport
import Testing

/// The article "Type mapping" says what the engine and the codecs do.
@Suite(.timeLimit(.minutes(5))) struct TypeMappingTests {
  private enum Level: String, Codable, Sendable { case high }
  private struct Person: Codable, Sendable {
    var name = "Ada"
    var nickname: String?
  }

  /// A row of the table "From Swift to JavaScript": its first column, a value, and JavaScript's description of it.
  private struct Row: Sendable {
    var label: String
    var value: any Encodable & Sendable
    var description: String
  }

  private static let rows: [Row] = [
    Row(label: "`Bool`, `String`", value: true, description: "boolean true"),
    Row(label: "`Bool`, `String`", value: "a", description: "string a"),
    Row(label: "`Double`, `Float`", value: -0.0, description: "number -0"),
    Row(label: "`Double`, `Float`", value: Double.nan, description: "number NaN"),
    Row(label: "`Double`, `Float`", value: Float(0.5), description: "number 0.5"),
    Row(label: "larger integers", value: Int64.max, description: "bigint 9223372036854775807"),
    Row(label: "`Optional.none` in an object", value: Person(), description: #"Object {"name":"Ada"}"#),
    Row(label: "`Optional.none` as a result", value: Int?.none, description: "null"),
    Row(label: "`Array`, `Set`", value: [1, 2], description: "Array [1,2]"),
    Row(label: "`Array`, `Set`", value: Set([1]), description: "Array [1]"),
    Row(label: "`Dictionary` with text keys", value: ["a": 1], description: #"Object {"a":1}"#),
    Row(label: "an `enum` with raw values", value: Level.high, description: "string high"),
    Row(label: "`Date`", value: Date(timeIntervalSince1970: 1), description: #"Date "1970-01-01T00:00:01.000Z""#),
    Row(label: "`URL`", value: URL(string: "https://example.org/a")!, description: "string https://example.org/a"),
    Row(label: "`Data`, `[UInt8]`, `BridgeBytes`", value: Data([1]), description: #"Uint8Array {"0":1}"#),
    Row(label: "`Data`, `[UInt8]`, `BridgeBytes`", value: [UInt8(1)], description: #"Uint8Array {"0":1}"#),
    Row(label: "`Data`, `[UInt8]`, `BridgeBytes`", value: BridgeBytes([1]), description: #"Uint8Array {"0":1}"#),
    Row(label: "`BridgeValue`", value: BridgeValue.map([]), description: "Map {}"),
    Row(label: "`BridgeValue`", value: BridgeValue.set([]), description: "Set {}"),
    Row(label: "`BridgeValue`", value: BridgeValue.bigInt("7"), description: "bigint 7"),
    Row(label: "`BridgeValue`", value: BridgeValue.undefined, description: "undefined"),
  ]

  private static let describe = """
    const describe = (value) => {
      if (value === null || value === undefined) return String(value);
      if (Object.is(value, -0)) return "number -0";
      return typeof value === "object" ? `${value.constructor.name} ${JSON.stringify(value)}` : `${typeof value} ${value}`;
    };
    """

  private func article(_ name: String = "TypeMapping") throws -> String {
    let file = repositoryFile("Sources/Bridge/Causeway/Causeway.docc/Articles/\(name).md")
    return try String(contentsOf: file, encoding: .utf8)
  }

  @Test func `each row from Swift to JavaScript`() async throws {
    let article = try article()
    let lab = Lab()
    func handle(_ name: String, _ value: some Encodable & Sendable) { lab.bridge.handle(name) { () throws in value } }
    for (number, row) in TypeMappingTests.rows.enumerated() { handle("row\(number)", row.value) }
    lab.bridge.handle("nothing") {}
    let runtime = try await lab.runtime()
    try await runtime.evaluate(TypeMappingTests.describe)
    for (number, row) in TypeMappingTests.rows.enumerated() {
      #expect(article.contains("\n| \(row.label)"), "\(row.label)")
      let described = try await runtime.evaluate("bridge.call('row\(number)').then(describe)", returning: String.self)
      #expect(described == row.description, "\(row.label)")
    }
    let nothing = try await runtime.evaluate("bridge.call('nothing').then(describe)", returning: String.self)
    #expect(nothing == "undefined" && article.contains("| `Void` | `undefined` |"))
    await runtime.close()
  }

  private struct Optionals: Decodable, Sendable {
    var one: Int?
    var other: Int?
  }
  private struct Items: Decodable, Sendable {
    struct Item: Decodable, Sendable { var price: Double }
    var items: [Item]
  }

  @Test func `each row from JavaScript to Swift`() async throws {
    let lab = Lab()
    lab.bridge.handle("optionals") { (value: Optionals) in value.one == nil && value.other == nil }
    lab.bridge.handle("integer") { (value: Int) in value == Int.max }
    lab.bridge.handle("small") { (value: Int8) in value == -128 }
    lab.bridge.handle("long") { (value: BridgeValue) in value == .bigInt(String(repeating: "9", count: 4096)) }
    lab.bridge.handle("date") { (value: Date) in value.timeIntervalSince1970 == 1 }
    lab.bridge.handle("bytes") { (value: [UInt8]) in value == [1, 2] }
    lab.bridge.handle("data") { (value: Data) in value == Data([1, 2]) }
    lab.bridge.handle("map") { (value: BridgeValue) in value == .map([BridgePair(1, "a")]) }
    lab.bridge.handle("set") { (value: BridgeValue) in value == .set([1]) }
    lab.bridge.handle("error") { (value: BridgeValue) throws -> Bool in
      if case .error = value { true } else { false }
    }
    lab.bridge.handle("object") { (value: BridgeValue) in value == ["x": 1] }
    lab.bridge.handle("text") { (value: String) in value == "a\u{FFFD}" }
    lab.bridge.handle("items") { (value: Items) in value.items.isEmpty }
    let runtime = try await lab.runtime()
    for call in [
      "'optionals', { one: undefined, other: null }", "'optionals', {}", "'integer', 2n ** 63n - 1n", "'small', -128",
      "'long', 10n ** 4096n - 1n", "'date', new Date(1000)", "'bytes', new Uint8Array([1, 2])",
      "'bytes', new Uint8Array([1, 2]).buffer", "'data', new DataView(new Uint8Array([1, 2]).buffer)",
      "'map', new Map([[1, 'a']])", "'set', new Set([1])", "'error', new TypeError('t')",
      "'object', new class Point { x = 1 }", "'text', 'a\\ud800'",
    ] {
      let fits = try await runtime.evaluate("bridge.call(\(call))", returning: Bool.self)
      #expect(fits, "\(call)")
    }
    for (call, path) in [
      ("'items', { items: [{ price: 1 }, { price: 2 }, { price: 3 }, { price: 'much' }] }", "params.items[3].price"),
      ("'small', 128", "params"), ("'object', { f() {} }", "params.f"), ("'object', Symbol()", "params"),
      ("'object', [Promise.resolve()]", "params[0]"), ("'object', { url: new URL('https://a') }", "params.url"),
      ("'object', (() => { const a = {}; a.a = a; return a })()", "params.a"),
    ] {
      let refusal = try await runtime.evaluate(
        "bridge.call(\(call)).then(String, ({ code, data }) => `${code} ${data.path}`)", returning: String.self)
      #expect(refusal == "INVALID_ARGUMENT \(path)", "\(call)")
    }
    #expect(try article().contains("`params.items[3].price`"))
    await runtime.close()
  }

  @Test func `the table of limits has each limit with its default`() throws {
    let article = try article("SecurityModel")
    let rows = article.matches(of: /(?m)^\| `(\w+)` \| ([\d,]+)( MiB)? \|/).map { row in
      let number = Int(row.2.replacing(",", with: "")) ?? 0
      return "\(row.1) \(row.3 == nil ? number : number << 20)"
    }
    #expect(rows == Mirror(reflecting: Limits()).children.map { "\($0.label ?? "") \($0.value)" })
  }
}
