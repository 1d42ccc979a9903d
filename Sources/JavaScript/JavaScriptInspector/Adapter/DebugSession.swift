import CausewayConcurrency
import JavaScriptRuntime

/// The client's view of all runtimes of this process: each is a thread, with a ``Debugger``.
///
/// Breakpoints belong to files, and are set in every runtime, also in those that begin later.
actor DebugSession {
  private let engine: EngineConnection
  private let names: ScriptNames
  private let port = DebugPort()
  private var pausesAtStart: Bool
  private(set) var threads: [Int: Debugger] = [:]
  private var threadNames: [Int: String] = [:]
  private var openRequests = 0
  private var isConfigured = false
  private var waitsForConfiguration: [Deferred<Void>] = []
  private var waitsForClientsEnd: [Deferred<Void>] = []
  private var isReleased = false
  /// Whether a client has attached.
  private var isEnabled = false
  /// Whether the program pauses: not for a client that launches it with `noDebug`.
  private var pauses = true

  /// The client's last requests of these kinds, for runtimes that begin later.
  private var breakpoints: [String: JSON] = [:]
  private var functionBreakpoints: JSON?
  private var exceptionBreakpoints: JSON?
  private var nextBreakpoint = 0

  /// Requests that may wait for the program at the same time.
  private static let maximumOpenRequests = 100

  init(engine: EngineConnection, names: ScriptNames, pausesAtStart: Bool) {
    self.engine = engine
    self.names = names
    self.pausesAtStart = pausesAtStart
  }

  func waitUntilConfigured() async {
    if isConfigured { return }
    let waiter = Deferred<Void>()
    waitsForConfiguration.append(waiter)
    await waiter.value(cancelled: ())
  }

  // MARK: Runtimes

  /// Adds a context, whose thread waits until it is released.
  func add(_ context: InspectedContext) async {
    let target = EngineTarget(context, firstNumber: engine.firstNumber)
    guard !isReleased, let number = (1...Debugger.maximumThreads).first(where: { threads[$0] == nil }) else {
      return await engine.add(target)
    }
    let debugger = Debugger(engine: target, names: names, thread: number, port: port)
    threads[number] = debugger
    threadNames[number] = context.name
    port.threadCount = threads.count
    Task { for await event in target.events { await debugger.receive(event) } }
    context.onEnd { Task { await self.remove(number, target) } }
    guard isEnabled else {
      context.release()
      return await engine.add(target)
    }
    await engine.add(target)
    port.event("thread", ["reason": "started", "threadId": JSON(number)])
    try? await enable(debugger)
    context.release()
  }

  private func remove(_ number: Int, _ target: EngineTarget) async {
    await engine.remove(target)
    threads[number] = nil
    threadNames[number] = nil
    port.threadCount = threads.count
    if isEnabled { port.event("thread", ["reason": "exited", "threadId": JSON(number)]) }
  }

  /// Turns a debugger on, with the breakpoints of the client.
  private func enable(_ debugger: Debugger) async throws(InspectorError) {
    try await debugger.enable(pauses: pauses)
    guard pauses else { return }
    for arguments in breakpoints.values { _ = try await debugger.perform("setBreakpoints", arguments) }
    if let functionBreakpoints { _ = try await debugger.perform("setFunctionBreakpoints", functionBreakpoints) }
    if let exceptionBreakpoints { _ = try await debugger.perform("setExceptionBreakpoints", exceptionBreakpoints) }
    if isConfigured { try await pauseAtStart(debugger) }
  }

  /// Makes the program pause at its first statement, if that was asked for and it has not begun.
  private func pauseAtStart(_ debugger: Debugger) async throws(InspectorError) {
    guard pausesAtStart else { return }
    pausesAtStart = false
    try await debugger.setEntryBreakpoint()
  }

  /// The debuggers, that of the oldest runtime first.
  private var all: [Debugger] { threads.sorted { $0.key < $1.key }.map(\.value) }

  // MARK: The client

  /// How long a debugger may take to leave when the next one has come.
  private static let leaveTime = Duration.milliseconds(500)

  /// Takes a debugger; false if there is one that stays.
  ///
  /// - Parameter sequence: the number of the last message that it has received.
  func attach(_ socket: Socket, sequence: Int = 0) async -> Bool {
    let deadline = ContinuousClock.now + DebugSession.leaveTime
    // Another one that waits may come first, and leave at once.
    while port.socket != nil, !isReleased, ContinuousClock.now < deadline {
      let end = Deferred<Void>()
      waitsForClientsEnd.append(end)
      let timer = Task {
        try await Task.sleep(until: deadline)
        end.resolve(())
      }
      await end.value(cancelled: ())
      timer.cancel()
    }
    guard port.socket == nil, !isReleased else { return false }
    port.open(socket, sequence: sequence)
    return true
  }

  /// Lets the programs continue without a debugger.
  func detach() async {
    await turnOff()
    port.close()
    wakeNextClient()
  }

  /// Lets the programs continue for good; the debugger stays until they have ended.
  func release() async {
    isReleased = true
    wakeNextClient()
    for debugger in all { await debugger.release() }
  }

  private func turnOff() async {
    isEnabled = false
    breakpoints = [:]
    functionBreakpoints = nil
    exceptionBreakpoints = nil
    for debugger in all { await debugger.detach() }
  }

  private func wakeNextClient() {
    let all = waitsForClientsEnd
    waitsForClientsEnd = []
    for waiter in all { waiter.resolve(()) }
  }

  func programEnded(exitCode: Int32) {
    port.event("exited", ["exitCode": JSON(Int(exitCode))])
    port.event("terminated")
    port.socket?.close()
    port.close()
    isReleased = true
  }

  func report(_ text: String) { port.event("output", ["category": "stderr", "output": .string(text + "\n")]) }

  // MARK: Requests

  /// Answers a request, once.
  ///
  /// Requests that run the program's code are answered when that has ended, others in order.
  func receive(_ message: JSON) async {
    guard message["type"]?.string == "request", let command = message["command"]?.string,
      let number = message["seq"]?.integer
    else { return report("Not a request: type, command or seq is missing.") }
    let arguments = message["arguments"] ?? [:]
    guard DebugSession.evaluating.contains(command) else { return await answer(number, command, arguments) }
    guard openRequests < DebugSession.maximumOpenRequests else {
      return respond(
        number, command, .failure(InspectorError(.failedPrecondition, "Too many requests are waiting for the program."))
      )
    }
    openRequests += 1
    Task {
      await answer(number, command, arguments)
      openRequests -= 1
    }
  }

  private static let evaluating: Set = ["evaluate", "setVariable", "variables", "completions"]

  private func answer(_ number: Int, _ command: String, _ arguments: JSON) async {
    let asker = port.socket
    let result: Result<JSON, InspectorError>
    do throws(InspectorError) { result = .success(try await perform(command, arguments)) } catch {
      result = .failure(error)
    }
    guard asker === port.socket else { return }
    respond(number, command, result)
    if case .success = result { finish(command, arguments) }
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
    port.send(message)
  }

  private func perform(_ command: String, _ arguments: JSON) async throws(InspectorError) -> JSON {
    switch command {
    case "initialize": return DebugCapabilities.all
    case "disconnect", "terminate": return [:]
    case "attach", "launch":
      try await waitForFirstRuntime()
      isEnabled = true
      pauses = arguments["noDebug"]?.bool != true
      for debugger in all { try await debugger.enable(pauses: pauses) }
      return [:]
    case "threads":
      return [
        "threads": .array(
          threadNames.sorted { $0.key < $1.key }.map { ["id": JSON($0.key), "name": .string($0.value)] })
      ]
    default: break
    }
    guard isEnabled else {
      throw InspectorError(.failedPrecondition, "\(command) is not allowed before launch or attach.")
    }
    switch command {
    case "setBreakpoints", "setFunctionBreakpoints", "setExceptionBreakpoints", "setInstructionBreakpoints":
      if !pauses { return unverified(arguments["breakpoints"], "The program runs without debugging (noDebug).") }
    default: break
    }
    switch command {
    case "setBreakpoints": return try await setBreakpoints(arguments)
    case "setFunctionBreakpoints":
      functionBreakpoints = arguments
      if threads.isEmpty { return pending(arguments["breakpoints"]) }
      return try await performEverywhere(command, arguments)
    case "setExceptionBreakpoints":
      exceptionBreakpoints = arguments
      return try await performEverywhere(command, arguments)
    case "configurationDone": return try await configurationDone()
    case "breakpointLocations", "source": return try await performInFirst(command, arguments)
    case "loadedSources": return await loadedSources()
    default: return try await debugger(for: arguments).perform(command, arguments)
    }
  }

  /// The debugger of a request's thread, frame or value; without one, that of a thread that is paused.
  private func debugger(for arguments: JSON) async throws(InspectorError) -> Debugger {
    let numbers = ["frameId", "variablesReference"].lazy.compactMap { arguments[$0]?.integer }
    if let number = numbers.first(where: { $0 > 0 }) {
      if let debugger = threads[Debugger.thread(ofNumber: number)] { return debugger }
      throw InspectorError(.invalidArgument, "The frame or value no longer exists: its runtime has ended.")
    }
    if let thread = arguments["threadId"]?.integer {
      if let debugger = threads[thread] { return debugger }
      throw InspectorError(.invalidArgument, "There is no thread \(thread).")
    }
    for debugger in all {
      if await debugger.pause != nil { return debugger }
    }
    if let first = all.first { return first }
    throw InspectorError(.failedPrecondition, "There is no runtime.")
  }

  /// Performs a request in all runtimes; returns the answer of the last one.
  private func performEverywhere(_ command: String, _ arguments: JSON) async throws(InspectorError) -> JSON {
    var answer: JSON = [:]
    for debugger in all { answer = try await debugger.perform(command, arguments) }
    return answer
  }

  /// The answer of the first runtime that has something to say, which is the last one if none has.
  private func performInFirst(_ command: String, _ arguments: JSON) async throws(InspectorError) -> JSON {
    var result = Result<JSON, InspectorError>.failure(.closed)
    for debugger in all {
      do throws(InspectorError) {
        result = .success(try await debugger.perform(command, arguments))
        if case .success(let answer) = result, answer["breakpoints"]?.array?.isEmpty != true { break }
      } catch {
        result = .failure(error)
      }
    }
    return try result.get()
  }

  private func loadedSources() async -> JSON {
    var paths: Set<String> = []
    var sources: [JSON] = []
    for debugger in all {
      for source in await debugger.loadedSources {
        if let path = source["path"]?.string, !paths.insert(path).inserted { continue }
        sources.append(source)
      }
    }
    return ["sources": .array(sources)]
  }

  /// How long a client waits for a runtime that is being made.
  private static let firstRuntimeTime = Duration.seconds(1)

  /// Waits for the first runtime, but not for long: a program may make it when it is needed, which has the breakpoints then.
  private func waitForFirstRuntime() async throws(InspectorError) {
    do throws(InspectorError) { _ = try await engine.firstTarget(DebugSession.firstRuntimeTime) } catch {
      if error.code != .deadlineExceeded { throw error }
    }
  }

  /// The answer to a request for breakpoints while there is no runtime.
  private func pending(_ breakpoints: JSON?) -> JSON { unverified(breakpoints, "There is no runtime yet.") }

  private func unverified(_ breakpoints: JSON?, _ reason: String) -> JSON {
    let answers = (breakpoints?.array ?? []).map { one -> JSON in
      var answer: [String: JSON] = ["verified": false, "message": .string(reason)]
      answer["id"] = one["id"]
      answer["line"] = one["line"]
      return .object(answer)
    }
    return ["breakpoints": .array(answers)]
  }

  /// Replaces the breakpoints of a file in all runtimes; one is verified if one of them has loaded the file.
  private func setBreakpoints(_ arguments: JSON) async throws(InspectorError) -> JSON {
    let numbered = try number(arguments)
    if threads.isEmpty { return pending(numbered["breakpoints"]) }
    var answers: [JSON] = []
    for debugger in all {
      let own = try await debugger.perform("setBreakpoints", numbered)["breakpoints"]?.array ?? []
      answers = answers.isEmpty ? own : zip(answers, own).map { $0["verified"] == true ? $0 : $1 }
    }
    return ["breakpoints": .array(answers)]
  }

  /// Gives the breakpoints of a request their numbers, and keeps them.
  private func number(_ arguments: JSON) throws(InspectorError) -> JSON {
    guard let path = arguments["source"]?["path"]?.string else {
      throw InspectorError(.invalidArgument, "setBreakpoints needs the path of a source.")
    }
    let wanted = arguments["breakpoints"]?.array ?? []
    guard wanted.count <= Debugger.maximumBreakpoints else {
      throw InspectorError(.invalidArgument, "A file can have at most \(Debugger.maximumBreakpoints) breakpoints.")
    }
    let numbered = wanted.map { one in
      var members = one.object ?? [:]
      nextBreakpoint += 1
      members["id"] = JSON(nextBreakpoint)
      return JSON.object(members)
    }
    let result: JSON = ["source": ["path": .string(path)], "breakpoints": .array(numbered)]
    breakpoints[path] = wanted.isEmpty ? nil : result
    return result
  }

  private func configurationDone() async throws(InspectorError) -> JSON {
    if let first = all.first { try await pauseAtStart(first) }
    isConfigured = true
    for waiter in waitsForConfiguration { waiter.resolve(()) }
    waitsForConfiguration = []
    return [:]
  }

  /// What follows the answer.
  private func finish(_ command: String, _ arguments: JSON) {
    switch command {
    case "attach", "launch": port.event("initialized")
    case "terminate": ProcessRights.requestEnd()
    case "disconnect":
      if arguments["terminateDebuggee"]?.bool == true { ProcessRights.requestEnd() }
      port.socket?.close()
    default: break
    }
  }
}
