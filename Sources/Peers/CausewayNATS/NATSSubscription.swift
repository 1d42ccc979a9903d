#if NATS
import CNATS
import Causeway
import Synchronization

/// A subscription, which ends when it is cancelled.
final class NATSSubscription: Sendable {
  /// Keeps the receiver until libnats has made its last call to it.
  private final class Receiver: Sendable {
    let receive: @Sendable (NATSMessage) -> Void
    init(_ receive: @escaping @Sendable (NATSMessage) -> Void) { self.receive = receive }
  }

  /// A libnats handle, which libnats locks.
  @safe private struct Handle: @unchecked Sendable { let pointer: OpaquePointer }

  private let client: NATSClient
  private let handle: Mutex<Handle?>

  init(
    _ client: NATSClient, _ connection: OpaquePointer, _ subject: String, _ queue: String?,
    _ receive: @escaping @Sendable (NATSMessage) -> Void
  ) throws(BridgeError) {
    self.client = client
    let receiver = unsafe Unmanaged.passRetained(Receiver(receive))
    let callback: natsMsgHandler = { _, _, message, closure in
      guard let message = unsafe message, let closure = unsafe closure else { return }
      let copy = unsafe NATSMessage(message)
      unsafe natsMsg_Destroy(message)
      unsafe Unmanaged<Receiver>.fromOpaque(closure).takeUnretainedValue().receive(copy)
    }
    var pointer: OpaquePointer?
    let status =
      if let queue {
        unsafe natsConnection_QueueSubscribe(&pointer, connection, subject, queue, callback, receiver.toOpaque())
      } else {
        unsafe natsConnection_Subscribe(&pointer, connection, subject, callback, receiver.toOpaque())
      }
    guard status == NATS_OK, let pointer = unsafe pointer else {
      unsafe receiver.release()
      handle = Mutex(nil)
      try NATSClient.check(status, "subscribe to \(subject)")
      throw BridgeError(.internal, "libnats returned no subscription.")
    }
    handle = Mutex(unsafe Handle(pointer: pointer))
    unsafe natsSubscription_SetOnCompleteCB(
      pointer, { if let closure = unsafe $0 { unsafe Unmanaged<Receiver>.fromOpaque(closure).release() } },
      receiver.toOpaque())
  }

  deinit { cancel() }

  /// Ends the subscription.
  ///
  /// A message that is being received may still arrive. May be called in `receive`.
  func cancel() {
    guard let handle = handle.withLock({ $0.take() }) else { return }
    unsafe natsSubscription_Unsubscribe(handle.pointer)
    unsafe natsSubscription_Destroy(handle.pointer)
  }
}
#endif
