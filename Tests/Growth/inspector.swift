import FoundationEssentials

@testable import JavaScriptInspector
@testable import JavaScriptSyntax

@main struct InspectorGrowth {
  static func main() {
    for family in messages + coverage + heaps + maps { family.measure() }
  }

  // MARK: Messages

  private static func json(_ name: String, _ count: Int, _ text: @escaping (Int) -> String) -> Family {
    Family("inspector's JSON", name, count, text: text) { use(try! JSON(text: $0).text) }
  }

  /// Cuts bytes that arrive in pieces into messages.
  private static func debug(_ name: String, _ count: Int, piece: Int = 65_536, _ text: @escaping (Int) -> String)
    -> Family
  {
    Family("debug messages", name, count, text: text) { bytes in
      var reader = DebugMessageReader()
      do {
        for start in stride(from: 0, to: bytes.count, by: piece) {
          reader.append(Array(bytes[start..<min(start + piece, bytes.count)]))
          while let message = try reader.next() { use(message) }
        }
      } catch {
        use(error)
      }
    }
  }

  private static func message(_ body: String) -> String { "Content-Length: \(body.utf8.count)\r\n\r\n\(body)" }

  private static func frames(_ name: String, _ count: Int, _ make: @escaping (Int) -> [UInt8]) -> Family {
    Family("engine's frames", name, count) { count in
      let bytes = make(count)
      return {
        var reader = EngineFrameReader()
        for start in stride(from: 0, to: bytes.count, by: 65_536) {
          reader.append(Array(bytes[start..<min(start + 65_536, bytes.count)]))
          while let frame = try! reader.next() {
            let targets = frame.targets
            precondition(targets != nil || frame.name != "SetTargetList")
            use((frame.message, targets, WebInspectorFrame.text(of: frame)))
          }
        }
      }
    }
  }

  private static var messages: [Family] {
    [
      json("numbers", 300) { "[" + each($0, ",") { "\($0)" } + "]" },
      json("nested arrays", 300) { "[" + nested($0, "[", "]") + "]" },
      json("nested objects", 300) { "[" + nested($0, #"{"a":"#, "}", inner: "1") + "]" },
      json("many members", 300) { "{" + each($0, ",") { #""a\#($0)":1"# } + "}" },
      json("one long string", 32_000) { "[\"" + repeated("a", $0) + "\"]" },
      json("escapes", 1000) { "[\"" + repeated(#"\n\u00e9\ud83d\ude00"#, $0) + "\"]" },
      debug("many", 100) { repeated(message("{}"), $0) },
      debug("many in small pieces", 100, piece: 7) { repeated(message("{}"), $0) },
      debug("many that arrive at once", 500, piece: .max / 2) { repeated(message("{}"), $0) },
      debug("a long one in small pieces", 2000, piece: 64) { message("\"" + repeated("a", $0) + "\"") },
      debug("headers", 80) { repeated("A: b\r\n", $0) + message("{}") },
      debug("a header without an end", 400, piece: 64) { repeated("a", $0) },
      frames("many", 500) { Array(repeatElement(EngineFrame.setup(1).bytes, count: $0).joined()) },
      frames("a long one", 100_000) { EngineFrame.message([UInt8](repeating: 7, count: $0), to: 1).bytes },
      frames("a name without parameters", 32_000) { EngineFrame(name: repeated("a", $0), parameters: []).bytes },
      frames("a list of targets", 200) { count in
        // An array of the ends of its members, in an array.
        var list: [UInt8] = []
        var ends: [Int] = []
        for _ in 0..<count {
          while list.count % 8 != 0 { list.append(0) }
          list += withBytes(of: UInt64(1)) + Array("JavaScript\0a\0b\0".utf8)
          ends.append(list.count)
        }
        let width = list.count + 4 * count > 0xffff ? 4 : 2
        for end in ends { list += withBytes(of: UInt32(end)).prefix(width) }
        let outer = list.count + 1 + 4 > 0xffff ? 4 : 2
        return EngineFrame(
          name: "SetTargetList", parameters: list + [0] + withBytes(of: UInt32(list.count)).prefix(outer)
        ).bytes
      },
    ]
  }

  // MARK: Coverage

  private static func lcov(_ name: String, _ count: Int, _ text: @escaping (Int) -> String) -> Family {
    Family("coverage", name, count) { count in
      let text = text(count)
      return {
        let report = try! CoverageReport(lcov: text)
        var sum = report
        sum.merge(report)
        use((sum.lcov, sum.table))
      }
    }
  }

  /// Counts blocks in blocks, of a text that has as many.
  private static func blocks(
    _ name: String, _ count: Int, _ text: @escaping (Int) -> (text: String, ranges: [ScriptCoverage.Range])
  ) -> Family {
    Family("coverage", name, count) { count in
      let (text, ranges) = text(count)
      let statements = ScriptOutline(parsing: text).words
      let coverage = ScriptCoverage(text: text, prefixLength: 0, ranges: ranges, statements: statements)
      return { use(coverage.file("/a.js", lineCount: 1)) }
    }
  }

  private static var coverage: [Family] {
    [
      lcov("files", 100) { each($0) { "SF:/a/\($0).js\nDA:1,1\nend_of_record\n" } },
      lcov("lines", 200) { "SF:/a.js\n" + each($0) { "DA:\($0 + 1),\($0 % 2)\n" } + "end_of_record\n" },
      lcov("functions", 200) { "SF:/a.js\n" + each($0) { "FN:\($0 + 1),a\($0)\nFNDA:1,a\($0)\n" } + "end_of_record\n" },
      lcov("blocks", 200) { "SF:/a.js\n" + each($0) { "BRDA:\($0 + 1),0,1,1\n" } + "end_of_record\n" },
      lcov("blocks of one line", 200) { "SF:/a.js\n" + each($0) { "BRDA:1,0,\($0 + 1),1\n" } + "end_of_record\n" },
      lcov("lines of other kinds", 300) { "SF:/a.js\n" + repeated("XY:1\n", $0) + "end_of_record\n" },
      lcov("a long path", 1000) { "SF:" + repeated("/a", $0) + "\nend_of_record\n" },
      blocks("blocks of a script", 200) { count in
        (repeated("if(a){b}", count), (0..<count).map { .init(start: $0 * 8 + 5, end: $0 * 8 + 7, count: 1) })
      },
      blocks("ranges in ranges", 200) { count in
        (repeated("if(a){b}", count), (0..<count).map { .init(start: $0 * 4, end: count * 8 - 1 - $0 * 4, count: $0) })
      },
      blocks("functions of a script", 200) { count in
        (repeated("async()=>{a};", count), [.init(start: 0, end: count * 13 - 1, count: 1)])
      },
    ]
  }

  // MARK: Heaps

  private static func heap(_ count: Int, edges: [(Int, Int)]) -> HeapSnapshot {
    var starts = [0]
    var list: [HeapSnapshot.Edge] = []
    for (node, targets) in Dictionary(grouping: edges, by: \.0).merging(
      (0..<count).map { ($0, []) }, uniquingKeysWith: { first, _ in first }
    )
    .sorted(by: { $0.key < $1.key }) {
      for target in targets { list.append(HeapSnapshot.Edge(kind: 0, label: 0, target: Int32(target.1))) }
      precondition(node == starts.count - 1)
      starts.append(list.count)
    }
    let nodes = (0..<count).map { HeapSnapshot.Node(kind: 0, name: Int32($0 % 2), id: $0, size: 1) }
    return try! HeapSnapshot(
      nodes: nodes, edgeStarts: starts, edges: list, strings: ["A", "B"], kinds: ["object"], edgeKinds: ["property"])
  }

  private static func heap(_ name: String, _ count: Int, _ edges: @escaping (Int) -> [(Int, Int)]) -> Family {
    Family("heaps", name, count) { count in
      let snapshot = heap(count, edges: edges(count))
      return { use(HeapSummary(snapshot)) }
    }
  }

  /// Two lists, each of whose members leads to the other's.
  private static func crossed(_ count: Int) -> [(Int, Int)] {
    let half = count / 2
    var edges = [(0, 1), (0, half)]
    for index in 1..<half - 1 {
      let other = index + half - 1
      edges += [(index, index + 1), (other, other + 1), (index, index + half), (other, index)]
    }
    return edges
  }

  /// A list that leads down, whose members lead to those of a list up.
  private static func reached(_ count: Int) -> [(Int, Int)] {
    let half = count / 2
    var edges = [(0, 1)]
    for index in 1..<half { edges += [(index, index + 1), (index, count - index)] }
    for index in half + 1..<count - 1 { edges.append((index + 1, index)) }
    return edges
  }

  private static var heaps: [Family] {
    [
      heap("a list", 500) { count in (1..<count).map { ($0 - 1, $0) } },
      heap("a list whose members share a value", 500) { count in
        (2..<count).flatMap { [($0 - 1, $0), ($0 - 1, 1)] } + [(0, 2), (count - 1, 1)]
      },
      heap("a list in both directions", 500) { count in (1..<count).flatMap { [($0 - 1, $0), ($0, $0 - 1)] } },
      heap("two lists that share their members", 500, crossed),
      heap("a list that is reached at each place", 500, reached),
      heap("values of the root", 500) { count in (1..<count).map { (0, $0) } },
      heap("a tree", 500) { count in (1..<count).map { ($0 / 2, $0) } },
      Family("heaps", "the text of a snapshot", 100) { count in
        let snapshot = heap(count, edges: (1..<count).map { (0, $0) })
        return { use(try! HeapSnapshot(bytes: Array(snapshot.text.utf8))) }
      },
      Family("heaps", "the engine's text", 100) { count in
        let nodes = each(count, ",") { "\($0),1,0,2" }
        let edges = each(count - 1, ",") { "\($0),\($0 + 1),0,0" }
        let text =
          #"{"version":3,"nodes":[\#(nodes)],"nodeClassNames":["N"],"edges":[\#(edges)],"edgeTypes":["Internal"],"edgeNames":[]}"#
        return { use(try! HeapSnapshot(engineText: text)) }
      },
    ]
  }

  // MARK: Maps

  /// The map of a script with so many sources and mappings, as a URL.
  private static func map(_ sources: Int, _ mappings: String) -> String {
    let list = each(sources, ",") { #""a\#($0).js""# }
    let contents = each(sources, ",") { #""b\#($0)""# }
    let json = #"{"version":3,"sources":[\#(list)],"sourcesContent":[\#(contents)],"mappings":"\#(mappings)"}"#
    return "data:application/json;base64," + Data(json.utf8).base64EncodedString()
  }

  private static var maps: [Family] {
    [
      Family("scripts' maps", "sources", 200) { count in
        let url = map(count, "AAAA")
        return {
          let map = ScriptMap(url, ofScript: "/b/c.js")!
          for path in map.paths { use(map.content(ofPath: path)) }
        }
      },
      Family("scripts' maps", "places in one line", 200) { count in
        let url = map(1, repeated("CAAC,", count) + "CAAC")
        return {
          use(
            ScriptMap(url, ofScript: "/b/c.js")!.originals(
              of: (1...count).map { ModuleText.Position(line: 1, column: $0) }))
        }
      },
      Family("scripts' maps", "patterns of names", 1000) { count in
        let name = repeated("a.(", count)
        return { use(ScriptNames.escaped(name)) }
      },
    ]
  }
}
