extension Message {
  /// The message as a text of the wire (docs/wire.md), in one line.
  package var wireText: String {
    String(decoding: JSONRPCWriter.text(self) { .number(Double($0.rawValue)) }.oneLine, as: UTF8.self)
  }

  /// Reads a message of the wire; nil for anything else.
  package init?(wireText text: String) {
    let events = JSONRPCReader.read(Array(text.utf8), limits: Limits())
    guard events.count == 1, case .message(let message) = events[0] else { return nil }
    self = message
  }
}

extension BridgeValue {
  /// The value as bridge JSON, in one line.
  package var wireText: String {
    let writer = JSONWriter(isWire: true)
    writer.write(self)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
