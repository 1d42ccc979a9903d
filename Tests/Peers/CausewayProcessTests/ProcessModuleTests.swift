import Causeway
import CausewayChild
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import CausewayProcess

@Suite(.timeLimit(.minutes(5))) struct ProcessModuleTests {
  /// Starts a child with modules and what it prints.
  private func start(
    _ loader: any ModuleLoader, _ configure: (inout ProcessConfiguration) -> Void = { _ in }
  ) async throws -> (process: JavaScriptProcess, lines: Lines) {
    let lines = Lines()
    let process = try await Children.start {
      $0.modules = ModuleConfiguration(loader)
      $0.onConsole = { _, text in lines.add(text) }
      configure(&$0)
    }
    return (process, lines)
  }

  private final class Lines: Sendable {
    private let lines = Mutex<[String]>([])
    func add(_ line: String) { lines.withLock { $0.append(line) } }
    var all: [String] { lines.withLock { $0 } }
  }

  /// Runs modules from memory and yields what they print.
  private func printed(
    _ files: [String: String], entry: String = "./main.js", _ configure: (inout ProcessConfiguration) -> Void = { _ in }
  ) async throws -> [String] {
    let (process, lines) = try await start(.memory(files), configure)
    let failure = await failure { try await process.run(module: entry, timeout: .seconds(60)) }
    await process.close()
    if let failure { throw failure }
    return lines.all
  }

  @Test func `modules, types, packages and CommonJS are loaded through the parent`() async throws {
    let lines = try await printed(
      [
        "main.ts": """
        import { twice } from "./twice.js";
        import data from "./data.json" with { type: "json" };
        import bytes from "./blob.bin" with { type: "bytes" };
        import left from "left";
        const n: number = data.n;
        console.log(twice(n), bytes.length, left, import.meta.url, import.meta.resolve("left"));
        console.log((await import("./later.cjs")).default, process.env.MODE);
        """,
        "twice.ts": "export function twice(x: number) { return 2 * x }", "data.json": #"{"n": 21}"#, "blob.bin": "abc",
        "node_modules/left/package.json": #"{"exports": "./l.js"}"#,
        "node_modules/left/l.js": "module.exports = require('./r.js') + 1",
        "node_modules/left/r.js": "exports = module.exports = 1",
        "later.cjs": "module.exports = require('./twice.js').twice(4)",
      ], entry: "./main.ts"
    ) { $0.modules?.environment = ["MODE": "test"] }
    #expect(
      lines == ["42 3 2 memory:///main.ts memory:///node_modules/left/l.js", "8 test"])
  }

  @Test func `a child does not read the standard input of its parent`() async throws {
    let lines = try await printed([
      "main.js": """
      import process from "node:process";
      import { readFileSync } from "node:fs";
      process.stdin.on("data", () => console.log("data")).on("end", () => console.log("end", readFileSync(0).length));
      """
    ])
    #expect(lines == ["end 0"])
  }

  @Test func `files are read beneath the root only`() async throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: "process-modules-\(UUID().uuidString)")
    let root = directory.appending(path: "app")
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    try Data("console.log('secret')".utf8).write(to: directory.appending(path: "secret.js"))
    try Data("console.log('inside'); await import('../secret.js')".utf8).write(to: root.appending(path: "main.mjs"))
    let (process, lines) = try await start(.files(under: root.path))
    let error = await failure { try await process.import("./main.mjs") }
    #expect(error?.code == .permissionDenied)
    let direct = await failure {
      try await process.evaluate(program: "await import('file:///etc/passwd', { with: { type: 'text' } })")
    }
    #expect(direct?.code == .permissionDenied)
    #expect(lines.all == ["inside"])
    await process.close()
  }

  @Test func `the parent's import map and integrity decide`() async throws {
    let base = ModuleURL("memory:///")!
    let map = try ImportMap(
      Array(
        #"{"imports": {"dep": "./real.js", "./forbidden.js": null}, "integrity": {"./real.js": "sha256-AAAA"}}"#.utf8),
      url: base)
    let files = [
      "main.js": "import 'dep'", "real.js": "export {}", "other.js": "import './forbidden.js'", "forbidden.js": "",
    ]
    let (process, _) = try await start(.memory(files)) { $0.modules?.importMap = map }
    #expect(await failure { try await process.import("./main.js") }?.code == .dataLoss)
    let forbidden = await failure { try await process.import("./other.js") }
    #expect(forbidden?.code == .failedPrecondition)
    #expect(forbidden?.message.contains("The import map blocks") == true)
    await process.close()
  }

  @Test func `an error has its place, its chain and its class`() async throws {
    let (process, _) = try await start(
      .memory([
        "main.js": "import './a.js'", "a.js": "export {};\nexport * from './gone.js'", "bad.js": "let x = ;",
        "throws.js": "export {};\n  throw new RangeError('no')", "name.js": "import { nothing } from './a2.js'",
        "a2.js": "export const nothing2 = 1",
      ]))
    let missing = await failure { try await process.import("./main.js") }
    #expect(missing?.code == .notFound)
    #expect(missing?.message.contains("imported by memory:///main.js") == true)
    #expect(missing?.location?.url == "memory:///a.js" && missing?.location?.line == 2)
    let syntax = await failure { try await process.import("./bad.js") }
    #expect(syntax?.name == "SyntaxError")
    let thrown = await failure { try await process.import("./throws.js") }
    #expect(thrown?.name == "RangeError" && thrown?.location?.line == 2)
    #expect(await failure { try await process.import("./name.js") }?.name == "SyntaxError")
    await process.close()
    let without = try await Children.start()
    #expect(await failure { try await without.import("./main.js") }?.code == .failedPrecondition)
    await without.close()
  }

  @Test func `a tsconfig.json of the parent counts in the child`() async throws {
    let files = [
      "main.js": "import './src/a.tsx'",
      "src/a.tsx": "import { h } from '@/h'; console.log(<p a={1 as number}/>, (<><b/></>).length)",
      "src/lib/h.ts": "export const h = (...a: unknown[]) => a.length",
      "tsconfig.json":
        #"{"compilerOptions": {"jsx": "react", "jsxFactory": "h", "jsxFragmentFactory": "null", "paths": {"@/*": ["./src/lib/*"]}}}"#,
    ]
    #expect(try await printed(files) == ["2 undefined"])
  }

  @Test func `a module of many bytes crosses in parts, and a thousand modules in one import`() async throws {
    let long = String(repeating: "äöü", count: 1_000_000)
    var files = [
      "main.js": "import { s } from './long.js'; import { n } from './m0.js'; console.log(s.length, n)",
      "long.js": "export const s = '\(long)'",
    ]
    for index in 0..<1_000 { files["m\(index).js"] = "export { n } from './m\(index + 1).js'" }
    files["m1000.js"] = "export const n = 7"
    #expect(try await printed(files) == ["3000000 7"])
  }

  @Test func `limits of the sum of texts hold in the child and in the parent`() async throws {
    var files = ["main.js": "import './a.js'; import './b.js'"]
    files["a.js"] = "/* \(String(repeating: "a", count: 4_000)) */"
    files["b.js"] = files["a.js"]
    let error = await #expect(throws: BridgeError.self) {
      try await printed(files) { $0.modules?.limits.totalBytes = 6_000 }
    }
    #expect(error?.code == .resourceExhausted)
    let one = await #expect(throws: BridgeError.self) {
      try await printed(files) { $0.modules?.limits.sourceBytes = 3_000 }
    }
    #expect(one?.code == .resourceExhausted)
  }

  /// Answers never, or later, as a module's name says.
  private struct Waiting: ModuleLoader {
    let base = ModuleURL("x:///")!
    let started = Signal()
    let ended = Signal()

    func load(_ url: ModuleURL, as format: ModuleFormat?) async throws -> ModuleSource {
      switch url.path {
      case "/never.js":
        started.fire()
        do { try await Task.sleep(for: .seconds(10_000)) } catch {
          ended.fire()
          throw error
        }
      case "/fails.js": throw Secret()
      default: await Task.yield()
      }
      let text = url.path == "/main.js" ? "import './never.js'" : "console.log('later')"
      return ModuleSource(url: url, text: text, format: .module)
    }

    struct Secret: Error, CustomStringConvertible {
      var description: String { "password" }
    }
  }

  @Test func `a loader that answers later is waited for, and its own errors stay in the parent`() async throws {
    let (process, lines) = try await start(Waiting())
    try await process.run(module: "./x.js", timeout: .seconds(60))
    #expect(lines.all == ["later"])
    let error = await failure { try await process.import("./fails.js") }
    #expect(error?.code == .unknown)
    #expect(error?.message.contains("Secret") == true && error?.message.contains("password") == false)
    await process.close()
  }

  @Test func `a loader that never answers ends with the deadline, whose error names the module`() async throws {
    let loader = Waiting()
    let (process, _) = try await start(loader) { $0.modules?.deadline = .milliseconds(300) }
    let error = await failure { try await process.import("./main.js") }
    #expect(error?.code == .deadlineExceeded)
    #expect(error?.message.contains("it is loading x:///never.js") == true, "\(error?.message ?? "")")
    await loader.ended.wait()
    try await process.import("./x.js", timeout: .seconds(60))
    await process.close()
  }

  @Test func `a timeout and a cancelled task give a load up`() async throws {
    let loader = Waiting()
    let (process, _) = try await start(loader)
    let error = await failure { try await process.import("./main.js", timeout: .milliseconds(300)) }
    #expect(error?.code == .deadlineExceeded)
    await loader.ended.wait()
    await process.close()
  }

  @Test func `a child that dies while it loads leaves nothing pending`() async throws {
    let loader = Waiting()
    let (process, _) = try await start(loader)
    async let importing = failure { try await process.import("./main.js") }
    await loader.started.wait()
    kill(process.processIdentifier!, SIGKILL)
    #expect(await importing?.code == .unavailable)
    await loader.ended.wait()
    await process.close()
  }

  @Test func `a module that awaits for ever is named by the deadline's error`() async throws {
    let error = await #expect(throws: BridgeError.self) {
      try await printed([
        "main.js": "import './slow.js'", "slow.js": "setTimeout(() => {}, 1e8); await new Promise(() => {})",
      ]) {
        $0.modules?.deadline = .milliseconds(300)
      }
    }
    #expect(error?.code == .deadlineExceeded)
    #expect(error?.message.contains("memory:///slow.js") == true)
    let unsettled = await #expect(throws: BridgeError.self) {
      try await printed(["main.js": "import './slow.js'", "slow.js": "await new Promise(() => {})"])
    }
    #expect(unsettled?.code == .aborted)
    #expect(unsettled?.message.contains("memory:///slow.js") == true)
  }
}
