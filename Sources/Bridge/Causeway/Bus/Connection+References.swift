import CausewayConcurrency
import Synchronization

/// Functions and objects that the other side has sent.
extension Connection {
  /// Whether a value may contain functions: a quick look, since most values contain none.
  @inline(__always)
  func mayContainFunctions(_ payload: Payload) -> Bool {
    guard carriesReferences, case .encoded(let value) = payload else { return false }
    return value.mayHaveReferences
  }

  /// Receives the functions of a value.
  ///
  /// - Parameter name: the call that the value belongs to, and its part: `db.each#`, `formatter#result`.
  /// - Throws: `RESOURCE_EXHAUSTED` if this side would hold more functions than it may.
  @inline(never)
  func receivingFunctions(_ payload: Payload, of name: String) throws(BridgeError) -> Payload {
    guard case .encoded(let value) = payload else { return payload }
    // All are received, so that all are released if one of them is refused.
    var missing: String?
    let text = try ReferencingText.make(of: value, limits: limits) { number, typeName, path in
      let path = path.drop { $0 == "." }
      if number > 0 {
        return ImportedReference(ReceivedCopy(number, over: self), name: name + path, typeName: typeName)
      }
      // One of this side's own.
      if let own = exports.withLock({ $0.target(-number) }) { return own }
      missing = missing ?? name + path
      return ReleasedFunction()
    }
    guard let text else { return payload }
    if let missing {
      throw BridgeError(.notFound, "\(missing): the function or object no longer exists: it was released.")
    }
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

  /// Calls a function of the other side, or a method of an object.
  func call(
    _ reference: ImportedReference, _ method: String?, _ params: Payload, timeout: Timeout,
    onProgress: (@Sendable (Payload) -> Void)? = nil
  ) async throws -> Payload {
    let id = mintID()
    try reference.begin(id)
    defer { reference.ended(id) }
    return try await call(
      reference.name(of: method), params, timeout: timeout, onProgress: onProgress,
      reference: (id, reference.route(method)))
  }
}

/// Functions that this side sends.
extension Connection {
  /// Gives numbers to the functions in a value that is about to be sent.
  ///
  /// - Parameter name: the call that the value belongs to, and its part: `db.open#result`.
  /// - Returns: the value, and the numbers that are to be taken back if it is not sent.
  @inline(never)
  func lending(_ payload: Payload, as name: String) throws(BridgeError) -> (payload: Payload, numbers: [Int]) {
    guard case .encoded(let value) = payload else { return (payload, []) }
    guard carriesReferences else {
      throw BridgeError(.unimplemented, "\(name): functions do not cross this link.")
    }
    let paths = try value.pathsOfSentReferences(limits: limits)
    let epoch = epoch.load(ordering: .acquiring)
    var numbers: [Int] = []
    do throws(BridgeError) {
      for (reference, path) in zip(value.sentReferences, paths) {
        numbers.append(try number(of: reference, name: name + path))
      }
    } catch {
      takeBack(numbers)
      throw error
    }
    // A close or a reload meanwhile has forgotten what was sent before: it would not forget these.
    let isLent = epoch >= 0 && isCurrent(epoch)
    if !isLent { takeBack(numbers) }
    return (.encoded(value.numbered(numbers)), isLent ? numbers : [])
  }

  /// The number by which the other side knows a function: a negative one for one of its own.
  private func number(of reference: any SentReference, name: String) throws(BridgeError) -> Int {
    guard let function = reference as? any Referent else { throw BridgeError(.internal, "\(name): cannot be sent.") }
    do throws(BridgeError) {
      try function.requireUsable()
    } catch {
      throw BridgeError(.invalidArgument, "\(name): \(error.message)")
    }
    if let known = function as? ImportedReference {
      if known.connection === self { return -known.number }
      if known.typeName != nil {
        throw BridgeError(.unimplemented, "\(name): an object can be sent back, but not to another peer.")
      }
    }
    guard let number = exports.withLock({ $0.lend(function, name: name, most: limits.references) }) else {
      throw .exhausted("references", maximum: limits.references, "\(name): the number of functions of this side")
    }
    return number
  }

  /// Sends a call with functions.
  @inline(never)
  func send(lending request: CallRequest, as name: String) throws(BridgeError) {
    var sent = request
    let (params, numbers) = try lending(request.params, as: "\(name)#")
    sent.params = params
    do throws(BridgeError) {
      try transport.send(.call(sent))
    } catch {
      takeBack(numbers)
      throw error
    }
  }

  /// Takes functions back that were not sent.
  func takeBack(_ numbers: [Int]) {
    for number in numbers { released(number, copies: 1) }
  }

  /// The other side no longer holds so many copies of a function.
  private func released(_ number: Int, copies: Int) {
    let last = exports.withLock { $0.release(number, copies: copies) }
    withExtendedLifetime(last) {}
  }

  /// Forgets all functions that were sent, because the other side is gone.
  func forgetExports() {
    let gone = exports.withLock { $0.removeAll() }
    withExtendedLifetime(gone) {}
  }

  /// Answers `$/release` with `[number, copies]`.
  func answerRelease(_ params: Payload) -> Result<Payload, BridgeError> {
    Result { () throws(BridgeError) in
      let params = try params.decode([Int].self, limits: limits)
      if params.count == 2 { released(params[0], copies: params[1]) }
      return .undefined
    }
  }

  /// The call that `$/call/N` or `$/call/N/method` stands for, and what answers it; nil for another method.
  func called(by request: CallRequest) -> Result<(CallRequest, Handler), BridgeError>? {
    // The time to hash a name grows with the square of the number of its combining characters.
    guard carriesReferences, request.method.utf8.count <= limits.nameLength, request.method.hasPrefix("$/call/") else {
      return nil
    }
    let parts = request.method.dropFirst(7).split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    return Result { () throws(BridgeError) in
      let handler = try exports.withLock { exports throws(BridgeError) in
        try exports.handler(Int(parts[0]) ?? 0, parts.count > 1 ? String(parts[1]) : nil)
      }
      var meant = request
      meant.method = handler.name
      meant.methodNumber = nil
      return (meant, handler)
    }
  }
}

/// Stands for a function of this side that has been released, in a message that is refused for it.
private final class ReleasedFunction: ReceivedReference {
  var noun: String { "a function" }
}

extension Payload {
  /// Throws for a value with functions that would be passed on: their numbers mean something on their own connection only.
  func refuseReferences(of method: String) throws(BridgeError) {
    guard hasReferences else { return }
    throw BridgeError(.unimplemented, "A function or an object cannot be forwarded to another peer.", method: method)
  }
}
