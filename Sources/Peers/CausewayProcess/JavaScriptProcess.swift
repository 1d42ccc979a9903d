public import Causeway
public import CausewayConcurrency
import Logging

/// JavaScript in a child process, which isolates this process from the script.
///
///     let process = try await JavaScriptProcess(bridge: bridge, permissions: ["clip.*"])
///     let note: Note = try await process.evaluate("clip(page)")
///     await process.close()
///
/// The child has the same `bridge` as JavaScript in this process; the handlers run in this process, with the permissions of
/// the connection. If the child crashes, is killed or exceeds one of its ``ProcessLimits``, all of its calls fail with
/// `UNAVAILABLE` or `RESOURCE_EXHAUSTED`; then start another child.
///
/// All methods may be called on any thread.
public final class JavaScriptProcess: Sendable {
  /// The connection to the child's JavaScript.
  public let connection: Connection
  /// The resources that the child has given up: `file system`, `network`, `programs`, `other processes`.
  ///
  /// Empty if the kernel has no system call filter (seccomp), or if the configuration disables it.
  public let confinement: [String]
  /// The enforcement of the memory limit, in addition to this process's checks every 50 ms.
  public var memoryCap: MemoryCap { child.memoryCap }
  let child: ChildProcess
  /// The place that a leak check names; nil outside of leak checks.
  let location: ResourceTracker.Location?

  /// Starts a child with a JavaScript runtime that is connected to a bridge.
  ///
  /// - Parameters:
  ///   - permissions: the methods and events that its JavaScript may use; none by default.
  ///   - limits: the limits of the connection; nil for the bridge's own.
  /// - Throws: `BridgeError` if the program cannot be started (`UNAVAILABLE`) or does not begin to serve in time
  ///   (`FAILED_PRECONDITION`).
  public convenience init(
    bridge: Bridge, permissions: Permissions, configuration: ProcessConfiguration = ProcessConfiguration(),
    limits: Limits? = nil
  ) async throws {
    try await self.init(
      bridge: bridge, permissions: permissions, configuration: configuration, limits: limits,
      location: ResourceTracker.current?.location())
  }

  /// Starts a child for an owner that was itself made at the location.
  init(
    bridge: Bridge, permissions: Permissions, configuration: ProcessConfiguration, limits: Limits?,
    location: ResourceTracker.Location?
  ) async throws {
    self.location = location
    let limits = limits ?? bridge.limits
    var configuration = configuration
    if configuration.onUncaught == nil {
      configuration.onUncaught = { [logger = bridge.logger, name = configuration.name] report in
        logger.error("Uncaught error in JavaScript.", metadata: ["process": "\(name)", "error": "\(report)"])
      }
    }
    let child = try ChildProcess(configuration, limits: limits, clock: bridge.clock)
    self.child = child
    connection = bridge.connect(child, permissions: permissions, limits: limits, name: configuration.name)
    child.begin()
    let contract = bridge.contractText(for: permissions, limits: limits)
    let options = ChildOptions(
      name: configuration.name, locale: configuration.locale, isPage: configuration.isPage,
      allowsEval: configuration.allowsEval,
      isConfined: configuration.isConfined, messageBytes: limits.messageBytes, depth: limits.depth,
      nodes: limits.nodes, callsInFlight: limits.callsInFlight,
      // As a text within a text it may be twice as long.
      contract: contract.utf8.count < limits.messageBytes / 2 ? contract : nil,
      methods: connection.methodsForGlobals, modules: configuration.modules.map { ChildModules($0) },
      processorSeconds: configuration.limits.processorTime.map { min(max(0, Int($0.components.seconds)), 1 << 40) + 2 })
    do {
      let started: ChildStarted = try await connection.call(
        ChildMessage.start, options, timeout: .after(configuration.startTimeout))
      confinement = started.confinement
    } catch {
      connection.close()
      await child.stop()
      guard let error = error as? BridgeError, error.code == .deadlineExceeded else { throw error }
      throw BridgeError(
        .failedPrecondition,
        """
        \(child.programName) did not begin to serve within \(configuration.startTimeout): does its main call \
        JavaScriptChild.serveIfRequested() first?
        """)
    }
    child.watch(connection)
    ResourceTracker.current?.add(self)
  }

  /// Prepares a new child; ends it, and waits for its end, if that fails.
  func prepare(_ body: @Sendable (JavaScriptProcess) async throws -> Void) async throws {
    do {
      try await body(self)
    } catch {
      await close()
      throw error
    }
  }

  deinit { child.abandon() }

  /// Runs a program, which may use `await` at its top level, to its end: until no timer, call or stream of the child is
  /// left, or until it throws.
  ///
  /// - Returns: the exit status that the program set, 0 to 255: by `process.exitCode`, or by `process.exit()`, after which
  ///   the child runs nothing any more; 0 if it set none.
  /// - Throws: `BridgeError`: the thrown error with its class, stack and position, or the reason for a missing answer;
  ///   `ABORTED` when nothing is left to do and the program still awaits.
  @discardableResult
  public func run(_ source: String, url: String = "script.js", timeout: Timeout = .never) async throws -> Int {
    try await connection.call(ChildMessage.run, ChildScript(source: source, url: url), timeout: timeout)
  }

  /// Evaluates a program, which may use `await` at its top level, until its last statement has run.
  ///
  /// Timers, calls and streams that it started continue.
  ///
  /// - Throws: as ``run(_:url:timeout:)`` does, except `ABORTED`.
  public func evaluate(
    program source: String, url: String = "script.js", timeout: Timeout = .never
  ) async throws {
    try await connection.call(ChildMessage.program, ChildScript(source: source, url: url), timeout: timeout)
  }

  /// Imports a module with all its dependencies, and waits until it has been evaluated.
  ///
  ///     var configuration = ProcessConfiguration()
  ///     configuration.modules = ModuleConfiguration(try .files(under: "app"))
  ///     let process = try await JavaScriptProcess(bridge: bridge, permissions: [], configuration: configuration)
  ///     try await process.import("./main.ts")
  ///
  /// - Parameter specifier: resolved against the loader's base.
  /// - Throws: `BridgeError`: the error that a module threw, or the reason why a module cannot be loaded or linked, with the
  ///   code of the `ModuleError`; `FAILED_PRECONDITION` for a process without ``ProcessConfiguration/modules``; `DEADLINE_EXCEEDED`
  ///   after the timeout, or after the modules' own deadline, whose error names the module; or the reason for a missing
  ///   answer.
  public func `import`(_ specifier: String, timeout: Timeout = .never) async throws {
    let module = ChildImport(specifier: specifier, toEnd: false)
    try await connection.call(ChildMessage.import, module, timeout: timeout)
  }

  /// Imports a module and runs to the end: until no timer, call or stream of the child is left, or it throws.
  ///
  /// - Returns: as ``run(_:url:timeout:)`` does.
  /// - Throws: as ``import(_:timeout:)`` does; also `ABORTED` when nothing is left to do and a module still awaits.
  @discardableResult
  public func run(module specifier: String, timeout: Timeout = .never) async throws -> Int {
    let module = ChildImport(specifier: specifier, toEnd: true)
    return try await connection.call(ChildMessage.import, module, timeout: timeout)
  }

  /// Evaluates a classic script in the global scope; its promise reactions have run when this returns.
  public func evaluate(_ source: String, url: String = "script.js", timeout: Timeout = .never) async throws {
    try await connection.call(ChildMessage.evaluate, ChildScript(source: source, url: url), timeout: timeout)
  }

  /// Evaluates a classic script in the global scope and decodes its value, awaited if it is a promise.
  public func evaluate<Result: Decodable & Sendable>(
    _ source: String, url: String = "script.js", timeout: Timeout = .never, returning type: Result.Type = Result.self
  ) async throws -> Result {
    try await connection.call(
      ChildMessage.value, ChildScript(source: source, url: url), timeout: timeout, returning: type)
  }

  /// The items of an asynchronous generator that JavaScript registered with `bridge.handle`.
  public func stream<Element: Decodable & Sendable>(
    _ method: String, _ params: some Encodable & Sendable = BridgeValue.undefined,
    of type: Element.Type = Element.self
  ) -> BridgeStream<Element> {
    connection.stream(method, params, of: type)
  }

  /// The child's process id; nil before its start and after its end.
  public var processIdentifier: Int32? { child.processIdentifier }

  /// Waits for the child's end and returns the reason; `CANCELLED` if the task is cancelled first.
  public func waitForEnd() async -> BridgeError { await child.end() }

  /// Ends the child: its calls fail with `UNAVAILABLE`; returns when it has ended.
  ///
  /// A child that does not exit within half a second is killed.
  public func close() async {
    connection.close()
    await child.stop()
  }

  /// Kills the child, and does not wait for its end: its calls fail with `UNAVAILABLE`.
  func kill() {
    child.kill()
    connection.close()
  }
}

extension JavaScriptProcess: LeakCheckable {
  /// The child, unless it has ended.
  public func openResources() async -> [OpenResource] {
    guard let processIdentifier else { return [] }
    return [
      OpenResource(.process, connection.name, of: "", identity: "\(processIdentifier)", location: location?())
    ]
  }
}

extension JavaScriptProcess: BridgeCaller {
  /// Runs `body` with the connection to the child.
  public func withConnection<Result>(
    _ timeout: Timeout, _ body: (Connection, Timeout) async throws -> Result
  ) async throws -> Result {
    try await body(connection, timeout)
  }
}
