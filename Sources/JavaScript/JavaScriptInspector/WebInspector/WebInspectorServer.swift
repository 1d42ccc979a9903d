import CausewayConcurrency
import JavaScriptEngine
import JavaScriptModules
package import JavaScriptRuntime
import JavaScriptSyntax

/// Lets WebKit's Web Inspector inspect one program of this process, at `inspector://` and ``address``.
///
/// The inspector and the engine speak the same protocol, so messages are forwarded; this server reads only the ones
/// that pause and continue the program. Like ``DebugServer``, it is made before the program's runtime and listens on
/// the loopback network only. It accepts connections only from the browser that was set.
package actor WebInspectorServer: InspectionServer {
  package nonisolated let inspection: RuntimeInspection
  /// The address at which the Web Inspector connects.
  package nonisolated var address: DebugAddress { listener.address }

  private struct Script {
    let url: String
    /// Counted from 0.
    let lastLine: Int
  }

  private nonisolated let listener: ListeningSocket
  private let engine: EngineConnection
  /// The program's context; nil before it is made.
  private var target: EngineTarget?
  private let name: String
  private let names: ScriptNames
  private var client: Socket? { didSet { wakeWaiters() } }
  /// Whether the inspector shows the program, and has sent its settings.
  private var isReady = false { didSet { wakeWaiters() } }
  /// Whether no inspector is to be waited for any more.
  private var isAbandoned = false { didSet { wakeWaiters() } }
  private var isPaused = false
  /// Whether the inspector does not know of the pause.
  private var hidesPause = false
  private var closeWindow: (@Sendable () async -> Void)?
  /// The process of the browser; nil until it has started.
  private var browser: Int32? { didSet { wakeWaiters() } }
  private var waiters: [Deferred<Void>] = []
  private var tasks: [Task<Void, Never>] = []
  private var scripts: [String: Script] = [:]
  /// The engine's identifier of the breakpoint where the program begins.
  private var entry: String?

  /// The numbers of own requests are larger than those of the inspector.
  private static let firstNumber = 1 << 30
  private static let maximumScripts = 100_000

  /// - Parameters:
  ///   - name: the name of the program in the inspector.
  ///   - names: the paths of scripts that are evaluated under a name that is not a `file:` URL, by that name.
  /// - Throws: `UNAVAILABLE` if the engine has no inspector, or the program runs with the rights of another user.
  package init(name: String, names: [String: String]) async throws(InspectorError) {
    try ProcessRights.requireOwn()
    self.name = name
    self.names = ScriptNames(names: names)
    listener = try ListeningSocket(.port(SocketAddress(port: 0)))
    EngineInspector.keepTailFrames()
    engine = try EngineConnection(firstNumber: WebInspectorServer.firstNumber)
    inspection = engine.makeInspection()
    tasks = [
      Task { [engine] in await engine.run() },
      Task { await self.receiveEvents() },
      Task { await self.accept() },
    ]
  }

  package func waitUntilStart() async { await wait { $0.isReady || $0.isAbandoned } }

  /// Lets the inspector inspect a program that has ended by itself, until the inspector is closed.
  package func release() async { await wait { $0.client == nil || $0.isAbandoned } }

  /// Stops waiting for an inspector, because its window was closed.
  package func abandon() { isAbandoned = true }

  /// Sets the process whose connections are accepted, including those of its child processes.
  package func setBrowser(_ process: Int32) { browser = process }

  /// Sets the closure that ends the inspector's process when the program ends.
  package func setCloseWindow(_ close: @escaping @Sendable () async -> Void) { closeWindow = close }

  package func end(exitCode: Int32) async {
    await closeWindow?()
    listener.close()
    client?.write(WebInspectorFrame.noTargets.bytes)
    client?.close()
    await engine.end()
    for task in tasks { task.cancel() }
  }

  private func wait(until isWanted: (isolated WebInspectorServer) -> Bool) async {
    while !isWanted(self), !Task.isCancelled {
      let waiter = Deferred<Void>()
      waiters.append(waiter)
      await waiter.value(cancelled: ())
    }
  }

  private func wakeWaiters() {
    let all = waiters
    waiters = []
    for waiter in all { waiter.resolve(()) }
  }

  // MARK: The inspector's connection

  private func accept() async {
    await withDiscardingTaskGroup { group in
      while let socket = await listener.accept() {
        group.addTask {
          if await self.isFromBrowser(socket), await self.attach(socket) { await self.serve(socket) }
          socket.close()
        }
      }
    }
  }

  /// Whether the browser has made a connection: its protocol has no place for a token.
  private func isFromBrowser(_ socket: Socket) async -> Bool {
    await wait { $0.browser != nil || $0.isAbandoned }
    return browser.map { socket.isHeld(by: $0) } ?? false
  }

  /// Takes an inspector; false if there is one.
  private func attach(_ socket: Socket) -> Bool {
    guard client == nil else { return false }
    client = socket
    return true
  }

  private func serve(_ socket: Socket) async {
    var reader = EngineFrameReader()
    reading: while let bytes = await socket.read() {
      reader.append(bytes)
      do { while let frame = try reader.next() { await receive(frame, from: socket) } } catch { break reading }
    }
    await closeSession()
    isReady = false
    client = nil
  }

  private func receive(_ frame: EngineFrame, from socket: Socket) async {
    switch frame.name {
    case "SetupInspectorClient":
      socket.write(WebInspectorFrame.didSetup.bytes)
      guard let target = try? await engine.firstTarget() else { return socket.close() }
      self.target = target
      socket.write(WebInspectorFrame.targets(name: name, url: "").bytes)
    case "FrontendDidClose":
      await closeSession()
      // The window with the list of programs may stay open.
      isReady = false
      isAbandoned = true
    default:
      if let text = WebInspectorFrame.text(of: frame) { await forward(text) }
    }
  }

  /// Removes the inspector's breakpoints and settings, and continues a paused program.
  private func closeSession() async {
    resume()
    entry = nil
    await target?.renewSession()
  }

  /// Passes on a message of the inspector.
  private func forward(_ text: [UInt8]) async {
    let method = (try? JSON(text: text))?["method"]?.string ?? ""
    // Time must continue before the program does.
    if WebInspectorServer.continuing.contains(method) { resume() }
    await target?.forward(text)
    if method == "Inspector.initialized", !isReady {
      await setEntryBreakpoint()
      isReady = true
    }
  }

  private static let continuing: Set = [
    "Debugger.resume", "Debugger.stepNext", "Debugger.stepOver", "Debugger.stepInto", "Debugger.stepOut",
    "Debugger.continueToLocation", "Debugger.continueUntilNextRunLoop", "Debugger.disable",
  ]

  private func resume() {
    isPaused = false
    target?.context.resume()
  }

  // MARK: Events of the engine

  private func receiveEvents() async {
    guard let target = try? await engine.firstTarget() else { return }
    self.target = target
    for await event in target.events { await receive(event) }
  }

  private func receive(_ event: EngineTarget.Event) async {
    switch event.method {
    case "Debugger.scriptParsed": addScript(event.parameters)
    case "Debugger.paused":
      isPaused = true
      target?.context.pause()
      if entry != nil, await passesOver(event.parameters) { return }
      // The inspector may have left meanwhile.
      if client == nil { await target?.post("Debugger.resume") }
    case "Debugger.resumed":
      if isPaused { resume() }
      target?.context.hasResumed()
      if hidesPause {
        hidesPause = false
        return
      }
    default: break
    }
    client?.write(WebInspectorFrame.message(event.text).bytes)
  }

  private func addScript(_ parameters: JSON) {
    guard let id = parameters["scriptId"]?.string, scripts.count < WebInspectorServer.maximumScripts else { return }
    let url = parameters["sourceURL"]?.string ?? parameters["url"]?.string ?? ""
    scripts[id] = Script(url: url, lastLine: parameters["endLine"]?.integer ?? 0)
  }

  // MARK: The entry

  /// Makes the program pause before its first statement: only then does the inspector show its text.
  private func setEntryBreakpoint() async {
    let parameters: JSON = ["urlRegex": .string(names.programPattern), "lineNumber": 0]
    entry = try? await target?.request("Debugger.setBreakpointByUrl", parameters)["breakpointId"]?.string
  }

  /// Moves the entry's breakpoint from the text that the runtime puts before a program to the first statement.
  ///
  /// - Returns: whether the pause is not to be shown.
  private func passesOver(_ parameters: JSON) async -> Bool {
    guard let entry, parameters["data"]?["breakpointId"]?.string == entry,
      let id = parameters["callFrames"]?.array?.first?["location"]?["scriptId"]?.string, let script = scripts[id]
    else { return false }
    await target?.post("Debugger.removeBreakpoint", ["breakpointId": .string(entry)])
    self.entry = nil
    let prefix = target?.context.prefixLength(of: script.url) ?? 0
    guard prefix > 0 else { return false }
    let start: JSON = ["scriptId": .string(id), "lineNumber": 0, "columnNumber": JSON(prefix)]
    let end: JSON = ["scriptId": .string(id), "lineNumber": JSON(script.lastLine), "columnNumber": 0]
    let locations = try? await target?.request("Debugger.getBreakpointLocations", ["start": start, "end": end])
    let answer = try? await target?.request("Debugger.getScriptSource", ["scriptId": .string(id)])
    let source = answer?["scriptSource"]?.string ?? ""
    let places = StackRoom.parseLarge { options in ScriptPlaces(parsing: source, options: options) }
    let first = locations?["locations"]?.array?.first { location in
      places.isOutermostStatement(
        at: ModuleText.Position(
          line: (location["lineNumber"]?.integer ?? 0) + 1, column: (location["columnNumber"]?.integer ?? 0) + 1))
    }
    if let first { await target?.post("Debugger.setBreakpoint", ["location": first]) }
    hidesPause = true
    resume()
    await target?.post("Debugger.resume")
    return true
  }
}
