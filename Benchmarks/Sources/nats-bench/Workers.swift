#if NATS
import Causeway
import CausewayNATS
import Foundation

/// Handlers that compute, in one process to four.
enum Workers {
  /// Serves until it is killed.
  static func serve(_ url: String) async throws {
    let bridge = Bridge()
    bridge.handle("compute") { (start: UInt64) in
      // Two milliseconds, about.
      var value = start
      for _ in 0..<1_000_000 { value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9 &+ 1 }
      return Double(value >> 40)
    }
    let worker = try await bridge.serve(on: NATSClient.connect(url), as: "compute", permissions: ["compute"])
    try await Task.sleep(for: .seconds(3_600))
    worker.close()
  }

  static func measure(_ url: String) async throws {
    print("computing handlers: workers | calls a second (\(ProcessInfo.processInfo.activeProcessorCount) processors)")
    for count in [1, 2, 4] {
      let workers = (0..<count).map { _ in
        let worker = Process()
        worker.executableURL = URL(filePath: CommandLine.arguments[0])
        worker.arguments = [url, "compute"]
        return worker
      }
      for worker in workers { try worker.run() }
      defer { for worker in workers { kill(worker.processIdentifier, SIGKILL) } }
      let caller = try await Bridge().connect(to: "compute", on: NATSClient.connect(url))
      defer { caller.close() }
      try await Task.sleep(for: .seconds(1))
      let calls = 2_000
      let start = ContinuousClock.now
      try await withThrowingTaskGroup(of: Void.self) { group in
        for lane in 0..<32 {
          group.addTask {
            for call in 0..<calls / 32 { let _: Double = try await caller.call("compute", lane * 1_000 + call) }
          }
        }
        try await group.waitForAll()
      }
      print("\(count) | \(Int(1e6 / NATSBench.elapsed(start, calls / 32 * 32)))")
    }
  }
}
#endif
