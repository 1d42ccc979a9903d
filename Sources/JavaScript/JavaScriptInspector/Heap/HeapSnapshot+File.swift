import FoundationEssentials

/// The format `.heapsnapshot` of Chrome, Node and Deno.
///
/// Source: V8, src/profiler/heap-snapshot-generator.cc, `HeapSnapshotJSONSerializer`. Nodes and edges are flat lists of numbers,
/// whose fields `snapshot.meta` names; the target of an edge is the place of its node's first field.
extension HeapSnapshot {
  private static let nodeFields = ["type", "name", "id", "self_size", "edge_count"]
  private static let edgeFields = ["type", "name_or_index", "to_node"]

  /// The text of the file, which Chrome's developer tools can open.
  package var text: String {
    func list(_ texts: [String]) -> String {
      String(decoding: JSON.array(texts.map { .string($0) }).text, as: UTF8.self)
    }
    var text = "{\"snapshot\":{\"meta\":{\"node_fields\":\(list(HeapSnapshot.nodeFields)),"
    text += "\"node_types\":[\(list(kinds)),\"string\",\"number\",\"number\",\"number\"],"
    text += "\"edge_fields\":\(list(HeapSnapshot.edgeFields)),"
    text += "\"edge_types\":[\(list(edgeKinds)),\"string_or_number\",\"node\"],"
    text += "\"trace_function_info_fields\":[],\"trace_node_fields\":[],\"sample_fields\":[],\"location_fields\":[]},"
    text += "\"node_count\":\(nodes.count),\"edge_count\":\(edges.count),\"trace_function_count\":0},\n\"nodes\":["
    for (index, node) in nodes.enumerated() {
      if index > 0 { text += ",\n" }
      text += "\(node.kind),\(node.name),\(node.id),\(node.size),\(edgeStarts[index + 1] - edgeStarts[index])"
    }
    text += "],\n\"edges\":["
    for (index, edge) in edges.enumerated() {
      if index > 0 { text += ",\n" }
      text += "\(edge.kind),\(edge.label),\(Int(edge.target) * HeapSnapshot.nodeFields.count)"
    }
    text += "],\n\"trace_function_infos\":[],\"trace_tree\":[],\"samples\":[],\"locations\":[],\n"
    return text + "\"strings\":\(list(strings))}\n"
  }

  private struct File: Decodable {
    struct Snapshot: Decodable { let meta: Meta }
    struct Meta: Decodable {
      let nodeFields: [String]
      let nodeTypes: Types
      let edgeFields: [String]
      let edgeTypes: Types

      enum CodingKeys: String, CodingKey {
        case nodeFields = "node_fields"
        case nodeTypes = "node_types"
        case edgeFields = "edge_fields"
        case edgeTypes = "edge_types"
      }
    }

    /// The names of the kinds, which come first; types of other fields follow.
    struct Types: Decodable {
      let names: [String]
      init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        names = try list.decode([String].self)
      }
    }

    let snapshot: Snapshot
    let nodes: [Int]
    let edges: [Int]
    let strings: [String]
  }

  /// Reads a file that this program, Chrome, Node or Deno wrote.
  ///
  /// - Throws: `INVALID_ARGUMENT` if it is not a heap snapshot.
  package init(bytes: [UInt8]) throws(InspectorError) {
    guard let file = try? JSONDecoder().decode(File.self, from: Data(bytes)) else { throw .badSnapshot }
    let (meta, width) = (file.snapshot.meta, file.snapshot.meta.nodeFields.count)
    let edgeWidth = meta.edgeFields.count
    guard let kind = meta.nodeFields.firstIndex(of: "type"), let name = meta.nodeFields.firstIndex(of: "name"),
      let id = meta.nodeFields.firstIndex(of: "id"), let size = meta.nodeFields.firstIndex(of: "self_size"),
      let count = meta.nodeFields.firstIndex(of: "edge_count"),
      let edgeKind = meta.edgeFields.firstIndex(of: "type"),
      let label = meta.edgeFields.firstIndex(of: "name_or_index"),
      let target = meta.edgeFields.firstIndex(of: "to_node"), file.nodes.count % width == 0,
      file.edges.count % edgeWidth == 0
    else { throw .badSnapshot }
    var nodes: [Node] = []
    var edgeStarts = [0]
    for start in stride(from: 0, to: file.nodes.count, by: width) {
      let edges = file.nodes[start + count]
      guard (0...file.edges.count).contains(edges) else { throw .badSnapshot }
      nodes.append(
        Node(
          kind: Int32(truncatingIfNeeded: file.nodes[start + kind]),
          name: Int32(truncatingIfNeeded: file.nodes[start + name]), id: file.nodes[start + id],
          size: file.nodes[start + size]))
      edgeStarts.append(edgeStarts[edgeStarts.count - 1] + edges)
    }
    var edges: [Edge] = []
    for start in stride(from: 0, to: file.edges.count, by: edgeWidth) {
      let place = file.edges[start + target]
      guard place >= 0, place % width == 0 else { throw .badSnapshot }
      edges.append(
        Edge(
          kind: Int32(truncatingIfNeeded: file.edges[start + edgeKind]),
          label: Int32(truncatingIfNeeded: file.edges[start + label]),
          target: Int32(truncatingIfNeeded: place / width)))
    }
    try self.init(
      nodes: nodes, edgeStarts: edgeStarts, edges: edges, strings: file.strings, kinds: meta.nodeTypes.names,
      edgeKinds: meta.edgeTypes.names)
  }
}
