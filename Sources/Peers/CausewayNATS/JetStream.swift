#if NATS
import CNATS
import Causeway
import CausewayQueue
import Dispatch
import FoundationEssentials

/// The streams of a queue, by libnats's blocking calls; libnats locks what it shares between threads.
@safe final class JetStream: Sendable {
  let itemSubject: String
  let deadSubject: String
  private let name: String
  private let client: NATSClient
  /// Destroyed once, when nothing refers to this object.
  private nonisolated(unsafe) let context: OpaquePointer
  private nonisolated(unsafe) let subscription: OpaquePointer

  private static let consumer = "workers"

  init(
    _ name: String, on client: NATSClient, _ configuration: QueueConfiguration, replicas: Int
  ) throws(QueueError) {
    self.name = name
    self.client = client
    let subject = "_QUEUE.\(name).items"
    itemSubject = subject
    deadSubject = "_QUEUE.\(name).dead"
    var context: OpaquePointer?
    try JetStream.check(
      unsafe client.withConnection { unsafe natsConnection_JetStream(&context, $0, nil) }, 0, "open")
    guard let context = unsafe context else {
      throw QueueError(.internal, "open", "libnats returned no JetStream context.")
    }
    var subscription: OpaquePointer?
    do throws(QueueError) {
      try unsafe JetStream.addStream(name, subject, context, configuration, replicas, isWorkQueue: true)
      try unsafe JetStream.addStream("\(name)-dead", deadSubject, context, configuration, replicas, isWorkQueue: false)
      try unsafe JetStream.addConsumer(name, context, configuration, replicas)
      var code = jsErrCode(rawValue: 0)
      var options = unsafe jsSubOptions()
      unsafe jsSubOptions_Init(&options)
      let status = unsafe name.withCString { name in
        unsafe JetStream.consumer.withCString { consumer in
          unsafe options.Stream = name
          unsafe options.Consumer = consumer
          unsafe options.ManualAck = true
          return unsafe js_PullSubscribe(&subscription, context, subject, consumer, nil, &options, &code)
        }
      }
      try JetStream.check(status, code.rawValue, "open")
    } catch {
      unsafe jsCtx_Destroy(context)
      throw error
    }
    guard let subscription = unsafe subscription else {
      unsafe jsCtx_Destroy(context)
      throw QueueError(.internal, "open", "libnats returned no subscription.")
    }
    unsafe self.context = context
    unsafe self.subscription = subscription
  }

  deinit {
    unsafe natsSubscription_Destroy(subscription)
    unsafe jsCtx_Destroy(context)
  }

  private static func addStream(
    _ name: String, _ subject: String, _ context: OpaquePointer, _ configuration: QueueConfiguration, _ replicas: Int,
    isWorkQueue: Bool
  ) throws(QueueError) {
    var code = jsErrCode(rawValue: 0)
    var stream = unsafe jsStreamConfig()
    unsafe jsStreamConfig_Init(&stream)
    let status = unsafe name.withCString { name in
      unsafe subject.withCString { subject in
        var subjects: [UnsafePointer<CChar>?] = unsafe [subject]
        return unsafe subjects.withUnsafeMutableBufferPointer { subjects in
          unsafe stream.Name = name
          unsafe stream.Subjects = subjects.baseAddress
          unsafe stream.SubjectsLen = 1
          unsafe stream.Storage = js_FileStorage
          unsafe stream.Replicas = Int64(replicas)
          // A full queue refuses new items; it drops no old ones.
          unsafe stream.Discard = js_DiscardNew
          if isWorkQueue {
            unsafe stream.Retention = js_WorkQueuePolicy
            unsafe stream.Duplicates = configuration.keyRetention?.nanoseconds ?? 0
            if let bytes = configuration.fileBytes { unsafe stream.MaxBytes = Int64(bytes) }
          }
          return unsafe js_AddStream(nil, context, &stream, nil, &code)
        }
      }
    }
    try check(status, code.rawValue, "open")
  }

  private static func addConsumer(
    _ name: String, _ context: OpaquePointer, _ configuration: QueueConfiguration, _ replicas: Int
  ) throws(QueueError) {
    var code = jsErrCode(rawValue: 0)
    var settings = unsafe jsConsumerConfig()
    unsafe jsConsumerConfig_Init(&settings)
    let status = unsafe consumer.withCString { consumer in
      unsafe settings.Durable = consumer
      unsafe settings.AckPolicy = js_AckExplicit
      unsafe settings.AckWait = configuration.leaseDuration.nanoseconds
      // An item that was leased too often becomes a dead letter here: the server would only stop delivering it.
      unsafe settings.MaxDeliver = -1
      unsafe settings.MaxAckPending = 1_000_000
      return unsafe js_AddConsumer(nil, context, name, &settings, nil, &code)
    }
    try check(status, code.rawValue, "open")
  }

  // MARK: Items

  /// Publishes an item; returns whether its key is new.
  func publish(
    _ payload: [UInt8], to subject: String, key: String, headers: [String: String], operation: String
  ) throws(QueueError) -> Bool {
    try requireConnection(operation)
    try requireRoom(payload.count + key.utf8.count + 512, operation)
    var message: OpaquePointer?
    let made = unsafe payload.withUnsafeBytes { data in
      unsafe natsMsg_Create(
        &message, subject, nil, data.baseAddress?.assumingMemoryBound(to: CChar.self), CInt(data.count))
    }
    try JetStream.check(made, 0, operation)
    defer { unsafe natsMsg_Destroy(message) }
    for (name, value) in headers { try JetStream.check(unsafe natsMsgHeader_Set(message, name, value), 0, operation) }
    var code = jsErrCode(rawValue: 0)
    var answer: UnsafeMutablePointer<jsPubAck>?
    var options = unsafe jsPubOptions()
    unsafe jsPubOptions_Init(&options)
    let status = unsafe key.withCString { key in
      unsafe options.MsgId = key
      return unsafe js_PublishMsg(&answer, context, message, &options, &code)
    }
    try JetStream.check(status, code.rawValue, operation)
    defer { unsafe jsPubAck_Destroy(answer) }
    return unsafe answer?.pointee.Duplicate != true
  }

  /// Tells the server that an item is done; returns when the server has confirmed it.
  ///
  /// May be repeated: libnats's own function would treat a second attempt as a success.
  func acknowledge(_ message: JetStreamMessage, operation: String) throws(QueueError) {
    try requireConnection(operation)
    // With another subject, a forged item could misuse this client's permissions.
    guard message.acknowledgeSubject.hasPrefix("$JS.ACK."), NATSSubject.isLiteral(message.acknowledgeSubject) else {
      throw QueueError(.dataLoss, operation, "The item was not delivered by JetStream.")
    }
    var answer: OpaquePointer?
    let status = unsafe client.withConnection {
      unsafe natsConnection_RequestString(&answer, $0, message.acknowledgeSubject, "+ACK", 5_000)
    }
    unsafe natsMsg_Destroy(answer)
    try JetStream.check(status, 0, operation)
  }

  /// Without a connection libnats would keep messages, and send them when their time may be over.
  func requireConnection(_ operation: String) throws(QueueError) {
    guard client.isConnected else {
      throw QueueError(.unavailable, operation, "There is no connection to NATS at the moment.")
    }
  }

  private func requireRoom(_ bytes: Int, _ operation: String) throws(QueueError) {
    let most = client.maximumPayload
    guard bytes > most else { return }
    throw QueueError(
      .resourceExhausted, operation, "An item of \(bytes) bytes exceeds the server's limit max_payload (\(most)).")
  }

  /// Waits for an item; nil if none comes.
  func fetch(within time: Duration) throws(QueueError) -> JetStreamMessage? {
    // A lease begins on the server no earlier.
    let began = ContinuousClock.now
    try requireConnection("lease")
    var list = unsafe natsMsgList()
    var code = jsErrCode(rawValue: 0)
    let milliseconds = time.nanoseconds / 1_000_000
    let status = unsafe natsSubscription_Fetch(&list, subscription, 1, milliseconds, &code)
    if status == NATS_TIMEOUT || status == NATS_NOT_FOUND { return nil }
    try JetStream.check(status, code.rawValue, "lease")
    defer { unsafe natsMsgList_Destroy(&list) }
    guard unsafe list.Count == 1, let message = unsafe list.Msgs[0] else { return nil }
    // The list would destroy it.
    unsafe list.Msgs[0] = nil
    return unsafe JetStreamMessage(message, began: began)
  }

  func counts() throws(QueueError) -> QueueCounts {
    var counts = QueueCounts()
    var code = jsErrCode(rawValue: 0)
    var dead: UnsafeMutablePointer<jsStreamInfo>?
    try JetStream.check(
      unsafe js_GetStreamInfo(&dead, context, "\(name)-dead", nil, &code), code.rawValue, "count")
    counts.dead = Int(clamping: unsafe dead?.pointee.State.Msgs ?? 0)
    unsafe jsStreamInfo_Destroy(dead)
    var consumer: UnsafeMutablePointer<jsConsumerInfo>?
    try JetStream.check(
      unsafe js_GetConsumerInfo(&consumer, context, name, JetStream.consumer, nil, &code), code.rawValue, "count")
    counts.ready = Int(clamping: unsafe consumer?.pointee.NumPending ?? 0)
    counts.leased = Int(clamping: unsafe consumer?.pointee.NumAckPending ?? 0)
    unsafe jsConsumerInfo_Destroy(consumer)
    return counts
  }

  // MARK: Parts

  static func check(_ status: natsStatus, _ code: UInt32, _ operation: String) throws(QueueError) {
    guard status != NATS_OK else { return }
    // libnats's last error of this thread is of this call only if the server has sent one.
    let detail = code == 0 ? "" : unsafe nats_GetLastError(nil).map { unsafe String(cString: $0) } ?? ""
    let text = unsafe String(cString: natsStatus_GetText(status))
    let kind: QueueError.Code =
      switch (status, code) {
      case (_, JSNotEnabledErr.rawValue), (_, JSNotEnabledForAccountErr.rawValue), (_, JSStreamNameExistErr.rawValue):
        .failedPrecondition
      case (_, JSStreamStoreFailedErr.rawValue), (_, JSInsufficientResourcesErr.rawValue), (NATS_MAX_PAYLOAD, _):
        .resourceExhausted
      case (NATS_INVALID_ARG, _): .invalidArgument
      case (NATS_NOT_PERMITTED, _): .permissionDenied
      case (NATS_ERR, _) where code != 0: .failedPrecondition
      default: .unavailable
      }
    throw QueueError(kind, operation, "NATS: \(text)\(detail.isEmpty ? "" : ": \(detail)").")
  }
}
#endif
