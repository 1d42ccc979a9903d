import Testing

@testable import JavaScriptModules

@Suite(.timeLimit(.minutes(5))) struct SourceMapTests {
  private func original(_ json: String, _ line: Int, _ column: Int) -> String? {
    SourceMap(Array(json.utf8))?.originals(of: [.init(line: line, column: column)])[0]
      .map { "\($0.source):\($0.line):\($0.column)" }
  }

  private func map(_ mappings: String, sources: String = #"["a.ts"]"#, more: String = "") -> String {
    #"{"version":3,"sources":\#(sources),"mappings":"\#(mappings)"\#(more)}"#
  }

  @Test func `the nearest mapping before a column counts`() {
    // Columns 0, 4 and 8 of the first line, 2 of the third: to lines 1, 2, 3 and 5.
    let json = map("AAAA,IACE,IACE;;EAEJ")
    #expect(original(json, 1, 1) == "a.ts:1:1")
    #expect(original(json, 1, 4) == "a.ts:1:1")
    #expect(original(json, 1, 5) == "a.ts:2:3")
    #expect(original(json, 1, 1000) == "a.ts:3:5")
    #expect(original(json, 2, 1) == nil)
    #expect(original(json, 3, 2) == nil)
    #expect(original(json, 3, 3) == "a.ts:5:1")
    #expect(original(json, 4, 1) == nil)
    #expect(original(json, 0, 0) == nil)
  }

  @Test func `the first code of a place is found, or that of the next line that has some`() {
    func generated(_ json: String, _ line: Int, _ column: Int = 1, in source: String = "a.ts") -> String? {
      SourceMap(Array(json.utf8))?.generated([.init(line: line, column: column)], in: source)[0]
        .map { "\($0.generated.line):\($0.generated.column) of \($0.original.line):\($0.original.column)" }
    }
    let json = map("AAAA,IACE,IACE;;EAEJ")
    #expect(generated(json, 1) == "1:1 of 1:1")
    #expect(generated(json, 1, 2) == "1:5 of 2:3")
    #expect(generated(json, 3) == "1:9 of 3:5")
    #expect(generated(json, 4) == "3:3 of 5:1")
    #expect(generated(json, 6) == nil)
    #expect(generated(json, 0) == "1:1 of 1:1")
    #expect(generated(json, 1, in: "b.ts") == nil)
    #expect(generated(map("AAAA,!"), 1) == nil)
    let index = #"{"version":3,"sections":[{"offset":{"line":2,"column":3},"map":\#(map("AAAA;AACA"))}]}"#
    #expect(generated(index, 1) == "3:4 of 1:1")
    #expect(generated(index, 2) == "4:1 of 2:1")
    #expect(SourceMap(Array(json.utf8))?.sources == ["a.ts"])
  }

  @Test func `roots, contents and names`() {
    let json = map("AAAAA", more: #", "sourceRoot":"src","sourcesContent":["text"],"names":["x"],"file":"x.js""#)
    #expect(original(json, 1, 1) == "src/a.ts:1:1")
    #expect(SourceMap(Array(json.utf8))?.originals(of: [.init(line: 1, column: 1)])[0]?.content == "text")
    #expect(original(")]}'\n" + map("AAAA"), 1, 1) == "a.ts:1:1")
  }

  @Test func `a column without an original place has none`() {
    #expect(original(map("AAAA,E"), 1, 3) == nil)
    #expect(original(map("AAAA"), 1, 3) == "a.ts:1:1")
    #expect(original(map("AAAA", sources: "[null]"), 1, 1) == nil)
  }

  @Test func `columns out of order are found`() {
    // Columns 8, 0 and 4.
    let json = map("QAAA,RACA,IACA")
    #expect(original(json, 1, 3) == "a.ts:2:1")
    #expect(original(json, 1, 6) == "a.ts:3:1")
    #expect(original(json, 1, 9) == "a.ts:1:1")
  }

  @Test func `an index map has its sections`() {
    let first = map("AAAA;AACA")
    let second = map("AAAA;AACA", sources: #"["b.ts"]"#)
    let json = """
      {"version":3,"sections":[{"offset":{"line":0,"column":0},"map":\(first)},
       {"offset":{"line":1,"column":10},"map":\(second)}]}
      """
    #expect(original(json, 1, 1) == "a.ts:1:1")
    #expect(original(json, 2, 10) == "a.ts:2:1")
    #expect(original(json, 2, 11) == "b.ts:1:1")
    #expect(original(json, 3, 1) == "b.ts:2:1")
  }

  @Test(
    arguments: [
      "", "{", "[]", "3", "null", "{}", #"{"version":2,"sources":[],"mappings":""}"#, #"{"version":"3"}"#,
      #"{"version":3}"#, #"{"version":3,"sources":["a"]}"#, #"{"version":3,"sources":{},"mappings":""}"#,
      #"{"version":3,"sources":["a"],"mappings":7}"#, #"{"version":3,"sections":{}}"#,
      #"{"version":3,"sections":[{"offset":{"line":-1,"column":0},"map":{"version":3,"sources":[],"mappings":""}}]}"#,
      #"{"version":3,"sections":[{"offset":{"line":0,"column":1e99},"map":{"version":3,"sources":[],"mappings":""}}]}"#,
      #"{"version":3,"sections":[{"offset":{"line":0,"column":0},"map":{"version":3,"sections":[]}}]}"#,
      #"{"version":3,"sections":[{"offset":{"line":5,"column":0},"map":{"version":3,"sources":[],"mappings":""}},{"offset":{"line":1,"column":0},"map":{"version":3,"sources":[],"mappings":""}}]}"#,
    ]) func `what is no map is none`(json: String)
  {
    #expect(SourceMap(Array(json.utf8)) == nil)
  }

  @Test(
    arguments: [
      "AA", "AAA", "AAAAAA", "!AAA", "A", "AAA=", "g", "gggggggggggggggggggA", "D", "ADAA", "AADA", "AAAD", "ACAA",
      "+/////DAAA", "gAAA,AAAA", "AAAA,AAg", "é", "AAAA,AAAA\u{0}",
    ]) func `bad mappings have no places`(mappings: String)
  {
    #expect(original(map(mappings), 1, 1) == nil)
  }

  @Test func `mappings behind the last question are not read`() {
    #expect(original(map("AAAA;!!!"), 1, 1) == "a.ts:1:1")
  }

  @Test func `a map cut at any byte traps nowhere`() {
    let bytes = Array(map("AAAA,IACE,IACE;;EAEJ", more: #","sourcesContent":["a\u00e9"]"#).utf8)
    for count in bytes.indices {
      _ = SourceMap(Array(bytes[..<count]))?.originals(of: [.init(line: 1, column: 1)])
    }
  }

  @Test func `a map over the limit is not read`() {
    let json = map(String(repeating: ";", count: SourceMap.maximumBytes))
    #expect(SourceMap(Array(json.utf8)) == nil)
  }

  @Test func `the comment is found in the last lines`() {
    #expect(SourceMapReference.find(in: "a\n//# sourceMappingURL=a.js.map\n") == "a.js.map")
    #expect(SourceMapReference.find(in: "a;//@ sourceMappingURL=a.js.map") == "a.js.map")
    #expect(SourceMapReference.find(in: "//# sourceMappingURL=a.map\n//# sourceMappingURL=b.map\r\n\n") == "b.map")
    #expect(SourceMapReference.find(in: "//# sourceMappingURL=a.map\n// later\n") == "a.map")
    for text in [
      "", "\n", "//# sourceMappingURL=", "// sourceMappingURL=a", "//# sourceURL=a", "//#sourceMappingURL=a",
    ] {
      #expect(SourceMapReference.find(in: text) == nil, "\(text)")
    }
  }

  @Test func `data URLs are decoded`() {
    #expect(SourceMapReference.data(of: "data:application/json;base64,e30=") == Array("{}".utf8))
    #expect(SourceMapReference.data(of: "data:application/json;charset=utf-8;base64,e30") == Array("{}".utf8))
    #expect(SourceMapReference.data(of: "data:application/json,%7B%7d") == Array("{}".utf8))
    for url in ["data:", "data:,%", "data:,%zz", "data:;base64,e30!", "x.map", "data:application/json;base64"] {
      #expect(SourceMapReference.data(of: url) == nil, "\(url)")
    }
  }

  @Test func `names are relative to the map`() {
    #expect(SourceFiles.name(of: "a.ts", from: "file:///p/dist/a.js.map") == "file:///p/dist/a.ts")
    #expect(SourceFiles.name(of: "../src/a.ts", from: "file:///p/dist/a.js.map") == "file:///p/src/a.ts")
    #expect(SourceFiles.name(of: "../src/a.ts", from: "dist/a.js") == "src/a.ts")
    #expect(SourceFiles.name(of: "../../a.ts", from: "dist/a.js") == "../a.ts")
    #expect(SourceFiles.name(of: "a.ts", from: "a.js") == "a.ts")
    #expect(SourceFiles.name(of: "webpack:///src/a.ts", from: "a.js") == "webpack:///src/a.ts")
    #expect(SourceFiles.name(of: "/src/a.ts", from: "/p/dist/a.js") == "/src/a.ts")
    #expect(SourceFiles.name(of: "../src/a.ts", from: "/p/dist/a.js") == "/p/src/a.ts")
  }

  @Test func `nothing outside of the root is read`() {
    let files = SourceFiles(.memory(["a.map": "{}"]))
    #expect(files.bytes(of: "memory:///a.map") == Array("{}".utf8))
    #expect(files.bytes(of: "file:///etc/hostname") == nil)
    #expect(files.bytes(of: "/etc/hostname") == nil)
    #expect(files.bytes(of: "memory:///none") == nil)
  }
}
