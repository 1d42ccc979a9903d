import Causeway
import Foundation
import Synchronization

@testable import CausewayProcess

/// Real child processes: programs that were built with these tests.
enum Children {
  private static let products =
    (Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" }
    ?? URL(fileURLWithPath: ProcessInfo.processInfo.arguments[0])).deletingLastPathComponent()

  /// `causeway child`.
  static let child = ProcessConfiguration.Program.file(
    products.appending(path: "causeway").path, arguments: ["child"])
  /// A child with misbehaving handlers of its own.
  static let localChild = ProcessConfiguration.Program.file(products.appending(path: "local-child").path)

  static func start(
    _ bridge: Bridge = Bridge(), permissions: Permissions = .all, limits: Limits? = nil,
    configure: (inout ProcessConfiguration) -> Void = { _ in }
  ) async throws -> JavaScriptProcess {
    var configuration = ProcessConfiguration()
    configuration.program = child
    configure(&configuration)
    return try await JavaScriptProcess(
      bridge: bridge, permissions: permissions, configuration: configuration, limits: limits)
  }
}

/// The error of a call to a child that is ended; nil for success.
func failure(_ body: () async throws -> Void) async -> BridgeError? {
  do {
    try await body()
    return nil
  } catch {
    return error as? BridgeError
  }
}

/// Measures how late this process's own timers are: a busy machine delays everything.
final class OwnTimers: Sendable {
  private let worst = Mutex(Duration.zero)
  private let watching = Mutex<Task<Void, any Error>?>(nil)

  init() {
    let task = Task { [weak self] in
      while true {
        let due = ContinuousClock.now + .milliseconds(50)
        // Real time: the lateness of this machine's timers is what is measured.
        try await Task.sleep(until: due)
        guard let self else { return }
        worst.withLock { $0 = max($0, ContinuousClock.now - due) }
      }
    }
    watching.withLock { $0 = task }
  }

  deinit { watching.withLock { $0?.cancel() } }

  /// Half of the promised second, and the possible delay of this machine: a check, a signal, an end and an answer each
  /// wait for a processor.
  var allowance: Duration { .milliseconds(500) + worst.withLock { $0 } * 5 }
}
