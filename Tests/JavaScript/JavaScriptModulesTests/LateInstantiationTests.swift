import JavaScriptSyntax
import Testing

@testable import JavaScriptModules

/// Modules whose exports nobody can read before they are executed are instantiated when they are executed.
@Suite struct LateInstantiationTests {
  /// The names of the modules that are instantiated late, of a graph that is linked from its first module.
  private func late(_ model: GraphModel, from name: String = "a") throws -> [String] {
    var graph = model.graph
    try graph.link(try #require(model.ids[name]))
    return model.ids.filter { graph.isInstantiatedLate($0.value) }.map(\.key).sorted()
  }

  @Test func `modules outside of cycles are`() throws {
    #expect(try late(GraphModel("a: b c", "b: d", "c: d", "d*")) == ["a", "b", "c", "d"])
  }

  @Test func `modules of a cycle are not, those around it are`() throws {
    #expect(try late(GraphModel("a: b", "b: c", "c: d b", "d")) == ["a", "d"])
    #expect(try late(GraphModel("a: b", "b: c", "c: a d", "d")) == ["d"])
  }

  @Test func `a module that imports itself is not`() throws {
    #expect(try late(GraphModel("a: a b", "b")) == ["b"])
  }

  @Test func `modules above a CommonJS module are not`() throws {
    var graph = ModuleGraph<String>()
    let position = ModuleText.Position(line: 1, column: 1)
    func add(_ name: String, _ requests: Int) -> ModuleID {
      let list = (0..<requests).map { ModuleText.Request(specifier: "\($0)", position: position) }
      return graph.add(ModuleRecord(url: name, ModuleText(code: "", requests: list)))
    }
    let (top, middle, other) = (add("top", 2), add("middle", 1), add("other", 0))
    let common = graph.add(ModuleRecord(url: "common", exports: ["default"], isCommonJS: true))
    graph.setTarget(of: top, request: 0, to: middle)
    graph.setTarget(of: top, request: 1, to: other)
    graph.setTarget(of: middle, request: 0, to: common)
    try graph.link(top)
    #expect([top, middle, common, other].map { graph.isInstantiatedLate($0) } == [false, false, false, true])
  }
}
