import Foundation
import Testing

@testable import JavaScriptModules

@Suite struct LoaderTests {
  private let loader = TreeModuleLoader.memory([
    "a.js": "a", "m/package.json": #"{"type": "module"}"#, "m/a.js": "a", "m/a.cjs": "a", "m/b.ts": "b",
    "c/package.json": #"{"type": "commonjs"}"#, "c/a.js": "a", "c/a.mjs": "a", "m/node_modules/x/a.js": "x",
    "d.json": "{}",
    "t.txt": "text", "e.mts": "", "f.cts": "", "name": "", "m/sub/package.json": "{}", "m/sub/a.js": "",
  ])

  private func load(_ path: String, as format: ModuleFormat? = nil) throws -> ModuleSource {
    try loader.loadNow(ModuleURL("memory:///" + path)!, as: format)
  }

  @Test(arguments: [
    ("a.js", nil), ("m/a.js", ModuleFormat.module), ("m/a.cjs", .commonJS), ("m/b.ts", .module), ("c/a.js", .commonJS),
    ("c/a.mjs", .module), ("m/node_modules/x/a.js", nil), ("d.json", .json), ("e.mts", .module), ("f.cts", .commonJS),
    ("name", nil), ("m/sub/a.js", nil),
  ]) func `extension and package decide the format`(path: String, format: ModuleFormat?) throws {
    #expect(try load(path).format == format)
  }

  @Test func `the extension decides the language`() throws {
    #expect(try load("m/b.ts").language == .typeScript)
    #expect(try load("a.js").language == .javaScript)
  }

  @Test func `any file may be text or bytes`() throws {
    #expect(try load("t.txt", as: .text).bytes == Array("text".utf8))
    #expect(try load("a.js", as: .bytes).format == .bytes)
    let error = #expect(throws: ModuleError.self) { try load("t.txt") }
    #expect(error?.code == .failedPrecondition)
  }

  @Test func `a file that is gone is not found`() {
    let error = #expect(throws: ModuleError.self) { try load("b.js") }
    #expect(error?.code == .notFound)
  }

  @Test func `a module over the limit is refused`() {
    var limits = ModuleLimits()
    limits.sourceBytes = 3
    let loader = TreeModuleLoader.memory(["a.js": "1234"], limits: limits)
    let error = #expect(throws: ModuleError.self) { try loader.loadNow(ModuleURL("memory:///a.js")!, as: nil) }
    #expect(error?.code == .resourceExhausted)
  }

  @Test func `the size of a file over the limit is the file's`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "loader-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(count: 1_000).write(to: folder.appending(path: "a.js"))
    var limits = ModuleLimits()
    limits.sourceBytes = 10
    let loader = try TreeModuleLoader.files(under: folder.path, limits: limits)
    let error = #expect(throws: ModuleError.self) {
      try loader.loadNow(loader.base.resolving("./a.js")!, as: nil)
    }
    #expect(error?.message == "/a.js has 1000 bytes, over the limit of 10 for a module.")
  }
}
