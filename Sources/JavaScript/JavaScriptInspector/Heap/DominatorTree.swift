/// For each node of a heap, the last node that all paths from the root to it have in common.
///
/// Source: Lengauer, Tarjan, "A Fast Algorithm for Finding Dominators in a Flowgraph", with path compression alone. The work
/// for m edges of n nodes grows with m log n, also for a list whose members all lead to one value.
struct DominatorTree {
  /// Nodes that the root leads to, each after its parent.
  let order: [Int]
  /// The node that each depends on; the root's is itself.
  private(set) var parent: [Int]
  private var childStarts: [Int] = []
  private var childList: [Int] = []

  init(_ snapshot: HeapSnapshot) {
    let count = snapshot.nodes.count
    var search = DominatorSearch(snapshot)
    order = search.order
    parent = Array(repeating: -1, count: count)
    for (index, dominator) in search.dominators().enumerated() { parent[order[index]] = order[dominator] }
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

  func children(of node: Int) -> ArraySlice<Int> { childList[childStarts[node]..<childStarts[node + 1]] }
}

/// The search of a dominator tree, in which nodes are numbers in the order of a depth-first search.
private struct DominatorSearch {
  /// The nodes of the heap by their numbers.
  private(set) var order: [Int] = []
  /// The number from which the search came to each.
  private var origins: [Int] = []
  /// The numbers whose edges lead to each.
  private var sources: [Int] = []
  private var sourceStarts: [Int] = []
  /// The semidominator of each: the lowest number from which a path of higher numbers leads to it.
  private var lowest: [Int]
  /// The end of the compressed path from each number towards the root; -1 before it has a path.
  private var ancestors: [Int]
  /// The number on that path whose `lowest` is least.
  private var best: [Int]

  init(_ snapshot: HeapSnapshot) {
    // Depth first, without recursion: a list may have a million members.
    var numbers = Array(repeating: -1, count: snapshot.nodes.count)
    var stack = [(node: 0, edge: snapshot.edgeStarts[0])]
    numbers[0] = 0
    order = [0]
    origins = [0]
    while let (node, edge) = stack.last {
      guard edge < snapshot.edgeStarts[node + 1] else {
        stack.removeLast()
        continue
      }
      stack[stack.count - 1].edge += 1
      let target = Int(snapshot.edges[edge].target)
      guard numbers[target] < 0 else { continue }
      numbers[target] = order.count
      order.append(target)
      origins.append(numbers[node])
      stack.append((target, snapshot.edgeStarts[target]))
    }
    sourceStarts = Array(repeating: 0, count: order.count + 1)
    for node in order { for edge in snapshot.edges(of: node) { sourceStarts[numbers[Int(edge.target)] + 1] += 1 } }
    for index in order.indices { sourceStarts[index + 1] += sourceStarts[index] }
    sources = Array(repeating: 0, count: sourceStarts[order.count])
    var next = sourceStarts
    for (number, node) in order.enumerated() {
      for edge in snapshot.edges(of: node) {
        let target = numbers[Int(edge.target)]
        sources[next[target]] = number
        next[target] += 1
      }
    }
    lowest = Array(order.indices)
    ancestors = Array(repeating: -1, count: order.count)
    best = lowest
  }

  /// The number that dominates each number.
  mutating func dominators() -> [Int] {
    var dominators = Array(repeating: 0, count: order.count)
    // For each number a list of those whose `lowest` it is.
    var waiting = Array(repeating: -1, count: order.count)
    var nextWaiting = waiting
    for number in order.indices.dropFirst().reversed() {
      for place in sourceStarts[number]..<sourceStarts[number + 1] {
        lowest[number] = min(lowest[number], lowest[leastOnPath(from: sources[place])])
      }
      nextWaiting[number] = waiting[lowest[number]]
      waiting[lowest[number]] = number
      let origin = origins[number]
      ancestors[number] = origin
      var other = waiting[origin]
      while other >= 0 {
        let least = leastOnPath(from: other)
        dominators[other] = lowest[least] < lowest[other] ? least : origin
        other = nextWaiting[other]
      }
      waiting[origin] = -1
    }
    for number in order.indices.dropFirst() where dominators[number] != lowest[number] {
      dominators[number] = dominators[dominators[number]]
    }
    return dominators
  }

  /// The number whose `lowest` is least on the path from a number towards the root, without the end of the path.
  private mutating func leastOnPath(from number: Int) -> Int {
    guard ancestors[number] >= 0 else { return number }
    var path: [Int] = []
    var current = number
    while ancestors[ancestors[current]] >= 0 {
      path.append(current)
      current = ancestors[current]
    }
    // Compression: each number on the path gets the end of it.
    for passed in path.reversed() {
      let ancestor = ancestors[passed]
      if lowest[best[ancestor]] < lowest[best[passed]] { best[passed] = best[ancestor] }
      ancestors[passed] = ancestors[ancestor]
    }
    return best[number]
  }
}
