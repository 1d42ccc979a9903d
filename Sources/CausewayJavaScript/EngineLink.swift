import Causeway
import CausewayConcurrency
import JavaScriptEngine
import JavaScriptRuntime
import Synchronization

/// The end of a link that lives on the JavaScript thread: the client's functions, and the translation of values.
final class EngineLink: RuntimeAttachment {
  private let host: RuntimeHost
  private let limits: Limits
  private let values: EngineValues
  private var client: Client?
  private var transport: EngineTransport?
  let outbox = WaitingFlag()
  /// Not checked for accesses that overlap, as ``MethodNumbers``.
  @exclusivity(unchecked) private var bus: (any TransportReceiver)?
  private let methods = MethodNumbers()
  /// For the client's functions, which the engine may still call when the runtime has reloaded: they find nobody then.
  private lazy var own = ThreadConfined(self)
  /// Calls of JavaScript's that wait for an answer; while there are any, its program is not at its end.
  private var pending: Set<UInt64> = []

  /// What JavaScript has open and where that was made, while a leak check runs; nil in ordinary life.
  private let watch = ResourceTracker.current.map { _ in OpenCalls() }

  private struct Client {
    let functions: JSHandle
    let void: JSHandle
    /// Nil until they are first used: JavaScript makes them, and most of the client with them.
    var receive, encode: JSHandle?
  }

  /// The bus; nil before and after.
  var receiver: (any TransportReceiver)? {
    get { unsafe bus }
    set { unsafe bus = newValue }
  }

  init(host: RuntimeHost, limits: Limits) {
    self.host = host
    self.limits = limits
    values = EngineValues(realm: host.realm, limits: limits)
  }

  /// Loads what of the client has to be there before user code runs; the rest loads when it is first used.
  ///
  /// - Parameter keeper: who keeps the deadlines of JavaScript's calls.
  func connect(_ transport: EngineTransport, isPage: Bool, deadlines keeper: ClientDeadlines) throws(JavaScriptError) {
    self.transport = transport
    client = try host.enter("load the bridge") { (realm) throws(JSException) in
      let connect = try host.load(EmbeddedClient.script)
      let made = try realm.call(connect, makeNative(realm), makeOptions(realm, isPage: isPage, keeper))
      return Client(functions: realm.keep(made), void: realm.keep(try realm.get("VOID", of: made)))
    }
  }

  func runtimeCloses(_ reason: JavaScriptError) {
    transport?.runtimeClosed(reason)
    client = nil
    transport = nil
    receiver = nil
    pending = []
    watch?.endAll()
    own.clear()
  }

  /// What JavaScript waits for and listens to, with the lines of its programs that began it.
  var openResources: [OpenResource] { watch?.resources(of: host.name) ?? [] }

  private func makeNative(_ realm: JSRealm) -> JSLocal {
    let native = realm.makeObject()
    func function(_ name: String, _ body: @escaping JSNativeBody) {
      realm.define(name, as: realm.makeFunction(name: name, body), in: native)
    }
    function("call") { [own] arguments in
      own.value?.call(arguments, waits: false)
    }
    // What cannot be returned comes in before this returns.
    function("callSync") { [own] arguments in
      own.value?.call(arguments, waits: true)
    }
    function("post") { [own] arguments in
      own.value?.post(arguments)
      return nil
    }
    function("intern") { [own] arguments in own.value?.intern(arguments) }
    return native
  }

  private func makeOptions(_ realm: JSRealm, isPage: Bool, _ keeper: ClientDeadlines) -> JSLocal {
    let options = realm.makeObject()
    let limits = realm.makeObject()
    realm.define("depth", as: realm.make(Double(self.limits.depth)), in: limits)
    realm.define("nodes", as: realm.make(Double(self.limits.nodes)), in: limits)
    realm.define("messageBytes", as: realm.make(Double(self.limits.messageBytes)), in: limits)
    realm.define("metadataLength", as: realm.make(Double(self.limits.metadataLength)), in: limits)
    realm.define("limits", as: limits, in: options)
    realm.define("page", as: realm.make(isPage), in: options)
    if keeper != .named { realm.define("backstop", as: realm.make(keeper == .all), in: options) }
    let report = realm.makeFunction(name: "reportError") { [own] arguments in
      own.value?.host.reportUncaught(arguments[0])
      return nil
    }
    realm.define("reportError", as: report, in: options)
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

  /// `call(id, method, tag, body, attachments, timeout, credit, context)`: the answer itself if there is one at once and it
  /// can be returned.
  ///
  /// - Parameter waits: whether an answer that cannot be returned comes in before this returns, and not in its turn.
  private func call(_ arguments: JSArguments, waits: Bool) -> JSLocal? {
    guard let id = identifier(arguments[0]), let receiver else { return nil }
    let answer: Result<Payload, BridgeError>?
    do throws(BridgeError) {
      var request = CallRequest(
        id: id, method: "", params: try values.payload(tag: arguments[2], body: arguments[3], attachments: arguments[4])
      )
      request.hearsProgress = !waits
      name(&request, arguments[1])
      if arguments.count > 5 { request.timeout = timeout(arguments[5]) }
      if arguments.count > 6 { request.credit = Int(exactly: host.realm.number(arguments[6])) }
      if arguments.count > 7 { request.metadata = values.pairs(arguments[7]) }
      watch?.began(request, at: host.scriptLocation(), limits)
      answer = receiver.answer(request)
    } catch {
      answer = .failure(error)
    }
    // What the handler sent before, such as an event, is heard before its answer.
    let isNext = waits || !outbox.isSet.load(ordering: .relaxed)
    if case .success(let payload)? = answer, isNext, values.isPlain(payload) {
      watch?.ended(id)
      return values.plain(payload) ?? client?.void.local
    }
    pending.insert(id.rawValue)
    if pending.count == 1 { host.setActive(.calls, true) }
    guard let answer else { return nil }
    if waits { deliver([.answer(id, answer)]) } else { send(answer, to: id) }
    return nil
  }

  /// Sends an answer that is there at once; a script that calls without end, and never yields, is given it right now.
  private func send(_ answer: Result<Payload, BridgeError>, to id: CallID) {
    guard let transport else { return }
    if transport.isLong { return deliver([.answer(id, answer)]) }
    do throws(BridgeError) {
      try transport.send(.answer(id, answer))
    } catch {
      try? transport.send(.answer(id, .failure(error)))
    }
  }

  /// A value of a script's, as it would cross.
  func payload(of value: JSLocal) throws(BridgeError) -> Payload {
    guard let client else { throw BridgeError(.unavailable, "The JavaScript runtime is closed.") }
    // Most of the client, which encodes other values, need not be there for a primitive.
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
      // Whatever its length, a name that is over the limit is told so by the bus; it need not be copied whole for that.
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

  /// `post(kind, id, tag, body, attachments)`: everything that is no call.
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
    default: break  // A kind that only travels to JavaScript.
    }
  }

  /// What cannot be taken in ends the call that it belongs to; reports of progress are dropped.
  private func refused(_ kind: MessageKind, _ id: CallID, _ error: BridgeError, by receiver: any TransportReceiver) {
    guard [.result, .error, .item].contains(kind) else { return }
    receiver.receive(.answer(id, .failure(error)))
    if kind == .item { try? transport?.send(.cancel(id, error.code)) }
  }

  // MARK: To JavaScript

  /// Delivers messages in as few calls as may be.
  func deliver(_ messages: consuming [Message?]) {
    guard client != nil else { return }
    var start = 0
    while start < messages.count {
      let batch = start..<min(start + EngineValues.batch, messages.count)
      start = batch.upperBound
      _ = try? host.enter("deliver") { (realm) throws(JSException) in
        // The engine's lock is taken once, and not for each value that is made.
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

  func deliverClose(_ reason: BridgeError) {
    receiver = nil
    _ = try? host.enter("close the bridge") { (realm) throws(JSException) in
      guard let client else { return }
      var body = JSLocals()
      body.append(realm.make(reason.code.rawValue))
      body.append(realm.make(reason.message))
      try realm.call(
        try receive(of: client).local, realm.make(Double(MessageKind.close.rawValue)), realm.make(0),
        realm.makeArray(body))
    }
    pending = []
    watch?.endAll()
    settleActivity()
  }

  /// The function that JavaScript hears messages by.
  private func receive(of client: Client) throws(JSException) -> JSHandle {
    if let receive = client.receive { return receive }
    let receive = host.realm.keep(try host.realm.get("receive", of: client.functions.local))
    self.client?.receive = receive
    return receive
  }

  /// The function that encodes a value of a script's.
  private func encode(of client: Client) throws(JSException) -> JSHandle {
    if let encode = client.encode { return encode }
    let encode = host.realm.keep(try host.realm.get("encode", of: client.functions.local))
    self.client?.encode = encode
    return encode
  }

  private func ended(_ id: CallID) {
    pending.remove(id.rawValue)
    watch?.ended(id)
  }

  private func settleActivity() { if pending.isEmpty { host.setActive(.calls, false) } }
}

/// Which deadlines of its own calls JavaScript keeps, beside the bus.
enum ClientDeadlines {
  /// None: the bus is in this process, and nothing is between.
  case none
  /// Those that its calls name: the bus is elsewhere.
  case named
  /// One for every call: something is between that may lose messages.
  case all
}

/// What kind of message a number stands for; the numbers are those of bridge-js/client/kinds.js.
enum MessageKind: Int {
  case result, resultEncoded, error, progress, progressEncoded, item, itemEncoded, event, eventEncoded, request
  case requestEncoded, cancel, credit, close
}

extension EmbeddedClient {
  fileprivate static let script = DeferredScript(parts, url: "causeway:bridge")
}
