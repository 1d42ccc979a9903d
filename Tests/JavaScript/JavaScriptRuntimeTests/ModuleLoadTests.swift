import CausewayConcurrency
import JavaScriptModules
import Synchronization
import TestSupport
import Testing

@testable import JavaScriptRuntime

/// Loads that take long, end early, or are shared.
@Suite(.timeLimit(.minutes(5))) struct ModuleLoadTests {
  /// Never answers for a module whose name begins with `never`.
  private struct Waiting: ModuleLoader {
    let files: [String: String]
    /// Whether the end of the task that loads ends the wait.
    var heedsCancellation = true
    let base = ModuleURL("x:///")!
    let started = Signal()
    let ended = Signal()

    init(_ files: [String: String] = [:]) { self.files = files }

    func load(_ url: ModuleURL, as format: ModuleFormat?) async throws -> ModuleSource {
      if url.path.hasPrefix("/never") {
        started.fire()
        if !heedsCancellation { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
        do { try await untilCancelled() } catch {
          ended.fire()
          throw error
        }
      }
      // A load that has not begun is not asked for at all when another one fails.
      if url.path == "/gone.js" { await started.wait() }
      guard let text = files[String(url.path.dropFirst())] else { throw ModuleError(.notFound, "There is no \(url).") }
      return ModuleSource(url: url, text: text, format: .module)
    }
  }

  private func runtime(
    _ loader: any ModuleLoader, _ change: (inout RuntimeConfiguration) -> Void = { _ in }
  ) async throws -> JavaScriptRuntime {
    var configuration = RuntimeConfiguration()
    configuration.modules = ModuleConfiguration(loader)
    change(&configuration)
    return try await JavaScriptRuntime(configuration)
  }

  @Test func `the deadline's error names the module that is loading, and the load is given up`() async throws {
    let loader = Waiting(["main.js": "import './never.js'", "x.js": "export {}"])
    let runtime = try await runtime(loader) { $0.modules?.deadline = .seconds(1) }
    let error = await #expect(throws: JavaScriptError.self) { try await runtime.run(module: "./main.js") }
    #expect(error?.code.rawValue == "DEADLINE_EXCEEDED")
    #expect(error?.message.contains("it is loading x:///never.js") == true, "\(error?.message ?? "")")
    await loader.ended.wait()
    await runtime.waitUntilIdle()
    try await runtime.import("./x.js")
    await runtime.close()
  }

  @Test func `the deadline's error names the awaiting module of a later import`() async throws {
    let loader = Waiting([
      "main.js": "export {}", "b.js": "import './slow.js'", "slow.js": "await new Promise(() => {})",
    ])
    let runtime = try await runtime(loader) { $0.modules?.deadline = .seconds(1) }
    try await runtime.import("./main.js")
    let error = await #expect(throws: JavaScriptError.self) { try await runtime.import("./b.js") }
    #expect(
      error?.message.contains("it is waiting for the top-level await of x:///slow.js") == true,
      "\(error?.message ?? "")")
    await runtime.close()
  }

  @Test func `a cancelled import gives its load up, and no other`() async throws {
    let loader = Waiting(["main.js": "import './never.js'", "x.js": "import('./never2.js').catch(() => {})"])
    let runtime = try await runtime(loader)
    try await runtime.import("./x.js")
    let importing = Task { try await runtime.import("./main.js") }
    await loader.started.wait()
    importing.cancel()
    let error = await #expect(throws: JavaScriptError.self) { try await importing.value }
    #expect(error?.code == .cancelled)
    try await eventually("one load is left") {
      await runtime.openResources().filter { $0.kind == .moduleLoad }.map(\.name) == ["of x:///never2.js"]
    }
    await #expect(throws: JavaScriptError.self) { try await runtime.import("bare") }
    #expect(await runtime.openResources().filter { $0.kind == .moduleLoad }.count == 1)
    await runtime.close()
    #expect(await runtime.openResources().isEmpty)
  }

  @Test func `an open load is listed with what it waits for`() async throws {
    let loader = Waiting(["main.js": "import './never.js'"])
    let runtime = try await runtime(loader)
    let importing = Task { try await runtime.import("./main.js") }
    await loader.started.wait()
    let open = await runtime.openResources().filter { $0.kind == .moduleLoad }
    #expect(
      open.map(\.description) == ["module load of x:///main.js, which waits for x:///never.js of runtime javascript"])
    await runtime.close()
    await #expect(throws: JavaScriptError.self) { try await importing.value }
    await loader.ended.wait()
  }

  @Test func `closing does not wait for a loader that never ends`() async throws {
    var loader = Waiting(["main.js": "import './never.js'"])
    loader.heedsCancellation = false
    let runtime = try await runtime(loader)
    let importing = Task { try await runtime.import("./main.js") }
    await loader.started.wait()
    await runtime.close()
    let error = await #expect(throws: JavaScriptError.self) { try await importing.value }
    #expect(error?.code == .closed)
  }

  @Test func `a module that is not there fails the import although another one never comes`() async throws {
    let loader = Waiting(["main.js": "import './gone.js'; import './never.js'"])
    let runtime = try await runtime(loader)
    let error = await #expect(throws: JavaScriptError.self) { try await runtime.import("./main.js") }
    #expect(error?.details?.code == "NOT_FOUND")
    await loader.ended.wait()
    await runtime.close()
  }

  @Test func `imports in progress are limited`() async throws {
    let printed = Printed()
    var configuration = printed.configuration
    configuration.modules = ModuleConfiguration(Waiting())
    configuration.modules?.limits.modules = 10
    let runtime = try await JavaScriptRuntime(configuration)
    try await runtime.evaluate(
      program:
        "for (let i = 0; i < 11; i++) import('./never' + i + '.js').catch(e => console.log(i, e.code)); await null; await null;"
    )
    try await eventually("the eleventh is refused") { printed.all == ["10 RESOURCE_EXHAUSTED"] }
    await runtime.close()
  }

  @Test func `imports that load side by side share the limit of modules`() async throws {
    let printed = Printed()
    var configuration = printed.configuration
    var files: [String: String] = [:]
    for part in ["a", "b", "c"] {
      files["\(part).js"] = (0..<5).map { "import './\(part)\($0).js';" }.joined()
      for index in 0..<5 { files["\(part)\(index).js"] = "" }
    }
    configuration.modules = ModuleConfiguration(.memory(files))
    configuration.modules?.limits.modules = 14
    let runtime = try await JavaScriptRuntime(configuration)
    try await runtime.evaluate(
      program: """
        const ends = await Promise.allSettled(["a", "b", "c"].map((part) => import(`./${part}.js`)));
        console.log(ends.map((end) => end.reason?.code ?? "loaded").sort().join());
        """)
    #expect(printed.all == ["RESOURCE_EXHAUSTED,loaded,loaded"])
    await runtime.close()
  }

  @Test func `the runtimes of a pool parse each text once`() async throws {
    let parsed = ParsedModules()
    var files = ["main.js": (0..<20).map { "import './m\($0).js';" }.joined() + "globalThis.ready = true"]
    for index in 0..<20 { files["m\(index).js"] = "export const n = \(index)" }
    // The same text at another URL.
    files["m19.js"] = files["m18.js"]
    var configuration = JavaScriptRuntimePool.Configuration()
    configuration.count = 4
    configuration.spares = 0
    configuration.runtime.modules = ModuleConfiguration(.memory(files))
    configuration.runtime.modules?.parsed = parsed
    let pool = try await JavaScriptRuntimePool(configuration) { runtime in try await runtime.import("./main.js") }
    for key in 0..<8 {
      try await pool.withRuntime(for: "\(key)") { runtime in try await runtime.evaluate("if (!ready) throw 1") }
    }
    #expect(parsed.parses == 20)
    await pool.close()
  }
}
