import CausewayConcurrency
import Synchronization

/// A function or an object of the other side.
///
/// The copy that was received is released when nothing holds it any more.
final class ImportedReference: Callable {
  let connection: Connection
  /// The number that the other side gave it.
  let number: Int
  /// The page whose function it is: a page that is loaded later gives its functions the same numbers.
  let epoch: Int
  /// Where it was received, for errors and observers: `db.each#row`.
  let name: String
  /// The name of an object's class; nil for a function.
  let typeName: String?
  private let state: Mutex<State>

  private struct State {
    /// Nil after the end.
    var copy: ReceivedCopy?
    /// Why it can no longer be called.
    var end: BridgeError?
    /// The calls under way.
    var calls: Set<CallID> = []
  }

  /// - Parameter location: the line that keeps it, for leak checks.
  init(_ copy: ReceivedCopy, name: String, typeName: String?, at location: ResourceTracker.Location? = nil) {
    connection = copy.connection
    number = copy.number
    epoch = copy.epoch
    self.name = name
    self.typeName = typeName
    state = Mutex(State(copy: copy))
    if connection.tracker != nil { connection.track(self, at: location) }
  }

  deinit { if connection.tracker != nil { connection.untrack(self) } }

  var noun: String { typeName.map { "an object (\($0))" } ?? "a function" }

  /// The name of the function or of a method, for errors and observers.
  func name(of method: String?) -> String { method.map { "\(name).\($0)" } ?? name }

  /// The method of the other side that calls the function, or a method of the object.
  func route(_ method: String?) -> String { "$/call/\(number)\(method.map { "/\($0)" } ?? "")" }

  var limits: Limits { connection.limits }
  var identity: ReferentIdentity {
    ReferentIdentity(owner: ObjectIdentifier(connection), number: number, epoch: epoch)
  }

  func call(_ params: Payload, timeout: Timeout) async throws -> Payload {
    try await connection.call(self, nil, params, timeout: timeout)
  }

  func requireUsable() throws(BridgeError) {
    try requireCurrent()
    if let end = state.withLock({ $0.end }) { throw end.of(name) }
  }

  private func requireCurrent() throws(BridgeError) {
    // A closed connection says so itself.
    guard connection.isCurrent(epoch) || connection.isClosed else {
      throw BridgeError(.aborted, "The page was reloaded.").of(name)
    }
  }

  /// Begins a call.
  func begin(_ id: CallID) throws(BridgeError) {
    try requireCurrent()
    try state.withLock { state throws(BridgeError) in
      if let end = state.end { throw end.of(name) }
      state.calls.insert(id)
    }
  }

  func ended(_ id: CallID) { _ = state.withLock { $0.calls.remove(id) } }

  /// A reference of its own to the same function or object, which the end of this one does not end.
  func keep() throws(BridgeError) -> ImportedReference {
    let copy = try state.withLock { state throws(BridgeError) in
      guard let copy = state.copy else { throw (state.end ?? .closed).of(name) }
      return copy
    }
    return ImportedReference(copy, name: name, typeName: typeName, at: connection.tracker?.location())
  }

  func release() { end(BridgeError(.notFound, "\(name) was released.")) }

  func makeHandler(_ method: String?, name: String) -> Handler? {
    guard method == nil, typeName == nil else { return nil }
    return Handler(
      name: name,
      work: .call { params, call in
        try params.refuseReferences(of: name)
        let answer = try await self.call(params, timeout: call.timeRemaining.map { .after($0) } ?? .never)
        try answer.refuseReferences(of: name)
        return answer
      }, execution: .immediate, timeout: .standard)
  }

  /// Ends the reference: its calls under way fail with the error, and so do later ones.
  func end(_ error: BridgeError) {
    // The copy is released here, under no lock.
    let (copy, calls): (ReceivedCopy?, Set<CallID>) = state.withLock { state in
      guard state.end == nil else { return (nil, []) }
      defer { state = State(copy: nil, end: error) }
      return (state.copy, state.calls)
    }
    if connection.tracker != nil { connection.untrack(self) }
    for id in calls { connection.cancel(id, error.of(name)) }
    withExtendedLifetime(copy) {}
  }
}

/// A function or an object that was received once; received again, it has another copy.
final class ReceivedCopy: Sendable {
  let connection: Connection
  let number: Int
  let epoch: Int

  init(_ number: Int, over connection: Connection) {
    self.connection = connection
    self.number = number
    epoch = connection.epoch.load(ordering: .acquiring)
    connection.references.add(1, ordering: .relaxed)
  }

  deinit {
    connection.references.subtract(1, ordering: .relaxed)
    // The functions of a page are gone with it.
    if connection.isCurrent(epoch) { connection.release(number) }
  }
}

extension ReferencingText {
  /// The outcome of the handler; an error if it ignored a function, which is never called then.
  func checked(_ answer: Result<Payload, BridgeError>) -> Result<Payload, BridgeError> {
    guard case .success = answer else { return answer }
    return answer.flatMap { payload in
      Result { () throws(BridgeError) in
        try requireAllRead(root: "params")
        return payload
      }
    }
  }

  /// Ends the functions and objects that were lent to a call.
  func end(after outcome: Result<Payload, BridgeError>, on connection: Connection) {
    for case let reference as ImportedReference in all where reference.connection === connection {
      let error =
        switch outcome {
        case .success:
          BridgeError(
            .notFound, "\(reference.name) was lent to a call that has ended: keep() it to call it later.")
        case .failure(let error):
          BridgeError(error.code, "\(reference.name) was lent to a call that has ended: \(error.message)")
        }
      reference.end(error)
    }
  }
}
