import CPlain
import Causeway
import CausewayJavaScript
import JavaScriptRuntime

/// Everything that is no call from JavaScript.
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

  /// Items of a sequence in Swift, taken by `for await`; and of a generator in JavaScript, taken in Swift.
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

  /// The floor: a native function that is not awaited.
  ///
  /// In C only: the runtime makes such functions for its own modules, users have none.
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

  private static func time(_ count: Int, _ work: () async throws -> Void) async throws -> Double {
    let elapsed = try await ContinuousClock().measure { for _ in 0..<count { try await work() } }
    return elapsed / .nanoseconds(1) / Double(count)
  }
}
