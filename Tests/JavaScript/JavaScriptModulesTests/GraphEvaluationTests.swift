import JavaScriptSyntax
import Testing

@testable import JavaScriptModules

@Suite struct GraphEvaluationTests {
  @Test func `what is requested runs first, and once`() throws {
    var model = GraphModel("main: a b", "a: c", "b: c", "c")
    try model.evaluate("main")
    #expect(model.log == ["c", "a", "b", "main", "done: main"])
    try model.evaluate("main")
    #expect(model.log.count == 5)
    try model.evaluate("a")
    #expect(model.log.last == "done: a")
  }

  @Test func `a cycle runs in the order of the requests`() throws {
    var model = GraphModel("a: b", "b: c a", "c: a")
    try model.evaluate("a")
    #expect(model.log == ["c", "b", "a", "done: a"])
    try model.evaluate("c")
    #expect(model.log.count == 4, "The cycle has one promise.")
  }

  @Test func `an error is kept for all that led to it`() throws {
    var model = GraphModel("main: a b", "a: bad", "b", "bad !")
    try model.evaluate("main")
    #expect(model.log == ["bad", "bad threw: main"])
    try model.evaluate("a")
    #expect(model.log.last == "bad threw: a")
    try model.evaluate("b")
    #expect(model.log.suffix(2) == ["b", "done: b"])
  }

  @Test func `a module that awaits lets its siblings run, and its parents wait`() throws {
    var model = GraphModel("main: a b", "a*", "b")
    try model.evaluate("main")
    #expect(model.log == ["a started", "b"])
    #expect(model.graph.awaiting(below: model.ids["main"]!) == [model.ids["a"]!])
    model.settle("a")
    #expect(model.log.suffix(2) == ["main", "done: main"])
    #expect(model.graph.awaiting(below: model.ids["main"]!).isEmpty)
  }

  @Test func `parents run in the order in which they were reached`() throws {
    var model = GraphModel("main: p1 p2 p3", "p1: x", "p2: y x", "p3: y", "x*", "y*")
    try model.evaluate("main")
    #expect(model.log == ["x started", "y started"])
    model.settle("y")
    #expect(model.log.last == "p3")
    model.settle("x")
    #expect(model.log.suffix(4) == ["p1", "p2", "main", "done: main"])
  }

  @Test func `a parent that awaits is started when what it waits for has ended`() throws {
    var model = GraphModel("main: a", "a*: b", "b*")
    try model.evaluate("main")
    model.settle("b")
    model.settle("a")
    #expect(model.log == ["b started", "b ended", "a started", "a ended", "main", "done: main"])
  }

  @Test func `a cycle around a module that awaits has one end`() throws {
    var model = GraphModel("main: a", "a: b", "b*: a")
    try model.evaluate("main")
    try model.evaluate("b")
    #expect(model.log == ["b started"])
    model.settle("b")
    #expect(model.log.suffix(4) == ["a", "done: a", "main", "done: main"])
  }

  @Test func `the rejection of one fails those above it, the lowest first`() throws {
    var model = GraphModel("main: a b", "a: x", "b", "x*")
    try model.evaluate("main")
    try model.evaluate("x")
    try model.evaluate("a")
    model.settle("x", "no")
    #expect(model.log == ["x started", "b", "x ended", "no: x", "no: a", "no: main"])
    try model.evaluate("main")
    #expect(model.log.count == 6)
  }

  @Test func `a parent that throws after waiting fails its own parents`() throws {
    var model = GraphModel("main: a c", "a !: x", "c: x", "x*")
    try model.evaluate("main")
    model.settle("x")
    #expect(model.log == ["x started", "x ended", "a", "a threw: main", "c"])
  }

  @Test func `an evaluation within another one runs to its end`() throws {
    var model = GraphModel("main: cjs", "cjs", "esm: cjs dep", "dep")
    try model.graph.link(model.ids["main"]!)
    try model.graph.link(model.ids["esm"]!)
    _ = model.graph.evaluate(model.ids["main"]!)
    guard case .execute(let outer) = model.graph.step() else { return #expect(Bool(false)) }
    #expect(outer == model.ids["cjs"]!)
    try model.evaluate("esm")
    #expect(model.log == ["dep", "esm", "done: esm"])
    #expect(model.status("cjs") == .evaluating)
    model.graph.executed(outer, nil)
    guard case .execute(let main) = model.graph.step() else { return #expect(Bool(false)) }
    #expect(main == model.ids["main"]!)
  }

  @Test func `a module that the engine refuses fails what requests it`() throws {
    var model = GraphModel("main: a", "a")
    try model.graph.link(model.ids["main"]!)
    model.graph.fail(model.ids["a"]!, "refused")
    try model.evaluate("main")
    #expect(model.log == ["refused: main"])
  }

  @Test func `a chain of 20,000 modules needs no stack`() throws {
    var model = GraphModel()
    var ids: [ModuleID] = []
    for index in 0..<20_000 {
      let next = index < 19_999 ? ["x"] : []
      ids.append(model.graph.add(GraphModel.record("\(index)", next)))
    }
    for index in 0..<19_999 { model.graph.setTarget(of: ids[index], request: 0, to: ids[index + 1]) }
    try model.graph.link(ids[0])
    #expect(model.graph.takeLinked().first == ids.last)
    _ = model.graph.evaluate(ids[0])
    var count = 0
    loop: while true {
      switch model.graph.step() {
      case .execute(let id):
        count += 1
        model.graph.executed(id, nil)
      case .finished: break loop
      default: break
      }
    }
    #expect(count == 20_000)
  }
}

extension GraphModel {
  /// A module that requests others and exports all that they do.
  static func record(_ name: String, _ targets: [String]) -> ModuleRecord {
    let position = ModuleText.Position(line: 1, column: 1)
    return ModuleRecord(
      url: name,
      ModuleText(
        code: "", requests: targets.map { ModuleText.Request(specifier: $0, position: position) },
        starExports: Array(targets.indices)))
  }
}
