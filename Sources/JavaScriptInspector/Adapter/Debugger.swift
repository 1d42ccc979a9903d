import CausewayConcurrency
import JavaScriptRuntime
import JavaScriptSyntax

/// The state of debugging one program, between the debugger (Debug Adapter Protocol) and the engine (WebKit's protocol).
actor Debugger {
  let engine: EngineConnection
  let inspection: RuntimeInspection
  let names: ScriptNames
  private var pausesAtStart: Bool
  private var client: Socket? { didSet { wakeWaiters() } }
  private var sequence = 0
  private var openRequests = 0
  private var isConfigured = false
  private var waitsForConfiguration: [Deferred<Void>] = []
  private var isReleased = false
  /// Whether the engine's debugger is on for this client.
  private(set) var isEnabled = false

  var scripts: [String: Script] = [:]
  /// By the path of their file.
  var breakpoints: [String: [Breakpoint]] = [:]
  /// The breakpoints' numbers, by the engine's identifiers.
  var breakpointNumbers: [String: Int] = [:]
  var functionBreakpoints: [String] = []
  var nextBreakpoint = 0
  /// The breakpoint at the program's first statement.
  var entryBreakpoint: Breakpoint?
  var exceptionFilter = ExceptionFilter.none
  /// Whether the program is to pause at a next statement of its own.
  var isStepping = false { didSet { wakeWaiters() } }
  /// The text of the last exception that nothing caught.
  var lastException: JSON?
  var scriptPlaces: [String: ScriptPlaces] = [:]
  var imports: [String: ImportedNames] = [:]
  /// The source maps that were read, by the URL of their script; nil for a script without one.
  var maps: [String: ScriptMap?] = [:]
  /// The paths of original texts that are no files, by their number.
  var originalTexts: [String] = []
  var pause: Pause? { didSet { wakeWaiters() } }
  var containers: [Int: Container] = [:]
  /// What the program was last told to do, which explains its next pause.
  var lastCommand: String? { didSet { wakeWaiters() } }
  /// Those that wait for one of these to change.
  private var waiters: [Deferred<Void>] = []

  /// Requests that may wait for the program at the same time.
  private static let maximumOpenRequests = 100
  static let maximumScripts = 100_000
  static let maximumContainers = 100_000

  init(engine: EngineConnection, inspection: RuntimeInspection, names: [String: String], pausesAtStart: Bool) {
    self.engine = engine
    self.inspection = inspection
    self.names = ScriptNames(names: names)
    self.pausesAtStart = pausesAtStart
  }

  func waitUntilConfigured() async {
    if isConfigured { return }
    let waiter = Deferred<Void>()
    waitsForConfiguration.append(waiter)
    await waiter.value(cancelled: ())
  }

  /// Waits until the state is as wanted; false if it is not in time.
  func wait(for limit: Duration, until isWanted: (isolated Debugger) -> Bool) async -> Bool {
    let end = ContinuousClock.now + limit
    let timer = Task {
      try await Task.sleep(for: limit)
      wakeWaiters()
    }
    defer { timer.cancel() }
    while !isWanted(self) {
      guard ContinuousClock.now < end, !Task.isCancelled else { return false }
      let waiter = Deferred<Void>()
      waiters.append(waiter)
      await waiter.value(cancelled: ())
    }
    return true
  }

  private func wakeWaiters() {
    let all = waiters
    waiters = []
    for waiter in all { waiter.resolve(()) }
  }

  // MARK: The debugger's connection

  /// How long a debugger may take to leave when the next one has come.
  private static let leaveTime = Duration.milliseconds(500)

  /// Takes a debugger; false if there is one that stays.
  func attach(_ socket: Socket) async -> Bool {
    let isFree = await wait(for: Debugger.leaveTime, until: { $0.client == nil || $0.isReleased })
    guard isFree, client == nil, !isReleased else {
      return false
    }
    client = socket
    sequence = 0
    return true
  }

  /// Lets the program continue without a debugger.
  func detach() async {
    await turnOff()
    client = nil
  }

  /// Lets the program continue for good; the debugger stays until it has ended.
  func release() async {
    isReleased = true
    await turnOff()
  }

  private func turnOff() async {
    inspection.resume()
    forgetPause()
    breakpoints = [:]
    breakpointNumbers = [:]
    functionBreakpoints = []
    entryBreakpoint = nil
    exceptionFilter = .none
    isStepping = false
    lastException = nil
    (scriptPlaces, imports, maps, originalTexts) = ([:], [:], [:], [])
    inspection.onMappedScript = nil
    scripts = [:]
    lastCommand = nil
    guard isEnabled else { return }
    isEnabled = false
    inspection.requestAttention()
    // Removes the breakpoints and continues. The answer is not awaited, since the program may be stuck.
    await engine.post("Debugger.disable")
  }

  func programEnded(exitCode: Int32) {
    event("exited", ["exitCode": JSON(Int(exitCode))])
    event("terminated")
    client?.close()
    client = nil
    isReleased = true
  }

  func report(_ text: String) { event("output", ["category": "stderr", "output": .string(text + "\n")]) }

  func event(_ name: String, _ body: JSON = [:]) {
    send(["type": "event", "event": .string(name), "body": body])
  }

  private func send(_ message: [String: JSON]) {
    guard let client else { return }
    sequence += 1
    var message = message
    message["seq"] = JSON(sequence)
    client.write(DebugMessageReader.encode(.object(message)))
  }

  // MARK: Requests

  /// Answers a request, once.
  ///
  /// Requests that run the program's code are answered when that has ended, others in order.
  func receive(_ message: JSON) async {
    guard message["type"]?.string == "request", let command = message["command"]?.string,
      let number = message["seq"]?.integer
    else { return report("This is no request: it has no type, command or seq.") }
    let arguments = message["arguments"] ?? [:]
    guard Debugger.evaluating.contains(command) else { return await answer(number, command, arguments) }
    guard openRequests < Debugger.maximumOpenRequests else {
      return respond(
        number, command, .failure(InspectorError(.failedPrecondition, "Too many requests wait for the program.")))
    }
    openRequests += 1
    Task {
      await answer(number, command, arguments)
      openRequests -= 1
    }
  }

  private static let evaluating: Set = ["evaluate", "setVariable", "variables", "completions"]

  private func answer(_ number: Int, _ command: String, _ arguments: JSON) async {
    let asker = client
    let result: Result<JSON, InspectorError>
    do throws(InspectorError) { result = .success(try await perform(command, arguments)) } catch {
      result = .failure(error)
    }
    guard asker === client else { return }
    respond(number, command, result)
    if case .success = result { await finish(command, arguments) }
  }

  private func respond(_ number: Int, _ command: String, _ result: Result<JSON, InspectorError>) {
    var message: [String: JSON] = ["type": "response", "request_seq": JSON(number), "command": .string(command)]
    switch result {
    case .success(let body):
      message["success"] = true
      message["body"] = body
    case .failure(let error):
      message["success"] = false
      message["message"] = .string(error.description)
      message["body"] = [
        "error": ["id": 1, "format": .string("\(error.code.rawValue): \(error.description)"), "showUser": false]
      ]
    }
    send(message)
  }

  private func perform(_ command: String, _ arguments: JSON) async throws(InspectorError) -> JSON {
    switch command {
    case "initialize": return DebugCapabilities.all
    case "disconnect", "terminate": return [:]
    case "attach", "launch":
      try await enable()
      return [:]
    case "threads": return ["threads": [["id": 1, "name": "JavaScript"]]]
    default: break
    }
    guard isEnabled else { throw InspectorError(.failedPrecondition, "\(command) before launch or attach.") }
    switch command {
    case "setBreakpoints": return try await setBreakpoints(arguments)
    case "setFunctionBreakpoints": return try await setFunctionBreakpoints(arguments)
    case "setExceptionBreakpoints": return try await setExceptionBreakpoints(arguments)
    case "breakpointLocations": return try await breakpointLocations(arguments)
    case "configurationDone": return try await configurationDone()
    case "stackTrace": return try stackTrace(arguments)
    case "scopes": return try scopes(arguments)
    case "variables": return try await variables(arguments)
    case "setVariable": return try await setVariable(arguments)
    case "evaluate": return try await evaluate(arguments)
    case "completions": return try await completions(arguments)
    case "exceptionInfo": return try exceptionInfo()
    case "loadedSources":
      return ["sources": .array(loadedSources)]
    case "source": return try await sourceText(arguments)
    case "pause":
      lastCommand = "pause"
      inspection.requestAttention()
      await setStepping(true)
      return try await engine.request("Debugger.pause")
    case "continue":
      try await resume("Debugger.resume", "continue")
      return ["allThreadsContinued": true]
    case "next": return try await resume("Debugger.stepOver", "step")
    case "stepIn": return try await resume("Debugger.stepInto", "step")
    case "stepOut": return try await resume("Debugger.stepOut", "step")
    default: throw InspectorError(.invalidArgument, "There is no request \(command).")
    }
  }

  /// What follows the answer.
  private func finish(_ command: String, _ arguments: JSON) async {
    switch command {
    case "attach", "launch": event("initialized")
    case "terminate": ProcessRights.requestEnd()
    case "disconnect":
      if arguments["terminateDebuggee"]?.bool == true { ProcessRights.requestEnd() }
      client?.close()
    default: break
    }
  }

  /// Turns the engine's debugger on, which reports all scripts that are loaded.
  private func enable() async throws(InspectorError) {
    guard !isEnabled else { return }
    try await engine.waitForTarget()
    inspection.requestAttention()
    isEnabled = true
    inspection.onMappedScript = { [self] url, reference, done in
      Task {
        await willRun(url, reference)
        done()
      }
    }
    try await engine.request("Inspector.enable")
    try await engine.request("Runtime.enable")
    try await engine.request("Debugger.enable")
    try await engine.request("Debugger.setAsyncStackTraceDepth", ["depth": 32])
    try await engine.request("Debugger.setPauseOnDebuggerStatements", ["enabled": true])
    try await engine.request("Debugger.setBreakpointsActive", ["active": true])
    try await engine.request("Inspector.initialized")
  }

  private func configurationDone() async throws(InspectorError) -> JSON {
    if pausesAtStart {
      try await setEntryBreakpoint()
    }
    pausesAtStart = false
    isConfigured = true
    for waiter in waitsForConfiguration { waiter.resolve(()) }
    waitsForConfiguration = []
    return [:]
  }

  @discardableResult
  private func resume(_ method: String, _ command: String) async throws(InspectorError) -> JSON {
    guard pause != nil else { throw .notPaused }
    lastCommand = command
    forgetPause()
    await setStepping(command == "step")
    inspection.resume()
    return try await engine.request(method)
  }

  private func forgetPause() {
    pause = nil
    containers = [:]
  }

  // MARK: Events of the engine

  func receive(_ event: EngineConnection.Event) async {
    let parameters = event.parameters
    switch event.method {
    case "Debugger.scriptParsed": addScript(parameters)
    case "Debugger.breakpointResolved": breakpointResolved(parameters)
    case "Debugger.paused": await paused(parameters)
    case "Debugger.resumed":
      inspection.hasResumed()
      // The engine forgets a pause that was to come when it leaves the last function, and a step.
      if lastCommand == "pause" { await engine.post("Debugger.pause") } else { await setStepping(false) }
      if pause != nil {
        forgetPause()
        inspection.resume()
        self.event("continued", ["threadId": 1, "allThreadsContinued": true])
      }
    default: break
    }
  }

  private func paused(_ parameters: JSON) async {
    inspection.pause()
    let frames = parameters["callFrames"]?.array ?? []
    let pause = Pause(
      reason: parameters["reason"]?.string ?? "other", detail: parameters["data"] ?? [:],
      hiddenFrames: Array(frames.prefix(while: isHidden)), frames: frames.filter { !isHidden($0) && !isInPrologue($0) },
      asyncFrames: asyncFrames(parameters["asyncStackTrace"]), isInPrologue: frames.first.map(isInPrologue) ?? false)
    if pause.isInPrologue { await placeProvisionalBreakpoints(frames[0]) }
    let passesOver = await passesOver(pause)
    // The debugger may have left after it asked for this pause.
    guard !passesOver, client != nil, !isReleased else {
      inspection.resume()
      return await engine.post(isStepping ? "Debugger.stepInto" : "Debugger.resume")
    }
    self.pause = pause
    event("stopped", .object(description(of: pause)))
    lastCommand = nil
    if let entry = entryBreakpoint, entry.engine == pause.breakpoint { await removeEntryBreakpoint() }
  }

  private func description(of pause: Pause) -> [String: JSON] {
    var body: [String: JSON] = ["threadId": 1, "allThreadsStopped": true]
    switch pause.reason {
    case "exception", "assert":
      body["reason"] = "exception"
      body["text"] = pause.detail["description"]
    case "Breakpoint", "DebuggerStatement": body["reason"] = "breakpoint"
    case "FunctionCall": body["reason"] = "function breakpoint"
    default: body["reason"] = .string(lastCommand.map { $0 == "continue" ? "breakpoint" : $0 } ?? "pause")
    }
    if let entry = entryBreakpoint, entry.engine == pause.breakpoint {
      body["reason"] = "entry"
    } else if let number = pause.breakpoint.flatMap({ breakpointNumbers[$0] }) {
      body["hitBreakpointIds"] = [JSON(number)]
    }
    return body
  }
}
