import Causeway
import CausewayConcurrency
import Dispatch
import Glibc
import Subprocess
import Synchronization
import SystemPackage

/// One child process: its start, its limits, its end, and its link.
final class ChildProcess: Transport {
  private struct State {
    var receiver: (any TransportReceiver)?
    var consoleBytes = 0
    var identifier: Int32?
    /// The reason if this process killed the child; nil if it ended by itself.
    var killReason: BridgeError?
    var waiting: [Deferred<BridgeError>] = []
    var end: BridgeError?
    var memoryCap = MemoryCap.watched(because: "the child has not started")
  }

  private enum Command { case checkLimits, disconnected, kill }

  private let configuration: ProcessConfiguration
  private let port: LinePort
  private let wire: JSONRPCTransport
  /// The child's own connection, which serves it modules; its calls are ignored if it has none.
  private let control: ControlTransport
  private let modules: Connection?
  private let childSocket: FileDescriptor
  private let commands: AsyncStream<Command>
  private let commandSink: AsyncStream<Command>.Continuation
  private let state = Mutex(State())
  private let limits: LimitWatch
  /// Nil in real time.
  private let time: ChildTime?

  /// Prepares the link; ``begin()`` starts the child.
  init(_ configuration: ProcessConfiguration, limits: Limits, clock: AnyClock) throws(BridgeError) {
    if unsafe getenv(ChildMessage.variable) != nil {
      throw BridgeError(
        .failedPrecondition,
        "This process is itself a child: call JavaScriptChild.serveIfRequested() first in main.")
    }
    self.configuration = configuration
    var pair: [CInt] = [-1, -1]
    guard unsafe socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0, &pair) == 0 else {
      throw BridgeError(
        .unavailable, "The connection to a child cannot be created: \(unsafe String(cString: strerror(errno))).")
    }
    port = LinePort(descriptor: pair[0], limits: limits)
    self.limits = LimitWatch(configuration.limits, port: port, clock: clock)
    time = ChildTime(clock)
    childSocket = FileDescriptor(rawValue: pair[1])
    // Values are measured when they are decoded; the envelope and base64 need additional bytes.
    var envelope = limits
    envelope.messageBytes = limits.textBytes
    // What waits for a child that does not read: one message, or this.
    envelope.bytesInFlight = min(limits.bytesInFlight, ChildProcess.mostWaiting)
    let wire = JSONRPCTransport(port, limits: envelope)
    self.wire = wire
    let control = ControlTransport { message throws(BridgeError) in try wire.send(message) }
    self.control = control
    // A leak check knows of the child, whose part it is.
    modules = ResourceTracker.$current.withValue(nil) {
      configuration.modules.map { ModuleServer($0).connect(control) }
    }
    (commands, commandSink) = AsyncStream.makeStream()
  }

  var processIdentifier: Int32? { state.withLock { $0.end == nil ? $0.identifier : nil } }

  var memoryCap: MemoryCap { state.withLock { $0.memoryCap } }

  /// True: the child's JavaScript has the functions in a table.
  var carriesReferences: Bool { true }

  var programName: String {
    switch configuration.program {
    case .current: "This program"
    case .file(let path, _): path
    }
  }

  // MARK: The link

  func start(_ receiver: any TransportReceiver) {
    state.withLock { $0.receiver = receiver }
    wire.start(Inbox(self))
  }

  func send(_ message: Message) throws(BridgeError) {
    time?.sending(message)
    do throws(BridgeError) { try wire.send(message) } catch {
      if case .call(let request) = message { time?.sending(.cancel(request.id, error.code)) }
      throw error
    }
  }

  var bytesWaiting: Int { port.bytesWaiting }

  /// Closes the connection: the child reads the end of its input, and exits.
  func close() {
    state.withLock { $0.receiver = nil }
    port.close()
    commandSink.yield(.disconnected)
  }

  /// Receives the child's messages.
  ///
  /// The wire retains it, and so the child object, until the end.
  private final class Inbox: TransportReceiver {
    private let child: ChildProcess
    init(_ child: ChildProcess) { self.child = child }
    func receive(_ message: Message) { child.receive(message) }
    func dropped(_ message: Message) { child.state.withLock { $0.receiver }?.dropped(message) }
    func disconnected(_ reason: BridgeError) {}
  }

  private func receive(_ message: Message) {
    switch message {
    case .event(ChildMessage.console, let payload):
      guard let output = try? payload.decode(ChildOutput.self), output.level.utf8.count < ChildProcess.longLevel else {
        _ = countOutput(bytes: payload.weight)
        return
      }
      if countOutput(bytes: output.text.utf8.count) { configuration.onConsole?(output.level, output.text) }
    case .event(ChildMessage.uncaught, let payload):
      guard let report = try? payload.decode(String.self) else {
        _ = countOutput(bytes: payload.weight)
        return
      }
      if countOutput(bytes: report.utf8.count) { configuration.onUncaught?(report) }
    default:
      guard !control.take(message), let receiver = state.withLock({ $0.receiver }) else { return }
      guard let time else { return receiver.receive(message) }
      time.receiving(message) { receiver.receive(message) }
    }
  }

  private static let mostWaiting = 32 << 20

  /// A level is the name of a `console` method.
  private static let longLevel = 64

  /// Counts the child's output, and kills it beyond the limit.
  ///
  /// Each text ends with a line break, so an empty one counts as a byte.
  private func countOutput(bytes: Int) -> Bool {
    let limit = configuration.limits.consoleBytes
    let isWithin = state.withLock { state in
      state.consoleBytes += bytes + 1
      return state.consoleBytes <= limit
    }
    if !isWithin { terminate(.exhausted("consoleBytes", maximum: limit, "The console output")) }
    return isWithin
  }

  // MARK: Lifecycle

  /// Starts the program, and follows it to its end.
  func begin() {
    port.start { [wire] text in
      wire.deliver(text)
    } onEnd: { [self] reason in
      // Beyond a limit of the link the error is reported instead of the child's end.
      if reason.code == .resourceExhausted { terminate(reason) } else { commandSink.yield(.disconnected) }
    }
    Task.detached { [self] in
      let end: BridgeError
      do {
        end = try await follow()
      } catch {
        end = BridgeError(.unavailable, "\(programName) could not be started: \(error)")
      }
      finish(end)
    }
  }

  private func follow() async throws -> BridgeError {
    let (executable, arguments): (Executable, [String]) =
      switch configuration.program {
      case .current: (.path("/proc/self/exe"), Array(CommandLine.arguments.dropFirst()))
      case .file(let path, let arguments): (path.contains("/") ? .path(FilePath(path)) : .name(path), arguments)
      }
    let group = makeGroup()
    defer { group?.remove() }
    // The child dies with the thread that started it (`Confinement.endWithParent`). Subprocess starts all children on
    // one thread, which lives as long as this process.
    let result = try await Subprocess.run(
      executable, arguments: Arguments(arguments), environment: environment, platformOptions: PlatformOptions(),
      input: .fileDescriptor(childSocket, closeAfterSpawningProcess: true), output: .discarded, error: .discarded
    ) { execution in
      state.withLock { $0.identifier = execution.processIdentifier.value }
      add(execution.processIdentifier.value, to: group)
      let timer = Task { [commandSink] in
        while !Task.isCancelled {
          try await Task.sleep(for: LimitWatch.interval)
          commandSink.yield(.checkLimits)
        }
      }
      defer { timer.cancel() }
      for await command in commands {
        switch command {
        case .checkLimits:
          // A process that the child left behind may keep the connection open.
          if ProcessUsage.hasEnded(execution.processIdentifier.value) {
            await waitUntilRead()
            return
          }
          if let excess = limits.excess(of: execution.processIdentifier.value) { terminate(excess) }
        case .kill: return kill(execution)
        case .disconnected:
          await waitUntilGone(execution.processIdentifier.value)
          return kill(execution)
        }
      }
    }
    if let killReason = state.withLock({ $0.killReason }) { return killReason }
    if group?.hasKilled == true {
      return .exhausted("memory", maximum: configuration.limits.memory, "The memory of the child")
    }
    if let maximum = configuration.limits.processorTime, result.terminationStatus == .signaled(SIGXCPU) {
      return LimitWatch.exhausted("processorTime", maximum)
    }
    return BridgeError(.unavailable, ChildProcess.sentence(result.terminationStatus))
  }

  private func makeGroup() -> ControlGroup? {
    do throws(ControlGroup.Failure) {
      return try ControlGroup(bytes: configuration.limits.memory, in: configuration.controlGroup)
    } catch {
      state.withLock { $0.memoryCap = .watched(because: error.reason) }
      return nil
    }
  }

  private func add(_ identifier: Int32, to group: ControlGroup?) {
    guard let group else { return }
    let cap: MemoryCap
    do throws(ControlGroup.Failure) {
      try group.add(identifier)
      cap = .kernel(group: group.path)
    } catch {
      cap = .watched(because: error.reason)
    }
    state.withLock { $0.memoryCap = cap }
  }

  /// Kills the child; it may have ended already.
  private func kill<Input, Output, Failure>(_ execution: Execution<Input, Output, Failure>) {
    try? execution.send(signal: .kill)
  }

  private static func sentence(_ status: TerminationStatus) -> String {
    switch status {
    case .exited(let code): "The JavaScript process ended with status \(code)."
    // The engine aborts its process when it runs out of memory.
    case .signaled(let signal):
      unsafe "The JavaScript process was terminated by signal \(signal) (\(String(cString: strsignal(signal))))."
    }
  }

  /// Reads the messages that the child sent before its end, for at most half a second.
  private func waitUntilRead() async {
    for _ in 0..<100 where port.hasUnread || port.isReceiving { try? await Task.sleep(for: .milliseconds(5)) }
  }

  /// Gives the child half a second to exit after the connection is closed.
  private func waitUntilGone(_ identifier: Int32) async {
    for _ in 0..<100 where !ProcessUsage.hasEnded(identifier) { try? await Task.sleep(for: .milliseconds(5)) }
  }

  private var environment: Environment {
    var values: [Environment.Key: String] = [:]
    for name in configuration.environment {
      if let value = unsafe getenv(name) {
        values[Environment.Key(stringLiteral: name)] = unsafe String(cString: value)
      }
    }
    values[Environment.Key(stringLiteral: ChildMessage.variable)] = "1"
    // The engine adapts its garbage collection to the machine's memory: this sets it to the child's limit.
    values["JSC_forceRAMSize"] = String(configuration.limits.memory)
    return .custom(values)
  }

  func finish(_ end: BridgeError) {
    let (receiver, waiting) = state.withLock { state in
      state.end = end
      defer {
        state.receiver = nil
        state.waiting = []
      }
      return (state.receiver, state.waiting)
    }
    wire.close()  // Releases the inbox, and so this object.
    time?.end()
    modules?.close()
    receiver?.disconnected(end)
    for waiter in waiting { waiter.resolve(end) }
    // The child may have sent much output.
    MemoryTrimmer.returnSoon()
  }

  /// Waits for the end of the child, or of the task.
  func end() async -> BridgeError {
    let waiter = Deferred<BridgeError>()
    let end = state.withLock { state in
      if state.end == nil { state.waiting.append(waiter) }
      return state.end
    }
    if let end { return end }
    defer { state.withLock { $0.waiting.removeAll { $0 === waiter } } }
    return await waiter.value(cancelled: ChildProcess.waitCancelled)
  }

  private static let waitCancelled = BridgeError(
    .cancelled, "The task that waited for the end of the JavaScript process was cancelled.")

  func stop() async {
    close()
    // A separate task, since the caller's task may be cancelled.
    _ = await Task { await end() }.value
  }

  /// Kills the child, unless it has ended.
  func kill() { commandSink.yield(.kill) }

  /// The last reference to the process is gone.
  func abandon() { commandSink.yield(.disconnected) }

  // MARK: Limits

  /// Kills the child; its calls fail with this reason.
  private func terminate(_ reason: BridgeError) {
    state.withLock { if $0.killReason == nil { $0.killReason = reason } }
    commandSink.yield(.kill)
  }

  /// Asks the JavaScript thread repeatedly whether it returns to its event loop, until the end.
  func watch(_ connection: Connection) {
    Task.detached { [self] in
      while let identifier = processIdentifier {
        limits.ask(identifier)
        do {
          try await connection.ask(ChildMessage.turn, timeout: .never)
        } catch {
          // Any other error is also an answer, unless the connection is closed.
          if connection.isClosed { return }
        }
        limits.answered()
        try? await Task.sleep(for: limits.rest)
      }
    }
  }
}
