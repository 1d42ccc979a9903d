#if NATS
import Causeway
import CausewayConcurrency
import FoundationEssentials
import Synchronization

/// Answers the requests by which NATS services are found and watched: `$SRV.PING`, `$SRV.INFO` and `$SRV.STATS`.
///
/// Source: ADR-32 of nats-architecture-and-design.
final class NATSServiceInfo: Sendable {
  /// How often a method was called, and how long that took.
  private struct Usage {
    var requests = 0
    var errors = 0
    var lastError = ""
    var processingTime = Duration.zero

    mutating func add(_ answer: Result<Payload, BridgeError>, _ duration: Duration) {
      requests += 1
      processingTime += duration
      guard case .failure(let error) = answer else { return }
      errors += 1
      lastError =
        "\(NATSHeader.value(error.code.rawValue, atMost: 64)): \(BridgeError.short(error.message, most: 1_024))"
    }
  }

  /// What the bridge offered when it was asked last.
  private struct Offer {
    var contract = ""
    var members: [MemberDescription] = []
    var names: Set<String> = []
    var schemas = ""
  }

  private let client: NATSClient
  private let prefix: String
  private let queue: String
  private let version: String
  private let name: String
  private let id = NATSSubject.token()
  private let started = Date.now
  private let connection: Mutex<Connection?>
  private let offer = Mutex(Offer())
  private let usage = Mutex<[String: Usage]>([:])
  private let subscriptions = Mutex<[NATSSubscription]>([])

  init(_ client: NATSClient, prefix: String, queue: String, version: String, connection: Connection) {
    self.client = client
    self.prefix = prefix
    self.queue = queue
    self.version = version
    self.connection = Mutex(connection)
    // A service's name has no dots.
    name = NATSServiceInfo.plain(prefix)
  }

  /// Begins to answer.
  func listen() throws(BridgeError) {
    var made: [NATSSubscription] = []
    for subject in ["$SRV.*", "$SRV.*.\(name)", "$SRV.*.\(name).\(id)"] {
      made.append(try client.subscribe(subject) { [weak self] in self?.answer($0) })
    }
    let subscribed = made
    subscriptions.withLock { $0 = subscribed }
  }

  func close() {
    let (ended, kept) = (subscriptions.withLock { exchange(&$0, with: []) }, connection.withLock { $0.take() })
    for subscription in ended { subscription.cancel() }
    withExtendedLifetime(kept) {}
  }

  /// Counts an answered call of a method that the bridge offers.
  func count(_ method: String, _ answer: Result<Payload, BridgeError>, took duration: Duration) {
    let isKnown = usage.withLock { usage in usage[method]?.add(answer, duration) != nil }
    // Names that callers invent are not to be kept.
    guard !isKnown, currentOffer().names.contains(method) else { return }
    usage.withLock { $0[method, default: Usage()].add(answer, duration) }
  }

  // MARK: Answers

  /// Answers on libnats's thread, which is this subscription's own.
  private func answer(_ message: NATSMessage) {
    guard let reply = message.reply, NATSSubject.isInbox(reply, client.inboxPrefix) else { return }
    let parts = message.subject.split(separator: ".")
    guard parts.count > 1 else { return }
    switch parts[1] {
    case "PING": send(response("ping"), to: reply)
    case "INFO":
      // Without the schemas, if these are over the server's limit.
      if !send(info(hasSchemas: true), to: reply) { send(info(hasSchemas: false), to: reply) }
    case "STATS": send(statistics(), to: reply)
    default: break
    }
  }

  @discardableResult private func send(_ response: BridgeObject, to reply: String) -> Bool {
    let writer = JSONWriter(isWire: true, maximumDepth: .max)
    writer.write(.object(response))
    return (try? client.publish(NATSMessage(subject: reply, data: writer.bytes))) != nil
  }

  private func response(_ kind: String) -> BridgeObject {
    [
      "type": .string("io.nats.micro.v1.\(kind)_response"), "name": .string(name), "id": .string(id),
      "version": .string(version), "metadata": ["prefix": .string(prefix)],
    ]
  }

  private func info(hasSchemas: Bool) -> BridgeObject {
    let offer = currentOffer()
    var response = response("info")
    response["description"] = "Handlers of a Causeway bridge"
    if hasSchemas, !offer.schemas.isEmpty {
      response["metadata"] = ["prefix": .string(prefix), "schemas": .string(offer.schemas)]
    }
    response["endpoints"] = .array(
      offer.members.map { member in
        var endpoint = endpoint(member)
        var metadata: BridgeObject = ["method": .string(member.name), "kind": .string(member.kind.rawValue)]
        if hasSchemas { metadata["openrpc"] = .string(member.openRPC) }
        endpoint["metadata"] = .object(metadata)
        return .object(endpoint)
      })
    return response
  }

  private func statistics() -> BridgeObject {
    let usage = usage.withLock { $0 }
    var response = response("stats")
    response["started"] = .string(started.formatted(.iso8601))
    response["endpoints"] = .array(
      currentOffer().members.map { member in
        let used = usage[member.name] ?? Usage()
        var endpoint = endpoint(member)
        let nanoseconds = used.processingTime / .nanoseconds(1)
        endpoint["num_requests"] = .number(Double(used.requests))
        endpoint["num_errors"] = .number(Double(used.errors))
        endpoint["last_error"] = .string(used.lastError)
        endpoint["processing_time"] = .number(nanoseconds.rounded())
        endpoint["average_processing_time"] = .number((nanoseconds / Double(max(1, used.requests))).rounded())
        return .object(endpoint)
      })
    return response
  }

  private func endpoint(_ member: MemberDescription) -> BridgeObject {
    [
      "name": .string(NATSServiceInfo.plain(member.name)), "subject": .string("\(prefix).\(member.name)"),
      "queue_group": .string(queue),
    ]
  }

  private func currentOffer() -> Offer {
    guard let connection = connection.withLock({ $0 }) else { return Offer() }
    let contract = connection.bridge.contractHash
    let known = offer.withLock { $0 }
    if known.contract == contract { return known }
    // Not under the lock: it makes values of the handlers' types.
    let description = connection.bridge.describe(for: connection.permissions)
    let members = description.members.filter { $0.kind == .method || $0.kind == .stream }
    let new = Offer(
      contract: contract, members: members, names: Set(members.map(\.name)),
      schemas: description.types.isEmpty ? "" : description.openRPCSchemas)
    offer.withLock { $0 = new }
    return new
  }

  /// Whether the text is a version as semantic versioning has it, which ADR-32 demands.
  static func isVersion(_ text: String) -> Bool {
    text.wholeMatch(
      of: /(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}(-[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?(\+[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?/
        .asciiOnlyDigits()) != nil
  }

  /// A name of the characters that ADR-32 allows.
  static func plain(_ name: String) -> String {
    String(
      decoding: name.utf8.map { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
          byte
        default: UInt8(ascii: "-")
        }
      }, as: UTF8.self)
  }
}
#endif
