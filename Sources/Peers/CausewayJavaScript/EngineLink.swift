import Causeway
import CausewayConcurrency
import JavaScriptEngine
import JavaScriptRuntime
import Synchronization

/// The JavaScript thread's side of a transport: the functions of the client, and the conversion of values.
///
/// ``EngineTransport`` is the side of all other threads. It knows this one, and both know the ``EngineOutbox``.
final class EngineLink: RuntimeAttachment {
  private let host: RuntimeHost
  private let limits: Limits
  private let values: EngineValues
  private var client: Client?
  private let outbox: EngineOutbox
  /// Without dynamic exclusivity checks, for the reasons given at ``MethodNumbers``.
  @exclusivity(unchecked) private var bus: (any TransportReceiver)?
  private let methods = MethodNumbers()
  /// The reference in native functions, which the engine may still call after the runtime was reloaded; it is nil then.
  private(set) lazy var confinedSelf = ThreadConfined(self)
  private var pending = PendingCalls()

  /// JavaScript's open calls, streams and listeners with their source locations; nil outside of leak checks.
  private let watch = ResourceTracker.current.map { _ in OpenCalls() }

  /// The connection, if it records the lines that make calls.
  var recording: Connection?

  /// Where the times of calls are recorded; nil without a profile.
  var spans: HandlerSpans?

  private struct Client {
    let functions: JSHandle
    let void: JSHandle
    /// Nil until their first use, which loads most of the client.
    var receive, encode, rest: JSHandle?
  }

  /// The receiver on the bus; nil before the start and after the end.
  var receiver: (any TransportReceiver)? {
    get { unsafe bus }
    set { unsafe bus = newValue }
  }

  /// Connects the receiver; if this context can be inspected, a debugger is notified which handlers run.
  func start(_ receiver: any TransportReceiver) {
    self.receiver =
      if let context = host.inspected {
        ObservedReceiver(receiver) { request, answer in context.name(request.method, answer) }
      } else {
        receiver
      }
  }

  init(host: RuntimeHost, limits: Limits, outbox: EngineOutbox) {
    self.host = host
    self.limits = limits
    self.outbox = outbox
    values = EngineValues(realm: host.realm, limits: limits)
  }

  /// Loads the part of the client that must exist before user code runs; the rest is loaded on first use.
  ///
  /// - Parameters:
  ///   - keeper: the deadlines that JavaScript enforces itself.
  ///   - methods: the methods whose globals are defined, such as `fetch`.
  func connect(isPage: Bool, deadlines keeper: ClientDeadlines, methods: [String]) throws(JavaScriptError) {
    host.onlyCallsAreLeft = { [confinedSelf] in confinedSelf.value?.restStreams() }
    client = try host.enter("load the bridge") { (realm) throws(JSException) in
      let connect = try host.load(EmbeddedClient.script)
      let made = try realm.call(connect, makeNative(realm), makeOptions(realm, isPage: isPage, keeper, methods))
      return Client(functions: realm.keep(made), void: realm.keep(try realm.get("VOID", of: made)))
    }
  }

  func runtimeCloses(_ reason: JavaScriptError) {
    // Nothing can be delivered any more.
    outbox.close()?.disconnected(reason.bridgeError)
    client = nil
    values.tape.close()
    receiver = nil
    recording = nil
    pending = PendingCalls()
    watch?.endAll()
    confinedSelf.clear()
  }

  /// JavaScript's open calls, streams and listeners, with their source locations.
  var openResources: [OpenResource] { watch?.resources(of: host.name) ?? [] }

  private func makeNative(_ realm: JSRealm) -> JSLocal {
    let native = realm.makeObject()
    func function(_ name: String, _ body: @escaping JSNativeBody) {
      realm.define(name, as: realm.makeFunction(name: name, body), in: native)
    }
    function("call") { [confinedSelf] arguments in
      confinedSelf.value?.call(arguments, waits: false)
    }
    // An answer that cannot be returned is delivered before the function returns.
    function("callSync") { [confinedSelf] arguments in
      confinedSelf.value?.call(arguments, waits: true)
    }
    function("post") { [confinedSelf] arguments in
      confinedSelf.value?.post(arguments)
      return nil
    }
    function("wake") { [confinedSelf] _ in
      confinedSelf.value?.wakeStreams()
      return nil
    }
    function("intern") { [confinedSelf] arguments in confinedSelf.value?.intern(arguments) }
    function("builtIns") { [confinedSelf] _ in confinedSelf.value?.values.tape.builtIns() }
    function("share") { [confinedSelf] arguments in
      confinedSelf.value?.values.tape.share(arguments)
      return nil
    }
    function("shape") { [confinedSelf] arguments in confinedSelf.value?.values.tape.shape(arguments) }
    function("spill") { [confinedSelf] arguments in
      confinedSelf.value?.values.tape.spill(arguments)
      return nil
    }
    function("patch") { [confinedSelf] arguments in
      confinedSelf.value?.values.tape.patch(arguments)
      return nil
    }
    return native
  }

  private func makeOptions(
    _ realm: JSRealm, isPage: Bool, _ keeper: ClientDeadlines, _ methods: [String]
  ) -> JSLocal {
    let options = realm.makeObject()
    let limits = realm.makeObject()
    realm.define("depth", as: realm.make(Double(self.limits.depth)), in: limits)
    realm.define("nodes", as: realm.make(Double(self.limits.nodes)), in: limits)
    realm.define("messageBytes", as: realm.make(Double(self.limits.messageBytes)), in: limits)
    realm.define("metadataLength", as: realm.make(Double(self.limits.metadataLength)), in: limits)
    realm.define("limits", as: limits, in: options)
    realm.define("few", as: realm.make(Double(EngineTape.few)), in: options)
    realm.define("page", as: realm.make(isPage), in: options)
    if keeper != .named { realm.define("backstop", as: realm.make(keeper == .all), in: options) }
    let report = realm.makeFunction(name: "reportError") { [confinedSelf] arguments in
      confinedSelf.value?.host.reportUncaught(arguments[0])
      return nil
    }
    realm.define("reportError", as: report, in: options)
    realm.define("methods", as: realm.makeArray(methods.map { realm.keep(realm.make($0)) }), in: options)
    if let platform = host.platform { realm.define("platform", as: platform.local, in: options) }
    return options
  }

  // MARK: From JavaScript

  private func intern(_ arguments: JSArguments) -> JSLocal? {
    guard let name = host.realm.text(arguments[0]), name.utf16Count <= limits.nameLength,
      let number = methods.number(for: name.string)
    else { return nil }
    return host.realm.make(Double(number))
  }

  /// Implements `call(id, method, tag, body, attachments, timeout, credit, metadata)`.
  ///
  /// The result is the answer, if it is available at once and can be returned.
  ///
  /// - Parameter waits: whether an answer that cannot be returned is delivered before the return, instead of in order.
  private func call(_ arguments: JSArguments, waits: Bool) -> JSLocal? {
    guard let id = identifier(arguments[0]), let receiver else { return nil }
    values.tape.begin()
    let answer: Result<Payload, BridgeError>?
    do throws(BridgeError) {
      var request = CallRequest(
        id: id, method: "", params: try values.payload(tag: arguments[2], body: arguments[3], attachments: arguments[4])
      )
      request.isSynchronous = waits
      name(&request, arguments[1])
      if arguments.count > 5 { request.timeout = timeout(arguments[5]) }
      if arguments.count > 6 { request.credit = Int(exactly: host.realm.number(arguments[6])) }
      if arguments.count > 7 { request.metadata = values.pairs(arguments[7]) }
      watch?.began(request, at: host.scriptLocation(), limits)
      answer = receiver.answer(request)
    } catch {
      answer = .failure(error)
    }
    // A message that the handler sent before, such as an event, is delivered before the answer.
    let isNext = waits || !outbox.hasMessages
    if case .success(let payload)? = answer, isNext, let value = values.answer(payload, void: client?.void.local) {
      watch?.ended(id)
      return value
    }
    pending.began(id, isStream: arguments.count > 6 && !host.realm.isUndefined(arguments[6]))
    host.setActive(.calls, true)
    guard let answer else {
      // Source lines are looked up only for calls that continue, and only if they may be inspected.
      if let recording, let location = host.scriptLocation() { recording.located(id, at: location) }
      return nil
    }
    if waits { deliver([.answer(id, answer)]) } else { send(answer, to: id) }
    return nil
  }

  /// Sends an answer that is available at once.
  ///
  /// If the outbox is long, because the script calls without ever yielding, the answer is delivered immediately.
  private func send(_ answer: Result<Payload, BridgeError>, to id: CallID) {
    if outbox.isLong { return deliver([.answer(id, answer)]) }
    do throws(BridgeError) {
      try outbox.send(.answer(id, answer), over: confinedSelf)
    } catch {
      try? outbox.send(.answer(id, .failure(error)), over: confinedSelf)
    }
  }

  /// The payload of a script's value.
  func payload(of value: JSLocal) throws(BridgeError) -> Payload {
    guard let client else { throw BridgeError(.unavailable, "The JavaScript runtime is closed.") }
    // A primitive needs no encoder, so most of the client need not be loaded for it.
    if let primitive = try values.primitive(value) { return primitive }
    let realm = host.realm
    let tag, body, attachments: JSLocal
    do throws(JSException) {
      let parts = try realm.call(try encode(of: client).local, value)
      (tag, body) = (try realm.get(0, of: parts), try realm.get(1, of: parts))
      attachments = try realm.get(2, of: parts)
    } catch {
      throw BridgeError(.internal, error.message)
    }
    let payload = try values.payload(tag: tag, body: body, attachments: attachments)
    if realm.number(tag) == 2 { throw BridgeError(content: payload, limits: limits) }
    return payload
  }

  private func name(_ request: inout CallRequest, _ value: JSLocal) {
    if let number = Int(exactly: host.realm.number(value)), let name = methods[number] {
      request.method = name
      request.methodNumber = number
    } else if let text = host.realm.text(value) {
      // A truncated copy suffices for the bus to report that the name exceeds the limit.
      request.method = text.utf16Count <= 4096 ? text.string : String(repeating: "x", count: 4096)
    }
  }

  private func identifier(_ value: JSLocal) -> CallID? {
    UInt64(exactly: host.realm.number(value)).map { CallID(rawValue: $0) }
  }

  private func timeout(_ value: JSLocal) -> Timeout {
    let milliseconds = host.realm.number(value)
    if milliseconds.isNaN { return .standard }
    return milliseconds < 9e15
      ? .after(.nanoseconds(Int64(milliseconds * 1e6 < 9e18 ? milliseconds * 1e6 : 9e18))) : .never
  }

  /// Implements `post(kind, id, tag, body, attachments)` for all messages except calls.
  private func post(_ arguments: JSArguments) {
    guard let number = Int(exactly: host.realm.number(arguments[0])), let kind = MessageKind(rawValue: number),
      let id = identifier(arguments[1]), let receiver
    else { return }
    let payload: Payload
    do throws(BridgeError) {
      payload = try values.payload(tag: arguments[2], body: arguments[3], attachments: arguments[4])
    } catch {
      return refused(kind, id, error, by: receiver)
    }
    switch kind {
    case .result: receiver.receive(.answer(id, .success(payload)))
    case .error: receiver.receive(.answer(id, .failure(BridgeError(content: payload, limits: limits))))
    case .progress: receiver.receive(.progress(id, payload))
    case .item: receiver.receive(.item(id, payload))
    case .credit:
      if case .number(let count) = payload, let count = Int(exactly: count) { receiver.receive(.credit(id, count)) }
    case .cancel:
      let code: BridgeError.Code = if case .string(let code) = payload { .init(rawValue: code) } else { .cancelled }
      receiver.receive(.cancel(id, code))
      ended(id)
      settleActivity()
    default: break  // A kind that is only sent to JavaScript.
    }
  }

  /// Ends the call of a message that cannot be decoded; a progress report is dropped.
  private func refused(_ kind: MessageKind, _ id: CallID, _ error: BridgeError, by receiver: any TransportReceiver) {
    guard [.result, .error, .item].contains(kind) else { return }
    receiver.receive(.answer(id, .failure(error)))
    if kind == .item { try? outbox.send(.cancel(id, error.code), over: confinedSelf) }
  }

  // MARK: To JavaScript

  /// Delivers messages in as few calls as possible.
  func deliver(_ messages: consuming [Message?]) {
    guard client != nil else { return }
    var start = 0
    while start < messages.count {
      let batch = start..<min(start + EngineValues.batch, messages.count)
      start = batch.upperBound
      _ = try? host.enter("deliver") { (realm) throws(JSException) in
        let mark = values.tape.mark
        defer { values.tape.release(to: mark) }
        // The engine's lock is taken once for the batch, and not for each value.
        try realm.batched { () throws(JSException) in
          var arguments = JSLocals()
          for index in batch {
            if case .answer(let id, _)? = messages[index] { ended(id) }
            values.append(taking: &messages[index], to: &arguments)
          }
          if let client { try realm.call(try receive(of: client).local, with: arguments) }
        }
      }
    }
    settleActivity()
  }

  /// Delivers the messages that wait.
  func flush() {
    let messages = outbox.removeAll()
    if !messages.isEmpty { deliver(messages) }
  }

  /// Delivers the messages that wait, and closes the client.
  func close() {
    flush()
    receiver = nil
    recording = nil
    _ = try? host.enter("close the bridge") { (realm) throws(JSException) in
      guard let client else { return }
      var body = JSLocals()
      body.append(realm.make(BridgeError.Code.unavailable.rawValue))
      body.append(realm.make("The connection was closed."))
      try realm.call(
        try receive(of: client).local, realm.make(Double(MessageKind.close.rawValue)), realm.make(0),
        realm.makeArray(body))
    }
    pending = PendingCalls()
    watch?.endAll()
    settleActivity()
  }

  /// The client's function that receives messages.
  private func receive(of client: Client) throws(JSException) -> JSHandle {
    if let receive = client.receive { return receive }
    let receive = host.realm.keep(try host.realm.get("receive", of: client.functions.local))
    self.client?.receive = receive
    return receive
  }

  /// The client's function that encodes a value.
  private func encode(of client: Client) throws(JSException) -> JSHandle {
    if let encode = client.encode { return encode }
    let encode = host.realm.keep(try host.realm.get("encode", of: client.functions.local))
    self.client?.encode = encode
    return encode
  }

  /// The client's function that tells whether somebody waits for an item of a stream.
  private func rest(of client: Client) throws(JSException) -> JSHandle {
    if let rest = client.rest { return rest }
    let rest = host.realm.keep(try host.realm.get("rest", of: client.functions.local))
    self.client?.rest = rest
    return rest
  }

  // MARK: Staying alive

  private func ended(_ id: CallID) {
    pending.ended(id)
    watch?.ended(id)
    spans?.ended(id.rawValue)
  }

  private func settleActivity() {
    if pending.mayRest, host.waitsForCallsOnly { return restStreams() }
    host.setActive(.calls, pending.keepProgramAlive)
  }

  /// Lets the program end if nobody waits for an item of a stream, such as a response's body that nobody reads.
  private func restStreams() {
    guard pending.mayRest else { return }
    let isAwaited = try? host.enter("look at the streams") { (realm) throws(JSException) in
      guard let client else { return false }
      return realm.boolean(try realm.call(try rest(of: client).local))
    }
    if isAwaited == false { pending.areStreamsAtRest = true }
    host.setActive(.calls, pending.keepProgramAlive)
  }

  private func wakeStreams() {
    pending.areStreamsAtRest = false
    host.setActive(.calls, pending.keepProgramAlive)
  }
}

extension EmbeddedClient {
  fileprivate static let script = DeferredScript(parts, url: "causeway:bridge")
}
