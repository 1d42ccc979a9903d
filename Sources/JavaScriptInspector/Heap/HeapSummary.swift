/// How much of a heap the values of each class take.
package struct HeapSummary: Sendable {
  package struct Entry: Sendable, Equatable {
    package var count = 0
    /// Bytes of the values alone.
    package var size = 0
    /// Bytes that would be free without them: theirs, and those of all that only they keep.
    package var retained = 0

    package static let none = Entry()
  }

  /// By the name of the class.
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

/// Which node all ways from the root to a node lead through last.
///
/// Source: Cooper, Harvey, Kennedy, "A Simple, Fast Dominance Algorithm".
private struct DominatorTree {
  /// Nodes that the root leads to, each after its parent.
  let order: [Int]
  /// The node that each depends on; the root's is itself.
  private(set) var parent: [Int]
  private var childStarts: [Int] = []
  private var childList: [Int] = []

  init(_ snapshot: HeapSnapshot) {
    let count = snapshot.nodes.count
    // Depth first, without recursion: a list may have a million members.
    var finished: [Int] = []
    var isSeen = Array(repeating: false, count: count)
    var stack = [(node: 0, edge: snapshot.edgeStarts[0])]
    isSeen[0] = true
    while let (node, edge) = stack.last {
      guard edge < snapshot.edgeStarts[node + 1] else {
        finished.append(node)
        stack.removeLast()
        continue
      }
      stack[stack.count - 1].edge += 1
      let target = Int(snapshot.edges[edge].target)
      guard !isSeen[target] else { continue }
      isSeen[target] = true
      stack.append((target, snapshot.edgeStarts[target]))
    }
    let order = Array(finished.reversed())
    self.order = order
    var place = Array(repeating: -1, count: count)
    for (index, node) in order.enumerated() { place[node] = index }
    var sources: [[Int]] = Array(repeating: [], count: count)
    for node in order { for edge in snapshot.edges(of: node) { sources[Int(edge.target)].append(node) } }
    parent = Array(repeating: -1, count: count)
    parent[0] = 0
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      for node in order where node != 0 {
        var best = -1
        for source in sources[node] where parent[source] >= 0 {
          best = best < 0 ? source : common(best, source, place)
        }
        if parent[node] != best {
          parent[node] = best
          hasChanged = true
        }
      }
    }
    childStarts = Array(repeating: 0, count: count + 1)
    for node in order where node != 0 { childStarts[parent[node] + 1] += 1 }
    for index in 0..<count { childStarts[index + 1] += childStarts[index] }
    childList = Array(repeating: 0, count: childStarts[count])
    var next = childStarts
    for node in order where node != 0 {
      childList[next[parent[node]]] = node
      next[parent[node]] += 1
    }
  }

  private func common(_ first: Int, _ second: Int, _ place: [Int]) -> Int {
    var (first, second) = (first, second)
    while first != second {
      while place[first] > place[second] { first = parent[first] }
      while place[second] > place[first] { second = parent[second] }
    }
    return first
  }

  func children(of node: Int) -> ArraySlice<Int> { childList[childStarts[node]..<childStarts[node + 1]] }
}
