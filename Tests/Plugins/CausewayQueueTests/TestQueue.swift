#if Plugins
import CausewayQueue
import Foundation
import GRDB
import Synchronization

/// A folder for one test, removed with this object.
final class TestFolder: Sendable {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "causeway-queue-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var queuePath: String { path + "/test.queue" }

  /// A queue with a time that the test controls.
  func queue(
    _ time: TestTime = TestTime(), configure: (inout QueueConfiguration) -> Void = { _ in }
  ) throws -> DurableQueue {
    var configuration = QueueConfiguration()
    configuration.time = time.time
    configuration.lockTimeout = .milliseconds(200)
    configure(&configuration)
    return try DurableQueue(path: queuePath, configuration: configuration)
  }
}

/// A time that only the test advances.
final class TestTime: Sendable {
  private let now = Mutex(Duration.seconds(100))
  private let boot: String

  init(boot: String = "first") { self.boot = boot }

  func advance(by duration: Duration) { now.withLock { $0 += duration } }

  var time: QueueTime {
    QueueTime(boot: boot) { [self] in
      now.withLock { $0 }
    } date: { [self] in
      Date(timeIntervalSince1970: 1_800_000_000 + now.withLock { Double($0.components.seconds) })
    }
  }
}

/// The error of a call; nil if it throws none, or one that is not a queue's.
func error(_ body: () async throws -> Void) async -> QueueError? {
  do {
    try await body()
    return nil
  } catch {
    return error as? QueueError
  }
}

/// Another connection to the file, as `sqlite3` opens it.
func otherConnection(_ path: String) throws -> DatabaseQueue {
  var configuration = Configuration()
  configuration.allowsUnsafeTransactions = true  // To keep a transaction open meanwhile.
  return try DatabaseQueue(path: path, configuration: configuration)
}
#endif
