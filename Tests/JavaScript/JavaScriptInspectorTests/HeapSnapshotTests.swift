import Testing

@testable import JavaScriptInspector

/// Tests of snapshots of a heap.
@Suite struct HeapSnapshotTests {
  /// Like the texts of JavaScriptCoreGTK 2.48: the root keeps A and C; A keeps B, B keeps D; C keeps D, too, and E, which keeps F.
  ///
  /// Nodes are identifier, size, class and flags; edges two identifiers, a kind, and an index or name.
  private static let text = """
    {"version":3,"type":"Inspector",
    "nodes":[0,0,0,0, 10,100,1,2, 11,20,2,2, 12,300,1,2, 13,4000,3,0, 14,50,2,2, 15,7,1,2, 99,1,4,1],
    "nodeClassNames":["<root>","Big","Small","string","Structure"],
    "edges":[0,10,0,0, 0,12,0,0, 10,11,1,0, 11,13,2,5, 12,13,1,1, 12,14,3,0, 14,15,1,1, 15,12,1,0],
    "edgeTypes":["Internal","Property","Index","Variable"],"edgeNames":["one","two"]}
    """

  private func example() throws -> HeapSnapshot { try HeapSnapshot(engineText: HeapSnapshotTests.text) }

  @Test func `a class retains what only its values keep`() throws {
    let summary = HeapSummary(try example())
    #expect(summary.classes["Big"] == .init(count: 3, size: 407, retained: 120 + 357))
    #expect(summary.classes["Small"] == .init(count: 2, size: 70, retained: 20 + 57))
    // Two values keep it, so that it would stay without either.
    #expect(summary.classes["(string)"] == .init(count: 1, size: 4000, retained: 4000))
    // The root does not lead to it.
    #expect(summary.classes["Structure"] == nil)
    #expect(summary.total == .init(count: 6, size: 4477, retained: 4477))
  }

  @Test func `a written file is read`() throws {
    let snapshot = try example()
    let read = try HeapSnapshot(bytes: Array(snapshot.text.utf8))
    #expect(read.text == snapshot.text)
    #expect(HeapSummary(read).classes == HeapSummary(snapshot).classes)
    #expect(read.edges(of: 3).map { read.strings[Int($0.label)] } == ["two", "one"])
  }

  @Test func `a long list needs no deep stack`() throws {
    let count = 100_000
    let nodes = (0..<count).map { "\($0),1,0,2" }.joined(separator: ",")
    let edges = (1..<count).map { "\($0 - 1),\($0),0,0" }.joined(separator: ",")
    let snapshot = try HeapSnapshot(
      engineText: "{\"version\":3,\"nodes\":[\(nodes)],\"nodeClassNames\":[\"N\"],\"edges\":[\(edges)],"
        + "\"edgeTypes\":[\"Internal\"],\"edgeNames\":[]}")
    #expect(HeapSummary(snapshot).classes["N"] == .init(count: count - 1, size: count - 1, retained: count - 1))
  }

  @Test(arguments: [
    ("10,100,1,2", "10,100,9,2"), ("10,100,1,2", "10,-1,1,2"), ("10,100,1,2", "10,9223372036854775807,1,2"),
    ("0,10,0,0, ", "0,77,0,0, "), ("0,10,0,0, ", "0,10,8,0, "), ("10,11,1,0", "10,11,1,5"), ("10,11,1,0", "10,11,1"),
    ("\"version\":3", "\"version\":9"), ("\"Property\"", "\"Other\""), ("[0,0,0,0, 10", "[0,0,0, 10"),
  ])
  func `a wrong text of the engine is refused`(old: String, new: String) {
    let text = HeapSnapshotTests.text.replacing(old, with: new)
    #expect(text != HeapSnapshotTests.text)
    #expect(throws: InspectorError.self) { try HeapSnapshot(engineText: text) }
  }

  @Test func `a file that is cut off at any place is refused`() throws {
    let bytes = Array(try example().text.utf8)
    for end in 0..<(bytes.count - 2) {
      #expect(throws: InspectorError.self) { try HeapSnapshot(bytes: Array(bytes[..<end])) }
    }
  }

  @Test(arguments: [
    ("\"nodes\":[", "\"nodes\":[-1,"), ("\"to_node\"", "\"other\""), ("\"self_size\"", "\"type\""),
    ("\"edges\":[\n0,0,5", "\"edges\":[\n0,0,6"), ("\"edges\":[\n0,0,5", "\"edges\":[\n0,0,5000"),
    ("\"edges\":[\n0,0,5", "\"edges\":[\n0,0,-5"), ("\"edges\":[\n0,0,5", "\"edges\":[\n99,0,5"),
    ("\"node_fields\":[", "\"node_fields\":[],\"x\":["),
  ])
  func `a wrong file is refused`(old: String, new: String) throws {
    let text = try example().text.replacing("\"edges\":[0", with: "\"edges\":[\n0")
    let changed = text.replacing(old, with: new)
    #expect(changed != text)
    #expect(throws: InspectorError.self) { try HeapSnapshot(bytes: Array(changed.utf8)) }
  }
}
