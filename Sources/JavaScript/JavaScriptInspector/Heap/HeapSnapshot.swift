import FoundationEssentials

/// All values of a JavaScript heap at one moment, and the references between them.
package struct HeapSnapshot: Sendable {
  struct Node: Sendable {
    /// An index of ``kinds``.
    let kind: Int32
    /// Its class or, of some snapshots of other engines, its text: an index of ``strings``.
    let name: Int32
    /// The same in all snapshots of a program.
    let id: Int
    /// Bytes of the value alone.
    let size: Int
  }

  struct Edge: Sendable {
    /// An index of ``edgeKinds``.
    let kind: Int32
    /// The index of an element; otherwise an index of ``strings``.
    let label: Int32
    /// An index of ``nodes``.
    let target: Int32
  }

  /// The first is the root.
  let nodes: [Node]
  /// Where the edges of each node begin, and the count of all.
  let edgeStarts: [Int]
  let edges: [Edge]
  let strings: [String]
  let kinds: [String]
  let edgeKinds: [String]

  /// The size of the largest file that is read, in bytes.
  package static let maximumLength = 1 << 30

  init(
    nodes: [Node], edgeStarts: [Int], edges: [Edge], strings: [String], kinds: [String], edgeKinds: [String]
  ) throws(InspectorError) {
    guard !nodes.isEmpty, nodes.count < Int(Int32.max), edgeStarts.count == nodes.count + 1,
      edgeStarts.last == edges.count, edges.allSatisfy({ nodes.indices.contains(Int($0.target)) }),
      nodes.allSatisfy({
        kinds.indices.contains(Int($0.kind)) && strings.indices.contains(Int($0.name))
          && (0...HeapSnapshot.maximumSize).contains($0.size)
      }), edges.allSatisfy({ edgeKinds.indices.contains(Int($0.kind)) })
    else { throw .badSnapshot }
    (self.nodes, self.edgeStarts, self.edges, self.strings) = (nodes, edgeStarts, edges, strings)
    (self.kinds, self.edgeKinds) = (kinds, edgeKinds)
  }

  /// Keeps sums within an integer.
  private static let maximumSize = 1 << 30

  func edges(of node: Int) -> ArraySlice<Edge> { edges[edgeStarts[node]..<edgeStarts[node + 1]] }

  /// The class of a node's value.
  func className(of node: Int) -> String {
    switch kinds[Int(nodes[node].kind)] {
    case "string", "concatenated string", "sliced string": "(string)"
    default: strings[Int(nodes[node].name)]
    }
  }
}

extension InspectorError {
  static let badSnapshot = InspectorError(.invalidArgument, "Not a heap snapshot.")
}

// MARK: The engine's text

extension HeapSnapshot {
  /// Source: WebKit, Source/JavaScriptCore/heap/HeapSnapshotBuilder.cpp, `HeapSnapshotBuilder::json`, version 3.
  private struct EngineText: Decodable {
    let version: Int
    /// Identifier, size, class name and flags of each node.
    let nodes: [Int]
    let nodeClassNames: [String]
    /// Two identifiers, a kind, and an index or a name, of each edge.
    let edges: [Int]
    let edgeTypes: [String]
    let edgeNames: [String]
  }

  private static let engineKinds = ["hidden", "string", "object", "closure", "symbol", "bigint", "synthetic"]

  /// Reads the text of the engine's inspector.
  init(engineText: String) throws(InspectorError) {
    guard let text = try? JSONDecoder().decode(EngineText.self, from: Data(engineText.utf8)), text.version == 3,
      text.nodes.count % 4 == 0, text.edges.count % 4 == 0
    else { throw .badSnapshot }
    var nodes: [Node] = []
    var indices: [Int: Int32] = [:]
    for start in stride(from: 0, to: text.nodes.count, by: 4) {
      let (id, size) = (text.nodes[start], text.nodes[start + 1])
      guard let name = Int32(exactly: text.nodes[start + 2]), text.nodeClassNames.indices.contains(Int(name)) else {
        throw .badSnapshot
      }
      let kind = HeapSnapshot.kind(of: text.nodeClassNames[Int(name)], flags: text.nodes[start + 3])
      indices[id] = Int32(nodes.count)
      nodes.append(
        Node(kind: Int32(HeapSnapshot.engineKinds.firstIndex(of: kind) ?? 0), name: name, id: id, size: size))
    }
    let edgeKinds = ["internal", "property", "element", "context"]
    let kindOfType = ["Internal": 0, "Property": 1, "Index": 2, "Variable": 3] as [String: Int32]
    var lists: [[Edge]] = Array(repeating: [], count: nodes.count)
    for start in stride(from: 0, to: text.edges.count, by: 4) {
      guard let source = indices[text.edges[start]], let target = indices[text.edges[start + 1]],
        text.edgeTypes.indices.contains(text.edges[start + 2]),
        let kind = kindOfType[text.edgeTypes[text.edges[start + 2]]],
        let label = Int32(exactly: kind == 0 ? 0 : text.edges[start + 3]),
        kind == 0 || kind == 2 || text.edgeNames.indices.contains(Int(label))
      else { throw .badSnapshot }
      // The names of edges follow those of classes.
      let shift = kind == 2 || kind == 0 ? 0 : Int32(text.nodeClassNames.count)
      lists[Int(source)].append(Edge(kind: kind, label: label + shift, target: target))
    }
    var edgeStarts = [0]
    for list in lists { edgeStarts.append(edgeStarts[edgeStarts.count - 1] + list.count) }
    try self.init(
      nodes: nodes, edgeStarts: edgeStarts, edges: Array(lists.joined()), strings: text.nodeClassNames + text.edgeNames,
      kinds: HeapSnapshot.engineKinds, edgeKinds: edgeKinds)
  }

  private static func kind(of name: String, flags: Int) -> String {
    switch name {
    case "string", "symbol": name
    case "BigInt", "HeapBigInt": "bigint"
    case "Function": "closure"
    case "<root>": "synthetic"
    // The first flag is for the engine's own values, the second for objects.
    default: flags & 1 == 0 ? "object" : "hidden"
    }
  }
}
