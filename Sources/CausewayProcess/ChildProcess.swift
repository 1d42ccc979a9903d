import Causeway
import CausewayConcurrency
import Dispatch
import Glibc
import Subprocess
import Synchronization
import SystemPackage

/// One child: its start, its limits, its end, and the link to it.
final class ChildProcess: Transport {
  private struct State {
    var receiver: (any TransportReceiver)?
    var consoleBytes = 0
    var identifier: Int32?
    /// Why the child was ended from here; nil when it ended by itself.
    var verdict: BridgeError?
    var waiting: [Deferred<BridgeError>] = []
    var end: BridgeError?
    var memoryCap = MemoryCap.watched(because: "the child has not started")
  }

  private enum Order { case look, gone, kill }

  private let configuration: ProcessConfiguration
  private let port: LinePort
  private let wire: JSONRPCTransport
  private let theirs: FileDescriptor
  private let orders: AsyncStream<Order>
  private let order: AsyncStream<Order>.Continuation
  private let state = Mutex(State())
  private let begun = ContinuousClock.now

  /// Prepares the link; the child starts with ``begin()``.
  init(_ configuration: ProcessConfiguration, limits: Limits) throws(BridgeError) {
    if unsafe getenv(WorkerMessage.variable) != nil {
      throw BridgeError(
        .failedPrecondition,
        "This process was started as a worker itself: let main begin with JavaScriptWorker.serveIfAsked().")
    }
    self.configuration = configuration
    var pair: [CInt] = [-1, -1]
    guard unsafe socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0, &pair) == 0 else {
      throw BridgeError(
        .unavailable, "No connection to a child can be made: \(unsafe String(cString: strerror(errno))).")
    }
    port = LinePort(descriptor: pair[0], limits: limits)
    theirs = FileDescriptor(rawValue: pair[1])
    // Values are measured where they are decoded; the envelope and base64 come on top of what they may be.
    var envelope = limits
    envelope.messageBytes = limits.textBytes
    wire = JSONRPCTransport(port, limits: envelope)
    (orders, order) = AsyncStream.makeStream()
  }

  var processIdentifier: Int32? { state.withLock { $0.end == nil ? $0.identifier : nil } }

  var memoryCap: MemoryCap { state.withLock { $0.memoryCap } }

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

  func send(_ message: Message) throws(BridgeError) { try wire.send(message) }

  var bytesWaiting: Int { port.bytesWaiting }

  /// The connection has ended: the child sees the end of its input, and goes.
  func close() {
    state.withLock { $0.receiver = nil }
    port.close()
    order.yield(.gone)
  }

  /// Takes what the child sends; the wire holds it, and so the child's object, until the end.
  private final class Inbox: TransportReceiver {
    private let child: ChildProcess
    init(_ child: ChildProcess) { self.child = child }
    func receive(_ message: Message) { child.receive(message) }
    func dropped(_ message: Message) { child.state.withLock { $0.receiver }?.dropped(message) }
    func disconnected(_ reason: BridgeError) {}
  }

  private func receive(_ message: Message) {
    switch message {
    case .event(WorkerMessage.console, let payload):
      guard let output = try? payload.decode(WorkerOutput.self), output.level.utf8.count < ChildProcess.longLevel else {
        _ = mayPrint(bytes: payload.weight)
        return
      }
      if mayPrint(bytes: output.text.utf8.count) { configuration.onConsole?(output.level, output.text) }
    case .event(WorkerMessage.uncaught, let payload):
      guard let report = try? payload.decode(String.self) else {
        _ = mayPrint(bytes: payload.weight)
        return
      }
      if mayPrint(bytes: report.utf8.count) { configuration.onUncaught?(report) }
    default:
      state.withLock { $0.receiver }?.receive(message)
    }
  }

  /// A level is the name of a method of `console`.
  private static let longLevel = 64

  /// Counts what the child has printed, and ends it when that is too much.
  ///
  /// Each text ends a line: one without a character has a byte as well.
  private func mayPrint(bytes: Int) -> Bool {
    let limit = configuration.limits.consoleBytes
    let isWithin = state.withLock { state in
      state.consoleBytes += bytes + 1
      return state.consoleBytes <= limit
    }
    if !isWithin { condemn(.exhausted("consoleBytes", maximum: limit, "What was printed")) }
    return isWithin
  }

  // MARK: Life

  /// Starts the program, and follows it to its end.
  func begin() {
    port.start { [wire] text in
      wire.deliver(text)
    } onEnd: { [self] reason in
      // Over a limit of the link: what is told then is not that the child was killed for it.
      if reason.code == .resourceExhausted { condemn(reason) } else { order.yield(.gone) }
    }
    Task.detached { [self] in
      let end: BridgeError
      do {
        end = try await follow()
      } catch {
        end = BridgeError(.unavailable, "\(programName) cannot be started: \(error)")
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
    // The child dies with the thread that starts it (`Confinement.endWithParent`). Subprocess starts all of them on one
    // thread, which lasts as long as this process.
    let result = try await Subprocess.run(
      executable, arguments: Arguments(arguments), environment: environment, platformOptions: PlatformOptions(),
      input: .fileDescriptor(theirs, closeAfterSpawningProcess: true), output: .discarded, error: .discarded
    ) { execution in
      state.withLock { $0.identifier = execution.processIdentifier.value }
      admit(execution.processIdentifier.value, to: group)
      let timer = Task { [order] in
        while !Task.isCancelled {
          try await Task.sleep(for: .milliseconds(50))
          order.yield(.look)
        }
      }
      defer { timer.cancel() }
      for await order in orders {
        switch order {
        case .look: look(execution.processIdentifier.value)
        case .kill: return kill(execution)
        case .gone:
          await waitUntilGone(execution.processIdentifier.value)
          return kill(execution)
        }
      }
    }
    if let verdict = state.withLock({ $0.verdict }) { return verdict }
    if group?.hasKilled == true {
      return .exhausted("memory", maximum: configuration.limits.memory, "What the child took of memory")
    }
    if let maximum = configuration.limits.processorTime, result.terminationStatus == .signaled(SIGXCPU) {
      return ChildProcess.exhausted("processorTime", maximum)
    }
    return BridgeError(.unavailable, ChildProcess.sentence(result.terminationStatus))
  }

  private func makeGroup() -> ControlGroup? {
    do throws(ControlGroup.Refusal) {
      return try ControlGroup(bytes: configuration.limits.memory, in: configuration.controlGroup)
    } catch {
      state.withLock { $0.memoryCap = .watched(because: error.reason) }
      return nil
    }
  }

  private func admit(_ identifier: Int32, to group: ControlGroup?) {
    guard let group else { return }
    let cap: MemoryCap
    do throws(ControlGroup.Refusal) {
      try group.admit(identifier)
      cap = .kernel(group: group.path)
    } catch {
      cap = .watched(because: error.reason)
    }
    state.withLock { $0.memoryCap = cap }
  }

  /// Kills the child; that it has gone by itself meanwhile is no failure.
  private func kill<Input, Output, Failure>(_ execution: Execution<Input, Output, Failure>) {
    try? execution.send(signal: .kill)
  }

  private static func sentence(_ status: TerminationStatus) -> String {
    switch status {
    case .exited(let code): "The JavaScript process ended with status \(code)."
    // The engine aborts its process when it finds no more memory.
    case .signaled(let signal):
      unsafe "The JavaScript process was ended by signal \(signal) (\(String(cString: strsignal(signal))))."
    }
  }

  /// Gives the child half a second to go by itself, now that it has no connection any more.
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
    values[Environment.Key(stringLiteral: WorkerMessage.variable)] = "1"
    // The engine collects as seldom as the machine's memory allows: it is told of the child's own.
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
    wire.close()  // Lets go of the inbox, and so of this object.
    receiver?.disconnected(end)
    for waiter in waiting { waiter.resolve(end) }
    // It may have printed and sent without end.
    MemoryTrimmer.returnSoon()
  }

  /// Waits for the end, or for the end of the task.
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
    // A task of its own, since whoever closes may be cancelled.
    _ = await Task { await end() }.value
  }

  /// Nobody holds the process any more.
  func abandon() { order.yield(.gone) }

  // MARK: Limits

  /// Ends the child for a reason that its calls will be told.
  private func condemn(_ reason: BridgeError) {
    state.withLock { if $0.verdict == nil { $0.verdict = reason } }
    order.yield(.kill)
  }

  private func look(_ identifier: Int32) {
    let limits = configuration.limits
    if let memory = ProcessUsage.memory(of: identifier), memory > limits.memory {
      return condemn(.exhausted("memory", maximum: limits.memory, "\(memory) bytes of memory"))
    }
    if let threads = ProcessUsage.threads(of: identifier), threads > limits.threads {
      return condemn(.exhausted("threads", maximum: limits.threads, "\(threads) threads"))
    }
    if let maximum = limits.processorTime, let time = ProcessUsage.processorTime(of: identifier), time > maximum {
      return condemn(ChildProcess.exhausted("processorTime", maximum))
    }
    if let maximum = limits.lifetime, ContinuousClock.now - begun > maximum {
      condemn(ChildProcess.exhausted("lifetime", maximum))
    }
  }

  /// Asks for a turn of the JavaScript thread, again and again, until the end.
  ///
  /// How long it rests in between is how much later than its limit a script may be ended.
  func watch(_ connection: Connection) {
    let turn = configuration.limits.turn
    let rest = min(turn / 4, .milliseconds(200))
    Task.detached { [self] in
      while state.withLock({ $0.end == nil }) {
        do {
          try await connection.ask(WorkerMessage.turn, timeout: .after(turn))
        } catch let error as BridgeError where error.code == .deadlineExceeded {
          return condemn(ChildProcess.exhausted("turn", turn))
        } catch {
          // An answer as well, unless it is the end.
          if connection.isClosed { return }
        }
        try? await Task.sleep(for: rest)
      }
    }
  }

  private static func exhausted(_ limit: String, _ maximum: Duration) -> BridgeError {
    let milliseconds = Double(maximum / .milliseconds(1))
    return BridgeError(
      .resourceExhausted, "The JavaScript process took longer than the limit \(limit) (\(maximum)).",
      data: ["limit": .string(limit), "maximumMilliseconds": .number(milliseconds)])
  }
}
