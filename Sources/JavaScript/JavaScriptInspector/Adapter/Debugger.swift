import CausewayConcurrency
import JavaScriptRuntime
import JavaScriptSyntax

/// The state of debugging one runtime, between the debugger (Debug Adapter Protocol) and the engine (WebKit's protocol).
actor Debugger {
  let engine: EngineTarget
  let inspection: InspectedContext
  let names: ScriptNames
  /// The runtime's number among the debugger's threads.
  let thread: Int
  let port: DebugPort
  private var isReleased = false
  /// Whether the engine's debugger is on for this client.
  private(set) var isEnabled = false
  /// Whether the engine keeps the stack of each `await`, which makes one three times as slow.
  private var recordsAsyncStacks = false

  var scripts: [String: Script] = [:]
  /// By the path of their file.
  var breakpoints: [String: [Breakpoint]] = [:]
  /// The breakpoints' numbers, by the engine's identifiers.
  var breakpointNumbers: [String: Int] = [:]
  var functionBreakpoints: [String] = []
  /// The breakpoint at the program's first statement.
  var entryBreakpoint: Breakpoint?
  var exceptionFilter = ExceptionFilter.none
  /// Whether the program must pause at the next statement of its own source.
  var isStepping = false { didSet { wakeWaiters() } }
  /// The text of the last exception that nothing caught.
  var lastException: JSON?
  var scriptPlaces: [String: ScriptPlaces] = [:]
  var imports: [String: ImportedNames] = [:]
  /// The source maps that were read, by the URL of their script; nil for a script without one.
  var maps: [String: ScriptMap?] = [:]
  /// The paths of original texts that are no files, by their number.
  var originalTexts: [String] = []
  /// The indices of these paths.
  var originalNumbers: [String: Int] = [:]
  var pause: Pause? { didSet { wakeWaiters() } }
  var containers: [Int: Container] = [:]
  /// Where the current step into a function began; nil during other steps.
  var stepOrigin: StepOrigin?
  /// The last command to the program, which explains its next pause.
  var lastCommand: String? { didSet { wakeWaiters() } }
  /// Those that wait for one of these to change.
  private var waiters: [Deferred<Void>] = []

  static let maximumScripts = 100_000
  static let maximumContainers = 100_000
  /// Frames and values of the next thread have numbers that are larger by this one.
  static let numbersOfThread = 1 << 18
  static let maximumThreads = 4000

  init(engine: EngineTarget, names: ScriptNames, thread: Int, port: DebugPort) {
    self.engine = engine
    inspection = engine.context
    self.names = names
    self.thread = thread
    self.port = port
  }

  /// The thread of a frame or a value.
  static func thread(ofNumber number: Int) -> Int { (number - 1) / numbersOfThread + 1 }

  /// A number of this thread as the client knows it.
  func global(_ number: Int) -> JSON { JSON(number + (thread - 1) * Debugger.numbersOfThread) }

  /// A number that the client knows, as one of this thread.
  func local(_ number: Int) -> Int { number &- (thread - 1) * Debugger.numbersOfThread }

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

  // MARK: The session

  /// Lets the program continue without a debugger.
  func detach() async { await turnOff() }

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
    (scriptPlaces, imports, maps, originalTexts, originalNumbers) = ([:], [:], [:], [], [:])
    inspection.onMappedScript = nil
    scripts = [:]
    lastCommand = nil
    guard isEnabled else { return }
    isEnabled = false
    inspection.nameHandlers(false)
    recordsAsyncStacks = false
    inspection.recordOrigins(false)
    // Removes the breakpoints and continues. The answer is not awaited, since the program may be stuck.
    await engine.post("Debugger.disable")
  }

  func event(_ name: String, _ body: JSON = [:]) { port.event(name, body) }

  // MARK: Requests

  /// Performs a request for this thread.
  func perform(_ command: String, _ arguments: JSON) async throws(InspectorError) -> JSON {
    guard isEnabled else {
      throw InspectorError(.failedPrecondition, "\(command) is not allowed before launch or attach.")
    }
    switch command {
    case "setBreakpoints": return try await setBreakpoints(arguments)
    case "setFunctionBreakpoints": return try await setFunctionBreakpoints(arguments)
    case "setExceptionBreakpoints": return try await setExceptionBreakpoints(arguments)
    case "breakpointLocations": return try await breakpointLocations(arguments)
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
      await recordAsyncStacks()
      await setStepping(true)
      return try await engine.request("Debugger.pause")
    case "continue":
      try await resume("Debugger.resume", "continue")
      return ["allThreadsContinued": .bool(port.threadCount < 2)]
    case "next": return try await resume("Debugger.stepOver", "step")
    case "stepIn": return try await resume("Debugger.stepInto", "step")
    case "stepOut": return try await resume("Debugger.stepOut", "step")
    default: throw InspectorError(.invalidArgument, "There is no request \(command).")
    }
  }

  /// Turns the engine's debugger on, which reports all scripts that are loaded.
  ///
  /// - Parameter pauses: whether breakpoints and `debugger` statements pause.
  func enable(pauses: Bool) async throws(InspectorError) {
    guard !isEnabled, !isReleased else { return }
    try await engine.waitForConnection()
    isEnabled = true
    inspection.nameHandlers(true)
    inspection.onMappedScript = { [self] url, reference, done in
      Task {
        await willRun(url, reference)
        done()
      }
    }
    try await engine.request("Inspector.enable")
    try await engine.request("Runtime.enable")
    try await engine.request("Debugger.enable")
    try await engine.request("Debugger.setPauseOnDebuggerStatements", ["enabled": .bool(pauses)])
    try await engine.request("Debugger.setBreakpointsActive", ["active": .bool(pauses)])
    try await engine.request("Inspector.initialized")
  }

  /// Keeps the stacks of those that await from now on: there is a reason for a pause.
  func recordAsyncStacks() async {
    guard isEnabled, !recordsAsyncStacks else { return }
    recordsAsyncStacks = true
    inspection.recordOrigins(true)
    await engine.post("Debugger.setAsyncStackTraceDepth", ["depth": 32])
  }

  @discardableResult
  private func resume(_ method: String, _ command: String) async throws(InspectorError) -> JSON {
    guard let pause else { throw .notPaused }
    lastCommand = command
    stepOrigin = method == "Debugger.stepInto" ? stepOrigin(pause) : nil
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

  func receive(_ event: EngineTarget.Event) async {
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
        self.event("continued", ["threadId": JSON(thread), "allThreadsContinued": .bool(port.threadCount < 2)])
      }
    default: break
    }
  }

  private func paused(_ parameters: JSON) async {
    inspection.pause()
    let frames = parameters["callFrames"]?.array ?? []
    let pause = Pause(
      reason: parameters["reason"]?.string ?? "other", detail: parameters["data"] ?? [:],
      hiddenFrames: Array(frames.prefix(while: isHidden)), frames: shownFrames(frames),
      depth: frames.count, asyncFrames: asyncFrames(parameters["asyncStackTrace"]) + originFrames(),
      isCallback: parameters["asyncStackTrace"] == nil,
      isInPrologue: frames.first.map(isInPrologue) ?? false)
    if pause.isInPrologue { await placeProvisionalBreakpoints(frames[0]) }
    let passesOver = await passesOver(pause) || isInStepOrigin(pause)
    // The debugger may have left after it asked for this pause.
    guard !passesOver, port.socket != nil, !isReleased else {
      inspection.resume()
      return await engine.post(isStepping ? "Debugger.stepInto" : "Debugger.resume")
    }
    await recordAsyncStacks()
    self.pause = pause
    event("stopped", .object(description(of: pause)))
    lastCommand = nil
    if let entry = entryBreakpoint, entry.engine == pause.breakpoint { await removeEntryBreakpoint() }
  }

  private func description(of pause: Pause) -> [String: JSON] {
    var body: [String: JSON] = ["threadId": JSON(thread), "allThreadsStopped": .bool(port.threadCount < 2)]
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
