/// Writes messages as JSON-RPC 2.0: see docs/wire.md.
enum JSONRPCWriter {
  /// A message as one text in UTF-8.
  ///
  /// `id` writes the id of a call of the other side's, which may be text. Bytes go into the text if `isWire`; else it
  /// refers to the attachments of the message's payload.
  static func text(_ message: Message, isWire: Bool = true, id: (CallID) -> BridgeValue) -> [UInt8] {
    // Its values were measured when they were created; the envelope adds to their depth.
    let writer = JSONWriter(isWire: isWire, maximumDepth: .max)
    writer.append(#"{"jsonrpc":"2.0","#)
    switch message {
    case .call(let request): write(request, to: writer)
    case .answer(let call, .success(let payload)):
      writer.append(#""id":"#)
      writer.write(id(call))
      writer.append(#","result":"#)
      writer.write(payload)
    case .answer(let call, .failure(let error)):
      writer.append(#""id":"#)
      writer.write(id(call))
      writer.append(#","error":"#)
      writer.write(object(error.fitting))
    case .progress(let call, let payload): progress(id(call), "report", payload, to: writer)
    case .item(let call, let payload): progress(id(call), "item", payload, to: writer)
    case .credit(let call, let items):
      writer.append(#""method":"$/credit","params":"#)
      writer.write(["id": .number(Double(call.rawValue)), "items": .number(Double(items))])
    case .cancel(let call, _):
      writer.append(#""method":"$/cancelRequest","params":"#)
      writer.write(["id": .number(Double(call.rawValue))])
    case .event(let name, let payload):
      writer.append(#""method":"$/event","params":{"event":"#)
      writer.write(name)
      writer.append(#","value":"#)
      writer.write(payload)
      writer.append("}")
    }
    writer.append("}")
    return writer.bytes
  }

  /// The answer to a text that is not a message.
  static func refusal(id: BridgeValue, code: Int, message: String) -> [UInt8] {
    let writer = JSONWriter(isWire: true)
    let error: BridgeValue = ["code": .number(Double(code)), "message": .string(message)]
    writer.write(["jsonrpc": "2.0", "id": id, "error": error])
    return writer.bytes
  }

  private static func write(_ request: CallRequest, to writer: JSONWriter) {
    writer.append(#""id":"#)
    writer.write(integer: request.id.rawValue)
    writer.append(#","method":"#)
    writer.write(request.method)
    let hasMeta = request.timeout != .standard || request.credit != nil || !request.metadata.isEmpty
    if case .undefined = request.params, !hasMeta { return }
    writer.append(#","params":["#)
    writer.write(request.params)
    if hasMeta { writeMeta(of: request, to: writer) }
    writer.append("]")
  }

  private static func writeMeta(of request: CallRequest, to writer: JSONWriter) {
    var separator: StaticString = ",{"
    func name(_ name: StaticString) {
      writer.append(separator)
      writer.append(name)
      separator = ","
    }
    switch request.timeout {
    case .standard: break
    case .never: name(#""timeout":"Infinity""#)
    case .after(let duration):
      name(#""timeout":"#)
      writer.write(duration / .milliseconds(1))
    }
    if let credit = request.credit {
      name(#""credit":"#)
      writer.write(integer: credit)
    }
    if !request.metadata.isEmpty {
      name(#""metadata":"#)
      // Not as a value: a name that looks like a tag is none here.
      separator = "{"
      for (key, value) in request.metadata.sorted(by: { $0.key < $1.key }) {
        name("")
        writer.write(key)
        writer.append(":")
        writer.write(value)
      }
      writer.append("}")
    }
    writer.append("}")
  }

  private static func progress(_ token: BridgeValue, _ kind: StaticString, _ payload: Payload, to writer: JSONWriter) {
    writer.append(#""method":"$/progress","params":{"token":"#)
    writer.write(token)
    writer.append(#","value":{"kind":""#)
    writer.append(kind)
    writer.append(#"","value":"#)
    writer.write(payload)
    writer.append("}}")
  }

  /// An error as JSON-RPC has it: a number for strangers, our own error in its data.
  private static func object(_ error: BridgeError) -> BridgeValue {
    var data = error.object
    let message = data["message"] ?? ""
    let content: BridgeObject = [
      "code": .string(error.code.rawValue), "name": data["name"] ?? "BridgeError", "data": data["data"] ?? .undefined,
      "method": data["method"] ?? .undefined, "stack": data["stack"] ?? .undefined,
      "location": data["location"] ?? .undefined, "cause": data["cause"] ?? .undefined,
    ]
    data = BridgeObject()
    for (key, value) in content where value != .undefined { data[key] = value }
    return [
      "code": .number(Double(JSONRPCCode.number(of: error.code))), "message": message,
      "data": .object(data),
    ]
  }
}
