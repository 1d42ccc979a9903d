extension Payload {
  /// Writes a value by its own code.
  package init<Value: CrossingValue>(crossing value: Value, limits: Limits) throws(BridgeError) {
    let writer = JSONWriter(maximumDepth: limits.depth)
    do {
      try value.write(to: ValueWriter(writer: writer))
    } catch {
      throw BridgeError(encoding: error, root: "result")
    }
    self = try Payload(written: writer, root: "result", limits: limits)
  }
}
