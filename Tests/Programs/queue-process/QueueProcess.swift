#if Plugins
import CausewayQueue
import CausewayTesting
import Foundation

/// A producer or a consumer for tests that kill it: `queue-process produce\|consume\|fill\|empty QUEUE LOG NAME NUMBER
/// [SEED]`.
///
/// It writes a line to its log after each confirmed operation, never before.
@main struct QueueProcess {
  let queue: DurableQueue
  let log: FileHandle
  let name: String
  let number: Int

  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count >= 6, let number = Int(arguments[5]), let log = FileHandle(forUpdatingAtPath: arguments[3])
    else { fatalError("queue-process produce|consume|fill|empty QUEUE LOG NAME NUMBER [SEED]") }
    try log.seekToEnd()
    var configuration = QueueConfiguration()
    configuration.maximumAttempts = 1_000_000
    configuration.backoff.initialDelay = .milliseconds(1)
    configuration.backoff.maximumDelay = .milliseconds(20)
    do {
      let queue = try DurableQueue(path: arguments[2], configuration: configuration)
      let process = QueueProcess(queue: queue, log: log, name: arguments[4], number: number)
      let seed = arguments.dropFirst(6).first.flatMap { UInt64($0) } ?? 0
      var random = StableRandom(seed: seed, arguments[4], arguments[5])
      switch arguments[1] {
      case "produce": try await process.produce(&random)
      case "consume": try await process.consume(&random)
      case "fill": try await process.fill()
      default: try await process.empty()
      }
    } catch let error as QueueError {
      log.write(Data("error \(error.code) \(error.message)\n".utf8))
      exit(3)
    }
  }

  /// Puts items from `number` on.
  ///
  /// The first may be in the queue already, put by a process that was killed before its log entry.
  func produce(_ random: inout StableRandom) async throws {
    for index in number... {
      let size = Int.random(in: 0..<(index % 16 == 0 ? 40_000 : 400), using: &random)
      let payload = Data(repeating: UInt8(truncatingIfNeeded: index), count: size)
      try await queue.put(payload, key: "\(name)-\(index)")
      log.write(Data("put \(name)-\(index)\n".utf8))
    }
  }

  /// Processes and acknowledges items; at random it fails, extends or abandons one.
  func consume(_ random: inout StableRandom) async throws {
    while true {
      guard let lease = try await queue.lease(for: .milliseconds(.random(in: 20...200, using: &random))) else {
        try await Task.sleep(for: .milliseconds(2))
        continue
      }
      do {
        try await work(on: lease, &random)
      } catch {
        guard (error as? QueueError)?.code == .aborted else { throw error }
        log.write(Data("lost \(lease.key)\n".utf8))
      }
    }
  }

  private func work(on lease: Lease, _ random: inout StableRandom) async throws {
    switch Int.random(in: 0..<20, using: &random) {
    case 0: try await lease.fail("a random failure")
    case 1: break  // The lease expires.
    case 2: try await lease.release()
    default:
      if Int.random(in: 0..<8, using: &random) == 0 { try await lease.extend() }
      log.write(Data("did \(lease.key)\n".utf8))
      try await lease.acknowledge()
      log.write(Data("ack \(lease.key)\n".utf8))
    }
  }

  /// Leases and acknowledges items until none is left.
  func empty() async throws {
    while let lease = try await queue.lease() {
      try await lease.acknowledge()
      log.write(Data("ack \(lease.key)\n".utf8))
    }
  }

  /// Puts items of `number` bytes until one is rejected.
  func fill() async throws {
    for index in 0... {
      try await queue.put(Data(repeating: 1, count: number), key: "\(name)-\(index)")
      log.write(Data("put \(name)-\(index)\n".utf8))
    }
  }
}
#else
@main struct QueueProcess {
  static func main() { fatalError("queue-process was built without the trait Plugins.") }
}
#endif
