import Causeway
import CausewayProcess
import CPlain

/// JavaScript in a child process with limits.
extension Session {
  /// Calls in both directions, compared with messages of the same size between two processes in C.
  func processes() async {
    for depth in [1, 16, 256] {
      for (name, method, kind) in [
        ("number, from a child process", "number", "number"), ("struct, from a child process", "sample", "struct"),
      ] {
        await measure(name) {
          let host = try await ProcessHost()
          try await compare(
            name, depth: depth, ours: { try await host.run("bench.run('\(method)', '\(kind)', \(depth), \($0))") },
            plain: [("messages, in C", { cplain_processes(Int64(depth), Int64($0)) })])
          await host.close()
        }
      }
    }
    await measure("a child process, from its start to its end") {
      try await compare(
        "a child process, from its start to its end",
        ours: {
          try await Session.time($0) {
            let host = try await ProcessHost()
            await host.close()
          }
        }, plain: [])
    }
  }
}

/// The library's side in another process: this program as a worker.
private final class ProcessHost: Sendable {
  private let process: JavaScriptProcess

  init() async throws {
    let bridge = Bridge()
    bridge.handle("number.echo") { (x: Double) in x }
    bridge.handle("object.sample") { (sample: Sample) in sample }
    process = try await JavaScriptProcess(bridge: bridge, permissions: ["number.*", "object.*"])
    try await process.evaluate(
      """
      globalThis.host = {
        now: () => performance.now(),
        methods: { number: (x) => bridge.call("number.echo", x), sample: (x) => bridge.call("object.sample", x) },
      };
      """)
    try await process.evaluate(PlainHost.driver, url: "driver.js")
  }

  func run(_ expression: String) async throws -> Double {
    try await process.evaluate(expression, returning: Double.self)
  }

  func close() async { await process.close() }
}
