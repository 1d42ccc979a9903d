import JavaScriptSyntax

@testable import JavaScriptModules

/// Modules without an engine, written as `a: b c` (imports) or `a* !`: `*` awaits at its top level, `!` throws.
struct GraphModel {
  var graph = ModuleGraph<String>()
  private(set) var ids: [String: ModuleID] = [:]
  private var failing: Set<String> = []
  /// What was done, in order.
  private(set) var log: [String] = []

  init(_ lines: String...) {
    var requests: [(ModuleID, [String])] = []
    for line in lines {
      let parts = line.split(separator: ":", maxSplits: 1)
      let head = parts[0].split(separator: " ")
      let name = head[0].replacing("*", with: "")
      let targets = parts.count > 1 ? parts[1].split(separator: " ").map(String.init) : []
      if head.contains("!") { failing.insert(String(name)) }
      let position = ModuleText.Position(line: 1, column: 1)
      let text = ModuleText(
        code: "", requests: targets.map { ModuleText.Request(specifier: $0, position: position) },
        isAsync: head[0].hasSuffix("*"))
      let id = graph.add(ModuleRecord(url: String(name), text))
      ids[String(name)] = id
      requests.append((id, targets))
    }
    for (id, targets) in requests {
      for (index, target) in targets.enumerated() { graph.setTarget(of: id, request: index, to: ids[target]!) }
    }
  }

  mutating func evaluate(_ name: String) throws {
    try graph.link(ids[name]!)
    _ = graph.takeLinked()
    if graph.evaluate(ids[name]!).isNew { run() }
  }

  mutating func settle(_ name: String, _ failure: String? = nil) {
    log.append("\(name) ended")
    graph.settled(ids[name]!, failure)
    run()
  }

  private mutating func run() {
    while true {
      switch graph.step() {
      case .finished: return
      case .execute(let id):
        let name = graph.record(id).url
        log.append(name)
        graph.executed(id, failing.contains(name) ? "\(name) threw" : nil)
      case .start(let id): log.append("\(graph.record(id).url) started")
      case .settle(let id, let failure): log.append("\(failure.map { "\($0):" } ?? "done:") \(graph.record(id).url)")
      }
    }
  }

  func status(_ name: String) -> ModuleGraph<String>.Status { graph.status(ids[name]!) }
}
