import Causeway
import CausewayConcurrency
import JavaScriptEngine

/// Converts payloads to values of the engine and back.
final class EngineValues {
  private let realm: JSRealm
  private let limits: Limits
  /// The memory in which other values than primitives cross.
  let tape: EngineTape
  /// The largest number of method and event names that are cached as engine strings; further names are made for each
  /// use.
  private var names: [String: JSText] = [:]
  private static let mostNames = 256

  init(realm: JSRealm, limits: Limits) {
    self.realm = realm
    self.limits = limits
    tape = EngineTape(realm: realm, limits: limits)
  }

  // MARK: From JavaScript

  /// Reads a payload that the client encoded: a primitive (tag 0), slots (tag 3), or bridge JSON (tag 1, or 2 for an
  /// error), with its bytes.
  func payload(tag: JSLocal, body: JSLocal, attachments: JSLocal) throws(BridgeError) -> Payload {
    let tag = realm.number(tag)
    if tag == 0 { return try primitive(body) ?? .undefined }
    if tag == 3 {
      let bytes = realm.kind(of: attachments) == .undefined ? [] : try bytes(attachments, beside: 0)
      return .encoded(try tape.value(text: body, attachments: bytes))
    }
    let text: [UInt8]
    do throws(TextTooLongError) {
      guard let utf8 = try realm.utf8(ofString: body, maximum: limits.messageBytes) else { return .undefined }
      text = utf8
    } catch {
      throw tooLarge(bytes: error.utf16Count)
    }
    try check(bytes: text.count)
    let bytes = realm.kind(of: attachments) == .undefined ? [] : try bytes(attachments, beside: text.count)
    return .encoded(EncodedValue(text: text, attachments: bytes))
  }

  /// The payload of a primitive, which crosses without encoding; nil for any other value.
  func primitive(_ body: JSLocal) throws(BridgeError) -> Payload? {
    switch realm.kind(of: body) {
    case .number: return .number(realm.number(body))
    case .string:
      guard let text = realm.text(body) else { return .undefined }
      try check(bytes: text.utf16Count)
      let string = text.string
      // A UTF-16 unit takes at most six bytes, as an escape sequence.
      if text.utf16Count > limits.messageBytes / 6 { try check(bytes: EngineValues.quotedBytes(string)) }
      return .string(string)
    case .boolean: return .bool(realm.boolean(body))
    case .null: return .null
    case .undefined: return .undefined
    case .symbol, .bigInt, .object: return nil
    }
  }

  /// The number of bytes that a text takes in a message.
  private static func quotedBytes(_ text: String) -> Int {
    text.utf8.reduce(0) { total, byte in
      switch byte {
      case 0x09, 0x0A, 0x0D, UInt8(ascii: "\""), UInt8(ascii: "\\"): total + 2
      case 0..<0x20: total + 6
      default: total + 1
      }
    }
  }

  private func bytes(_ attachments: JSLocal, beside text: Int) throws(BridgeError) -> [[UInt8]] {
    guard realm.isArray(attachments), let length = try? realm.get("length", of: attachments) else { return [] }
    var list: [[UInt8]] = []
    var total = text
    for index in 0..<(Int(exactly: realm.number(length)) ?? 0) {
      guard let element = try? realm.get(index, of: attachments), let bytes = realm.bytes(element) else {
        throw BridgeError(.invalidArgument, "Detached bytes cannot cross the bridge.")
      }
      total += bytes.count
      try check(bytes: total)
      list.append(bytes)
    }
    return list
  }

  /// The metadata of a call, from a list of alternating names and values.
  func pairs(_ list: JSLocal) -> [String: String] {
    guard realm.isArray(list), let length = try? realm.get("length", of: list) else { return [:] }
    var pairs: [String: String] = [:]
    for index in stride(from: 0, to: (Int(exactly: realm.number(length)) ?? 0) - 1, by: 2) {
      guard let name = try? realm.get(index, of: list), let value = try? realm.get(index + 1, of: list) else { break }
      if let name = realm.text(name), let value = realm.text(value) { pairs[name.string] = value.string }
    }
    return pairs
  }

  private func check(bytes: Int) throws(BridgeError) {
    if bytes > limits.messageBytes { throw tooLarge(bytes: bytes) }
  }

  private func tooLarge(bytes: Int) -> BridgeError {
    .exhausted("messageBytes", maximum: limits.messageBytes, "A message of \(bytes) bytes")
  }

  // MARK: To JavaScript

  /// Makes the value of a payload without tags; nil for `undefined`.
  func plain(_ payload: Payload) -> JSLocal? {
    switch payload {
    case .undefined: nil
    case .null: realm.null
    case .bool(let value): realm.make(value)
    case .number(let value): realm.make(value)
    case .string(let value): realm.make(value)
    case .encoded(let encoded): realm.makeJSON(utf8: encoded.text)
    }
  }

  /// The value that a native function of the client returns as its immediate answer; nil if it cannot return the answer.
  ///
  /// - Parameter void: the value that it returns for `undefined`.
  func answer(_ payload: Payload, void: JSLocal?) -> JSLocal? {
    guard case .encoded(let encoded) = payload else { return plain(payload) ?? void }
    guard encoded.attachments.isEmpty else { return nil }
    if case .slots(let slots) = encoded.content, let texts = tape.answer(slots) { return texts }
    let text = encoded.inText
    return text.hasTags ? nil : realm.makeJSON(utf8: text.text)
  }

  /// The largest number of messages that one call delivers.
  static let batch = JSLocals.capacity / 3

  /// Appends a message in the form of the client's `receive`: kind, id, body.
  ///
  /// The bytes of a uniquely referenced message are moved, not copied.
  func append(taking message: inout Message?, to arguments: inout JSLocals) {
    func add(_ kind: MessageKind, _ id: CallID?, _ body: JSLocal) {
      arguments.append(realm.make(Double(kind.rawValue)))
      arguments.append(realm.make(Double(id?.rawValue ?? 0)))
      arguments.append(body)
    }
    func add(_ payload: inout Payload, _ plainKind: MessageKind, _ encodedKind: MessageKind, _ id: CallID) {
      if isPlain(payload) {
        add(plainKind, id, plain(payload) ?? realm.undefined)
      } else {
        add(encodedKind, id, array(&payload))
      }
    }
    switch message.take() {
    case .answer(let id, .success(var payload)): add(&payload, .result, .resultEncoded, id)
    case .answer(let id, .failure(let error)):
      var content = Payload.encoded(error.content)
      add(.error, id, array(&content))
    case .progress(let id, var payload): add(&payload, .progress, .progressEncoded, id)
    case .item(let id, var payload): add(&payload, .item, .itemEncoded, id)
    case .cancel(let id, let code): add(.cancel, id, realm.make(code.rawValue))
    case .credit(let id, let count): add(.credit, id, realm.make(Double(count)))
    case .event(let name, var payload): add(isPlain(payload) ? .event : .eventEncoded, nil, array(name, &payload))
    case .call(var request):
      add(isPlain(request.params) ? .request : .requestEncoded, request.id, array(&request))
    case nil: break
    }
  }

  /// Whether the client accepts the payload as a plain value.
  func isPlain(_ payload: Payload) -> Bool {
    if case .encoded(let encoded) = payload { !encoded.hasTags } else { true }
  }

  /// Makes the parts of an encoded value: `[text, attachments]`.
  ///
  /// The array always has both elements: reading a missing element would look up the prototype, which a page can
  /// change.
  private func array(_ payload: inout Payload) -> JSLocal {
    var parts = JSLocals()
    let isPlain = isPlain(payload)
    append(&payload, to: &parts)
    if isPlain { parts.append(realm.undefined) }
    return realm.makeArray(parts)
  }

  /// Makes an event: `[name, value]` or `[name, text, attachments]`.
  private func array(_ name: String, _ payload: inout Payload) -> JSLocal {
    var parts = JSLocals()
    parts.append(self.name(name))
    append(&payload, to: &parts)
    return realm.makeArray(parts)
  }

  /// Makes a request: `[method, value, timeout, credit, context]` or `[method, text, attachments, timeout, credit,
  /// context]`.
  private func array(_ request: inout CallRequest) -> JSLocal {
    var parts = JSLocals()
    parts.append(name(request.method))
    append(&request.params, to: &parts)
    parts.append(timeout(request.timeout))
    parts.append(request.credit.map { realm.make(Double($0)) } ?? realm.undefined)
    parts.append(list(request.metadata) ?? realm.undefined)
    return realm.makeArray(parts)
  }

  private func name(_ name: String) -> JSLocal {
    if let text = names[name] { return realm.make(text) }
    let text = JSText(name)
    if names.count < EngineValues.mostNames { names[name] = text }
    return realm.make(text)
  }

  /// Makes the client's form of metadata: one list of alternating names and values.
  private func list(_ metadata: [String: String]) -> JSLocal? {
    if metadata.isEmpty { return nil }
    let pairs = metadata.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }
    // A list of strings has no tags, so its bridge JSON is plain JSON.
    return (try? Payload(encoding: pairs)).flatMap { plain($0) }
  }

  private func append(_ payload: inout Payload, to parts: inout JSLocals) {
    guard case .encoded(var encoded) = payload, encoded.hasTags else {
      return parts.append(plain(payload) ?? realm.undefined)
    }
    payload = .undefined
    append(&encoded, to: &parts)
  }

  private func append(_ encoded: inout EncodedValue, to parts: inout JSLocals) {
    if case .slots(let slots) = encoded.content, let written = tape.write(slots) {
      var place = JSLocals()
      place.append(realm.make(Double(written.start)))
      place.append(written.texts)
      parts.append(realm.makeArray(place))
    } else {
      encoded = encoded.inText
      parts.append(realm.make(utf8: encoded.text))
    }
    guard !encoded.attachments.isEmpty else { return parts.append(realm.undefined) }
    let buffers = encoded.attachments.indices.map { index in
      realm.keep(realm.makeArrayBuffer(exchange(&encoded.attachments[index], with: [])))
    }
    parts.append(realm.makeArray(buffers))
  }

  private func timeout(_ timeout: Timeout) -> JSLocal {
    switch timeout {
    case .after(let duration): realm.make(duration.milliseconds)
    case .never: realm.make(.infinity)
    case .standard: realm.undefined
    }
  }
}
