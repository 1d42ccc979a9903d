#if NATS
import CNATS
public import Causeway
import CausewayConcurrency
import Dispatch
import Glibc
import Synchronization

/// A connection to a NATS server or cluster, over libnats.
///
/// It reconnects automatically until it is released, or until a server refuses its identity twice. While it is not
/// connected, calls fail with `UNAVAILABLE` at once: a buffered request would run after its caller has given up. It may be
/// used on any thread.
@safe public final class NATSClient: Sendable {
  /// libnats locks it; destroyed once, when nothing refers to this object.
  private nonisolated(unsafe) let connection: OpaquePointer

  private let outbox = Mutex(NATSOutbox())
  /// The number of other threads' messages that a thread sends after its own.
  private static let mostForOthers = 256

  /// The prefix of inbox subjects.
  let inboxPrefix: String

  private init(adopting connection: OpaquePointer, _ inboxPrefix: String) {
    unsafe self.connection = connection
    self.inboxPrefix = inboxPrefix
  }

  deinit {
    // The end waits for libnats's threads, and this may be one of them.
    let address = unsafe UInt(bitPattern: connection)
    DispatchQueue.global().async { unsafe natsConnection_Destroy(OpaquePointer(bitPattern: address)) }
  }

  /// Connects to the first server that answers.
  ///
  /// - Throws: `UNAVAILABLE` if none does, `UNAUTHENTICATED` if the server refuses the identity, `INVALID_ARGUMENT` for
  ///   options that libnats refuses.
  public static func connect(_ options: NATSOptions) async throws(BridgeError) -> NATSClient {
    try await BlockingExecutor.run { () throws(BridgeError) in try NATSClient(connecting: options) }
  }

  /// Connects to one server by its URL.
  public static func connect(_ url: String) async throws(BridgeError) -> NATSClient {
    try await connect(NATSOptions(url))
  }

  private convenience init(connecting options: NATSOptions) throws(BridgeError) {
    var handle: OpaquePointer?
    try NATSClient.check(unsafe natsOptions_Create(&handle), "create the options")
    defer { unsafe natsOptions_Destroy(handle) }
    if let server = options.servers.first {
      try NATSClient.check(unsafe natsOptions_SetURL(handle, server), "use the URL")
    }
    if options.servers.count > 1 {
      // libnats copies the texts.
      var pointers = unsafe options.servers.map { unsafe UnsafePointer<CChar>(strdup($0)) }
      defer { unsafe pointers.forEach { unsafe free(UnsafeMutablePointer(mutating: $0)) } }
      try NATSClient.check(
        unsafe natsOptions_SetServers(handle, &pointers, CInt(pointers.count)), "use the list of servers")
    }
    if let name = options.name { try NATSClient.check(unsafe natsOptions_SetName(handle, name), "set the name") }
    if let token = options.token { try NATSClient.check(unsafe natsOptions_SetToken(handle, token), "set the token") }
    if let file = options.credentialsFile {
      try NATSClient.check(unsafe natsOptions_SetUserCredentialsFromFiles(handle, file, nil), "read the credentials")
    }
    if let nkey = options.nkey {
      try NATSClient.check(
        unsafe natsOptions_SetNKeyFromSeed(handle, nkey.publicKey, nkey.seedFile), "use the NKey")
    }
    if let file = options.authoritiesFile {
      try NATSClient.check(unsafe natsOptions_SetSecure(handle, true), "use TLS")
      try NATSClient.check(
        unsafe natsOptions_LoadCATrustedCertificates(handle, file), "load the certificate authorities")
    }
    if let certificate = options.certificate {
      try NATSClient.check(unsafe natsOptions_SetSecure(handle, true), "use TLS")
      try NATSClient.check(
        unsafe natsOptions_LoadCertificatesChain(handle, certificate.chainFile, certificate.keyFile),
        "load the certificate")
    }
    try NATSSubject.check(options.inboxPrefix, "The inbox prefix")
    try NATSClient.check(
      unsafe natsOptions_SetCustomInboxPrefix(handle, options.inboxPrefix), "set the inbox prefix")
    // Without it a message waits a millisecond for others. With 256 calls in flight it costs a tenth.
    try NATSClient.check(unsafe natsOptions_SetSendAsap(handle, true), "set immediate sending")
    // After this time a server that does not read counts as lost: a publisher would wait for it for ever.
    try NATSClient.check(unsafe natsOptions_SetWriteDeadline(handle, 5_000), "set the write deadline")
    // A server that does not answer for three of these counts as lost: libnats would wait for six minutes.
    try NATSClient.check(unsafe natsOptions_SetPingInterval(handle, 2_000), "set the ping interval")
    try NATSClient.check(unsafe natsOptions_SetMaxPingsOut(handle, 2), "limit the unanswered pings")
    try NATSClient.check(unsafe natsOptions_SetMaxReconnect(handle, -1), "allow unlimited reconnects")
    try NATSClient.check(unsafe natsOptions_SetReconnectWait(handle, 250), "set the reconnect delay")
    var connection: OpaquePointer?
    // libnats 3.4.1 leaves out a signature whose first byte is zero, one of 256. Each attempt signs another nonce.
    var attempts = options.nkey != nil || options.credentialsFile != nil ? 3 : 1
    var status: natsStatus
    repeat {
      status = unsafe natsConnection_Connect(&connection, handle)
      attempts -= 1
    } while status == NATS_CONNECTION_AUTH_FAILED && attempts > 0
    try NATSClient.check(status, "connect")
    guard let connection = unsafe connection else { throw BridgeError(.internal, "libnats returned no connection.") }
    unsafe self.init(adopting: connection, options.inboxPrefix)
  }

  // MARK: Messages

  /// Whether the client is connected at the moment.
  public var isConnected: Bool { unsafe natsConnection_Status(connection) == NATS_CONN_STATUS_CONNECTED }

  /// The longest message that the server takes, in bytes.
  var maximumPayload: Int { Int(unsafe natsConnection_GetMaxPayload(connection)) }

  /// Calls `body` with libnats's connection.
  ///
  /// Code that keeps the pointer must also keep this object.
  func withConnection<Result>(_ body: (OpaquePointer) -> Result) -> Result { unsafe body(connection) }

  /// Sends a message, or leaves it to the thread that sends at the moment.
  ///
  /// libnats holds a lock while it writes to the socket: threads that waited for it would take longer than the messages. A
  /// message that is left to another thread is lost if the connection is lost before, as every message may be.
  ///
  /// - Throws: `UNAVAILABLE` while there is no connection, `RESOURCE_EXHAUSTED` over the server's limit or while 64 MiB wait
  ///   for a server that does not read, `INVALID_ARGUMENT` for headers that are not valid.
  func publish(_ message: NATSMessage) throws(BridgeError) {
    try requireConnection()
    let most = maximumPayload
    guard message.size <= most else {
      throw .exhausted("max_payload", maximum: most, "A NATS message of \(message.size) bytes")
    }
    try message.checkHeaders()
    switch outbox.withLock({ $0.add(message) }) {
    case .own: break
    case .other: return
    case .nobody:
      throw .exhausted("bytesInFlight", maximum: NATSOutbox.most, "One more message to a server that does not read")
    }
    defer { sendWaiting() }
    try send(message)
  }

  /// Sends the messages that others have left; after many of them on another thread, as this one has its own work.
  private func sendWaiting() {
    var sent = 0
    while true {
      let messages = outbox.withLock { $0.takeAll() }
      if messages.isEmpty { return }
      for message in messages { try? send(message) }
      outbox.withLock { $0.sent(messages) }
      sent += messages.count
      if sent > NATSClient.mostForOthers { return DispatchQueue.global().async { self.sendWaiting() } }
    }
  }

  private func send(_ message: NATSMessage) throws(BridgeError) {
    try requireConnection()
    var handle: OpaquePointer?
    let status = unsafe message.data.withUnsafeBytes { data in
      unsafe data.withMemoryRebound(to: CChar.self) { data in
        // Without headers libnats needs no copy of the message.
        guard message.headers.isEmpty else {
          return unsafe natsMsg_Create(&handle, message.subject, message.reply, data.baseAddress, CInt(data.count))
        }
        guard let reply = message.reply else {
          return unsafe natsConnection_Publish(connection, message.subject, data.baseAddress, CInt(data.count))
        }
        return unsafe natsConnection_PublishRequest(
          connection, message.subject, reply, data.baseAddress, CInt(data.count))
      }
    }
    try NATSClient.check(status, "send a message")
    guard let handle = unsafe handle else { return }
    defer { unsafe natsMsg_Destroy(handle) }
    for (key, value) in message.headers {
      try NATSClient.check(unsafe natsMsgHeader_Set(handle, key, value), "set a header")
    }
    try NATSClient.check(unsafe natsConnection_PublishMsg(connection, handle), "send a message")
  }

  private func requireConnection() throws(BridgeError) {
    guard isConnected else { throw BridgeError(.unavailable, "There is no connection to NATS at the moment.") }
  }

  /// Receives the messages published to a subject, one at a time, on a thread of libnats.
  func subscribe(
    _ subject: String, queue: String? = nil, _ receive: @escaping @Sendable (NATSMessage) -> Void
  ) throws(BridgeError) -> NATSSubscription {
    try unsafe NATSSubscription(self, connection, subject, queue, receive)
  }

  /// Returns when the server has received everything that was sent, including subscriptions.
  func flush() async throws(BridgeError) {
    try await BlockingExecutor.run { () throws(BridgeError) in
      try NATSClient.check(unsafe natsConnection_FlushTimeout(self.connection, 5_000), "reach the server")
    }
  }

  // MARK: Parts

  static func check(_ status: natsStatus, _ operation: String) throws(BridgeError) {
    guard status != NATS_OK else { return }
    let text = unsafe String(cString: natsStatus_GetText(status))
    let code: BridgeError.Code =
      switch status {
      case NATS_CONNECTION_AUTH_FAILED, NATS_NOT_PERMITTED: .unauthenticated
      case NATS_MAX_PAYLOAD, NATS_INSUFFICIENT_BUFFER, NATS_NO_MEMORY: .resourceExhausted
      case NATS_ADDRESS_MISSING, NATS_INVALID_ARG, NATS_INVALID_SUBJECT, NATS_INVALID_QUEUE_NAME: .invalidArgument
      default: .unavailable
      }
    throw BridgeError(code, "NATS could not \(operation): \(text).")
  }
}
#endif
