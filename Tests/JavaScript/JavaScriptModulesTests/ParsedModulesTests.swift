import Testing

@testable import JavaScriptModules

@Suite(.timeLimit(.minutes(5))) struct ParsedModulesTests {
  private func source(_ text: String, _ url: String = "x:///a.js") -> ModuleSource {
    ModuleSource(url: ModuleURL(url)!, text: text, format: .module)
  }

  @Test func `a text is parsed once, whatever its URL`() throws {
    let parsed = ParsedModules()
    for url in ["x:///a.js", "x:///b.js"] { _ = try parsed.content(of: source("export let a", url)) }
    #expect(parsed.parses == 1)
    _ = try parsed.content(of: source("export let b"))
    var typed = source("export let b")
    typed.language = .typeScript
    _ = try parsed.content(of: typed)
    typed.format = nil
    _ = try parsed.content(of: typed)
    #expect(parsed.parses == 4)
  }

  @Test func `threads that load one text at the same time parse it once`() async throws {
    let parsed = ParsedModules()
    let text = source(
      String(repeating: "export { x }; let x = [1, 2, 3];\n", count: 1) + String(repeating: "x;\n", count: 20_000))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 { group.addTask { _ = try parsed.content(of: text) } }
      try await group.waitForAll()
    }
    #expect(parsed.parses == 1)
  }

  @Test func `an error names the URL that is asked for`() {
    let parsed = ParsedModules()
    for url in ["x:///a.js", "x:///b.js"] {
      let error = #expect(throws: ModuleError.self) { try parsed.content(of: source("let x = ;", url)) }
      #expect(error?.referrer == url)
    }
  }

  @Test func `what has not been used for longest is forgotten`() throws {
    let parsed = ParsedModules(limit: 1_000)
    func text(_ index: Int) -> ModuleSource { source("export {};" + String(repeating: " ", count: 80) + "\(index)") }
    for index in 0..<100 {
      _ = try parsed.content(of: text(index))
      // In use all the time.
      _ = try parsed.content(of: text(0))
    }
    #expect(parsed.parses == 100)
    _ = try parsed.content(of: text(99))
    #expect(parsed.parses == 100)
    _ = try parsed.content(of: text(1))
    #expect(parsed.parses == 101)
  }
}
