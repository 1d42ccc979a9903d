#if NATS
import CNATS
import Causeway
import CausewayConcurrency
import CausewayQueue
import Dispatch
import FoundationEssentials
import Synchronization

/// An item as the server delivered it.
@safe final class JetStreamMessage: Sendable {
  let key: String
  let payload: [UInt8]
  let attempt: Int
  let putAt: Date
  let acknowledgeSubject: String
  /// When it was asked for.
  let began: ContinuousClock.Instant
  /// Used on the queue of its lease only; destroyed once, when nothing refers to this object.
  fileprivate nonisolated(unsafe) let handle: OpaquePointer

  init(_ handle: OpaquePointer, began: ContinuousClock.Instant) {
    let message = unsafe NATSMessage(handle)
    key = message.headers["Nats-Msg-Id"] ?? ""
    payload = message.data
    acknowledgeSubject = message.reply ?? ""
    self.began = began
    var metadata: UnsafeMutablePointer<jsMsgMetaData>?
    unsafe natsMsg_GetMetaData(&metadata, handle)
    attempt = Int(clamping: unsafe metadata?.pointee.NumDelivered ?? 1)
    putAt = Date(timeIntervalSince1970: Double(unsafe metadata?.pointee.Timestamp ?? 0) / 1e9)
    unsafe jsMsgMetaData_Destroy(metadata)
    unsafe self.handle = handle
  }

  deinit { unsafe natsMsg_Destroy(handle) }
}

/// The lease of an item on a server.
final class JetStreamLease: LeaseHolder {
  private enum State {
    case held(until: ContinuousClock.Instant)
    case acknowledged, ended
  }

  private let message: JetStreamMessage
  private let stream: JetStream
  private let configuration: QueueConfiguration
  private let queue = BlockingExecutor("causeway.lease", threads: 1)
  private let state: Mutex<State>

  init(_ message: JetStreamMessage, on stream: JetStream, _ configuration: QueueConfiguration) {
    self.message = message
    self.stream = stream
    self.configuration = configuration
    state = Mutex(.held(until: message.began + configuration.leaseDuration))
  }

  func acknowledge() async throws(QueueError) {
    try await perform("acknowledge", then: .acknowledged) { [message, stream] () throws(QueueError) in
      try stream.acknowledge(message, operation: "acknowledge")
    }
  }

  func fail(_ reason: String, retry: Bool) async throws(QueueError) -> Lease.FailureOutcome {
    guard retry, message.attempt < configuration.maximumAttempts else {
      try await bury(reason, operation: "fail")
      return .dead
    }
    let delay = configuration.backoff.delay(after: message.attempt, chance: .random(in: 0...1))
    try await perform("fail", then: .ended) { [message] () throws(QueueError) in
      let milliseconds = max(1, delay.nanoseconds / 1_000_000)
      try JetStream.check(unsafe natsMsg_NakWithDelay(message.handle, milliseconds, nil), 0, "fail")
    }
    return .retry(after: delay)
  }

  func release() async throws(QueueError) {
    try await perform("release", then: .ended) { [message] () throws(QueueError) in
      try JetStream.check(unsafe natsMsg_Nak(message.handle, nil), 0, "release")
    }
  }

  func extend(by duration: Duration) async throws(QueueError) {
    guard duration == configuration.leaseDuration else {
      throw QueueError(
        .invalidArgument, "extend",
        "A lease on a server can only be extended by leaseDuration (\(configuration.leaseDuration)).")
    }
    let now = ContinuousClock.now
    try await perform("extend", then: .held(until: now + duration)) { [message] () throws(QueueError) in
      try JetStream.check(unsafe natsMsg_InProgress(message.handle, nil), 0, "extend")
    }
  }

  /// Moves the item to the dead letters: it is stored there before it is removed here.
  func bury(_ reason: String, operation: String) async throws(QueueError) {
    let headers = [
      "Causeway-Reason": String(
        reason.unicodeScalars.prefix(512).map { $0.value < 32 || $0.value == 127 ? " " : Character($0) }),
      "Causeway-Attempts": String(message.attempt),
    ]
    try await perform(operation, then: .ended) { [message, stream] () throws(QueueError) in
      _ = try stream.publish(
        message.payload, to: stream.deadSubject, key: message.key, headers: headers, operation: operation)
      try stream.acknowledge(message, operation: operation)
    }
  }

  /// Runs an operation while the lease is held; if it fails, the lease remains held.
  private func perform(
    _ operation: String, then next: State, _ body: @escaping @Sendable () throws(QueueError) -> Void
  ) async throws(QueueError) {
    try await BlockingExecutor.run(on: queue) { [self] () throws(QueueError) in
      switch state.withLock({ $0 }) {
      case .acknowledged:
        if case .acknowledged = next { return }
        throw lost(operation)
      case .held(let end) where ContinuousClock.now < end: break
      case .held, .ended: throw lost(operation)
      }
      try stream.requireConnection(operation)
      try body()
      state.withLock { $0 = next }
    }
  }

  private func lost(_ operation: String) -> QueueError {
    QueueError(.aborted, operation, "The lease of \"\(message.key)\" is lost: it expired or has ended.")
  }
}
#endif
