import CausewayConcurrency
import Synchronization

/// Functions of the other side.
extension Connection {
  /// Whether a value may contain functions: a quick look, since most values contain none.
  @inline(__always)
  func mayContainFunctions(_ payload: Payload) -> Bool {
    guard carriesReferences, case .encoded(let value) = payload else { return false }
    return value.mayHaveReferences
  }

  /// Receives the functions of a value.
  ///
  /// - Parameter name: the call that the value belongs to.
  /// - Throws: `RESOURCE_EXHAUSTED` if this side would hold more functions than it may.
  @inline(never)
  func receivingFunctions(_ payload: Payload, of name: String) throws(BridgeError) -> Payload {
    guard case .encoded(let value) = payload else { return payload }
    // All are received, so that all are released if they are too many.
    let text = try ReferencingText.make(of: value, limits: limits) { number, path in
      let path = path.drop { $0 == "." }
      return ImportedReference(
        ReceivedCopy(number, over: self), name: name + (name.hasSuffix("#result") ? "" : "#") + path)
    }
    guard let text else { return payload }
    guard references.load(ordering: .relaxed) <= limits.references else {
      throw .exhausted("references", maximum: limits.references, "The number of functions of the other side").of(name)
    }
    return .encoded(EncodedValue(text, attachments: value.attachments))
  }

  /// Tells the other side that one copy of a function is no longer held.
  func release(_ number: Int) {
    guard let params = try? Payload(encoding: [number, 1]) else { return }
    // An answer is awaited by nobody; one that never comes ends with the connection.
    open(
      CallRequest(id: mintID(), method: "$/release", params: params, timeout: .never), .function { _ in },
      due: .never, isCounted: false, isObserved: false)
  }

  /// Calls a function of the other side.
  func call(_ reference: ImportedReference, _ params: Payload, timeout: Timeout) async throws -> Payload {
    let id = mintID()
    try reference.begin(id)
    defer { reference.ended(id) }
    return try await call(reference.name, params, timeout: timeout, reference: (id, reference.method))
  }
}
