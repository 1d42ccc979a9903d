public import Causeway
import CausewayConcurrency
// Who joins the two works with both.
@_exported public import JavaScriptRuntime

extension JavaScriptRuntime {
  /// Starts a runtime whose JavaScript has `bridge`, joined to a bridge of Swift's.
  ///
  ///     let runtime = try await JavaScriptRuntime(bridge: bridge, permissions: ["wifi.*"])
  ///     try await runtime.run(file: "app.js")
  ///
  /// - Parameters:
  ///   - permissions: which methods and events the JavaScript may use; nothing unless listed.
  ///   - limits: what it may ask for at most; nil for the bridge's own.
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

  /// Gives the JavaScript of this runtime the global `bridge`, joined to a bridge of Swift's.
  ///
  /// Once a runtime.
  ///
  /// - Parameter wrap: puts something around the link before it is used, such as a simulated one; nil for the link
  ///   itself. JavaScript then keeps the deadlines of its calls itself, as the link may lose messages: those without a
  ///   timeout are given up after 31 seconds.
  @discardableResult
  public func attach(
    _ bridge: Bridge, permissions: Permissions, limits: Limits? = nil,
    through wrap: (@Sendable (any Transport) -> any Transport)? = nil
  ) throws -> Connection {
    guard connections.value == nil else {
      throw BridgeError(.alreadyExists, "This runtime has a bridge already.")
    }
    let limits = limits ?? bridge.limits
    let connection = try attach(limits: limits, deadlines: wrap == nil ? .none : .all) { transport in
      bridge.connect(
        wrap?(transport) ?? transport, permissions: permissions, limits: limits, name: configuration.name)
    }
    connection.leaveListenersToOthers()
    _ = connections.fill(connection)
    try measureHeap()
    return connection
  }

  /// Gives the JavaScript of this runtime the global `bridge`, whose messages go to a receiver: a bridge elsewhere.
  package func attach(_ receiver: any TransportReceiver, limits: Limits) throws -> any Transport {
    try attach(limits: limits, deadlines: .named) { transport in
      transport.start(receiver)
      return transport
    }
  }

  private func attach<Joined>(
    limits: Limits, deadlines keeper: ClientDeadlines, _ join: (EngineTransport) -> Joined
  ) throws -> Joined {
    let link = EngineLink(host: try host(), limits: limits)
    let transport = EngineTransport(thread: thread, link: link, limits: limits, isWrapped: keeper == .all)
    let joined = join(transport)
    try link.connect(transport, isPage: configuration.isPage, deadlines: keeper)
    attach(link)
    return joined
  }

  /// The connection to the bridge.
  ///
  /// - Throws: `FAILED_PRECONDITION` for a runtime that was made without one.
  public nonisolated var connection: Connection {
    get throws(BridgeError) {
      guard let connection = connections.value as? Connection else {
        throw BridgeError(.failedPrecondition, "This runtime has no bridge: make it with one, or attach one.")
      }
      return connection
    }
  }

  /// Evaluates a classic script in the global scope and decodes its value.
  ///
  ///     let total: Double = try await runtime.evaluate("cart.reduce((sum, item) => sum + item.price, 0)")
  ///
  /// The value of a script is that of its last expression; a promise is awaited. It crosses as an argument does: by the
  /// table of values.
  ///
  /// - Throws: `JavaScriptError` with what the script threw or its promise was rejected with; `BridgeError` with the path
  ///   for a value that cannot cross or does not fit.
  public func evaluate<Result: Decodable & Sendable>(
    _ source: String, url: String = "script.js", returning type: Result.Type = Result.self
  ) async throws -> Result {
    let limits = try connection.limits
    return try await payload(of: source, url: url).decode(type, root: "result", limits: limits)
  }

  /// Evaluates a classic script and returns its value, awaited if it is a promise, as it would cross.
  package func payload(of source: String, url: String) async throws -> Payload {
    guard let link = attachment(EngineLink.self) else {
      throw BridgeError(.failedPrecondition, "This runtime has no bridge: make it with one, or attach one.")
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
  /// - Throws: `FAILED_PRECONDITION` for a runtime that was made without a bridge.
  public nonisolated func withConnection<Result>(
    _ timeout: Timeout, _ body: (Connection, Timeout) async throws -> Result
  ) async throws -> Result {
    try await body(connection, timeout)
  }
}
