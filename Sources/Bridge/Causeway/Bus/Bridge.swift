package import CausewayConcurrency
public import Logging
import Synchronization

/// The handlers that Swift offers, and the connections over which JavaScript calls them.
///
///     let bridge = Bridge()
///     bridge.handle("wifi.ssid") { () async throws -> String? in try await wifi.currentSSID() }
///
/// One bridge serves any number of runtimes, pages and processes, each over a ``Connection`` with permissions of its
/// own. All its methods may be called on any thread.
///
/// A bridge retains its handlers. A handler that uses the bridge itself, such as to emit an event, captures it as
/// `[unowned bridge]`: a bridge lives as long as its calls, and a strong reference would keep both alive forever.
public final class Bridge: Sendable {
  /// The configuration of a bridge; every property has a default.
  public struct Configuration: Sendable {
    /// The clock of deadlines.
    ///
    /// A virtual clock controls all of them.
    public var clock: any Clock<Duration> = ContinuousClock()
    /// The timeout of calls that do not set one, in either direction; 30 seconds.
    public var timeout = Timeout.seconds(30)
    /// The limits of connections that are not given other limits.
    public var limits = Limits()
    /// The log for errors and events that cannot be reported to a caller.
    public var logger = Logger(label: "causeway")
    /// Whether the other side sees the full description of an error that does not define how it crosses; false.
    ///
    /// Such an error has a type that is neither `BridgeErrorConvertible` nor a `LocalizedError`. JavaScript receives
    /// `INTERNAL` with the name of the type and an id (`data.errorID`); the log has the id with the description, which
    /// may contain all values of the error. Set it in programs whose JavaScript may know everything that Swift knows:
    /// tests and developer tools.
    public var exposesErrorDescriptions = false
    /// The executor of handler tasks after they leave the connection's own thread; nil for Swift's pool.
    ///
    /// Swift suspends a task with such a preference at each function that is isolated to an actor with its own
    /// executor, such as the main actor, even when the task already runs there: state that was read before the `await`
    /// may have changed. The executor of a manual clock takes precedence.
    public var handlerExecutor: (any TaskExecutor)?
    /// Whether the bridge measures its calls for ``Bridge/activity(calls:)``: their age, latency and JavaScript line; false.
    ///
    /// Each call then takes about a microsecond more, and a call that does not end at once some more for its line.
    public var recordsActivity = false

    /// The defaults.
    public init() {}
  }

  package let clock: AnyClock
  package let timeout: Timeout
  package let logger: Logger
  let exposesErrorDescriptions: Bool
  let registry = HandlerRegistry()
  let plugins = PluginRegistry()
  package let limits: Limits
  let recorder: ActivityRecorder?
  let handlerExecutor: (any TaskExecutor)?
  private let connections = Mutex<[ObjectIdentifier: Connection]>([:])
  private let connectionCount = Atomic<Int>(0)
  let eventSources = Mutex<[String: EventSource]>([:])
  private let middleware = Mutex<[any BridgeMiddleware]>([])
  let observers = Mutex<[any CallObserver]>([])
  /// What takes part in every call, to be read without a lock.
  private let participants = Atomic<UInt8>(0)

  private enum Participants {
    static let middleware: UInt8 = 1
    static let observers: UInt8 = 2
  }

  /// A bridge without handlers.
  public init(_ configuration: Configuration = Configuration()) {
    clock = AnyClock(configuration.clock)
    timeout = configuration.timeout
    logger = configuration.logger
    limits = configuration.limits
    exposesErrorDescriptions = configuration.exposesErrorDescriptions
    handlerExecutor = clock.manualClock?.executor ?? configuration.handlerExecutor
    recorder = configuration.recordsActivity ? ActivityRecorder() : nil
    if let recorder { observe(recorder) }
  }

  // MARK: Connections

  /// Connects the other side of a transport to this bridge.
  ///
  /// The bridge and the connection retain each other until the connection is closed or its transport is lost.
  ///
  /// - Parameters:
  ///   - permissions: the methods and events that the other side may use; none unless listed.
  ///   - limits: the limits of the connection; nil for the bridge's own.
  ///   - name: the name of the connection in logs.
  /// - Returns: the connection, which already delivers messages.
  public func connect(
    _ transport: any Transport, permissions: Permissions, limits: Limits? = nil, name: String = "connection"
  ) -> Connection {
    connect(transport, permissions: permissions, limits: limits, name: name, firstID: 1)
  }

  /// Connects a peer that reconnects from time to time, or shares its link with other connections.
  ///
  /// - Parameter firstID: the number of this side's first call.
  package func connect(
    _ transport: any Transport, permissions: Permissions, limits: Limits?, name: String,
    abandoned: AbandonedCalls = AbandonedCalls(), firstID: UInt64 = 1
  ) -> Connection {
    let connection = Connection(
      bridge: self, transport: transport, permissions: permissions, limits: limits ?? self.limits, name: name,
      number: connectionCount.add(1, ordering: .relaxed).newValue, abandoned: abandoned, firstID: firstID)
    connections.withLock { $0[ObjectIdentifier(connection)] = connection }
    transport.start(connection)
    return connection
  }

  func forget(_ connection: Connection) {
    _ = connections.withLock { $0.removeValue(forKey: ObjectIdentifier(connection)) }
  }

  /// The open connections, the oldest first.
  var openConnections: [Connection] {
    connections.withLock { Array($0.values) }.sorted { $0.number < $1.number }
  }

  /// Closes every connection.
  public func close() {
    for connection in connections.withLock({ Array($0.values) }) { connection.close() }
  }

  // MARK: Events

  /// Sends an event to the connections that listen to it.
  ///
  /// - Parameter isAllowed: whether a connection may receive this event; all may unless given.
  /// - Throws: when the value cannot be encoded, which is tried only if a connection receives it.
  public func emit(
    _ event: String, _ value: some Encodable & Sendable, where isAllowed: (Connection) -> Bool = { _ in true }
  ) throws(BridgeError) {
    let listening = connections.withLock { Array($0.values) }.filter { connection in
      connection.subscriptions.withLock { $0.contains(event) } && isAllowed(connection)
    }
    guard !listening.isEmpty else { return }
    let payload = try Payload(encoding: value, root: event, limits: limits)
    for connection in listening { connection.send(.event(event, payload)) }
  }

  /// Whether an event has a listener.
  public func hasListeners(_ event: String) -> Bool {
    connections.withLock { Array($0.values) }.contains { connection in
      connection.subscriptions.withLock { $0.contains(event) }
    }
  }

  func received(event: String, _ payload: Payload, from connection: Connection) {
    guard connection.isNewsOfEvent() else { return }
    logger.debug(
      "Ignored an event from the other side: this bridge does not receive events.",
      metadata: ["event": "\(Suggestion.quoted(event))", "connection": "\(connection.name)"])
  }

  // MARK: Middleware and observers

  /// Adds a middleware around future incoming calls, inside the existing ones.
  public func use(_ middleware: some BridgeMiddleware) {
    self.middleware.withLock { $0.append(middleware) }
    participants.bitwiseOr(Participants.middleware, ordering: .releasing)
  }

  /// Reports future calls to an observer, in both directions.
  public func observe(_ observer: some CallObserver) {
    observers.withLock { $0.append(observer) }
    participants.bitwiseOr(Participants.observers, ordering: .releasing)
  }

  // MARK: Handling

  /// Whether calls are reported to observers.
  var isObserved: Bool { participants.load(ordering: .acquiring) & Participants.observers != 0 }

  /// Whether a handler needs no context: nothing takes part in its call.
  var callsDirectly: Bool { participants.load(ordering: .acquiring) == 0 }

  /// Whether handlers run inside a middleware, which may suspend around them.
  var hasMiddleware: Bool { participants.load(ordering: .acquiring) & Participants.middleware != 0 }

  /// Runs a handler for a call, in its turn, and settles the call with the outcome.
  ///
  /// Unlike the handlers it is not `nonisolated(nonsending)`: each step would look up an executor that only its caller
  /// knows.
  func perform(_ handler: Handler, _ params: Payload, _ call: CallContext) async {
    // The task of a call is cancelled when the call ends: it then leaves the queue and releases its values.
    if let gate = handler.gate, await !gate.enter() { return }
    defer { handler.gate?.leave() }
    if handler.gate != nil, call.isSettled { return }
    await CallContext.$current.withValue(call) {
      do {
        let result = try await TraceMetadata.with(call.metadata) { try await run(handler, params, call) }
        call.settle(.success(result))
      } catch {
        call.settle(.failure(BridgeError(error)))
      }
    }
  }

  /// Runs a handler inside the middleware.
  nonisolated(nonsending)
    private func run(_ handler: Handler, _ params: Payload, _ call: CallContext) async throws -> Payload
  {
    guard hasMiddleware else { return try await handler.run(params, call) }
    let chain = middleware.withLock { $0 }
    return try await MiddlewareChain(chain[...], call: call) { try await handler.run($0, call) }.run(params)
  }
}

extension Handler {
  nonisolated(nonsending)
    func run(_ params: Payload, _ call: CallContext) async throws -> Payload
  {
    switch work {
    case .direct(let body): return try body(params, call.connection.limits)
    case .directInContext(let body): return try body(params, call)
    case .replying(let body):
      // The first end counts: the answer, the thrown error, or the cancellation of the task.
      let answer = Deferred<Result<Payload, any Error>>()
      do { try body(params, call) { answer.resolve($0) } } catch { answer.resolve(.failure(error)) }
      return try await answer.value(cancelled: .failure(CancellationError())).get()
    case .call(let body): return try await body(params, call)
    case .stream(let body, _):
      guard let sender = call.stream else { return .undefined }
      try await body(params, call, sender)
      try await sender.drained()
      return .undefined
    case .forward(let body, let stream):
      guard let sender = call.stream else { return try await body(params, call) }
      try await stream(params, call, sender)
      try await sender.drained()
      return .undefined
    }
  }
}
