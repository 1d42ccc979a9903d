import Causeway
import CausewayJavaScript
import CausewayTesting
import DebugSupport
import Foundation
import JavaScriptInspector
import TestSupport

/// What a program is made with that can be debugged; one in a process.
struct Debugged {
  let server: DebugServer
  let bridge: Bridge
  var configuration = RuntimeConfiguration()

  init(clock: (any Clock<Duration>)? = nil, evaluationLimit: Duration? = nil) throws {
    server = try DebugServer(files: ["app.js": Debugged.path])
    var bridge = Bridge.Configuration()
    bridge.clock = clock ?? server.clock
    self.bridge = Bridge(bridge)
    configuration.clock = clock
    configuration.evaluationLimit = evaluationLimit
    server.prepare(&configuration)
  }

  /// The path that the debugger knows for scripts with the URL `app.js`.
  static let path = "/causeway-tests/app.js"

  func runtime() async throws -> JavaScriptRuntime {
    try await JavaScriptRuntime(bridge: bridge, permissions: .all, configuration: configuration)
  }

  /// Connects a client to the server, which does not end before `body`.
  ///
  /// - Parameter lines: of breakpoints in `app.js`.
  func client<Answer: Sendable>(
    lines: [Int] = [], _ body: @escaping @Sendable (DebugClient) throws -> Answer
  ) async throws -> Answer {
    try await DebugClient.run(address: server.address) { client in
      try client.attach(URL(fileURLWithPath: Debugged.path), lines: lines)
      return try body(client)
    }
  }

  /// Lets the program run on after its next pause, which takes so long.
  ///
  /// - Parameter stopped: is fired when the pause has begun.
  func pauseOnce(for seconds: Double, _ stopped: Signal = Signal()) async throws {
    try await client { client in
      try client.event("stopped")
      stopped.fire()
      // Real time: the clock that a pause stops runs with it, and the engine's own limits count it.
      Thread.sleep(forTimeInterval: seconds)
      try client.next()
      // The pause has ended when a later request is answered.
      try client.request("threads")
    }
  }
}
