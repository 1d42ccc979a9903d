#if NATS
import Causeway

/// A request as its worker understands it.
struct NATSRequest {
  /// The call; its id is assigned later.
  var call: CallRequest
  /// How long each side may send nothing; nil for a plain NATS client, which expects only an answer.
  var lease: Duration?

  /// - Throws: `INVALID_ARGUMENT` for params that are not JSON and for malformed headers, `UNIMPLEMENTED` for methods that
  ///   are not available, `FAILED_PRECONDITION` for a stream without a lease, `RESOURCE_EXHAUSTED` where a limit is exceeded.
  init(_ message: NATSMessage, prefix: String, limits: Limits) throws(BridgeError) {
    let method = String(decoding: message.subject.utf8.dropFirst(prefix.utf8.count + 1), as: UTF8.self)
    // Subscriptions to events would be of the connection, which all callers share.
    guard !method.hasPrefix("$/") || method == "$/contract" || method == "$/methods" else {
      throw BridgeError(.unimplemented, "\(method) is not available over NATS.")
    }
    call = CallRequest(id: CallID(rawValue: 0), method: method)
    call.params = try NATSCodec.payload(message.data, limits)
    call.metadata = message.headers.filter { NATSHeader.isMetadata($0.key) }
    if let milliseconds = try NATSRequest.number(NATSHeader.timeout, in: message) {
      call.timeout = milliseconds > 9e12 ? .never : .after(.milliseconds(milliseconds))
    }
    if let milliseconds = try NATSRequest.number(NATSHeader.lease, in: message) {
      lease = .milliseconds(min(max(milliseconds, 200), 3_600_000))
    }
    if let items = try NATSRequest.number(NATSHeader.credit, in: message) {
      guard lease != nil else {
        throw BridgeError(.failedPrecondition, "A stream needs the header \(NATSHeader.lease).").of(method)
      }
      // The connection refuses more credit than its limit.
      call.credit = items < 1e9 ? Int(items) : 1_000_000_000
    }
  }

  /// The number in a header, infinity included; nil without the header.
  private static func number(_ name: String, in message: NATSMessage) throws(BridgeError) -> Double? {
    guard let text = message.headers[name] else { return nil }
    guard let number = Double(text), number >= 0 else {
      throw BridgeError(.invalidArgument, "The header \(name) must be a number of at least 0.")
    }
    return number
  }
}
#endif
