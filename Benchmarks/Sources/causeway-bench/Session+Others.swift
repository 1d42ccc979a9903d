import CPlain
import Causeway
import CausewayJavaScript
import JavaScriptRuntime

/// Everything that is no call from JavaScript.
extension Session {
  /// Swift awaits a handler in JavaScript from tasks of Swift's pool, so every call crosses threads twice.
  func handlersInJavaScript(depths: [Int]) async throws {
    for depth in depths where wants("Swift awaits JavaScript") {
      try await withHosts { c, ours in
        try await compare(
          "Swift awaits JavaScript", depth: depth,
          ours: { try await ours.awaitHandler(inFlight: depth, count: $0) },
          plain: [
            ("from another thread", { try c.awaitHandler(inFlight: depth, count: $0) }),
            ("on the engine's thread", { try c.awaitHandler(inFlight: nil, count: $0) }),
          ])
      }
    }
  }

  /// Items of a sequence in Swift, taken by `for await`; and of a generator in JavaScript, taken in Swift.
  func streams() async throws {
    for window in [16, 256] where wants("stream") {
      try await withHosts { c, ours in
        try await compare(
          "stream to JavaScript, an item", depth: window,
          ours: { try await ours.run("bench.take(\($0), \(window))") },
          plain: [("pushed by credit", { try c.run("bench.take(\($0), \(window))") })])
        try await compare(
          "stream to Swift, an item", depth: window,
          ours: { try await ours.takeItems(count: $0, window: window) }, plain: [])
      }
    }
  }

  /// The floor: a native function that is not awaited. The runtime makes such functions for its own modules only.
  func synchronousCalls() async throws {
    guard wants("synchronous") else { return }
    let c = PlainHost()
    try await compare(
      "synchronous native call (C only)", ours: { try c.run("bench.synchronous(\($0))") }, plain: [])
  }

  /// A runtime with its bridge, made and closed.
  func runtimes() async throws {
    guard wants("create and close") else { return }
    try await compare(
      "create and close a runtime",
      ours: { count in
        let elapsed = try await ContinuousClock().measure {
          for _ in 0..<count {
            let runtime = try await JavaScriptRuntime(bridge: Bridge(), permissions: .none)
            await runtime.close()
          }
        }
        return elapsed / .nanoseconds(1) / Double(count)
      },
      plain: [
        (
          "host: thread, context, client",
          { count in
            let elapsed = ContinuousClock().measure { for _ in 0..<count { _ = PlainHost() } }
            return elapsed / .nanoseconds(1) / Double(count)
          }
        ),
        ("group and context alone", { cplain_contexts(Int64($0)) }),
      ])
  }
}
