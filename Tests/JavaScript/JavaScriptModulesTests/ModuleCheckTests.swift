import Testing

@testable import JavaScriptModules

@Suite(.timeLimit(.minutes(5))) struct ModuleCheckTests {
  private func check(
    _ files: [String: String], _ entries: [String] = ["main.js"],
    _ change: (inout ModuleConfiguration) -> Void = { _ in }
  ) async -> ModuleCheck.Report {
    var configuration = ModuleConfiguration(.memory(files))
    change(&configuration)
    return await ModuleCheck(configuration)
      .check(entries.map { ModuleKey(url: configuration.loader.base.resolving("./" + $0)!) })
  }

  @Test func `all errors of a graph are found`() async {
    let report = await check([
      "main.js": "import { a } from './a.js';\nimport './gone.js';\nimport { c } from './c.js'; import './d.js'",
      "a.js": "export const b = 1", "c.js": "export let c = ;", "d.js": "import 'no-package'; import './e.json'",
      "e.json": "{}",
    ])
    #expect(
      report.problems.map { $0.error.place } == [
        "memory:///main.js:2:8", "memory:///c.js:1:16", "memory:///d.js:1:8", "memory:///d.js:1:29",
        "memory:///main.js:1:10",
      ])
    #expect(report.problems[1].error.chain == ["memory:///main.js"])
    #expect(report.problems[1].source == "export let c = ;")
    #expect(report.problems[4].error.message.contains("has no export named 'a'"))
  }

  @Test func `a correct graph has no errors, and its modules are counted`() async {
    let report = await check([
      "main.js": "import { a } from './a.js'; export * from './b.js'; import d from './d.cjs'; export default a + d",
      "a.js": "export * from './b.js'", "b.js": "export const a = 1; import './main.js'",
      "d.cjs": "module.exports = require('./e')", "e.js": "exports.x = 1",
    ])
    #expect(report.problems.map { $0.error.description } == [])
    #expect(report.modules.count == 5)
  }

  @Test func `names that a broken module may pass on are not reported`() async {
    let report = await check([
      "main.js": "import { a } from './a.js'; import { z } from './b.js'", "a.js": "export * from './gone.js'",
      "b.js": "export const y = 1",
    ])
    #expect(report.problems.map { $0.error.place } == ["memory:///a.js:1:15", "memory:///main.js:1:38"])
  }

  @Test func `calls of import and require count where nothing handles their failure`() async {
    let report = await check([
      "main.js":
        "export {}; await import('./gone.js'); try { await import('./gone2.js') } catch {}\nimport('./gone3.js').catch(() => {}); await import('./a.cjs')",
      "a.cjs": "require('./gone4'); try { require('./gone5') } catch {} x.require('./gone6'); require('./b')",
      "b.cjs": "let let",
    ])
    #expect(
      report.problems.map { $0.error.place } == [
        "memory:///main.js:1:25", "memory:///a.cjs:1:9", "memory:///b.cjs:1:5",
      ])
  }

  @Test func `packages may try what is not there`() async {
    let report = await check([
      "main.js": "import 'p'", "node_modules/p/index.js": "require('optional'); module.exports = 1",
    ])
    #expect(report.problems.map { $0.error.description } == [])
  }

  @Test func `an import of a type is none`() async {
    let report = await check(
      ["main.ts": "import type { X } from './x.js'; let y: import('./y.js').Y; export { y }"], ["main.ts"])
    #expect(report.problems.map { $0.error.description } == [])
  }

  @Test func `several entries are checked together, each file once`() async {
    let report = await check(
      ["main.js": "import './a.js'", "b.js": "import './a.js'", "a.js": "export {}; let let"],
      ["main.js", "b.js", "a.js"])
    #expect(report.problems.map { $0.error.place } == ["memory:///a.js:1:16"])
    #expect(report.problems.map { $0.error.chain } == [[]])
  }

  @Test func `a missing entry is an error without a place`() async {
    let report = await check([:])
    #expect(report.problems.map { $0.error.code } == [.notFound])
    #expect(report.problems.map { $0.error.place } == [nil])
  }

  @Test func `limits end a check`() async {
    let files = Dictionary(uniqueKeysWithValues: (0..<50).map { ("m\($0).js", "import './m\($0 + 1).js'") })
    let report = await check(files, ["m0.js"]) { $0.limits.modules = 10 }
    #expect(report.problems.map { $0.error.code } == [.resourceExhausted])
    let many = (0..<2_000).map { "import './gone\($0).js';" }.joined()
    #expect(await check(["main.js": many]).problems.count == ModuleCheck.maximumProblems)
  }

  @Test func `a deep text is checked on a large stack`() async {
    let deep = String(repeating: "(", count: 400) + "1" + String(repeating: ")", count: 400)
    let report = await check(["main.js": "export default \(deep); await import('./gone.js')"])
    #expect(report.problems.map { $0.error.code } == [.notFound])
  }
}
