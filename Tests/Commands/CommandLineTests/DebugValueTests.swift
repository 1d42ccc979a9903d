import DebugSupport
import Foundation
import JavaScriptInspector
import Testing

@testable import CausewayCommand

/// How values are shown to a debugger, and what opens below them.
@Suite(.serialized, .timeLimit(.minutes(2))) struct DebugValueTests {
  /// A client of a program that is paused after these statements.
  private func paused(_ statements: String) throws -> (client: DebugClient, scratch: Scratch) {
    let lines = statements.split(separator: "\n", omittingEmptySubsequences: false).count
    let scratch = try Scratch(["main.js": "\(statements)\nglobalThis.done = true;\n"])
    let client = try DebugClient()
    try client.launch(scratch.directory.appendingPathComponent("main.js"), lines: [lines + 1])
    try client.event("stopped")
    return (client, scratch)
  }

  /// The children of a value, as `name=value`; those that open further follow in parentheses.
  private func children(_ client: DebugClient, _ reference: JSON, depth: Int) throws -> String {
    let list = try client.request("variables", ["variablesReference": reference])["variables"]?.array ?? []
    return try list.filter { $0["name"] != "__proto__" && $0["name"] != "[[Prototype]]" }.map { child in
      let text = "\(child["name"]?.string ?? "")=\(child["value"]?.string ?? "")"
      guard depth > 0, let reference = child["variablesReference"], reference != 0 else { return text }
      return try "\(text)(\(children(client, reference, depth: depth - 1)))"
    }.joined(separator: " ")
  }

  @Test func `maps and sets open to their entries`() throws {
    let (client, scratch) = try paused(
      """
      const key = { id: 1 };
      const map = new Map([["key", "value"], [key, [1, 2]]]), set = new Set(["member", 5]), weak = new WeakMap([[key, 1]]);
      const empty = new Map();
      """)
    defer { withExtendedLifetime(scratch) {} }
    func opened(_ expression: String) throws -> String {
      let body = try client.request("evaluate", ["expression": .string(expression), "frameId": 1, "context": "watch"])
      return try "\(body["result"]?.string ?? "") \(children(client, body["variablesReference"] ?? 0, depth: 2))"
    }
    let map = try opened("map")
    #expect(map.hasPrefix("Map(2) {\"key\" => \"value\", "), "\(map)")
    #expect(
      map.contains("[[Entries]]=(0=\"key\" => \"value\"(key=\"key\" value=\"value\") 1={id: 1} => (2) [1, 2]("),
      "\(map)")
    let set = try opened("set")
    #expect(set.hasPrefix("Set(2) {\"member\", 5} ") && set.contains("[[Entries]]=(0=\"member\" 1=5)"), "\(set)")
    #expect(try opened("weak").contains("{id: 1} => 1"))
    #expect(try opened("empty").hasPrefix("Map(0) {} "))
    try client.next()
    try client.event("terminated")
    try client.end()
  }

  @Test func `values are shown with their first members`() throws {
    let (client, scratch) = try paused(
      """
      class Point { constructor() { this.x = 1; this.y = "two"; } }
      const values = { plain: { a: 1, b: "two", c: [3], d: null, e: undefined, f() {} }, point: new Point(), list: [1, "two", { three: 3 }],
        bytes: new Uint8Array([1, 2, 3]), date: new Date(0), error: new TypeError("no"), pattern: /x/g, settled: Promise.resolve(5),
        nothing: Object.create(null), empty: [], long: Array.from({ length: 500 }, (_, n) => n), named: function named() {},
        symbol: Symbol("s"), big: 10n, negative: -0, proxy: new Proxy({ a: 1 }, {}) };
      """)
    defer { withExtendedLifetime(scratch) {} }
    func shown(_ name: String) throws -> String { try client.evaluate("values.\(name)") ?? "" }
    #expect(try shown("plain").hasPrefix("{a: 1, b: \"two\", c: "))
    #expect(try shown("point") == "Point {x: 1, y: \"two\"}")
    #expect(try shown("list").hasPrefix("(3) [1, \"two\", "))
    #expect(try shown("bytes") == "Uint8Array(3) [1, 2, 3]")
    #expect(try shown("empty") == "(0) []")
    #expect(try shown("long").hasPrefix("(500) [0, 1, 2") && shown("long").hasSuffix(", …]"))
    #expect(try shown("date").contains("1970"))
    #expect(try shown("error").hasPrefix("TypeError: no"))
    #expect(try shown("pattern") == "/x/g")
    #expect(try shown("settled").contains("5"))
    #expect(try shown("symbol") == "Symbol(s)")
    #expect(try shown("big") == "10n")
    // Watched expressions may be TypeScript.
    #expect(try client.evaluate("(values.point as any).x! + <number>1") == "2")
    for name in ["nothing", "named", "proxy", "negative"] { #expect(try !shown(name).isEmpty) }
    try client.next()
    try client.event("terminated")
    try client.end()
  }
}
