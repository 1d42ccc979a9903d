/// The memory that the values of each class take in a heap.
package struct HeapSummary: Sendable {
  package struct Entry: Sendable, Equatable {
    package var count = 0
    /// The bytes of the values themselves.
    package var size = 0
    /// The bytes that would be freed with them: their own, and those of all values that only they keep alive.
    package var retained = 0

    package static let none = Entry()
  }

  /// The key is the name of the class.
  package private(set) var classes: [String: Entry] = [:]
  package private(set) var total = Entry()

  package init(_ snapshot: HeapSnapshot) {
    let tree = DominatorTree(snapshot)
    var retained = snapshot.nodes.map(\.size)
    // A node comes after the one that it depends on.
    for node in tree.order.reversed() where node != 0 { retained[tree.parent[node]] += retained[node] }
    let names = (0..<snapshot.nodes.count).map(snapshot.className)
    for node in tree.order where node != 0 {
      classes[names[node], default: Entry()].count += 1
      classes[names[node], default: Entry()].size += snapshot.nodes[node].size
      total.count += 1
      total.size += snapshot.nodes[node].size
    }
    total.retained = total.size
    addRetained(tree, retained, names)
  }

  /// Adds what values retain to their classes, once where one of a class is within another.
  private mutating func addRetained(_ tree: DominatorTree, _ retained: [Int], _ names: [String]) {
    var open: [String: Int] = [:]
    var stack: [(node: Int, isLeft: Bool)] = [(0, false)]
    while let (node, isLeft) = stack.popLast() {
      if isLeft {
        open[names[node], default: 0] -= 1
        continue
      }
      // The root is no value.
      if node != 0 {
        if open[names[node], default: 0] == 0 { classes[names[node], default: Entry()].retained += retained[node] }
        open[names[node], default: 0] += 1
        stack.append((node, true))
      }
      for child in tree.children(of: node) { stack.append((child, false)) }
    }
  }
}
