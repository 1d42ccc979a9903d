import Causeway
import Foundation
import ProcedureExchange
import ProcedureServer
import StoredProcedures
import Synchronization
import Testing

/// Procedures of several modules.
@Suite(.timeLimit(.minutes(5))) struct FolderTests {
  private func run<Result: Decodable & Sendable>(
    _ modules: [String: String], on testHost: TestHost, limits: ProcedureLimits? = nil,
    returning type: Result.Type = Result.self
  ) async throws(ProcedureError) -> Result {
    testHost.host.install(Procedure(name: "report", version: 3, modules: modules))
    return try await testHost.host.execute("report", arguments: [], limits: limits)
  }

  @Test func `modules, TypeScript and JSON of one folder run together`() async throws {
    let testHost = try await TestHost(entries: 28)
    let modules = [
      "index.ts": """
      import { total, type Entry } from "./lib/total.js";
      import names from "./names.json" with { type: "json" };
      export async function execute(): Promise<string> {
        const rows: Entry[] = Context.context().query("SELECT amount FROM entry");
        return `${names.total} ${total(rows)}`;
      }
      """,
      "lib/total.ts": """
      export interface Entry { amount: number }
      export const total = (entries: Entry[]): number => entries.reduce((sum, { amount }) => sum + amount, 0);
      """,
      "names.json": #"{ "total": "sum" }"#,
    ]
    #expect(try await run(modules, on: testHost, returning: String.self) == "sum 378")
    let old = ["index.js": "export function execute(callback) { callback('back') }"]
    #expect(try await run(old, on: testHost, returning: String.self) == "back")
    await testHost.host.close()
  }

  @Test(arguments: [
    (["index.js": "import './a.js'\nexport const execute = 1", "a.js": "\n  nothing()"], "report/a.js", 2, "nothing"),
    (["index.js": "import './a.js'", "a.js": "let a\nlet a"], "report/a.js", 2, "a"),
    (["index.js": "\nimport './gone.js'"], "report/index.js", 2, "gone.js"),
    (["index.js": "import { b } from './a.js'", "a.js": "export let c"], "report/index.js", 1, "'b'"),
    (
      ["index.js": "export { execute } from './a.js'", "a.js": "export async function execute() {\n  nothing() }"],
      "report/a.js", 2, "nothing"
    ), (["index.js": "import 'https://example.com/a.js'"], "report/index.js", 1, "example.com"),
    (["index.js": "import '../other/index.js'"], "report/index.js", 1, "other"),
    (["index.js": "export let other"], "report/execute", 1, "'execute'"),
  ])
  func `an error names the file of the folder`(
    modules: [String: String], file: String, line: Int, said: String
  ) async throws {
    let testHost = try await TestHost(entries: 1, workers: 1)
    await #expect { try await run(modules, on: testHost, returning: String.self) } throws: {
      guard let error = $0 as? ProcedureError else { return false }
      return error.file == file && error.line == line && error.message.contains(said)
    }
    await testHost.host.close()
  }

  @Test func `a replaced procedure ends with its own modules, and later runs have the new ones`() async throws {
    let testHost = try await TestHost(entries: 1)
    func modules(_ number: Int) -> [String: String] {
      [
        "index.js": """
        import { first } from './first.js'
        export async function execute() {
          Context.context().progress(0);
          await new Promise((resolve) => setTimeout(resolve, 100));
          return first + (await import('./late.js')).late;
        }
        """,
        "first.js": "export const first = \(number)", "late.js": "export const late = \(number)0",
      ]
    }
    testHost.host.install(Procedure(name: "report", modules: modules(1)))
    let (begins, begun) = AsyncStream.makeStream(of: Void.self)
    let old = Task {
      defer { begun.finish() }
      return try await testHost.host.execute("report", onProgress: { _ in begun.yield() }, returning: Int.self)
    }
    for await _ in begins { break }
    #expect(try await run(modules(2), on: testHost, returning: Int.self) == 22)
    #expect(try await old.value == 11)
    await testHost.host.close()
  }

  @Test func `a module that never ends its top-level await is stopped by the time limit`() async throws {
    let testHost = try await TestHost(entries: 1, workers: 1)
    var limits = ProcedureLimits()
    limits.time = .milliseconds(300)
    for text in ["await new Promise(() => {})", "while (true) {}"] {
      let text = "export const execute = () => 0; \(text)"
      await #expect { try await run(["index.js": text], on: testHost, limits: limits, returning: Int.self) } throws: {
        ($0 as? ProcedureError)?.code == .deadlineExceeded
      }
    }
    #expect(try await run(["index.js": "export const execute = () => 1"], on: testHost, returning: Int.self) == 1)
    await testHost.host.close()
  }

  @Test(arguments: ["{", "[]", #"{"a.js":1}"#, #"{"":"1"}"#, #"{"/":"1"}"#, #"{"../a.js":"1"}"#])
  func `a source that is no folder is refused`(source: String) async throws {
    let testHost = try await TestHost(entries: 1, workers: 1)
    testHost.host.install(Procedure(name: "report", source: source, isFolder: true))
    await #expect { try await testHost.host.execute("report", returning: Int.self) } throws: {
      ($0 as? ProcedureError)?.code == .dataLoss
    }
    await testHost.host.close()
  }

  @Test(arguments: [
    ("a b/c", "a_b_c/index.js"), ("é-1", "_-1/index.js"), (".", "_/index.js"), ("..", "__/index.js"), ("", nil),
    (String(repeating: "n", count: 10_000), String(repeating: "n", count: 100) + "/index.js"),
  ])
  func `a folder may have any name`(name: String, file: String?) async throws {
    let testHost = try await TestHost(entries: 1, workers: 1)
    let text = "export async function execute(a) { return a ?? nothing }"
    testHost.host.install(Procedure(name: name, modules: ["index.js": text]))
    #expect(try await testHost.host.execute(name, "yes", returning: String.self) == "yes")
    await #expect { try await testHost.host.execute(name, returning: String.self) } throws: {
      let error = $0 as? ProcedureError
      return error?.message.contains("nothing") == true && (file == nil || error?.file == file)
    }
    await testHost.host.close()
  }

  @Test func `a script has no modules`() async throws {
    let testHost = try await TestHost(entries: 1, workers: 1)
    for url in ["./a.js", "a", "procedure://1/report/index.js"] {
      let error = await testHost.failure("async function execute() { await import('\(url)') }")
      #expect(error?.message.contains("cannot be imported") == true, "\(String(describing: error))")
    }
    await testHost.host.close()
  }

  @Test func `a folder is signed, downloaded and updated as one procedure`() async throws {
    let exchange = try Exchange()
    let files = exchange.folder.url.appendingPathComponent("files")
    let folder = files.appendingPathComponent("report")
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent("lib/.git"), withIntermediateDirectories: true)
    func write(_ name: String, _ text: String) throws {
      try Data(text.utf8).write(to: folder.appendingPathComponent(name))
    }
    try write("index.js", "import { a } from './lib/a.js'; export const execute = () => a")
    try write("lib/a.js", "export const a = 1")
    for hidden in [".index.js.swp", "lib/.a.js", "lib/.git/b.js", "notes.txt"] { try write(hidden, "\u{0}") }
    let publication = try Publication(key: exchange.key)
    try publication.publish(folder: files)
    let (ports, started) = AsyncStream.makeStream(of: Int.self)
    let server = Task { try await ProcedureServer(publication).run(port: 0) { started.yield($0) } }
    var starting = ports.makeAsyncIterator()
    let port = try #require(await starting.next())
    let client = try exchange.client(try #require(URL(string: "http://127.0.0.1:\(port)")))
    let testHost = try await TestHost(entries: 1, workers: 1)
    #expect(try await client.sync() == .changed(downloaded: ["report"]))
    testHost.host.install(all: client.procedures)
    #expect(try await testHost.host.execute("report", returning: Int.self) == 1)
    try publication.publish(folder: files)
    #expect(try await client.sync() == .unchanged)
    try write("lib/a.js", "export const a = 2")
    try publication.publish(folder: files)
    #expect(try await client.sync() == .changed(downloaded: ["report"]))
    testHost.host.install(all: client.procedures)
    #expect(try await testHost.host.execute("report", returning: Int.self) == 2)
    #expect(client.procedures.map(\.version) == [2])
    server.cancel()
    _ = try? await server.value
    await testHost.host.close()
  }

  @Test func `a folder that is no procedure is not published`() throws {
    let exchange = try Exchange()
    let files = exchange.folder.url.appendingPathComponent("files")
    let folder = files.appendingPathComponent("a")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let publication = try Publication(key: exchange.key)
    try publication.publish(folder: files)
    #expect(publication.manifest.procedures.isEmpty)
    #expect { try Procedure(contentsOf: folder) } throws: { "\($0)".contains("neither index.js nor index.ts") }
    try Data("1".utf8).write(to: folder.appendingPathComponent("index.js"))
    try Data("1".utf8).write(to: files.appendingPathComponent("a.js"))
    #expect { try publication.publish(folder: files) } throws: { "\($0)".contains("a file and a folder for a") }
    try Data([0xff]).write(to: folder.appendingPathComponent("index.js"))
    #expect { try publication.publish(folder: files) } throws: { "\($0)".contains("is not UTF-8") }
    #expect(publication.manifest.procedures.isEmpty)
  }
}
