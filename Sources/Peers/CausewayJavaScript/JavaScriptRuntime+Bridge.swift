public import Causeway
import CausewayConcurrency
// Re-exported, because code that joins the two modules uses both.
@_exported public import JavaScriptRuntime

extension JavaScriptRuntime {
  /// Starts a runtime whose JavaScript has the global `bridge`, connected to a Swift bridge.
  ///
  ///     let runtime = try await JavaScriptRuntime(bridge: bridge, permissions: ["wifi.*"])
  ///     try await runtime.evaluate(file: "app.js")
  ///
  /// - Parameters:
  ///   - permissions: the methods and events that the JavaScript may use.
  ///   - limits: the limits of the connection; nil for those of the bridge.
  ///   - wrap: see ``attach(_:permissions:limits:through:)``.
  public init(
    bridge: Bridge, permissions: Permissions, configuration: RuntimeConfiguration = RuntimeConfiguration(),
    limits: Limits? = nil, through wrap: (@Sendable (any Transport) -> any Transport)? = nil
  ) async throws {
    var configuration = configuration
    configuration.clock = configuration.clock ?? bridge.clock.base
    try await self.init(configuration)
    do {
      try attach(bridge, permissions: permissions, limits: limits, through: wrap)
    } catch {
      await close()
      throw error
    }
  }

  /// Gives the runtime's JavaScript the global `bridge`, connected to a Swift bridge.
  ///
  /// A runtime can have one bridge. The global `fetch` is defined if the bridge has the method `http.fetch` at this
  /// time and the permissions allow it.
  ///
  /// - Parameter wrap: wraps the transport before its use, for example in a simulated link; nil for the transport
  ///   itself. A wrapped transport may lose messages, so JavaScript then enforces the deadlines of its calls itself,
  ///   with 31 seconds for calls without a timeout.
  @discardableResult
  public func attach(
    _ bridge: Bridge, permissions: Permissions, limits: Limits? = nil,
    through wrap: (@Sendable (any Transport) -> any Transport)? = nil
  ) throws -> Connection {
    guard connections.value == nil else {
      throw BridgeError(.alreadyExists, "This runtime already has a bridge.")
    }
    let limits = limits ?? bridge.limits
    let connection = try attach(limits: limits, deadlines: wrap == nil ? .none : .all) { transport in
      let connection = bridge.connect(
        wrap?(transport) ?? transport, permissions: permissions, limits: limits, name: configuration.name)
      return (connection, connection.methodsForGlobals)
    }
    connection.leaveListenersToOthers()
    if connection.recordsActivity { attachment(EngineLink.self)?.recording = connection }
    _ = connections.fill(connection)
    workers.prepareWorkers { worker in
      _ = try await worker.attach(bridge, permissions: permissions, limits: limits, through: wrap)
    }
    try measureHeap()
    return connection
  }

  /// Gives the runtime's JavaScript the global `bridge`, connected to a receiver: a bridge in another process.
  ///
  /// - Parameter methods: the methods whose globals are defined: see `Connection.methodsForGlobals`.
  package func attach(
    _ receiver: any TransportReceiver, limits: Limits, methods: [String] = []
  ) throws -> any Transport {
    try attach(limits: limits, deadlines: .named) { transport in
      transport.start(receiver)
      return (transport, methods)
    }
  }

  private func attach<Joined>(
    limits: Limits, deadlines keeper: ClientDeadlines, _ join: (EngineTransport) -> (Joined, methods: [String])
  ) throws -> Joined {
    let outbox = EngineOutbox(thread: thread, limits: limits)
    let link = EngineLink(host: try host(), limits: limits, outbox: outbox)
    let (joined, methods) = join(EngineTransport(to: link, outbox: outbox, isWrapped: keeper == .all))
    try link.connect(isPage: configuration.isPage, deadlines: keeper, methods: methods)
    attach(link)
    return joined
  }

  /// The connection to the bridge.
  ///
  /// - Throws: `FAILED_PRECONDITION` if the runtime has no bridge.
  public nonisolated var connection: Connection {
    get throws(BridgeError) {
      guard let connection = connections.value as? Connection else {
        throw BridgeError(.failedPrecondition, "This runtime has no bridge: create it with a bridge, or attach one.")
      }
      return connection
    }
  }

  /// Evaluates a classic script in the global scope and decodes its value.
  ///
  ///     let total: Double = try await runtime.evaluate("cart.reduce((sum, item) => sum + item.price, 0)")
  ///
  /// The value of a script is the value of its last expression; a promise is awaited.
  ///
  /// It is converted like an argument of a bridge call.
  ///
  /// - Throws: `JavaScriptError` if the script threw or its promise was rejected; `BridgeError` with the path of a
  ///   value that cannot be converted.
  public func evaluate<Result: Decodable & Sendable>(
    _ source: String, url: String = "script.js", returning type: Result.Type = Result.self
  ) async throws -> Result {
    let limits = try connection.limits
    return try await payload(of: source, url: url).decode(type, root: "result", limits: limits)
  }

  /// Evaluates a classic script and returns its value, awaited if it is a promise, as a bridge value.
  package func payload(of source: String, url: String) async throws -> Payload {
    guard let link = attachment(EngineLink.self) else {
      throw BridgeError(.failedPrecondition, "This runtime has no bridge: create it with a bridge, or attach one.")
    }
    var value: Swift.Result<Payload, BridgeError>?
    try await evaluate(source, url: url) { local in
      value = Swift.Result { () throws(BridgeError) in try link.payload(of: local) }
    }
    return try value?.get() ?? .undefined
  }

  /// Takes the items of an asynchronous generator that JavaScript registered with `bridge.handle`.
  public nonisolated func stream<Element: Decodable & Sendable>(
    _ method: String, _ params: some Encodable & Sendable = BridgeValue.undefined,
    of type: Element.Type = Element.self
  ) throws(BridgeError) -> BridgeStream<Element> {
    try connection.stream(method, params, of: type)
  }

  /// Calls a global function by its name with values: see `Connection.invoke`.
  @discardableResult
  public nonisolated func invoke(_ function: String, _ arguments: BridgeValue...) async throws -> BridgeValue {
    try await connection.invoke(function, arguments)
  }
}

extension JavaScriptRuntime: BridgeCaller {
  /// Runs `body` with the runtime's connection.
  ///
  /// - Throws: `FAILED_PRECONDITION` for a runtime without a bridge.
  public nonisolated func withConnection<Result>(
    _ timeout: Timeout, _ body: (Connection, Timeout) async throws -> Result
  ) async throws -> Result {
    try await body(connection, timeout)
  }
}
