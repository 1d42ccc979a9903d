import JavaScriptSyntax
import Testing

@testable import JavaScriptModules

/// Work for modules that export much by stars.
@Suite struct StarExportWorkTests {
  private func graph(_ texts: [String: String]) throws -> (graph: ModuleGraph<String>, ids: [String: ModuleID]) {
    var graph = ModuleGraph<String>()
    var ids: [String: ModuleID] = [:]
    for (name, text) in texts.sorted(by: { $0.key < $1.key }) {
      ids[name] = graph.add(ModuleRecord(url: name, try ModuleText(parsing: text)))
    }
    for id in ids.values {
      for (request, target) in graph.record(id).requests.enumerated() {
        if let target = ids[target.specifier] { graph.setTarget(of: id, request: request, to: target) }
      }
    }
    return (graph, ids)
  }

  /// A module that exports all of many others, one name each.
  private func barrel(_ count: Int) -> [String: String] {
    var texts = ["main": (0..<count).map { "export * from 'm\($0)';" }.joined()]
    for index in 0..<count { texts["m\(index)"] = "export const a\(index) = 1; export default 2" }
    return texts
  }

  @Test func `the work for a namespace grows as the modules do`() throws {
    func work(_ count: Int) throws -> Int {
      let (graph, ids) = try graph(barrel(count))
      #expect(graph.namespace(of: try #require(ids["main"])).count == count)
      return graph.starTables.work
    }
    #expect(try work(800) <= 10 * work(100))
  }

  @Test func `the work for many imports of one module grows as the modules do`() throws {
    func work(_ count: Int) throws -> Int {
      var texts = barrel(count)
      texts["user"] = "import { \((0..<count).map { "a\($0)" }.joined(separator: ", ")) } from 'main';"
      var (graph, ids) = try graph(texts)
      try graph.link(try #require(ids["user"]))
      return graph.starTables.work
    }
    #expect(try work(800) <= 10 * work(100))
  }

  @Test func `a table answers as the search does`() throws {
    let texts = [
      "main": "export * from 'a'; export * from 'b'; export * from 'c'; export const own = 1; export default 2",
      "a": "export const x = 1, own = 2, y = 3; export * from 'main'; export { z } from 'd'; export default 1",
      "b": "export const y = 3; export { x } from 'a'; export * from 'd'; export { loop } from 'e'",
      "c": "export * from 'a'; export const only = 4", "d": "export const z = 5, w = 6",
      "e": "export { loop } from 'b'",
    ]
    let names = ["x", "y", "z", "w", "own", "only", "default", "loop", "none"]
    let (searched, ids) = try graph(texts)
    let (tabled, _) = try graph(texts)
    let main = try #require(ids["main"])
    tabled.starTables.expect(100, of: main)
    for name in names {
      let (left, right) = (searched.resolveExport(name, of: main), tabled.resolveExport(name, of: main))
      #expect("\(left)" == "\(right)", "\(name)")
    }
    #expect(tabled.namespace(of: main).map(\.name) == ["default", "only", "own", "w", "x", "z"])
  }
}
