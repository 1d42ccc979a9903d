extension Payload {
  /// Writes a value by its `CrossingValue` conformance.
  package init<Value: CrossingValue>(crossing value: Value, limits: Limits) throws(BridgeError) {
    let tape = SlotTape(maximumDepth: limits.depth)
    do {
      try tape.write(crossing: value)
    } catch {
      throw BridgeError(encoding: error, root: "result")
    }
    self = try Payload(written: tape, root: "result", limits: limits)
  }
}
