/// The meaning of one text in wire format.
enum JSONRPCEvent: Sendable {
  case message(Message)
  /// A call with a textual id: the transport numbers it.
  case namedCall(String, CallRequest)
  /// A cancellation or a credit for such a call.
  case forNamedCall(String, Control)
  /// Not a message; the answer to it.
  case refusal([UInt8])
  /// A message without meaning for this side, which gets no answer.
  case ignored

  enum Control: Sendable {
    case cancel
    case credit(Int)
  }
}

/// Reads JSON-RPC 2.0: see docs/wire.md.
///
/// Whatever comes, it answers with events and never throws.
struct JSONRPCReader {
  private let source: TapeSource
  /// For the values that are decoded here.
  private let limits: Limits
  private var tape: ValueTape { source.tape }

  /// The events of one text, in order; `attachments` are the bytes that came beside it.
  static func read(_ text: [UInt8], attachments: [[UInt8]] = [], limits: Limits) -> [JSONRPCEvent] {
    var events: [JSONRPCEvent] = []
    read(text, attachments: attachments, limits: limits) { events.append($0) }
    return events
  }

  /// The maximum number of refusals in one batch for members without a usable id; further ones get no answer.
  private static let mostAnonymousRefusals = 100

  /// Reads one text and hands over its events one by one: a batch may be a million of them.
  static func read(
    _ text: [UInt8], attachments: [[UInt8]], limits: Limits, _ take: (JSONRPCEvent) -> Void
  ) {
    if let message = JSONRPCShortText.read(text, limits: limits) { return take(.message(message)) }
    readAny(text, attachments: attachments, limits: limits, take)
  }

  /// Reads one text of any form.
  static func readAny(
    _ text: [UInt8], attachments: [[UInt8]], limits: Limits, _ take: (JSONRPCEvent) -> Void
  ) {
    // The envelope adds to the depth that a value may have, and values are measured when they are decoded.
    var envelope = limits
    envelope.depth = Int(Int32.max)
    guard text.isUTF8 else { return take(refuse(.null, JSONRPCCode.parseError, "The text is not UTF-8.")) }
    let source: TapeSource
    do throws(BridgeError) {
      source = try TapeSource(EncodedValue(text: text, attachments: attachments), limits: envelope)
    } catch {
      return take(JSONRPCOversized(text, error)?.event ?? refuse(.null, JSONRPCCode.parseError, error.message))
    }
    let reader = JSONRPCReader(source: source, limits: limits)
    guard source.tape.nodes[0].kind == .array else { return take(reader.message(0)) }
    let members = source.elements(0)
    if members.isEmpty { take(refuse(.null, JSONRPCCode.invalidRequest, "A batch must have at least one message.")) }
    var anonymousRefusals = 0
    for member in members {
      let event = reader.message(member)
      if case .refusal = event, reader.id(of: member) == nil {
        // Two bytes of a batch are enough for one of these, which has a hundred.
        anonymousRefusals += 1
        if anonymousRefusals > mostAnonymousRefusals { continue }
      }
      take(event)
    }
  }

  private static func refuse(_ id: BridgeValue, _ code: Int, _ message: String) -> JSONRPCEvent {
    .refusal(JSONRPCWriter.refusal(id: id, code: code, message: message))
  }

  // MARK: Messages

  /// An id as JSON-RPC has them.
  private enum ID {
    case number(CallID)
    case text(String)

    var value: BridgeValue {
      switch self {
      case .number(let id): .number(Double(id.rawValue))
      case .text(let text): .string(text)
      }
    }
  }

  private func message(_ index: Int) -> JSONRPCEvent {
    guard tape.nodes[index].kind == .object else { return invalid(nil, "A message must be an object.") }
    let id = id(of: index)
    guard tape.member("jsonrpc", of: index).flatMap(source.word) == "2.0" else {
      return invalid(id, "A message must have \"jsonrpc\":\"2.0\".")
    }
    if let method = tape.member("method", of: index) {
      guard let name = source.string(method) else { return invalid(id, "A method must be a string.") }
      if tape.member("id", of: index) == nil {
        return source.word(method).flatMap { notification($0, tape.member("params", of: index)) } ?? .ignored
      }
      guard let id else {
        return invalid(
          nil, "An id must be an integer below 2^53, or a string of at most \(limits.nameLength) bytes (nameLength).")
      }
      // The bus refuses a name that is over the limit; none of it has to be kept or told for that.
      let most = limits.nameLength < .max ? limits.nameLength + 1 : .max
      let kept = name.utf8.count > most ? String(decoding: name.utf8.prefix(most), as: UTF8.self) : name
      return call(id, kept, tape.member("params", of: index))
    }
    let result = tape.member("result", of: index)
    let error = tape.member("error", of: index)
    guard result != nil || error != nil else {
      return invalid(id, "A message must have a method, a result or an error.")
    }
    guard case .number(let call)? = id else { return .ignored }
    if let result, error == nil { return .message(.answer(call, .success(payload(result)))) }
    guard result == nil, let error, tape.nodes[error].kind == .object else {
      return .message(.answer(call, .failure(BridgeError(.internal, "the answer is malformed"))))
    }
    return .message(.answer(call, .failure(self.error(error))))
  }

  private func call(_ id: ID, _ method: String, _ params: Int?) -> JSONRPCEvent {
    var request = CallRequest(id: CallID(rawValue: 0), method: method)
    if let params {
      switch tape.nodes[params].kind {
      case .object: request.params = payload(params)
      case .array:
        let positional = source.elements(params)
        if let value = positional.first { request.params = payload(value) }
        guard positional.count < 3, positional.count < 2 || readMeta(positional[1], into: &request) else {
          return JSONRPCReader.refuse(
            id.value, JSONRPCCode.invalidParams, "The params must be a value and at most one object of call options.")
        }
      default: return invalid(id, "The params must be an array or an object.")
      }
    }
    switch id {
    case .number(let number):
      request.id = number
      return .message(.call(request))
    case .text(let text): return .namedCall(text, request)
    }
  }

  private func readMeta(_ index: Int, into request: inout CallRequest) -> Bool {
    guard tape.nodes[index].kind == .object else { return false }
    if let timeout = tape.member("timeout", of: index) {
      if source.word(timeout) == "Infinity" {
        request.timeout = .never
      } else if let milliseconds = number(timeout), milliseconds >= 0 {
        request.timeout = JSONRPCReader.timeout(milliseconds: milliseconds)
      } else {
        return false
      }
    }
    if let credit = tape.member("credit", of: index) {
      guard let items = source.integer(credit, as: Int.self), items >= 0 else { return false }
      request.credit = items
    }
    if let metadata = tape.member("metadata", of: index) {
      guard tape.nodes[metadata].kind == .object else { return false }
      var name = metadata + 1
      while name < Int(tape.nodes[metadata].next) {
        guard let text = source.string(name + 1) else { return false }
        // A name over the limit is refused with the rest, and only a part of it is hashed here.
        request.metadata[BridgeError.short(tape.string(tape.nodes[name]), most: limits.metadataLength)] = text
        name = Int(tape.nodes[name + 1].next)
      }
    }
    return true
  }

  /// A timeout of at least 0 milliseconds; without end where a duration could not hold it.
  static func timeout(milliseconds: Double) -> Timeout {
    milliseconds > 9e12 ? .never : .after(.milliseconds(milliseconds))
  }

  /// The meaning of a notification; nil for one that says nothing to us.
  private func notification(_ method: String, _ params: Int?) -> JSONRPCEvent? {
    guard let params, tape.nodes[params].kind == .object else { return nil }
    switch method {
    case "$/cancelRequest":
      switch tape.member("id", of: params).flatMap(identifier) {
      case .number(let id)?: return .message(.cancel(id, .cancelled))
      case .text(let name)?: return .forNamedCall(name, .cancel)
      case nil: return nil
      }
    case "$/credit":
      guard let items = tape.member("items", of: params).flatMap({ source.integer($0, as: Int.self) }), items > 0 else {
        return nil
      }
      switch tape.member("id", of: params).flatMap(identifier) {
      case .number(let id)?: return .message(.credit(id, items))
      case .text(let name)?: return .forNamedCall(name, .credit(items))
      case nil: return nil
      }
    case "$/progress":
      guard case .number(let id)? = tape.member("token", of: params).flatMap(identifier),
        let value = tape.member("value", of: params), tape.nodes[value].kind == .object,
        let content = tape.member("value", of: value)
      else { return nil }
      switch tape.member("kind", of: value).flatMap(source.word) {
      case "report": return .message(.progress(id, payload(content)))
      case "item": return .message(.item(id, payload(content)))
      default: return nil
      }
    case "$/event":
      guard let event = tape.member("event", of: params).flatMap(source.string) else { return nil }
      return .message(.event(event, tape.member("value", of: params).map(payload) ?? .undefined))
    default: return nil
    }
  }

  /// The error of an answer: without its data and causes, where these are too deep to be read.
  private func error(_ index: Int) -> BridgeError {
    let message = tape.member("message", of: index).flatMap(source.string) ?? ""
    let data = tape.member("data", of: index)
    let value = data.flatMap { try? payload($0).value(limits: limits) }
    guard let data, tape.nodes[data].kind == .object, let code = tape.member("code", of: data).flatMap(source.string)
    else {
      return BridgeError(JSONRPCCode.code(of: tape.member("code", of: index).flatMap(number)), message, data: value)
    }
    guard case .object(var content)? = value else {
      var error = BridgeError(textsOf: source, at: data)
      error.message = message
      return error
    }
    content["message"] = .string(message)
    content["code"] = .string(code)
    return BridgeError(content)
  }

  private func invalid(_ id: ID?, _ message: String) -> JSONRPCEvent {
    JSONRPCReader.refuse(id?.value ?? .null, JSONRPCCode.invalidRequest, message)
  }

  // MARK: Parts

  /// The id of a message, if it has one that can be used.
  private func id(of message: Int) -> ID? {
    guard tape.nodes[message].kind == .object else { return nil }
    return tape.member("id", of: message).flatMap(identifier)
  }

  private func identifier(_ index: Int) -> ID? {
    let node = tape.nodes[index]
    // An id is kept until its call has ended, and comes back with the answer.
    if node.kind == .string, Int(node.end - node.start) / 6 > limits.nameLength { return nil }
    if let text = source.string(index) { return text.utf8.count <= limits.nameLength ? .text(text) : nil }
    guard let number = number(index), let id = UInt64(exactly: number), id < 1 << 53 else { return nil }
    return .number(CallID(rawValue: id))
  }

  private func number(_ index: Int) -> Double? {
    tape.nodes[index].kind == .number ? tape.number(tape.nodes[index]) : nil
  }

  /// A value of its own, cut out of the message.
  private func payload(_ index: Int) -> Payload {
    let node = tape.nodes[index]
    switch node.kind {
    case .null: return .null
    case .true: return .bool(true)
    case .false: return .bool(false)
    case .number: return .number(tape.number(node))
    case .string: return .string(tape.string(node))
    default:
      if case .tagged("$undefined", _) = source.resolve(index) { return .undefined }
      let text = Array(tape.bytes[Int(node.start)..<Int(node.end)])
      return .encoded(EncodedValue(text: text, attachments: source.attachments))
    }
  }
}
