#if NATS
import CNATS
import Causeway
import CausewayConcurrency
public import CausewayQueue
import Dispatch
public import FoundationEssentials

/// A work queue on NATS servers, for any number of machines: JetStream keeps the items.
///
///     let queue = try await JetStreamQueue("clips", on: nats)
///     try await queue.put(data, key: page.address)
///
/// When ``put(_:key:)`` returns, the server has stored the item, on as many servers of a cluster as it has replicas. An item
/// that was leased and not acknowledged in time is leased again. All methods may be called on any thread.
public final class JetStreamQueue: WorkQueue {
  /// The name of the stream with the items; the stream with the dead letters has the suffix `-dead`.
  public let name: String
  /// The configuration of the queue.
  ///
  /// Only `leaseDuration`, `maximumAttempts`, `backoff`, `keyRetention`, `payloadBytes` and `fileBytes` apply.
  public let configuration: QueueConfiguration
  private let stream: JetStream
  /// One request for an item at a time.
  private let fetching = BlockingExecutor("causeway.fetch", threads: 1)

  /// How long ``lease()`` waits for an item.
  private static let fetchTime = Duration.milliseconds(250)

  /// Opens the queue with a name, and creates it if it does not exist.
  ///
  /// - Parameters:
  ///   - name: 1 to 64 letters, digits, `_` and `-`.
  ///   - configuration: the same configuration in all programs that use the queue. `keyRetention` must not be nil, because
  ///     servers keep keys in memory.
  ///   - replicas: the number of servers in a cluster that store each item.
  /// - Throws: `FAILED_PRECONDITION` if the servers have no JetStream, or if a stream with this name has another
  ///   configuration.
  public init(
    _ name: String, on client: NATSClient, configuration: QueueConfiguration = QueueConfiguration(), replicas: Int = 1
  ) async throws(QueueError) {
    let isPlain = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
        true
      default: false
      }
    }
    guard isPlain, (1...64).contains(name.utf8.count) else {
      throw QueueError(.invalidArgument, "open", "The name of a queue must have 1 to 64 letters, digits, '_' or '-'.")
    }
    guard configuration.keyRetention != nil else {
      throw QueueError(
        .invalidArgument, "open", "The keyRetention must not be nil, because servers keep keys in memory.")
    }
    self.name = name
    self.configuration = configuration
    stream = try await BlockingExecutor.run { () throws(QueueError) in
      try JetStream(name, on: client, configuration, replicas: replicas)
    }
  }

  /// Appends an item; when this returns, the server has stored it.
  ///
  /// - Parameter key: if an item with this key was put within `QueueConfiguration.keyRetention`, nothing is added: after
  ///   a failure, put the item again with the same key. Without control characters; nil for a generated key.
  /// - Throws: `UNAVAILABLE` if no server confirms the item, which may have been stored nevertheless.
  @discardableResult
  public func put(_ payload: Data, key: String?) async throws(QueueError) -> QueueReceipt {
    let key = key ?? UUID().uuidString
    guard (1...4096).contains(key.utf8.count), key.utf8.allSatisfy({ $0 > 0x1F && $0 != 0x7F }) else {
      throw QueueError(.invalidArgument, "put", "A key must have 1 to 4096 bytes without control characters.")
    }
    guard payload.count <= configuration.payloadBytes else {
      throw QueueError(
        .resourceExhausted, "put",
        "An item of \(payload.count) bytes exceeds the limit payloadBytes (\(configuration.payloadBytes)).")
    }
    let isNew = try await BlockingExecutor.run { [stream] () throws(QueueError) in
      try stream.publish(Array(payload), to: stream.itemSubject, key: key, headers: [:], operation: "put")
    }
    return QueueReceipt(key: key, isNew: isNew)
  }

  /// Leases the oldest available item; waits for at most a quarter of a second, and returns nil if there is none.
  public func lease() async throws(QueueError) -> Lease? {
    while let message = try await fetch() {
      let lease = JetStreamLease(message, on: stream, configuration)
      guard message.attempt > configuration.maximumAttempts else {
        return Lease(
          key: message.key, payload: Data(message.payload), attempt: message.attempt, putAt: message.putAt,
          lastFailure: nil, duration: configuration.leaseDuration, holder: lease)
      }
      try await lease.bury(
        "The lease expired without an answer from its holder; attempts: \(configuration.maximumAttempts).",
        operation: "lease")
    }
    return nil
  }

  private func fetch() async throws(QueueError) -> JetStreamMessage? {
    try await BlockingExecutor.run(on: fetching) { [stream] () throws(QueueError) in
      try stream.fetch(within: JetStreamQueue.fetchTime)
    }
  }

  /// Counts the items; servers count a delayed item as leased, and do not count acknowledged items.
  public func counts() async throws(QueueError) -> QueueCounts {
    try await BlockingExecutor.run { [stream] () throws(QueueError) in try stream.counts() }
  }
}
#endif
