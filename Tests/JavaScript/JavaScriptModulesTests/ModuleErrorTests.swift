import JavaScriptModules
import Testing

@Suite struct ModuleErrorTests {
  @Test func `an error shows the place and the chain of imports`() {
    let error = ModuleError(
      .notFound, "There is no c.js.", specifier: "./c.js", referrer: "file:///b.js", chain: ["file:///main.js"],
      line: 3,
      column: 8)
    #expect(error.description == "There is no c.js. (file:///b.js:3:8)\n    imported by file:///main.js")
  }

  @Test func `a long chain is cut`() {
    let error = ModuleError(.notFound, "No.", chain: (0..<15).map { "file:///\($0).js" })
    #expect(error.description.hasSuffix("imported by file:///5.js\n    and 5 more"))
  }
}
