import JavaScriptSyntax
import Testing

@testable import JavaScriptModules

@Suite struct GraphExportTests {
  /// A module with what it exports: `x` a local name, `y=b.x` another module's, `n=b.*` a namespace, `*=b` all of them; and
  /// what it imports: `<b.x`.
  private struct Model {
    var graph = ModuleGraph<String>()
    var ids: [String: ModuleID] = [:]

    init(_ modules: KeyValuePairs<String, String>) {
      let position = ModuleText.Position(line: 2, column: 3)
      var pending: [(ModuleID, [String])] = []
      for (name, text) in modules {
        var module = ModuleText(code: "")
        var targets: [String] = []
        func request(_ target: Substring) -> Int {
          if let index = targets.firstIndex(of: String(target)) { return index }
          targets.append(String(target))
          return targets.count - 1
        }
        for item in text.split(separator: " ") {
          let sides = item.split(separator: "=")
          if item.hasPrefix("<") {
            let parts = item.dropFirst().split(separator: ".")
            let imported: ModuleText.ImportedName = parts[1] == "*" ? .namespace : .name(String(parts[1]))
            module.imports.append(.init(request: request(parts[0]), imported: imported, position: position))
          } else if sides.count == 1 {
            module.localExports.append(String(item))
          } else if sides[0] == "*" {
            module.starExports.append(request(sides[1]))
          } else {
            let parts = sides[1].split(separator: ".")
            let imported: ModuleText.ImportedName = parts[1] == "*" ? .namespace : .name(String(parts[1]))
            module.indirectExports.append(
              .init(name: String(sides[0]), request: request(parts[0]), imported: imported, position: position))
          }
        }
        module.requests = targets.map { .init(specifier: "./\($0)", position: position) }
        let id = graph.add(ModuleRecord(url: name, module))
        ids[name] = id
        pending.append((id, targets))
      }
      for (id, targets) in pending {
        for (index, target) in targets.enumerated() { graph.setTarget(of: id, request: index, to: ids[target]!) }
      }
    }

    func resolve(_ name: String, of module: String) -> String {
      switch graph.resolveExport(name, of: ids[module]!) {
      case .found(let binding): "\(graph.record(binding.module).url).\(binding.name ?? "*")"
      case .missing: "missing"
      case .ambiguous: "ambiguous"
      }
    }

    func keys(_ module: String) -> [String] { graph.namespace(of: ids[module]!).map(\.name) }
  }

  @Test func `names are followed to their bindings`() {
    let model = Model(["a": "x y=b.z n=b.*", "b": "z=c.q w", "c": "q default"])
    #expect(model.resolve("x", of: "a") == "a.x")
    #expect(model.resolve("y", of: "a") == "c.q")
    #expect(model.resolve("n", of: "a") == "b.*")
    #expect(model.resolve("w", of: "a") == "missing")
  }

  @Test func `a star exports all but the default, and own names win`() {
    let model = Model(["a": "x *=b *=c", "b": "x y default", "c": "z"])
    #expect(model.resolve("x", of: "a") == "a.x")
    #expect(model.resolve("y", of: "a") == "b.y")
    #expect(model.resolve("default", of: "a") == "missing")
    #expect(model.keys("a") == ["x", "y", "z"])
  }

  @Test func `two stars with different bindings are ambiguous, with one they are not`() {
    let model = Model(["a": "*=b *=c", "b": "x *=d n=d.*", "c": "x *=d n=d.*", "d": "y"])
    #expect(model.resolve("x", of: "a") == "ambiguous")
    #expect(model.resolve("y", of: "a") == "d.y")
    #expect(model.resolve("n", of: "a") == "d.*")
    #expect(model.keys("a") == ["n", "y"])
  }

  @Test func `cycles of stars and of names end`() {
    let model = Model(["a": "*=b p=b.q", "b": "*=a y q=a.p"])
    #expect(model.resolve("y", of: "a") == "b.y")
    #expect(model.resolve("none", of: "a") == "missing")
    #expect(model.resolve("p", of: "a") == "missing")
    #expect(model.keys("a") == ["y"])
  }

  @Test func `keys are sorted by UTF-16 code units and equal by them`() {
    let model = Model(["a": "b \u{1F600} \u{FF21} a e\u{301} \u{e9}"])
    #expect(
      model.keys("a").map { Array($0.utf16) } == [[0x61], [0x62], [0x65, 0x301], [0xE9], [0xD83D, 0xDE00], [0xFF21]])
  }

  @Test(arguments: [
    ("<b.nmae", "b has no export named 'nmae'. Did you mean 'name'?"),
    ("<b.default", "It has named exports only"),
    ("<c.qqqqqqqq", "It has a default export"),
    ("y=b.nope", "b has no export named 'nope'"),
    ("<d.x", "d has conflicting star exports"),
  ]) func `a name that does not exist is an error with its place`(text: String, message: String) {
    var model = Model(["a": text, "b": "name", "c": "default", "d": "*=e *=f", "e": "x", "f": "x"])
    // Only what the text names is requested.
    let error = #expect(throws: ModuleError.self) { try model.graph.link(model.ids["a"]!) }
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
    #expect(error?.place == "a:2:3")
    #expect(error?.isSyntaxError == true)
    #expect(model.graph.status(model.ids["a"]!) == .unlinked)
    #expect(throws: ModuleError.self) { try model.graph.link(model.ids["a"]!) }
  }

  @Test func `a name that CommonJS sets in another way is told of`() {
    var model = Model(["a": "<b.x", "b": ""])
    let module = model.graph.add(ModuleRecord(url: "c.cjs", exports: ["default"], isCommonJS: true))
    model.graph.setTarget(of: model.ids["a"]!, request: 0, to: module)
    let error = #expect(throws: ModuleError.self) { try model.graph.link(model.ids["a"]!) }
    #expect(error?.message.contains("It is a CommonJS module") == true)
  }

  @Test func `what was linked is instantiated once, requested modules first`() throws {
    var model = Model(["a": "*=b *=bad2 <c.x", "b": "y", "c": "x", "bad2": "", "z": "*=b"])
    try model.graph.link(model.ids["a"]!)
    #expect(model.graph.takeLinked().map { model.graph.record($0).url } == ["b", "bad2", "c", "a"])
    try model.graph.link(model.ids["z"]!)
    #expect(model.graph.takeLinked().map { model.graph.record($0).url } == ["z"])
  }

  @Test func `a chain of 20,000 stars needs no stack`() {
    var graph = ModuleGraph<String>()
    let ids = (0..<20_000).map { index in
      index < 19_999
        ? graph.add(GraphModel.record("\(index)", ["x"])) : graph.add(ModuleRecord(url: "last", exports: ["deep"]))
    }
    for index in 0..<19_999 { graph.setTarget(of: ids[index], request: 0, to: ids[index + 1]) }
    guard case .found(let binding) = graph.resolveExport("deep", of: ids[0]) else { return #expect(Bool(false)) }
    #expect(binding.module == ids.last)
    #expect(graph.exportedNames(of: ids[0]) == ["deep"])
  }
}
