#if NATS
import Causeway

/// Values and errors as the text of a NATS message: plain JSON, with tagged objects for values that JSON cannot represent.
///
/// docs/wire.md describes the tagged objects.
enum NATSCodec {
  /// The text of a value; empty for `undefined`.
  static func text(_ payload: Payload) -> [UInt8] {
    if case .undefined = payload { return [] }
    let writer = JSONWriter(isWire: true, maximumDepth: .max)
    writer.write(payload)
    return writer.bytes
  }

  /// - Throws: `INVALID_ARGUMENT` for bytes that are not JSON, `RESOURCE_EXHAUSTED` for a value that exceeds the limits.
  static func payload(_ text: [UInt8], _ limits: Limits) throws(BridgeError) -> Payload {
    if text.isEmpty { return .undefined }
    return try Payload(encoding: RawJSON(text: text, limits: limits), limits: limits)
  }

  /// The answer in a message from a worker, which is not trusted.
  static func answer(_ message: NATSMessage, _ limits: Limits) -> Result<Payload, BridgeError> {
    let text = message.headers[NATSHeader.error]
    do throws(BridgeError) {
      let payload = try payload(message.data, limits)
      guard let text else { return .success(payload) }
      // An error of a custom class may have no code.
      guard case .object(let content) = try payload.value(limits: limits),
        (content["code"] ?? content["name"])?.string != nil
      else {
        // Another service, with its own errors.
        return .failure(BridgeError(.unknown, text))
      }
      return .failure(BridgeError(content))
    } catch {
      // The data or the causes of an error may exceed a limit: its code and its sentence are in the header too.
      if let text { return .failure(NATSCodec.error(inHeader: text)) }
      guard error.code == .invalidArgument else { return .failure(error) }
      return .failure(BridgeError(.internal, "The worker's answer is not valid JSON: \(error.message)"))
    }
  }

  /// The error in a header: `CODE: message`, or the text of another service.
  private static func error(inHeader text: String) -> BridgeError {
    let parts = text.split(separator: ":", maxSplits: 1)
    let isCode = { (byte: UInt8) in (0x41...0x5A).contains(byte) || byte == UInt8(ascii: "_") }
    guard parts.count == 2, parts[0].utf8.count <= 64, parts[0].utf8.allSatisfy(isCode) else {
      return BridgeError(.unknown, text)
    }
    return BridgeError(BridgeError.Code(rawValue: String(parts[0])), String(parts[1].drop { $0 == " " }))
  }

  /// The message that answers a call.
  static func message(_ answer: Result<Payload, BridgeError>, to reply: String) -> NATSMessage {
    switch answer {
    case .success(let payload): return NATSMessage(subject: reply, data: text(payload))
    case .failure(let error):
      let writer = JSONWriter(isWire: true, maximumDepth: .max)
      writer.write(BridgeValue.object(error.object))
      let text = "\(NATSHeader.value(error.code.rawValue, atMost: 64)): \(NATSHeader.value(error.message))"
      return NATSMessage(
        subject: reply, data: writer.bytes,
        headers: [NATSHeader.error: text, NATSHeader.errorCode: number(of: error.code)])
    }
  }

  /// The HTTP status that gRPC's table gives a code: NATS services have numbers.
  private static func number(of code: BridgeError.Code) -> String {
    switch code {
    case .invalidArgument, .failedPrecondition: "400"
    case .unauthenticated: "401"
    case .permissionDenied: "403"
    case .notFound: "404"
    case .alreadyExists, .aborted: "409"
    case .resourceExhausted: "429"
    case .cancelled: "499"
    case .unimplemented: "501"
    case .unavailable: "503"
    case .deadlineExceeded: "504"
    default: "500"
    }
  }
}
#endif
