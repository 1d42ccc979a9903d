import CPlain
import Causeway
import CausewayJavaScript
import Foundation
import JavaScriptRuntime

/// All measurements except calls from JavaScript.
extension Session {
  /// Swift awaits a handler in JavaScript from tasks of Swift's pool, so every call crosses threads twice.
  func handlersInJavaScript(depths: [Int]) async {
    let name = "Swift awaits JavaScript"
    for depth in depths {
      await measure(name) {
        try await withHosts { c, ours in
          try await compare(
            name, depth: depth,
            ours: { try await ours.awaitHandler(inFlight: depth, count: $0) },
            plain: [
              ("from another thread", { try c.awaitHandler(inFlight: depth, count: $0) }),
              ("on the engine's thread", { try c.awaitHandler(inFlight: nil, count: $0) }),
            ])
        }
      }
    }
  }

  /// Items of a sequence in Swift, consumed by `for await`; and of a generator in JavaScript, consumed in Swift.
  func streams() async {
    for window in [16, 256] {
      let there = "stream to JavaScript, an item"
      await measure(there) {
        try await withHosts { c, ours in
          try await compare(
            there, depth: window,
            ours: { try await ours.run("bench.take(\($0), \(window))") },
            plain: [("pushed by credit", { try c.run("bench.take(\($0), \(window))") })])
        }
      }
      let here = "stream to Swift, an item"
      await measure(here) {
        try await withHosts { _, ours in
          try await compare(
            here, depth: window, ours: { try await ours.takeItems(count: $0, window: window) }, plain: [])
        }
      }
    }
  }

  /// Events of native code, each received by up to a thousand listeners in JavaScript.
  func events() async {
    for listeners in [1, 1000] {
      let name = listeners == 1 ? "event to a listener" : "event to \(listeners) listeners"
      await measure(name) {
        try await withHosts { c, ours in
          try await compare(
            name,
            ours: { try await ours.run("bench.receiveEvents(\($0), \(listeners))") },
            plain: [("a call for each event", { try c.run("bench.receiveEvents(\($0), \(listeners))") })])
        }
      }
    }
  }

  /// The lower bound: a native function that is not awaited.
  ///
  /// In C only: the runtime makes such functions for its own modules, and users cannot.
  func synchronousCalls() async {
    let name = "synchronous native call (C only)"
    await measure(name) {
      let c = PlainHost()
      try await compare(name, ours: { try c.run("bench.synchronous(\($0))") }, plain: [])
    }
  }

  /// A runtime with and without its bridge, made and closed.
  func runtimes() async {
    await life("create and close a runtime") {
      let runtime = try await JavaScriptRuntime(bridge: Bridge(), permissions: .none)
      await runtime.close()
    }
    await life("create and close, no bridge") {
      let runtime = try await JavaScriptRuntime()
      await runtime.close()
    }
    await life("create, evaluate a number, close") {
      let runtime = try await JavaScriptRuntime(bridge: Bridge(), permissions: .none)
      let answer: Double = try await runtime.evaluate("3 + 4")
      if answer != 7 { throw Failure("\(answer) is not 7") }
      await runtime.close()
    }
    // Much of a runtime is created on first use, so the cost of a first call is measured as well.
    let name = "create, one call, close"
    await measure(name) {
      let bridge = Bridge()
      bridge.handle("number") { (number: Double) in number }
      try await compare(
        name,
        ours: {
          try await Session.time($0) {
            let runtime = try await JavaScriptRuntime(bridge: bridge, permissions: ["number"])
            let answer: Double = try await runtime.evaluate("bridge.call('number', 7)")
            if answer != 7 { throw Failure("\(answer) is not 7") }
            await runtime.close()
          }
        },
        plain: [
          (
            "host: thread, context, client",
            { try await Session.time($0) { _ = try PlainHost().run("bench.run('number.within', 'number', 1, 1)") } }
          )
        ])
    }
  }

  /// Whole programs that run an empty file, from start to end.
  func starts() async {
    let name = "start: causeway run of an empty file"
    await measure(name) {
      let folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      let programs = ["causeway", "plain-start"].map { folder.appending(path: $0) }
      if let missing = programs.first(where: { !FileManager.default.isExecutableFile(atPath: $0.path) }) {
        return print("skipped: \(name): \(missing.lastPathComponent) is not built: swift build -c release --product …")
      }
      let empty = FileManager.default.temporaryDirectory.appending(path: "causeway-bench-\(getpid()).js")
      try Data().write(to: empty)
      defer { try? FileManager.default.removeItem(at: empty) }
      try await compare(
        name, ours: { try await Session.time($0) { try Session.run(programs[0], ["run", empty.path]) } },
        plain: [("a host in C", { try await Session.time($0) { try Session.run(programs[1], []) } })])
    }
  }

  private static func run(_ program: URL, _ arguments: [String]) throws {
    let process = try Process.run(program, arguments: arguments)
    process.waitUntilExit()
    if process.terminationStatus != 0 { throw Failure("\(program.lastPathComponent): \(process.terminationStatus)") }
  }

  private func life(_ name: String, _ work: @escaping () async throws -> Void) async {
    await measure(name) {
      try await compare(
        name, ours: { try await Session.time($0, work) },
        plain: [
          ("host: thread, context, client", { try await Session.time($0) { _ = PlainHost() } }),
          ("group and context alone", { cplain_contexts(Int64($0)) }),
        ])
    }
  }

  static func time(_ count: Int, _ work: () async throws -> Void) async throws -> Double {
    let elapsed = try await ContinuousClock().measure { for _ in 0..<count { try await work() } }
    return elapsed / .nanoseconds(1) / Double(count)
  }
}
