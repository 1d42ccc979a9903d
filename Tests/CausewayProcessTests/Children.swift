import Causeway
import Foundation
import Synchronization

@testable import CausewayProcess

/// Real children: programs that were built beside these tests.
enum Children {
  private static let products =
    (Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" }
    ?? URL(fileURLWithPath: ProcessInfo.processInfo.arguments[0])).deletingLastPathComponent()

  /// `causeway worker`.
  static let worker = ProcessConfiguration.Program.file(
    products.appending(path: "causeway").path, arguments: ["worker"])
  /// One whose own handlers misbehave.
  static let localWorker = ProcessConfiguration.Program.file(products.appending(path: "local-worker").path)

  static func start(
    _ bridge: Bridge = Bridge(), permissions: Permissions = .all, limits: Limits? = nil,
    configure: (inout ProcessConfiguration) -> Void = { _ in }
  ) async throws -> JavaScriptProcess {
    var configuration = ProcessConfiguration()
    configuration.program = worker
    configure(&configuration)
    return try await JavaScriptProcess(
      bridge: bridge, permissions: permissions, configuration: configuration, limits: limits)
  }
}

/// What a call of a child is told that is being ended; nil for one that succeeds.
func failure(_ body: () async throws -> Void) async -> BridgeError? {
  do {
    try await body()
    return nil
  } catch {
    return error as? BridgeError
  }
}

/// Watches how late this process's own timers are: a machine that is busy with other things is late with everything.
final class OwnTimers: Sendable {
  private let worst = Mutex(Duration.zero)
  private let watching = Mutex<Task<Void, any Error>?>(nil)

  init() {
    let task = Task { [weak self] in
      while true {
        let due = ContinuousClock.now + .milliseconds(50)
        try await Task.sleep(until: due)
        guard let self else { return }
        worst.withLock { $0 = max($0, ContinuousClock.now - due) }
      }
    }
    watching.withLock { $0 = task }
  }

  deinit { watching.withLock { $0?.cancel() } }

  /// Half of the second that is promised, and what this machine may be late: a look, a signal, an end and an answer are
  /// each a wait for a processor.
  var patience: Duration { .milliseconds(500) + worst.withLock { $0 } * 5 }
}
