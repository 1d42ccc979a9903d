extension Message {
  /// The message in its wire format (docs/wire.md), on one line.
  package var wireText: String {
    String(decoding: wireBytes.oneLine, as: UTF8.self)
  }

  /// The message in its wire format, in UTF-8.
  package var wireBytes: [UInt8] { JSONRPCWriter.text(self) { .number(Double($0.rawValue)) } }

  /// Reads a message in its wire format; nil for any other text.
  package init?(wireText text: String) { self.init(wireBytes: Array(text.utf8), limits: Limits()) }

  /// Reads a message in its wire format; nil for any other text, including batches and messages that exceed the limits.
  package init?(wireBytes text: [UInt8], limits: Limits) {
    let events = JSONRPCReader.read(text, limits: limits)
    guard events.count == 1, case .message(let message) = events[0] else { return nil }
    self = message
  }

  /// Reads a message or a batch in wire format; nil for any other text.
  package static func messages(wireBytes text: [UInt8], limits: Limits) -> [Message]? {
    var messages: [Message] = []
    var isWhole = true
    JSONRPCReader.read(text, attachments: [], limits: limits) { event in
      if case .message(let message) = event { messages.append(message) } else { isWhole = false }
    }
    return isWhole ? messages : nil
  }
}

extension BridgeValue {
  /// The value as bridge JSON, on one line.
  package var wireText: String {
    let writer = JSONWriter(isWire: true)
    writer.write(self)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
