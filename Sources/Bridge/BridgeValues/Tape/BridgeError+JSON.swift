extension BridgeError {
  /// Reads an error that the JavaScript client encoded.
  package init(content payload: Payload, limits: Limits) {
    // Tags add to the depth of a text, so what the other side took for shallow enough may be too deep here.
    var anyDepth = limits
    anyDepth.depth = Int(Int32.max)
    guard case .encoded(let encoded) = payload, let source = try? TapeSource(encoded, limits: anyDepth),
      source.tape.nodes[0].isObject
    else {
      self.init(.unknown, "The other side failed, but its error cannot be read.")
      return
    }
    if let source = try? TapeSource(encoded, limits: limits) {
      self.init(source.object(0))
    } else {
      self.init(textsOf: source, at: 0)
    }
  }

  /// The parts of an error that can be read regardless of the depth of its data and its causes.
  package init(textsOf source: TapeSource, at index: Int) {
    var object = BridgeObject()
    for name in ["code", "name", "message", "method", "stack"] {
      object[name] = source.tape.member(name, of: index).flatMap(source.string).map { .string($0) }
    }
    self.init(object)
  }

  /// The error as the JavaScript client reads it.
  package var content: EncodedValue {
    let writer = JSONWriter()
    writer.writeContent(of: fitting)
    return writer.finish()
  }

  /// The parts of the error that fit: without its causes and its data if they are too deep or too large.
  package var fitting: BridgeError {
    var error = self
    if !error.fits { error.causes = [] }
    if !error.fits { error.data = nil }
    return error
  }

  private var fits: Bool {
    if data == nil, causes.isEmpty { return true }
    let writer = JSONWriter()
    writer.write(.error(self))
    return !writer.isTooDeep && writer.size <= Limits().messageBytes
  }
}
