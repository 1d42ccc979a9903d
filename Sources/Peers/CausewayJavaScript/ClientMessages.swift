/// The deadlines of its calls that JavaScript enforces itself, in addition to the bus.
enum ClientDeadlines {
  /// None: the bus is in this process, and the transport loses no messages.
  case none
  /// The deadlines of calls with a timeout: the bus is in another process.
  case named
  /// A deadline for every call: the transport may lose messages.
  case all
}

/// The kind of a message; the numbers are those of bridge-js/client/kinds.js.
enum MessageKind: Int, CaseIterable {
  case result, resultEncoded, error, progress, progressEncoded, item, itemEncoded, event, eventEncoded, request
  case requestEncoded, cancel, credit, close
}
