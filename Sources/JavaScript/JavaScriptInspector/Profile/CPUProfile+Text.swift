extension CPUProfile {
  /// The profile as `.cpuprofile`, which Chrome's developer tools, Visual Studio Code and speedscope open.
  ///
  /// Source: Chrome DevTools Protocol, `Profiler.Profile`; times in microseconds, lines and columns from 0.
  package var text: String {
    var nodes = self.nodes.indices.map { index in
      let node = self.nodes[index]
      let function = functions[node.function]
      let frame: JSON = [
        "functionName": .string(function.name), "scriptId": "0", "url": .string(function.url),
        "lineNumber": JSON(firstLines[node.function] - 1), "columnNumber": JSON(function.url.isEmpty ? -1 : 0),
      ]
      return String(
        decoding: ([
          "id": JSON(index + 1), "callFrame": frame, "hitCount": JSON(node.hits),
          "children": .array(node.children.map { JSON($0 + 1) }),
          "positionTicks": .array(
            node.lines.sorted { $0.key < $1.key }.map { ["line": JSON($0.key), "ticks": JSON($0.value)] }),
        ] as JSON).text, as: UTF8.self)
    }.joined(separator: ",\n")
    let start = samples.first?.time ?? 0
    let end = (samples.last?.time ?? 0) + (durations.last ?? 0)
    let ids = samples.map { String($0.node + 1) }.joined(separator: ",")
    let deltas = samples.indices.map { String($0 == 0 ? 0 : samples[$0].time - samples[$0 - 1].time) }
    nodes = "{\"nodes\":[\n\(nodes)],\n\"startTime\":\(start),\"endTime\":\(end),\n"
    return nodes + "\"samples\":[\(ids)],\n\"timeDeltas\":[\(deltas.joined(separator: ","))]}\n"
  }

  /// A function and the time that it took.
  package struct Entry: Sendable {
    package let name: String
    /// Empty for native code.
    package let url: String
    /// The first known line, counted from 1; 0 for native code.
    package let line: Int
    /// In its own code, and including the functions that it called.
    package var own = Duration.zero
    package var total = Duration.zero
  }

  /// The functions, sorted by the time in their own code, longest first, and the total time.
  package var entries: (list: [Entry], sum: Duration) {
    var own = Array(repeating: 0, count: nodes.count)
    for (sample, duration) in zip(samples, durations) { own[sample.node] += duration }
    // A node's number is larger than its caller's.
    var total = own
    for index in nodes.indices.reversed() where index > 0 { total[nodes[index].parent] += total[index] }
    var list = functions.indices.map { Entry(name: functions[$0].name, url: functions[$0].url, line: firstLines[$0]) }
    for index in nodes.indices where index > 1 && !isIdle(index) {
      let function = nodes[index].function
      list[function].own += .microseconds(own[index])
      if !isRecursive(index) { list[function].total += .microseconds(total[index]) }
    }
    let sum = Duration.microseconds(total[0] - total[1])
    return (list.filter { $0.total > .zero }.sorted { ($0.own, $0.total) > ($1.own, $1.total) }, sum)
  }

  /// Whether a node is a handler for whose answer the program waited.
  private func isIdle(_ index: Int) -> Bool {
    var caller = nodes[index].parent
    while caller > 1 { caller = nodes[caller].parent }
    return caller == 1
  }

  /// Whether a node's function is among its callers.
  private func isRecursive(_ index: Int) -> Bool {
    var caller = nodes[index].parent
    while caller > 0 {
      if nodes[caller].function == nodes[index].function { return true }
      caller = nodes[caller].parent
    }
    return false
  }
}
